import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { OPEN_WHITELIST, type AddressWhitelist } from '../../domain/merchants/address-whitelist.js';
import {
  API_KEY_RANDOM_BYTES,
  apiKeyHints,
  formatApiKey,
  type ApiKeyPrefix,
} from '../../domain/merchants/api-key-format.js';
import type { KeyRateLimits } from '../../domain/merchants/rate-limits.js';
import type { Scope } from '../../domain/merchants/scopes.js';
import type { Queryable, Transaction } from '../core/database.js';
import type { MerchantStatus } from './merchants.js';
import { newId } from '../core/new-id.js';
import { DUE_APPROVAL, STATUS_OF_KEY } from './key-status.js';
import { takeDueChanges } from './policy-changes.js';
import { prepareStatement } from '../core/prepared-statement.js';
import { shareReads } from '../core/share-reads.js';
import { toAddressWhitelist, whitelistColumns, type WhitelistColumns } from './whitelist-columns.js';

export const API_KEY_STATUSES = ['pending', 'approved', 'disabled', 'revoked'] as const;
export type ApiKeyStatus = (typeof API_KEY_STATUSES)[number];

export type ApiKeyOwner =
  | { readonly kind: 'merchant'; readonly merchantId: string; readonly merchantStatus: MerchantStatus }
  | { readonly kind: 'operator'; readonly operatorId: string };

/** The stored record of an API key, without its secret. Times in epoch ms. */
export interface ApiKey {
  readonly apiKeyId: string;
  readonly owner: ApiKeyOwner;
  /** Null: it belongs to an operator. */
  readonly merchantName: string | null;
  readonly name: string;
  readonly status: ApiKeyStatus;
  readonly scopes: readonly Scope[];
  readonly start: string;
  readonly last4: string;
  /** CIDR ranges that it may be used from; empty: from anywhere. */
  readonly ips: readonly string[];
  /** Addresses that it may withdraw to. */
  readonly whitelist: AddressWhitelist;
  readonly rateLimits: KeyRateLimits;
  readonly approvedAtMs: number | null;
  readonly expiresAtMs: number | null;
  /**
   * Last recorded use. A use is recorded at most once a minute, so the key may have been used again within that minute.
   */
  readonly lastUsedAtMs: number | null;
  readonly lastUsedIp: string | null;
  readonly createdAtMs: number;
}

interface ApiKeyRow extends WhitelistColumns {
  api_key_id: string;
  merchant_id: string | null;
  operator_id: string | null;
  merchant_status: MerchantStatus | null;
  merchant_name: string | null;
  name: string;
  status: ApiKeyStatus;
  scopes: Scope[];
  start: string;
  last4: string;
  ips: string[];
  rate_limits: KeyRateLimits | null;
  approved_at: Date | null;
  expires_at: Date | null;
  last_used_at: Date | null;
  last_used_ip: string | null;
  created_at: Date;
}

const KEY_COLUMNS = `k.api_key_id, k.merchant_id, k.operator_id, k.name, ${STATUS_OF_KEY} AS status, k.scopes, k.start, k.last4, k.ips,
  k.withdrawal_addresses, k.whitelist_ends_at, k.rate_limits, k.expires_at,
  CASE WHEN k.status = 'pending' THEN (${DUE_APPROVAL}) ELSE k.approved_at END AS approved_at, k.last_used_at, k.last_used_ip,
  k.created_at, m.status AS merchant_status, m.name AS merchant_name`;

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
    merchantName: row.merchant_name,
    name: row.name,
    status: row.status,
    scopes: row.scopes,
    start: row.start,
    last4: row.last4,
    ips: row.ips,
    whitelist: toAddressWhitelist(row),
    rateLimits: row.rate_limits ?? {},
    approvedAtMs: row.approved_at?.getTime() ?? null,
    expiresAtMs: row.expires_at?.getTime() ?? null,
    lastUsedAtMs: row.last_used_at?.getTime() ?? null,
    lastUsedIp: row.last_used_ip,
    createdAtMs: row.created_at.getTime(),
  };
}

/** Returns the stored hash of a key. 256 random bits need no slow hash. */
export function hashApiKey(key: string): Buffer {
  return createHash('sha256').update(key, 'utf8').digest();
}

export interface NewApiKey {
  readonly owner: { readonly merchantId: string } | { readonly operatorId: string };
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** True when an operator approves it from the start. */
  readonly approved: boolean;
  readonly rateLimits?: KeyRateLimits;
  /** Epoch ms; null: never. */
  readonly expiresAtMs?: number | null;
  /** CIDR ranges; empty or absent: it may be used from anywhere. */
  readonly ips?: readonly string[];
  readonly whitelist?: AddressWhitelist;
}

function newSecret(owner: NewApiKey['owner']): string {
  const prefix: ApiKeyPrefix = 'merchantId' in owner ? 'qk_' : 'qo_';
  return formatApiKey(prefix, randomBytes(API_KEY_RANDOM_BYTES));
}

