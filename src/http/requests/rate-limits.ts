import type { Request, Response } from 'express';
import { ipKeyGenerator, rateLimit, type RateLimitInfo, type Store } from 'express-rate-limit';
import { QuittanceError } from '../../domain/core/errors.js';
import {
  effectiveRateLimit,
  RATE_LIMIT_GROUPS,
  RATE_LIMITS,
  type RateLimitGroup,
  type RateLimitOverrides,
} from '../../domain/merchants/rate-limits.js';
import { clientIp } from './client-ip.js';

/** The count of a group after a request. */
interface Count {
  readonly limit: number;
  readonly remaining: number;
  readonly exceeded: boolean;
  /** Epoch ms. */
  readonly resetAtMs: number;
}

/** Counts a request against somebody's limit. Resolves to undefined if no limit applies. */
type Counter = (
  request: Request,
  response: Response,
  whose: { readonly key: string; readonly limit: number | null },
) => Promise<Count | undefined>;

/** express-rate-limit counts and keeps the windows. {@link settle} decides the answer over all groups of a request. */
function createCounter(group: RateLimitGroup, windowMs: number, store: Store): Counter {
  const counted = new WeakMap<Request, { readonly key: string; readonly limit: number }>();
  const property = `rateLimit ${group}`;
  const middleware = rateLimit({
    windowMs,
    store,
    limit: (request) => counted.get(request)?.limit ?? 0,
    keyGenerator: (request) => counted.get(request)?.key ?? '',
    handler: (_request, _response, next) => {
      next();
    },
    requestPropertyName: property,
    legacyHeaders: false,
    standardHeaders: false,
    // Its checks concern addresses and headers that it would read itself. Here `keyGenerator` says whom to count.
    validate: false,
  });
  return async (request, response, { key, limit }) => {
    if (limit === null) return undefined;
    counted.set(request, { key, limit });
    await new Promise<void>((resolve, reject) => {
      void middleware(request, response, (error?: unknown) => {
        if (error === undefined) resolve();
        else
          reject(
            error instanceof Error ? error : new Error('The store of rate limits failed', { cause: error }),
          );
      });
    });
    const info = (request as unknown as Record<string, RateLimitInfo | undefined>)[property];
    if (info === undefined) return undefined;
    return {
      limit: info.limit,
      remaining: info.remaining,
      exceeded: info.used > info.limit,
      resetAtMs: info.resetTime?.getTime() ?? Date.now() + windowMs,
    };
  };
}

/** Counts requests and refuses those beyond a limit, with the `X-RateLimit-…` headers of the tightest limit. */
export interface RateLimits {
  /** Counts a key's request in the route's group, if it has one, and in the default group, at the same time. */
  countForKey(
    request: Request,
    response: Response,
    caller: {
      readonly apiKeyId: string;
      readonly rateLimits: RateLimitOverrides;
      readonly group: RateLimitGroup | null;
    },
  ): Promise<void>;
  /** Counts the address first: a client that is refused there does not use up the limit that all share. */
  countPublic(request: Request, response: Response): Promise<void>;
  /** Counts a failed authentication against the address. It writes no headers until there are too many. */
  countFailedAuthentication(request: Request, response: Response): Promise<void>;
}

export function createRateLimits(options: {
  readonly overrides: RateLimitOverrides;
  readonly store: (group: RateLimitGroup) => Store;
}): RateLimits {
  const { overrides, store } = options;
  const windowOf = (group: RateLimitGroup): number =>
    (effectiveRateLimit(group, overrides) ?? RATE_LIMITS[group]).windowMs;
  const counters = new Map(
    RATE_LIMIT_GROUPS.map((group) => [group, createCounter(group, windowOf(group), store(group))]),
  );
  const count = async (
    group: RateLimitGroup,
    request: Request,
    response: Response,
    whose: { key: string; own?: RateLimitOverrides },
  ): Promise<Count | undefined> => {
    const limit = effectiveRateLimit(group, overrides, whose.own ?? {})?.limit ?? null;
    return counters.get(group)?.(request, response, { key: whose.key, limit });
  };

  return {
    async countForKey(request, response, { apiKeyId, rateLimits: own, group }) {
      const groups: RateLimitGroup[] = group === null ? ['default'] : [group, 'default'];
      const counts = await Promise.all(
        groups.map((one) => count(one, request, response, { key: apiKeyId, own })),
      );
      settle(response, counts);
    },
    async countPublic(request, response) {
      const ofAddress = await count('GET /v1/public/* per IP', request, response, {
        key: addressKey(request),
      });
      if (ofAddress?.exceeded === true) settle(response, [ofAddress]);
      const ofAll = await count('GET /v1/public/*', request, response, { key: 'all' });
      settle(response, [ofAddress, ofAll]);
    },
    async countFailedAuthentication(request, response) {
      const failed = await count('failed authentication per IP', request, response, {
        key: addressKey(request),
      });
      if (failed?.exceeded === true) settle(response, [failed]);
    },
  };
}

/** Returns the key that an address is counted by. An IPv6 client has a network of addresses, which counts as one. */
function addressKey(request: Request): string {
  return ipKeyGenerator(clientIp(request));
}

/**
 * Writes the headers of the tightest limit.
 *
 * @throws QuittanceError `rate_limited` when any of the counts is beyond its limit.
 */
function settle(response: Response, counts: readonly (Count | undefined)[]): void {
  const known = counts.filter((count) => count !== undefined);
  const exceeded = known.filter((count) => count.exceeded);
  // Among the exceeded limits the one that ends last: a retry before its end would be refused.
  const [tightest] =
    exceeded.length > 0
      ? exceeded.sort((a, b) => b.resetAtMs - a.resetAtMs)
      : known.sort((a, b) => a.remaining - b.remaining);
  if (tightest === undefined) return;
  response.setHeader('X-RateLimit-Limit', tightest.limit);
  response.setHeader('X-RateLimit-Remaining', tightest.remaining);
  response.setHeader('X-RateLimit-Reset', Math.ceil(tightest.resetAtMs / 1_000));
  if (!tightest.exceeded) return;
  const retryAfterSeconds = Math.max(1, Math.ceil((tightest.resetAtMs - Date.now()) / 1_000));
  throw new QuittanceError(
    'rate_limited',
    `Too many requests: at most ${tightest.limit} are answered in this window. Try again in ${retryAfterSeconds} s.`,
    { retryAfterSeconds },
  );
}
