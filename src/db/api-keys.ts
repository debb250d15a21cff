import { createHash, randomBytes } from 'node:crypto';
import {
  API_KEY_RANDOM_BYTES,
  apiKeyHints,
  formatApiKey,
  type ApiKeyPrefix,
} from '../domain/api-key-format.js';
import type { RateLimitOverrides } from '../domain/rate-limits.js';
import type { Scope } from '../domain/scopes.js';
import type { Queryable, Transaction } from './database.js';
import type { MerchantStatus } from './merchants.js';
import { newId } from './new-id.js';

export type ApiKeyStatus = 'pending' | 'approved' | 'disabled' | 'revoked';

export type ApiKeyOwner =
  | { readonly kind: 'merchant'; readonly merchantId: string; readonly merchantStatus: MerchantStatus }
  | { readonly kind: 'operator'; readonly operatorId: string };

export interface WhitelistedAddress {
  readonly chainCode: string;
  /** Lower-case. */
  readonly address: string;
  readonly label: string;
}

/** A key as it is kept: never the key itself. Times in epoch ms. */
export interface ApiKey {
  readonly apiKeyId: string;
  readonly owner: ApiKeyOwner;
  readonly name: string;
  readonly status: ApiKeyStatus;
  readonly scopes: readonly Scope[];
  readonly start: string;
  readonly last4: string;
  /** CIDR ranges it may be used from; empty: from anywhere. */
  readonly ips: readonly string[];
  /** Where it may withdraw to; empty: anywhere. */
  readonly withdrawalAddresses: readonly WhitelistedAddress[];
  readonly rateLimits: RateLimitOverrides;
  readonly approvedAtMs: number | null;
  readonly expiresAtMs: number | null;
  readonly lastUsedAtMs: number | null;
  readonly createdAtMs: number;
}

interface ApiKeyRow {
  api_key_id: string;
  merchant_id: string | null;
  operator_id: string | null;
  merchant_status: MerchantStatus | null;
  name: string;
  status: ApiKeyStatus;
  scopes: Scope[];
  start: string;
  last4: string;
  ips: string[];
  withdrawal_addresses: WhitelistedAddress[];
  rate_limits: RateLimitOverrides | null;
  approved_at: Date | null;
  expires_at: Date | null;
  last_used_at: Date | null;
  created_at: Date;
}

const KEY_COLUMNS = 'k.*, m.status AS merchant_status';

function ownerOf(row: ApiKeyRow): ApiKeyOwner {
  if (row.merchant_id !== null && row.merchant_status !== null) {
    return { kind: 'merchant', merchantId: row.merchant_id, merchantStatus: row.merchant_status };
  }
  if (row.operator_id !== null) return { kind: 'operator', operatorId: row.operator_id };
  throw new Error(`API key ${row.api_key_id} belongs to nobody`);
}

function toApiKey(row: ApiKeyRow): ApiKey {
  return {
    apiKeyId: row.api_key_id,
    owner: ownerOf(row),
    name: row.name,
    status: row.status,
    scopes: row.scopes,
    start: row.start,
    last4: row.last4,
    ips: row.ips,
    withdrawalAddresses: row.withdrawal_addresses,
    rateLimits: row.rate_limits ?? {},
    approvedAtMs: row.approved_at?.getTime() ?? null,
    expiresAtMs: row.expires_at?.getTime() ?? null,
    lastUsedAtMs: row.last_used_at?.getTime() ?? null,
    createdAtMs: row.created_at.getTime(),
  };
}

/** What is kept of a key. 256 random bits need no slow hash. */
function hashApiKey(key: string): Buffer {
  return createHash('sha256').update(key, 'utf8').digest();
}

export interface NewApiKey {
  readonly owner: { readonly merchantId: string } | { readonly operatorId: string };
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** An operator vouches for it from the start. */
  readonly approved: boolean;
  readonly rateLimits?: RateLimitOverrides;
}