/** Creates a key. @returns its record, and the key itself, which can't be shown again. */
export async function createApiKey(
  trx: Transaction,
  request: NewApiKey,
): Promise<{ readonly apiKey: ApiKey; readonly key: string }> {
  const key = newSecret(request.owner);
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
    expires_at: request.expiresAtMs == null ? null : new Date(request.expiresAtMs),
    ips: request.ips ?? [],
    ...whitelistColumns(request.whitelist ?? OPEN_WHITELIST),
    ...apiKeyHints(key),
  });
  await trx('api_key_hashes').insert({ key_hash: hashApiKey(key), api_key_id: apiKeyId });
  return { apiKey: await getApiKey(trx, apiKeyId), key };
}

interface SecretRow extends ApiKeyRow {
  key_hash: Buffer;
  secret_ends_at: Date | null;
}

const selectBySecrets = prepareStatement<SecretRow>(
  'api-keys-by-secret',
  `SELECT ${KEY_COLUMNS}, h.key_hash, h.expires_at AS secret_ends_at
     FROM api_key_hashes h JOIN api_keys k USING (api_key_id) LEFT JOIN merchants m USING (merchant_id)
    WHERE h.key_hash = ANY ($1::bytea[])`,
);

const readByHash = shareReads(
  (q, hashes) => selectBySecrets(q, [hashes.map((hash) => Buffer.from(hash, 'hex'))]),
  (row) => row.key_hash.toString('hex'),
);

/**
 * Finds the record of a presented key by one indexed look-up of its hash; an expired secret is not found. The index
 * compares byte by byte, but only hashes, so its timing reveals nothing about the key. A comparison in constant time
 * decides at the end.
 */
export async function findApiKeyBySecret(
  q: Queryable,
  { key, nowMs }: { key: string; nowMs: number },
): Promise<ApiKey | undefined> {
  const keyHash = hashApiKey(key);
  const row = await readByHash(q, keyHash.toString('hex'));
  if (row === undefined || !timingSafeEqual(row.key_hash, keyHash)) return undefined;
  const hasEnded = row.secret_ends_at !== null && row.secret_ends_at.getTime() <= nowMs;
  return hasEnded ? undefined : toApiKey(row);
}

export async function findApiKey(q: Queryable, apiKeyId: string): Promise<ApiKey | undefined> {
  const { rows } = await q.raw<{ rows: ApiKeyRow[] }>(
    `SELECT ${KEY_COLUMNS} FROM api_keys k LEFT JOIN merchants m USING (merchant_id) WHERE k.api_key_id = ?`,
    [apiKeyId],
  );
  return rows[0] === undefined ? undefined : toApiKey(rows[0]);
}

async function getApiKey(q: Queryable, apiKeyId: string): Promise<ApiKey> {
  const apiKey = await findApiKey(q, apiKeyId);
  if (apiKey === undefined) throw new Error(`API key ${apiKeyId} is gone`);
  return apiKey;
}

/** Lists keys, newest first, of merchants and operators, or of one of them. `afterId` ends the previous page. */
export async function listApiKeys(
  q: Queryable,
  query: {
    readonly merchantId?: string;
    readonly operatorId?: string;
    readonly status?: ApiKeyStatus;
    readonly limit: number;
    readonly afterId?: string;
  },
): Promise<ApiKey[]> {
  const { merchantId, operatorId, status, limit, afterId } = query;
  const rows = await q('api_keys as k')
    .leftJoin('merchants as m', 'm.merchant_id', 'k.merchant_id')
    .modify((builder) => {
      if (merchantId !== undefined) void builder.where('k.merchant_id', merchantId);
      if (operatorId !== undefined) void builder.where('k.operator_id', operatorId);
      if (status !== undefined) void builder.whereRaw(`${STATUS_OF_KEY} = ?`, [status]);
      // The index of pending keys contains the stored status.
      if (status === 'pending') void builder.where('k.status', 'pending');
      if (afterId !== undefined) void builder.where('k.api_key_id', '<', afterId);
    })
    .orderBy('k.api_key_id', 'desc')
    .limit(limit)
    .select<ApiKeyRow[]>(q.raw(KEY_COLUMNS));
  return rows.map(toApiKey);
}

/** Lists the keys of some operators that are not revoked, newest first, by operator. */
export async function listKeysOfOperators(
  q: Queryable,
  operatorIds: readonly string[],
): Promise<ReadonlyMap<string, readonly ApiKey[]>> {
  const { rows } = await q.raw<{ rows: ApiKeyRow[] }>(
    `SELECT ${KEY_COLUMNS} FROM api_keys k LEFT JOIN merchants m USING (merchant_id)
      WHERE k.operator_id = ANY (?) AND k.status <> 'revoked' ORDER BY k.api_key_id DESC`,
    [[...operatorIds]],
  );
  return new Map(
    operatorIds.map((id) => [id, rows.filter((row) => row.operator_id === id).map(toApiKey)] as const),
  );
}

