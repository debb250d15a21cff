/** Delays in ms before each attempt, from the end of the previous one: none, 5 min, 30 min, 2 h, 12 h. */
export const DEFAULT_RETRY_DELAYS_MS: readonly number[] = [0, 300_000, 1_800_000, 7_200_000, 43_200_000];

/** What the schedule says after a failed attempt. */
export type NextAttempt =
  | { readonly kind: 'retry'; readonly number: number; readonly delayMs: number }
  | { readonly kind: 'exhausted' };

/** Returns what follows a failed attempt. Numbers count from 1; the schedule has one delay per attempt. */
export function afterFailedAttempt(number: number, delaysMs: readonly number[]): NextAttempt {
  const delayMs = delaysMs[number];
  return delayMs === undefined ? { kind: 'exhausted' } : { kind: 'retry', number: number + 1, delayMs };
}
