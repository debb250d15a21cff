import type { Request } from 'express';
import { findApiKeyBySecret, noteApiKeyUse, type ApiKey } from '../../db/merchants/api-keys.js';
import { findWaitingApproval } from '../../db/merchants/key-status.js';
import { isWellFormedApiKey } from '../../domain/merchants/api-key-format.js';
import { assertNever, QuittanceError } from '../../domain/core/errors.js';
import type { AppDeps } from './app-deps.js';
import { clientIp } from './client-ip.js';
import { isWithinRanges } from './ip-ranges.js';

/** The time and the IP address of a key's last use are written at most once in this time, in ms. */
const USE_NOTED_EVERY_MS = 60_000;

/**
 * Returns the API key of the request, if it is known, in force, and used from an allowed address.
 *
 * @throws QuittanceError `unauthenticated`, `key_not_approved`, `key_disabled`, `ip_not_allowed`, `merchant_suspended`.
 */
export async function authenticate(request: Request, deps: AppDeps): Promise<ApiKey> {
  const key = presentedKey(request);
  if (key === undefined) {
    throw new QuittanceError(
      'unauthenticated',
      'This endpoint needs an API key: send it as "Authorization: Bearer <key>" or "X-API-Key: <key>".',
    );
  }
  const nowMs = deps.now();
  const apiKey = isWellFormedApiKey(key) ? await findApiKeyBySecret(deps.db, { key, nowMs }) : undefined;
  const expired = apiKey?.expiresAtMs != null && apiKey.expiresAtMs <= nowMs;
  if (apiKey === undefined || apiKey.status === 'revoked' || expired) {
    throw new QuittanceError('unauthenticated', 'The API key is unknown, expired or revoked.');
  }
  const ip = clientIp(request);
  await assertUsable(deps, apiKey, ip);
  if (apiKey.lastUsedAtMs === null || apiKey.lastUsedAtMs < nowMs - USE_NOTED_EVERY_MS) {
    deps.background.run("noting an API key's use", () =>
      noteApiKeyUse(deps.db, { apiKeyId: apiKey.apiKeyId, ip, nowMs, intervalMs: USE_NOTED_EVERY_MS }),
    );
  }
  return apiKey;
}

/** Returns the text that the request sends as a key, whatever its form is. Undefined: there is none. */
export function presentedKey(request: Request): string | undefined {
  const bearer = /^Bearer +(\S+)$/i.exec(request.get('authorization') ?? '');
  return bearer?.[1] ?? request.get('x-api-key');
}

async function assertUsable(deps: AppDeps, apiKey: ApiKey, ip: string): Promise<void> {
  if (apiKey.ips.length > 0 && !isWithinRanges(ip, apiKey.ips)) {
    throw new QuittanceError('ip_not_allowed', `The API key may not be used from ${ip}.`);
  }
  switch (apiKey.status) {
    case 'pending':
      throw await refusePending(deps, apiKey);
    case 'disabled':
      throw new QuittanceError(
        'key_disabled',
        `This API key was disabled by ${apiKey.owner.kind === 'merchant' ? 'its merchant' : 'an operator'}.`,
      );
    case 'revoked':
    case 'approved':
      break;
    default:
      assertNever(apiKey.status);
  }
  if (apiKey.owner.kind === 'merchant' && apiKey.owner.merchantStatus === 'suspended') {
    throw new QuittanceError(
      'merchant_suspended',
      'The merchant of this API key is suspended; ask the operator.',
    );
  }
}

/**
 * Returns an error that says what a pending key waits for: an operator, or the moment from which its approval counts.
 */
async function refusePending({ db }: AppDeps, { apiKeyId }: ApiKey): Promise<QuittanceError> {
  const fromMs = await findWaitingApproval(db, apiKeyId);
  const words =
    fromMs === null
      ? 'An operator has not approved this API key yet.'
      : `An operator has approved this API key. It works from ${new Date(fromMs).toISOString()} on, or when a second operator confirms it.`;
  return new QuittanceError('key_not_approved', words);
}
