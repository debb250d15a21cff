import { z } from 'zod';
import type { ApiKey } from '../../db/api-keys.js';
import { MERCHANT_SCOPES, OPERATOR_SCOPES } from '../../domain/scopes.js';
import type { Shown } from '../reply.js';
import { idOf } from '../schemas.js';
import { shownAddress, shownChainCode, shownMoment } from './fields.js';
import { iso, isoOrNull } from './iso.js';

/** What {@link showApiKey} shows. */
export const apiKeySchema = z
  .strictObject({
    apiKeyId: idOf('key'),
    name: z.string().meta({ examples: ['Web shop'] }),
    status: z.enum(['pending', 'approved', 'disabled', 'revoked']),
    scopes: z.array(z.enum([...MERCHANT_SCOPES, ...OPERATOR_SCOPES])),
    start: z.string().meta({ description: 'How the key begins.', examples: ['qk_3vQB'] }),
    last4: z.string().meta({ description: 'How it ends.', examples: ['x7Kd'] }),
    ips: z.array(z.string().meta({ examples: ['203.0.113.0/24'] })).meta({
      description: 'Where it may be used from, as CIDR ranges; empty: from anywhere.',
    }),
    withdrawalAddresses: z
      .array(
        z.strictObject({
          chainCode: shownChainCode,
          address: shownAddress,
          label: z.string().meta({ examples: ['Cold wallet'] }),
        }),
      )
      .meta({ description: 'Where it may withdraw to; empty: anywhere.' }),
    createdAt: shownMoment,
    lastUsedAt: shownMoment.nullable(),
    expiresAt: shownMoment.nullable(),
  })
  .meta({ id: 'ApiKey' });

/** A key's record; never the key, which is shown once beside it. */
export function showApiKey(apiKey: ApiKey): Shown<typeof apiKeySchema> {
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
