import type { Queryable } from '../db/core/database.js';
import { listMerchantNames } from '../db/merchants/merchant-details.js';

/** Whose something is. The name is null when there is no such merchant: then somebody has altered the row. */
export interface OfMerchant {
  readonly merchantId: string;
  readonly merchantName: string | null;
}

/** Returns what says of each of these rows whose it is. */
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

/** A longer name of a merchant would push other columns out of the terminal. */
const NAME_MAX = 16;

/** Returns a merchant's name, or its id where it has none, for the column of a table. */
export function merchantInTable({ merchantId, merchantName }: OfMerchant): string {
  const name = merchantName ?? merchantId;
  return name.length > NAME_MAX ? `${name.slice(0, NAME_MAX - 1)}…` : name;
}
