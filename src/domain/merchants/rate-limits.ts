/** So many requests in each window, which begins with the first of them. */
export interface RateLimit {
  readonly limit: number;
  readonly windowMs: number;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/**
 * Every limit of the service by its group. A request of a key counts once in its group and once in `default`; the
 * groups `per IP` and `global` belong to nobody's key.
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
  'GET /v1/public/*': { limit: 200, windowMs: MINUTE_MS },
  'failed authentication per IP': { limit: 30, windowMs: MINUTE_MS },
} as const satisfies Record<string, RateLimit>;

export type RateLimitGroup = keyof typeof RATE_LIMITS;
export const RATE_LIMIT_GROUPS = Object.keys(RATE_LIMITS) as readonly RateLimitGroup[];

/** The groups that are counted for each key: an operator may set their figures for one key. */
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

/** Stands for every group that isn't named beside it. */
export const ANY_GROUP = '*';

/**
 * Figures that replace the table's, for an instance or for one key. A number is a new limit in the group's own window,
 * null lifts the limit.
 */
export type RateLimitOverrides = Readonly<
  Partial<Record<RateLimitGroup | typeof ANY_GROUP, number | RateLimit | null>>
>;

/** Figures that an operator sets for one key, in the instance's windows. */
export type KeyRateLimits = Readonly<
  Partial<Record<(typeof KEY_RATE_LIMIT_GROUPS)[number] | typeof ANY_GROUP, number | null>>
>;

/** The limit of a group with overrides applied, each before the next; null: none. */
export function effectiveRateLimit(
  group: RateLimitGroup,
  ...overrides: readonly RateLimitOverrides[]
): RateLimit | null {
  let effective: RateLimit | null = RATE_LIMITS[group];
  for (const override of overrides) {
    const figure = override[group] === undefined ? override[ANY_GROUP] : override[group];
    if (figure === undefined) continue;
    if (typeof figure === 'number') {
      effective = { limit: figure, windowMs: effective?.windowMs ?? RATE_LIMITS[group].windowMs };
    } else {
      effective = figure;
    }
  }
  return effective;
}
