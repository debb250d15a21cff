import { isIPv6 } from 'node:net';
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

/** Counts a request in one group. Resolves to undefined if no limit applies. */
type Counter = (
  request: Request,
  response: Response,
  whose: { readonly key: string; readonly limit: number | null },
) => Promise<Count | undefined>;

/**
 * Creates a counter of express-rate-limit, which keeps the counts and their windows. It refuses nothing: {@link
 * requireWithin} decides about all groups of a request together.
 */
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
    // The library's checks are about addresses and headers that it reads itself. Here `keyGenerator` names the client.
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

/** The account for which attempts to sign in are counted. */
export interface SignInAccount {
  readonly account: string;
  /**
   * True: the account is an email, which anybody may know. Its attempts are then counted for each IP address. Otherwise
   * a few requests of a stranger would lock its owner out. All addresses together have a larger limit.
   */
  readonly isNamedByAnybody?: boolean;
}

/** Counts requests and refuses those beyond a limit, with the `X-RateLimit-…` headers of the tightest limit. */
export interface RateLimits {
  /** Counts the request of a key or member in the route's group, if it has one, and in the default group. */
  countForCaller(
    request: Request,
    response: Response,
    caller: {
      readonly credentialId: string;
      readonly rateLimits: RateLimitOverrides;
      readonly group: RateLimitGroup | null;
    },
  ): Promise<void>;
  /**
   * Counts a request to a public path: for its client, then for all clients together. A request that is refused for its
   * client does not use up the limit that all clients share.
   */
  countPublic(request: Request, response: Response): Promise<void>;
  /**
   * Counts a request to a checkout page: for its client, then for the page. No limit covers all pages together, so too
   * many requests to one page block no other page.
   */
  countCheckout(request: Request, response: Response, publicId: string): Promise<void>;
  /** Counts an attempt to sign in, or to confirm a password, before it is verified. */
  countSignIn(request: Request, response: Response, account: SignInAccount): Promise<void>;
  /**
   * Counts the look-up of a possibly unknown key for its IP address, before the look-up. It writes headers only when it
   * refuses. Resolves to a function that gives the count back.
   */
  countLookUp(request: Request, response: Response): Promise<() => Promise<void>>;
  /** Counts a failed authentication for its IP address. It writes headers only when it refuses. */
  countFailedAuthentication(request: Request, response: Response): Promise<void>;
}

