import type { Request, Response } from 'express';
import { hashApiKey } from '../../db/merchants/api-keys.js';
import { QuittanceError } from '../../domain/core/errors.js';
import { isWellFormedApiKey } from '../../domain/merchants/api-key-format.js';
import { effectiveRateLimit } from '../../domain/merchants/rate-limits.js';
import type { AppDeps } from './app-deps.js';
import { presentedKey } from './authenticate.js';
import { addressKey, type RateLimits } from './rate-limits.js';
import { ConcurrencyLimit } from './concurrency-limit.js';
import { KeysSeenValid } from './keys-seen-valid.js';

/** How many unknown keys from one address are looked up at once. */
const LOOKED_UP_AT_ONCE = 10;

/** A key or a session token in a request, and how to look it up. */
export interface LookUp<T> {
  /** The hash of the key or token. Undefined: it cannot be valid, so `find` refuses it without a database query. */
  readonly hash: string | undefined;
  /** @throws QuittanceError when the key or token is not in force. */
  readonly find: () => Promise<T>;
}

/** A look-up with a limit for unknown callers. @throws the errors of `find`; QuittanceError `rate_limited`. */
export type GuardedLookUp = <T>(request: Request, response: Response, lookUp: LookUp<T>) => Promise<T>;

/**
 * Returns a look-up with a limit for unknown callers. A key or token that has not worked in this process is counted for
 * its address before it is looked up. The count is given back when it works. So guessed keys cause no more database
 * queries than the limit, even if all arrive at once. A key that has worked before is not limited.
 */
export function guardLookUps(deps: AppDeps, limits: RateLimits): GuardedLookUp {
  const seenValid = new KeysSeenValid();
  const limit = effectiveRateLimit('failed authentication per IP', deps.rateLimits)?.limit;
  // Never more than the limit of the address. Otherwise valid keys whose counts are not given back yet would cause a
  // refusal.
  const atOnce = new ConcurrencyLimit(Math.min(limit ?? LOOKED_UP_AT_ONCE, LOOKED_UP_AT_ONCE));

  const tryStranger: <T>(
    request: Request,
    response: Response,
    one: { readonly hash: string; readonly find: () => Promise<T> },
  ) => Promise<T> = (request, response, { hash, find }) =>
    atOnce.run(addressKey(request), async () => {
      // A request before it in the line may have had the same key.
      if (seenValid.has(hash)) return find();
      const giveBack = await limits.countLookUp(request, response);
      return find().then(
        async (found) => {
          seenValid.note(hash);
          await giveBack();
          return found;
        },
        async (error: unknown) => {
          // If the look-up itself failed, the key may still be valid.
          if (!(error instanceof QuittanceError)) await giveBack();
          throw error;
        },
      );
    });

  return async (request, response, { hash, find }) => {
    try {
      if (hash === undefined || seenValid.has(hash)) {
        const found = await find();
        if (hash !== undefined) seenValid.note(hash);
        return found;
      }
      return await tryStranger(request, response, { hash, find });
    } catch (error) {
      if (error instanceof QuittanceError && error.code !== 'rate_limited') {
        // The key was revoked, has expired, or is used from a forbidden address. From now on it counts as unknown.
        if (hash !== undefined) seenValid.forget(hash);
        await limits.countFailedAuthentication(request, response);
      }
      throw error;
    }
  };
}

/** Returns the hash of the request's key in base64. Undefined: the request has no well-formed key. */
export function hashOfKey(request: Request): string | undefined {
  const key = presentedKey(request);
  return key !== undefined && isWellFormedApiKey(key) ? hashApiKey(key).toString('base64') : undefined;
}
