const UNITS = [
  { name: 'd', ms: 86_400_000 },
  { name: 'h', ms: 3_600_000 },
  { name: 'min', ms: 60_000 },
] as const;

/** Returns the age of a moment for a column of a table, in the largest unit that fits, such as `3 h`. */
export function ageInWords(moment: string, nowMs: number): string {
  const ms = Math.max(0, nowMs - Date.parse(moment));
  const unit = UNITS.find((one) => ms >= one.ms);
  return unit === undefined ? `${Math.floor(ms / 1_000)} s` : `${Math.floor(ms / unit.ms)} ${unit.name}`;
}