/** Creates the counters of all groups. `store` returns the store of a group's counts. */
export function createRateLimits(options: {
  readonly overrides: RateLimitOverrides;
  readonly store: (group: RateLimitGroup) => Store;
}): RateLimits {
  const { overrides, store } = options;
  const windowOf = (group: RateLimitGroup): number =>
    (effectiveRateLimit(group, overrides) ?? RATE_LIMITS[group]).windowMs;
  const stores = new Map(RATE_LIMIT_GROUPS.map((group) => [group, store(group)]));
  const counters = new Map(
    [...stores].map(([group, ofGroup]) => [group, createCounter(group, windowOf(group), ofGroup)]),
  );
  const count: CountInGroup = async (group, request, response, whose) => {
    const limit = effectiveRateLimit(group, overrides, whose.own ?? {})?.limit ?? null;
    return counters.get(group)?.(request, response, { key: whose.key, limit });
  };

  return {
    async countForCaller(request, response, { credentialId, rateLimits: own, group }) {
      const groups: RateLimitGroup[] = group === null ? ['default'] : [group, 'default'];
      const counts = await Promise.all(
        groups.map((one) => count(one, request, response, { key: credentialId, own })),
      );
      requireWithin(response, counts);
    },
    async countPublic(request, response) {
      const ofClient = await countClient(count, { request, response }, 'GET /v1/public/*');
      const ofAll = await count('GET /v1/public/*', request, response, { key: 'all' });
      requireWithin(response, [...ofClient, ofAll]);
    },
    async countCheckout(request, response, publicId) {
      const ofClient = await countClient(count, { request, response }, 'GET /pay/*');
      const ofPage = await count('GET /pay/* per publicId', request, response, { key: publicId });
      requireWithin(response, [...ofClient, ofPage]);
    },
    async countSignIn(request, response, { account, isNamedByAnybody = false }) {
      const address = addressKey(request);
      const ofAddress = await count('sign-in per IP', request, response, { key: address });
      if (ofAddress?.exceeded === true) requireWithin(response, [ofAddress]);
      const key = isNamedByAnybody ? `${account} from ${address}` : account;
      const ofAccount = await count('sign-in per account', request, response, { key });
      const counts = [ofAddress, ofAccount];
      // An attempt that is refused for its address does not count for all addresses.
      if (isNamedByAnybody && ofAccount?.exceeded !== true)
        counts.push(await count('sign-in per account, anywhere', request, response, { key: account }));
      requireWithin(response, counts);
    },
    async countLookUp(request, response) {
      const group = 'failed authentication per IP';
      // Look-ups are counted apart from failures. A mistyped key fails without a look-up, and must not use up the
      // look-ups of valid keys.
      const key = `look-ups ${addressKey(request)}`;
      const lookUps = await count(group, request, response, { key });
      if (lookUps?.exceeded === true) requireWithin(response, [lookUps]);
      return async () => {
        if (lookUps !== undefined) await stores.get(group)?.decrement(key);
      };
    },
    async countFailedAuthentication(request, response) {
      const failed = await count('failed authentication per IP', request, response, {
        key: addressKey(request),
      });
      if (failed?.exceeded === true) requireWithin(response, [failed]);
    },
  };
}

/**
 * Counts a request in a group, for one key. `own` are limits that replace the usual ones. Resolves to undefined if no
 * limit applies.
 */
type CountInGroup = (
  group: RateLimitGroup,
  request: Request,
  response: Response,
  whose: { readonly key: string; readonly own?: RateLimitOverrides },
) => Promise<Count | undefined>;

/**
 * Counts a request for the client's address, and for its network if the address is IPv6.
 *
 * @throws QuittanceError `rate_limited` when either is beyond its limit.
 */
async function countClient(
  count: CountInGroup,
  { request, response }: { readonly request: Request; readonly response: Response },
  paths: 'GET /v1/public/*' | 'GET /pay/*',
): Promise<readonly (Count | undefined)[]> {
  const ofAddress = await count(`${paths} per IP`, request, response, { key: addressKey(request) });
  if (ofAddress?.exceeded === true) requireWithin(response, [ofAddress]);
  const network = networkKey(request);
  if (network === null) return [ofAddress];
  const ofNetwork = await count(`${paths} per /48`, request, response, { key: network });
  if (ofNetwork?.exceeded === true) requireWithin(response, [ofNetwork]);
  return [ofAddress, ofNetwork];
}

/**
 * Returns the key by which an address is counted. All addresses of an IPv6 /56 share a key, because they usually belong
 * to one client.
 */
export function addressKey(request: Request): string {
  return ipKeyGenerator(clientIp(request));
}

/** The largest network that one IPv6 client is commonly given (RFC 6177). */
const NETWORK_BITS = 48;

/**
 * Returns the key of the /48 of an IPv6 address. A /48 contains 256 networks with separate counts, and may belong to
 * one client. Null: the address is IPv4.
 */
function networkKey(request: Request): string | null {
  const ip = clientIp(request);
  return isIPv6(ip) ? ipKeyGenerator(ip, NETWORK_BITS) : null;
}

/**
 * Writes the headers of the tightest limit.
 *
 * @throws QuittanceError `rate_limited` when any of the counts is beyond its limit.
 */
function requireWithin(response: Response, counts: readonly (Count | undefined)[]): void {
  const known = counts.filter((count) => count !== undefined);
  const exceeded = known.filter((count) => count.exceeded);
  // Of the exceeded limits, the one that ends last decides: a retry before its end would be refused.
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
