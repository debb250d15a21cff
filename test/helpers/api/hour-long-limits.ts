import {
  RATE_LIMITS,
  type RateLimitGroup,
  type RateLimitOverrides,
} from '../../../src/domain/merchants/rate-limits.js';

const HOUR_MS = 3_600_000;

/**
 * Returns the contract's limit of a group with a window of an hour: no window ends in a test, however slow the machine
 * is.
 */
export const inAnHour = (group: RateLimitGroup): { limit: number; windowMs: number } => ({
  limit: RATE_LIMITS[group].limit,
  windowMs: HOUR_MS,
});

/** Each limit of the contract, for an hour. */
export const HOUR_LONG_LIMITS: RateLimitOverrides = Object.fromEntries(
  (Object.keys(RATE_LIMITS) as RateLimitGroup[]).map((group) => [group, inAnHour(group)]),
);
