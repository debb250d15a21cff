import type { Request, Response } from 'express';
import { hashApiKey, type ApiKey } from '../../db/merchants/api-keys.js';
import { QuittanceError } from '../../domain/core/errors.js';
import { isWellFormedApiKey } from '../../domain/merchants/api-key-format.js';
import { effectiveRateLimit } from '../../domain/merchants/rate-limits.js';
import type { AppDeps } from './app-deps.js';
import { authenticate, presentedKey } from './authenticate.js';
import { addressKey, type RateLimits } from './rate-limits.js';
import { Turns } from './turns.js';
import { WorkedKeys } from './worked-keys.js';

/** So many keys of one address that have not worked here yet are looked up at the same time, if its limit allows them. */
const LOOKED_UP_AT_ONCE = 10;

/**
 * Returns {@link authenticate} with limits for strangers. A key that has not worked in this process is counted against
 * its address before it is looked up, and given back when it works. So whoever tries keys makes the database work for as
 * many as the limit, also if all come at once. A key that has worked is answered from any address.
 *
 * @returns a function that throws what `authenticate` does, and `rate_limited` with its headers.
 */
export function guardLookUps(
  deps: AppDeps,
  limits: RateLimits,
): (request: Request, response: Response) => Promise<ApiKey> {
  const worked = new WorkedKeys();
  const limit = effectiveRateLimit('failed authentication per IP', deps.rateLimits)?.limit;
  // Never more than the limit: what valid keys have not given back yet must not refuse another one.
  const turns = new Turns(Math.min(limit ?? LOOKED_UP_AT_ONCE, LOOKED_UP_AT_ONCE));

  const tryStranger = (request: Request, response: Response, hash: string): Promise<ApiKey> =>
    turns.take(addressKey(request), async () => {
      // An earlier request in the line may have had the same key.
      if (worked.has(hash)) return authenticate(request, deps);
      const giveBack = await limits.countLookUp(request, response);
      return authenticate(request, deps).then(
        async (apiKey) => {
          worked.note(hash);
          await giveBack();
          return apiKey;
        },
        async (error: unknown) => {
          // A database that is away says nothing about the key.
          if (!(error instanceof QuittanceError)) await giveBack();
          throw error;
        },
      );
    });

  return async (request, response) => {
    const key = presentedKey(request);
    const hash =
      key !== undefined && isWellFormedApiKey(key) ? hashApiKey(key).toString('base64') : undefined;
    try {
      if (hash === undefined || worked.has(hash)) {
        const apiKey = await authenticate(request, deps);
        if (hash !== undefined) worked.note(hash);
        return apiKey;
      }
      return await tryStranger(request, response, hash);
    } catch (error) {
      if (error instanceof QuittanceError && error.code !== 'rate_limited') {
        // From now on it is a stranger's: it was revoked, or is used from where it may not be.
        if (hash !== undefined) worked.forget(hash);
        await limits.countFailedAuthentication(request, response);
      }
      throw error;
    }
  };
}
