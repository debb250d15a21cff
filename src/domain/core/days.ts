export const DAY_MS = 86_400_000;

/**
 * Returns the function that names the day of a moment in a time zone, e.g. `2026-01-31`.
 *
 * @param timeZone an IANA name, e.g. `Europe/Berlin`.
 * @throws RangeError when there is no such time zone.
 */
export function daysIn(timeZone: string): (ms: number) => string {
  // The Swedish way to write a date is that of ISO 8601.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
  return (ms) => format.format(ms);
}

/** Returns this many days in order, the last one given, e.g. `2026-01-31`. */
export function daysUntil(last: string, count: number): string[] {
  const lastMs = Date.parse(`${last}T00:00:00Z`);
  return Array.from({ length: count }, (_, i) =>
    new Date(lastMs - (count - 1 - i) * DAY_MS).toISOString().slice(0, 10),
  );
}

/** Returns a moment that is before the first of the last days in every time zone. */
export function beforeDays(nowMs: number, count: number): number {
  return nowMs - (count + 1) * DAY_MS;
}
