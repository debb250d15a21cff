const UNITS = [
  { name: 'hour', ms: 3_600_000 },
  { name: 'minute', ms: 60_000 },
  { name: 'second', ms: 1_000 },
] as const;

/** Writes a wait in words: `30 minutes`, `2 hours 30 minutes`, `1 second`. Rounded up to whole seconds. */
export function durationInWords(durationMs: number): string {
  let leftMs = Math.max(1, Math.ceil(durationMs / 1_000)) * 1_000;
  const parts: string[] = [];
  for (const { name, ms } of UNITS) {
    const count = Math.floor(leftMs / ms);
    leftMs -= count * ms;
    if (count > 0) parts.push(`${count} ${name}${count === 1 ? '' : 's'}`);
  }
  return parts.slice(0, 2).join(' ');
}
