import { changedMeanwhile } from './changed-meanwhile.js';

/** The most requests in one window. A window begins with its first request. */
export interface RateLimit {
  readonly limit: number;
  readonly windowMs: number;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/**
 * Every rate limit of the service by its group. A request with a key counts once in its group and once in `default`.
 * The groups of `/v1/public/*`, of `/pay/*` and of failed authentication count without a key.
 */
export const RATE_LIMITS = {
  default: { limit: 300, windowMs: MINUTE_MS },
  'POST /v1/invoices': { limit: 60, windowMs: MINUTE_MS },
  'GET /v1/invoices*': { limit: 300, windowMs: MINUTE_MS },
  'POST /v1/withdrawals': { limit: 10, windowMs: HOUR_MS },
  'GET /v1/balances': { limit: 120, windowMs: MINUTE_MS },
  'POST /web/v1/api-keys/regenerate': { limit: 3, windowMs: HOUR_MS },
  'PATCH /web/v1/api-keys/status': { limit: 10, windowMs: HOUR_MS },
  'PUT /web/v1/api-keys/whitelists': { limit: 30, windowMs: HOUR_MS },
  'GET /v1/public/* per IP': { limit: 60, windowMs: MINUTE_MS },
  'GET /v1/public/* per /48': { limit: 100, windowMs: MINUTE_MS },
  'GET /v1/public/*': { limit: 200, windowMs: MINUTE_MS },
  'GET /pay/* per IP': { limit: 120, windowMs: MINUTE_MS },
  'GET /pay/* per /48': { limit: 600, windowMs: MINUTE_MS },
  'GET /pay/* per publicId': { limit: 6_000, windowMs: MINUTE_MS },
  'sign-in per account': { limit: 20, windowMs: HOUR_MS },
  'sign-in per account, anywhere': { limit: 200, windowMs: HOUR_MS },
  'sign-in per IP': { limit: 30, windowMs: MINUTE_MS },
  'failed authentication per IP': { limit: 30, windowMs: MINUTE_MS },
} as const satisfies Record<string, RateLimit>;

export type RateLimitGroup = keyof typeof RATE_LIMITS;
export const RATE_LIMIT_GROUPS = Object.keys(RATE_LIMITS) as readonly RateLimitGroup[];

/** The groups that are counted per key. An operator may set their limits for one key. */
export const KEY_RATE_LIMIT_GROUPS = [
  'default',
  'POST /v1/invoices',
  'GET /v1/invoices*',
  'POST /v1/withdrawals',
  'GET /v1/balances',
  'POST /web/v1/api-keys/regenerate',
  'PATCH /web/v1/api-keys/status',
  'PUT /web/v1/api-keys/whitelists',
] as const satisfies readonly RateLimitGroup[];

/** Stands for every group that the overrides don't name. */
export const ANY_GROUP = '*';

/**
 * Limits that replace those of the table, for an instance or for one key. A number is a new limit in the group's own
 * window; null removes the limit.
 */
export type RateLimitOverrides = Readonly<
  Partial<Record<RateLimitGroup | typeof ANY_GROUP, number | RateLimit | null>>
>;

/** Limits that an operator sets for one key, in the windows of the instance. */
export type KeyRateLimits = Readonly<
  Partial<Record<(typeof KEY_RATE_LIMIT_GROUPS)[number] | typeof ANY_GROUP, number | null>>
>;

/** New limits of a key. */
export interface KeyLimitsOrder {
  readonly rateLimits: KeyRateLimits;
  /** What was read and is replaced. Left out: whatever is there. */
  readonly expected?: KeyRateLimits;
}

const textOf = (limits: KeyRateLimits): string => JSON.stringify(Object.entries(limits).sort());

/** Refuses to replace limits that were changed since they were read. @throws QuittanceError `invalid_state`. */
export function assertLimitsUnchanged(before: KeyRateLimits, { rateLimits, expected }: KeyLimitsOrder): void {
  if (expected === undefined || [expected, rateLimits].map(textOf).includes(textOf(before))) return;
  throw changedMeanwhile('limits');
}

/** Returns the limit of a group after all overrides, applied in order; null: no limit. */
export function effectiveRateLimit(
  group: RateLimitGroup,
  ...overrides: readonly RateLimitOverrides[]
): RateLimit | null {
  let effective: RateLimit | null = RATE_LIMITS[group];
  for (const override of overrides) {
    const replacement = override[group] === undefined ? override[ANY_GROUP] : override[group];
    if (replacement === undefined) continue;
    if (typeof replacement === 'number') {
      effective = { limit: replacement, windowMs: effective?.windowMs ?? RATE_LIMITS[group].windowMs };
    } else {
      effective = replacement;
    }
  }
  return effective;
}