/** The most keys that are listed. Nobody creates more in practice. */
const MADE_MAX = 100;

/**
 * Lists the keys in force that were created or approved with a key, or with such a key in turn, newest first. The audit
 * log has them.
 */
export async function listKeysMadeWith(q: Queryable, apiKeyId: string): Promise<ApiKey[]> {
  const { rows } = await q.raw<{ rows: ApiKeyRow[] }>(
    `WITH RECURSIVE made (api_key_id) AS (
       SELECT ?::text
        UNION
       SELECT CASE a.action WHEN 'operator.create' THEN a.after->>'apiKeyId' ELSE a.object_id END
         FROM made JOIN audit_log a USING (api_key_id)
        WHERE a.action IN ('operator.create', 'api_key.create', 'api_key.approve'))
     SELECT ${KEY_COLUMNS} FROM made JOIN api_keys k USING (api_key_id) LEFT JOIN merchants m USING (merchant_id)
      WHERE ${STATUS_OF_KEY} = 'approved' AND k.api_key_id <> ? ORDER BY k.api_key_id DESC LIMIT ${MADE_MAX}`,
    [apiKeyId, apiKeyId],
  );
  return rows.map(toApiKey);
}

/** Locks a key. If the time of its approval has come, this is written first. */
export async function lockApiKey(trx: Transaction, apiKeyId: string): Promise<ApiKey | undefined> {
  await trx('api_keys').where({ api_key_id: apiKeyId }).forUpdate().select('api_key_id');
  const [due] = await takeDueChanges(trx, { kind: 'api_key', objectId: apiKeyId });
  if (due !== undefined) {
    await trx('api_keys')
      .where({ api_key_id: apiKeyId, status: 'pending' })
      .update({ status: 'approved', approved_at: new Date(due.holdsFromMs) });
  }
  return findApiKey(trx, apiKeyId);
}

/** Sets a key's status; `approvedAtMs` keeps the first approval. @returns the changed key. */
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
  return getApiKey(trx, apiKeyId);
}

/** Stores the changes of a locked key. */
export async function updateApiKey(
  trx: Transaction,
  apiKeyId: string,
  changes: {
    readonly ips?: readonly string[];
    readonly whitelist?: AddressWhitelist;
    readonly rateLimits?: KeyRateLimits;
    /** Epoch ms; null: never. */
    readonly expiresAtMs?: number | null;
  },
): Promise<ApiKey> {
  const { ips, whitelist, rateLimits, expiresAtMs } = changes;
  if (Object.keys(changes).length === 0) return getApiKey(trx, apiKeyId);
  await trx('api_keys')
    .where({ api_key_id: apiKeyId })
    .update({
      ...(ips === undefined ? {} : { ips }),
      ...(whitelist === undefined ? {} : whitelistColumns(whitelist)),
      ...(rateLimits === undefined ? {} : { rate_limits: JSON.stringify(rateLimits) }),
      ...(expiresAtMs === undefined
        ? {}
        : { expires_at: expiresAtMs === null ? null : new Date(expiresAtMs) }),
    });
  return getApiKey(trx, apiKeyId);
}

/**
 * Gives a locked key a new secret. The old secret works until `oldEndsAtMs` (epoch ms; null: it ends at once). A secret
 * from an earlier overlap ends, so there are never more than two.
 *
 * @returns its record, and the key itself, which can't be shown again.
 */
export async function replaceApiKeySecret(
  trx: Transaction,
  { apiKeyId, owner }: ApiKey,
  { oldEndsAtMs }: { readonly oldEndsAtMs: number | null },
): Promise<{ readonly apiKey: ApiKey; readonly key: string }> {
  const key = newSecret(owner);
  const ofKey = { api_key_id: apiKeyId };
  if (oldEndsAtMs === null) await trx('api_key_hashes').where(ofKey).delete();
  else {
    await trx('api_key_hashes').where(ofKey).whereNotNull('expires_at').delete();
    await trx('api_key_hashes')
      .where(ofKey)
      .update({ expires_at: new Date(oldEndsAtMs) });
  }
  await trx('api_key_hashes').insert({ key_hash: hashApiKey(key), api_key_id: apiKeyId });
  await trx('api_keys').where({ api_key_id: apiKeyId }).update(apiKeyHints(key));
  return { apiKey: await getApiKey(trx, apiKeyId), key };
}

/** Notes the use of a key, unless one was noted within `intervalMs`. */
export async function noteApiKeyUse(
  q: Queryable,
  { apiKeyId, ip, nowMs, intervalMs }: { apiKeyId: string; ip: string; nowMs: number; intervalMs: number },
): Promise<void> {
  await q('api_keys')
    .where({ api_key_id: apiKeyId })
    .andWhere((where) => {
      void where.whereNull('last_used_at').orWhere('last_used_at', '<', new Date(nowMs - intervalMs));
    })
    .update({ last_used_at: new Date(nowMs), last_used_ip: ip });
}
