import { assert } from '../../domain/core/errors.js';
import { quoted } from '../../domain/core/printable.js';
import { tellAltered } from './altered-invoices.js';

/** A row that belongs to a merchant: its id, and how it is named in a sentence. */
interface OwnedRow {
  readonly merchantId: string;
  readonly objectId: string;
}

/**
 * Tells whether the row belongs to no existing merchant. Then somebody has altered it, and the operator is told, at
 * most once an hour.
 */
export function hasLostMerchant(
  { merchantId, objectId }: OwnedRow,
  names: ReadonlyMap<string, string>,
  telling: Parameters<typeof tellAltered>[0],
): boolean {
  if (names.has(merchantId)) return false;
  const words =
    `The database has ${quoted(merchantId)} as the merchant of ${quoted(objectId)}, and there is no such merchant. ` +
    'Somebody has altered the row, so no list of the operators shows it. Find out who did it, and restore the row, for example from a backup.';
  tellAltered(telling, { code: 'merchant_lost', objectId }, words);
  return true;
}

/**
 * Returns the id and name of a row's merchant. A list leaves out the rows for which {@link hasLostMerchant} is true.
 */
export function merchantOf(
  { merchantId }: Pick<OwnedRow, 'merchantId'>,
  names: ReadonlyMap<string, string>,
): { readonly merchantId: string; readonly merchantName: string } {
  const merchantName = names.get(merchantId);
  assert(merchantName !== undefined, 'the row belongs to a merchant that exists');
  return { merchantId, merchantName };
}
