import type { Request } from 'express';
import { findApiKeyBySecret, noteApiKeyUse, type ApiKey } from '../../db/merchants/api-keys.js';
import { isWellFormedApiKey } from '../../domain/merchants/api-key-format.js';
import { assertNever, QuittanceError } from '../../domain/core/errors.js';
import type { AppDeps } from './app-deps.js';
import { clientIp } from './client-ip.js';
import { isWithinRanges } from './ip-ranges.js';

/** The time and the IP address of a key's last use are written at most this often. */
const USE_NOTED_EVERY_MS = 60_000;

/**
 * Returns the API key of the request. It is known, in force, and used from an allowed address.
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
  assertUsable(apiKey, ip);
  if (apiKey.lastUsedAtMs === null || apiKey.lastUsedAtMs < nowMs - USE_NOTED_EVERY_MS) {
    deps.background.run("noting an API key's use", () =>
      noteApiKeyUse(deps.db, { apiKeyId: apiKey.apiKeyId, ip, nowMs, intervalMs: USE_NOTED_EVERY_MS }),
    );
  }
  return apiKey;
}

/** Returns the text that is sent as a key, whatever it is. */
export function presentedKey(request: Request): string | undefined {
  const bearer = /^Bearer +(\S+)$/i.exec(request.get('authorization') ?? '');
  return bearer?.[1] ?? request.get('x-api-key');
}

function assertUsable(apiKey: ApiKey, ip: string): void {
  if (apiKey.ips.length > 0 && !isWithinRanges(ip, apiKey.ips)) {
    throw new QuittanceError('ip_not_allowed', `The API key may not be used from ${ip}.`);
  }
  switch (apiKey.status) {
    case 'pending':
      throw new QuittanceError('key_not_approved', 'An operator has not approved this API key yet.');
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
