import { z } from 'zod';
import { toChecksumAddress } from '../../chain/keys/address.js';
import { API_KEY_STATUSES, type ApiKey } from '../../db/merchants/api-keys.js';
import { isOpen, type AddressWhitelist } from '../../domain/merchants/address-whitelist.js';
import { ANY_GROUP, KEY_RATE_LIMIT_GROUPS } from '../../domain/merchants/rate-limits.js';
import { MERCHANT_SCOPES, OPERATOR_SCOPES } from '../../domain/merchants/scopes.js';
import type { Shown } from '../requests/reply.js';
import { idOf } from '../requests/schemas.js';
import { shownAddress, shownChainCode, shownMerchantName, shownMoment } from './fields.js';
import { iso, isoOrNull } from './iso.js';

const whitelistFields = {
  withdrawalAddresses: z
    .array(
      z.strictObject({
        chainCode: shownChainCode,
        address: shownAddress,
        label: z.string().meta({ examples: ['Cold wallet'] }),
      }),
    )
    .meta({ description: 'Where it may withdraw to; empty: anywhere.' }),
  pendingWithdrawalAddresses: z
    .array(z.strictObject({ chainCode: shownChainCode, address: shownAddress, effectiveAt: shownMoment }))
    .meta({
      description: 'The entries of `withdrawalAddresses` that are not in force yet.',
      examples: [[]],
    }),
  whitelistEndsAt: shownMoment.nullable().meta({
    description: 'From this moment on, `withdrawalAddresses` restricts nothing.',
    examples: [null],
  }),
};

const keyFields = {
  apiKeyId: idOf('key'),
  name: z.string().meta({ examples: ['Web shop'] }),
  status: z.enum(API_KEY_STATUSES).meta({ examples: ['approved'] }),
  scopes: z.array(z.enum([...MERCHANT_SCOPES, ...OPERATOR_SCOPES])),
  start: z.string().meta({ description: 'How the key begins.', examples: ['qk_3vQB'] }),
  last4: z.string().meta({ description: 'How the key ends.', examples: ['x7Kd'] }),
  ips: z.array(z.string().meta({ examples: ['203.0.113.0/24'] })).meta({
    description: 'Where it may be used from, as CIDR ranges; empty: from anywhere.',
  }),
  ...whitelistFields,
  rateLimits: z.partialRecord(z.enum([...KEY_RATE_LIMIT_GROUPS, ANY_GROUP]), z.int().min(1).nullable()).meta({
    description: 'Limits that an operator has set for this key. They replace the usual ones. Null: no limit.',
    examples: [{ 'POST /v1/invoices': 600 }],
  }),
  createdAt: shownMoment,
  lastUsedAt: shownMoment.nullable().meta({ description: 'Updated once a minute at most.' }),
  lastUsedIp: z
    .string()
    .nullable()
    .meta({ examples: ['203.0.113.7'] }),
  expiresAt: shownMoment.nullable().meta({ examples: [null] }),
};

const key = z.string().meta({
  description: 'Shown only once.',
  examples: ['qk_3vQB7oZk1xNfT9sLhWcYpRgUeJdAmKiEbVtCqXnOyPr00zD2x7Kd'],
});

/** The schema of {@link showApiKey}'s answer. */
export const apiKeySchema = z.strictObject(keyFields).meta({ id: 'ApiKey' });

/** A new key. */
export const createdKeySchema = z.strictObject({ ...keyFields, key }).meta({ id: 'CreatedApiKey' });

/** A key after its secret was changed. */
export const regeneratedKeySchema = z
  .strictObject({
    ...keyFields,
    key,
    previousKeyEndsAt: shownMoment
      .nullable()
      .meta({ description: 'The previous key works until then; null: it has ended.' }),
  })
  .meta({ id: 'RegeneratedApiKey' });

