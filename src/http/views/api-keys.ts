import type { ApiKey } from '../../db/api-keys.js';
import { iso, isoOrNull } from './iso.js';

/** A key's record; never the key, which is shown once beside it. */
export function showApiKey(apiKey: ApiKey): object {
  return {
    apiKeyId: apiKey.apiKeyId,
    name: apiKey.name,
    status: apiKey.status,
    scopes: apiKey.scopes,
    start: apiKey.start,
    last4: apiKey.last4,
    ips: apiKey.ips,
    withdrawalAddresses: apiKey.withdrawalAddresses,
    createdAt: iso(apiKey.createdAtMs),
    lastUsedAt: isoOrNull(apiKey.lastUsedAtMs),
    expiresAt: isoOrNull(apiKey.expiresAtMs),
  };
}
