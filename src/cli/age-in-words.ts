const UNITS = [
  { name: 'd', ms: 86_400_000 },
  { name: 'h', ms: 3_600_000 },
  { name: 'min', ms: 60_000 },
] as const;

/** Says how long ago a moment was, in the largest unit that fits, for the column of a table: `3 h`. */
export function ageInWords(moment: string, nowMs: number): string {
  const ms = Math.max(0, nowMs - Date.parse(moment));
  const unit = UNITS.find((one) => ms >= one.ms);
  return unit === undefined ? `${Math.floor(ms / 1_000)} s` : `${Math.floor(ms / unit.ms)} ${unit.name}`;
}