const ownerFields = {
  merchantId: idOf('mer').nullable(),
  merchantName: shownMerchantName.nullable(),
  operatorId: idOf('opr')
    .nullable()
    .meta({ examples: [null] }),
  approvedAt: shownMoment.nullable(),
};

/** The schema of {@link showOwnedApiKey}'s answer. */
export const ownedKeySchema = z.strictObject({ ...keyFields, ...ownerFields }).meta({ id: 'OwnedApiKey' });

/** The schema of {@link showChangedOperatorKey}'s answer. */
export const changedOperatorKeySchema = z
  .strictObject({
    ...keyFields,
    ...ownerFields,
    keysMade: z.array(ownedKeySchema).meta({
      description:
        'The keys in force that were created or approved with this key, or with one of those keys. Newest first. They still work after this key is blocked. Block the ones that you do not know.',
      examples: [[]],
    }),
  })
  .meta({ id: 'ChangedOperatorKey' });

/** A key that an operator made. */
export const createdOwnedKeySchema = z
  .strictObject({ ...keyFields, ...ownerFields, key })
  .meta({ id: 'CreatedOwnedApiKey' });

/** The schema of {@link showWhitelist}'s answer. */
export const whitelistSchema = z.strictObject(whitelistFields).meta({ id: 'Whitelist' });

/** Shows a whitelist as it is in force now. */
export function showWhitelist(whitelist: AddressWhitelist, nowMs: number): Shown<typeof whitelistSchema> {
  const addresses = isOpen(whitelist, nowMs) ? [] : whitelist.addresses;
  return {
    withdrawalAddresses: addresses.map(({ chainCode, address, label }) => ({
      chainCode,
      address: toChecksumAddress(address),
      label,
    })),
    pendingWithdrawalAddresses: addresses
      .filter(({ effectiveAtMs }) => effectiveAtMs > nowMs)
      .map(({ chainCode, address, effectiveAtMs }) => ({
        chainCode,
        address: toChecksumAddress(address),
        effectiveAt: iso(effectiveAtMs),
      })),
    whitelistEndsAt: addresses.length === 0 ? null : isoOrNull(whitelist.endsAtMs),
  };
}

/** Shows a key's record. The record never contains the key itself. */
export function showApiKey(apiKey: ApiKey, nowMs: number): Shown<typeof apiKeySchema> {
  return {
    apiKeyId: apiKey.apiKeyId,
    name: apiKey.name,
    status: apiKey.status,
    scopes: apiKey.scopes,
    start: apiKey.start,
    last4: apiKey.last4,
    ips: apiKey.ips,
    ...showWhitelist(apiKey.whitelist, nowMs),
    rateLimits: apiKey.rateLimits,
    createdAt: iso(apiKey.createdAtMs),
    lastUsedAt: isoOrNull(apiKey.lastUsedAtMs),
    lastUsedIp: apiKey.lastUsedIp,
    expiresAt: isoOrNull(apiKey.expiresAtMs),
  };
}

/** Shows a key's record to operators, with its owner. */
export function showOwnedApiKey(apiKey: ApiKey, nowMs: number): Shown<typeof ownedKeySchema> {
  const { owner } = apiKey;
  return {
    ...showApiKey(apiKey, nowMs),
    merchantId: owner.kind === 'merchant' ? owner.merchantId : null,
    merchantName: apiKey.merchantName,
    operatorId: owner.kind === 'operator' ? owner.operatorId : null,
    approvedAt: isoOrNull(apiKey.approvedAtMs),
  };
}

/** Shows a key that was changed, with the keys that were created with it. */
export function showChangedOperatorKey(
  apiKey: ApiKey,
  keysMade: readonly ApiKey[],
  nowMs: number,
): Shown<typeof changedOperatorKeySchema> {
  return {
    ...showOwnedApiKey(apiKey, nowMs),
    keysMade: keysMade.map((made) => showOwnedApiKey(made, nowMs)),
  };
}