/** Makes a key. @returns its record, and the key itself: it can't be shown again. */
export async function createApiKey(
  trx: Transaction,
  request: NewApiKey,
): Promise<{ readonly apiKey: ApiKey; readonly key: string }> {
  const prefix: ApiKeyPrefix = 'merchantId' in request.owner ? 'qk_' : 'qo_';
  const key = formatApiKey(prefix, randomBytes(API_KEY_RANDOM_BYTES));
  const apiKeyId = newId('key');
  await trx('api_keys').insert({
    api_key_id: apiKeyId,
    merchant_id: 'merchantId' in request.owner ? request.owner.merchantId : null,
    operator_id: 'operatorId' in request.owner ? request.owner.operatorId : null,
    name: request.name,
    status: request.approved ? 'approved' : 'pending',
    approved_at: request.approved ? new Date() : null,
    scopes: request.scopes,
    rate_limits: request.rateLimits === undefined ? null : JSON.stringify(request.rateLimits),
    ...apiKeyHints(key),
  });
  await trx('api_key_hashes').insert({ key_hash: hashApiKey(key), api_key_id: apiKeyId });
  const apiKey = await findApiKey(trx, apiKeyId);
  if (apiKey === undefined) throw new Error('The API key was not written');
  return { apiKey, key };
}

/** The record that a presented key belongs to, by one indexed look-up of its hash. Expired secrets are not found. */
export async function findApiKeyBySecret(
  q: Queryable,
  { key, nowMs }: { key: string; nowMs: number },
): Promise<ApiKey | undefined> {
  const { rows } = await q.raw<{ rows: ApiKeyRow[] }>(
    `SELECT ${KEY_COLUMNS} FROM api_key_hashes h JOIN api_keys k USING (api_key_id) LEFT JOIN merchants m USING (merchant_id)
      WHERE h.key_hash = ? AND (h.expires_at IS NULL OR h.expires_at > ?)`,
    [hashApiKey(key), new Date(nowMs)],
  );
  return rows[0] === undefined ? undefined : toApiKey(rows[0]);
}

export async function findApiKey(q: Queryable, apiKeyId: string): Promise<ApiKey | undefined> {
  const { rows } = await q.raw<{ rows: ApiKeyRow[] }>(
    `SELECT ${KEY_COLUMNS} FROM api_keys k LEFT JOIN merchants m USING (merchant_id) WHERE k.api_key_id = ?`,
    [apiKeyId],
  );
  return rows[0] === undefined ? undefined : toApiKey(rows[0]);
}

/** Newest first; without `merchantId`, all keys, operators' too. */
export async function listApiKeys(
  q: Queryable,
  { merchantId, limit }: { merchantId?: string; limit: number },
): Promise<ApiKey[]> {
  const { rows } = await q.raw<{ rows: ApiKeyRow[] }>(
    `SELECT ${KEY_COLUMNS} FROM api_keys k LEFT JOIN merchants m USING (merchant_id)
      WHERE CAST(:merchantId AS text) IS NULL OR k.merchant_id = :merchantId
      ORDER BY k.api_key_id DESC LIMIT :limit`,
    { merchantId: merchantId ?? null, limit },
  );
  return rows.map(toApiKey);
}

export async function lockApiKey(trx: Transaction, apiKeyId: string): Promise<ApiKey | undefined> {
  await trx('api_keys').where({ api_key_id: apiKeyId }).forUpdate().select('api_key_id');
  return findApiKey(trx, apiKeyId);
}

/** @returns the key as it is then; `approvedAtMs` keeps the first approval. */
export async function setApiKeyStatus(
  trx: Transaction,
  { apiKeyId, status }: { apiKeyId: string; status: ApiKeyStatus },
): Promise<ApiKey> {
  await trx('api_keys')
    .where({ api_key_id: apiKeyId })
    .update({
      status,
      ...(status === 'approved' ? { approved_at: trx.raw('coalesce(approved_at, now())') } : {}),
    });
  const apiKey = await findApiKey(trx, apiKeyId);
  if (apiKey === undefined) throw new Error(`API key ${apiKeyId} is gone`);
  return apiKey;
}

/** Notes that a key was used, unless that was noted within `intervalMs`. */
export async function noteApiKeyUse(
  q: Queryable,
  { apiKeyId, nowMs, intervalMs }: { apiKeyId: string; nowMs: number; intervalMs: number },
): Promise<void> {
  await q('api_keys')
    .where({ api_key_id: apiKeyId })
    .andWhere((where) => {
      void where.whereNull('last_used_at').orWhere('last_used_at', '<', new Date(nowMs - intervalMs));
    })
    .update({ last_used_at: new Date(nowMs) });
}
