import type { Queryable } from './database.js';
import { newId } from './new-id.js';

export type MerchantStatus = 'active' | 'suspended';

export interface Merchant {
  readonly merchantId: string;
  readonly name: string;
  readonly status: MerchantStatus;
  /** Null: the instance's. */
  readonly toleranceBps: number | null;
  readonly acceptLate: boolean;
  readonly createdAtMs: number;
}

interface MerchantRow {
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
    createdAtMs: row.created_at.getTime(),
  };
}

export async function insertMerchant(q: Queryable, { name }: { name: string }): Promise<Merchant> {
  const [row] = await q('merchants')
    .insert({ merchant_id: newId('mer'), name })
    .returning<MerchantRow[]>('*');
  if (row === undefined) throw new Error('The merchant was not written');
  return toMerchant(row);
}

export async function findMerchant(q: Queryable, merchantId: string): Promise<Merchant | undefined> {
  const row = await q('merchants').where({ merchant_id: merchantId }).first<MerchantRow | undefined>();
  return row === undefined ? undefined : toMerchant(row);
}

/** Newest first. */
export async function listMerchants(q: Queryable, { limit }: { limit: number }): Promise<Merchant[]> {
  const rows = await q('merchants').orderBy('merchant_id', 'desc').limit(limit).select<MerchantRow[]>('*');
  return rows.map(toMerchant);
}
