import type { Queryable } from '../db/core/database.js';
import { listMerchantNames } from '../db/merchants/merchant-details.js';

/** The merchant of a row. The name is null if there is no such merchant. Then somebody has altered the row. */
export interface OfMerchant {
  readonly merchantId: string;
  readonly merchantName: string | null;
}

/** Reads the names of the rows' merchants. Returns a function that gives a row's merchant. */
export async function nameMerchants(
  q: Queryable,
  rows: readonly { readonly merchantId: string }[],
): Promise<(row: { readonly merchantId: string }) => OfMerchant> {
  const names = await listMerchantNames(
    q,
    rows.map(({ merchantId }) => merchantId),
  );
  return ({ merchantId }) => ({ merchantId, merchantName: names.get(merchantId) ?? null });
}

/** The most characters of a merchant's name in a table. A longer name would push other columns out of the terminal. */
const NAME_MAX = 16;

/** Returns a merchant's name for a column of a table, or its id if there is no name. */
export function merchantInTable({ merchantId, merchantName }: OfMerchant): string {
  const name = merchantName ?? merchantId;
  return name.length > NAME_MAX ? `${name.slice(0, NAME_MAX - 1)}…` : name;
}
