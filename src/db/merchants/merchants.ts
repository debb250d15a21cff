import type { Knex } from 'knex';
import type { Queryable, Transaction } from '../core/database.js';
import type { AddressWhitelist } from '../../domain/merchants/address-whitelist.js';
import { newId } from '../core/new-id.js';
import { toAddressWhitelist, type WhitelistColumns } from './whitelist-columns.js';

export const MERCHANT_STATUSES = ['active', 'suspended'] as const;
export type MerchantStatus = (typeof MERCHANT_STATUSES)[number];

export interface Merchant {
  readonly merchantId: string;
  readonly name: string;
  readonly status: MerchantStatus;
  /** Null: the instance's default. */
  readonly toleranceBps: number | null;
  readonly acceptLate: boolean;
  /** Addresses that any of its keys may withdraw to. */
  readonly whitelist: AddressWhitelist;
  readonly createdAtMs: number;
}

interface MerchantRow extends WhitelistColumns {
  merchant_id: string;
  name: string;
  status: MerchantStatus;
  tolerance_bps: number | null;
  accept_late: boolean;
  created_at: Date;
}

function toMerchant(row: MerchantRow): Merchant {
  return {
    merchantId: row.merchant_id,
    name: row.name,
    status: row.status,
    toleranceBps: row.tolerance_bps,
    acceptLate: row.accept_late,
    whitelist: toAddressWhitelist(row),
    createdAtMs: row.created_at.getTime(),
  };
}

/** The fields that operators set. An omitted field stays unchanged, or gets the default for a new merchant. */
export interface MerchantTerms {
  readonly name?: string;
  readonly status?: MerchantStatus;
  readonly toleranceBps?: number | null;
  readonly acceptLate?: boolean;
}

function columnsOf({ name, status, toleranceBps, acceptLate }: MerchantTerms): Partial<MerchantRow> {
  return {
    ...(name === undefined ? {} : { name }),
    ...(status === undefined ? {} : { status }),
    ...(toleranceBps === undefined ? {} : { tolerance_bps: toleranceBps }),
    ...(acceptLate === undefined ? {} : { accept_late: acceptLate }),
  };
}

export async function insertMerchant(
  q: Queryable,
  terms: MerchantTerms & { readonly name: string },
): Promise<Merchant> {
  const [row] = await q('merchants')
    .insert({ merchant_id: newId('mer'), ...columnsOf(terms) })
    .returning<MerchantRow[]>('*');
  if (row === undefined) throw new Error('The merchant was not written');
  return toMerchant(row);
}

/** Stores the changes of a locked merchant. */
export async function updateMerchant(trx: Transaction, merchant: Merchant): Promise<Merchant> {
  const [row] = await trx('merchants')
    .where({ merchant_id: merchant.merchantId })
    .update(columnsOf(merchant))
    .returning<MerchantRow[]>('*');
  if (row === undefined) throw new Error(`Merchant ${merchant.merchantId} is gone`);
  return toMerchant(row);
}

export async function findMerchant(q: Queryable, merchantId: string): Promise<Merchant | undefined> {
  const row = await q('merchants').where({ merchant_id: merchantId }).first<MerchantRow | undefined>();
  return row === undefined ? undefined : toMerchant(row);
}

/** Locks the merchant against changes until the transaction ends. Rows that refer to it can still be added. */
export async function lockMerchant(trx: Transaction, merchantId: string): Promise<Merchant | undefined> {
  const row = await trx('merchants')
    .where({ merchant_id: merchantId })
    .forNoKeyUpdate()
    .first<MerchantRow | undefined>();
  return row === undefined ? undefined : toMerchant(row);
}

/** Takes a shared lock: until the transaction ends, the merchant and its limits can't change. */
export async function lockMerchantShared(trx: Transaction, merchantId: string): Promise<Merchant> {
  const row = await trx('merchants')
    .where({ merchant_id: merchantId })
    .forShare()
    .first<MerchantRow | undefined>();
  if (row === undefined) throw new Error(`There is no merchant ${merchantId}`);
  return toMerchant(row);
}

/** The words of a merchant's name, in the form of the index `merchants_words`. */
const WORDS = `to_tsvector('simple', regexp_replace(name, '[^[:alnum:]]+', ' ', 'g'))`;

/** Selects merchants by their id, or by the beginnings of words of their name. */
function searchMerchants(q: Queryable, search: string): Knex.Raw {
  if (search.startsWith('mer_'))
    return q.raw('(SELECT * FROM merchants WHERE merchant_id = ?) AS m', [search]);
  // A search of punctuation only has no words, and finds nothing.
  const words = search.match(/[\p{L}\p{N}]+/gu) ?? [];
  const prefixes = words.map((word) => `'${word}':*`).join(' & ');
  // The offset makes PostgreSQL look up the words first: it can't know beforehand how many merchants have them.
  return q.raw(`(SELECT * FROM merchants WHERE ${WORDS} @@ to_tsquery('simple', ?) OFFSET 0) AS m`, [
    prefixes,
  ]);
}

/** Lists merchants, newest first. `afterId` is the last id of the previous page. */
export async function listMerchants(
  q: Queryable,
  query: {
    readonly limit: number;
    readonly status?: MerchantStatus;
    readonly search?: string;
    readonly afterId?: string;
  },
): Promise<Merchant[]> {
  const { limit, status, search, afterId } = query;
  const rows = await q
    .from(search === undefined ? 'merchants' : searchMerchants(q, search))
    .modify((builder) => {
      if (status !== undefined) void builder.where({ status });
      if (afterId !== undefined) void builder.where('merchant_id', '<', afterId);
    })
    .orderBy('merchant_id', 'desc')
    .limit(limit)
    .select<MerchantRow[]>('*');
  return rows.map(toMerchant);
}
