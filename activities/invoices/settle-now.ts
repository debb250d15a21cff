import { toChecksumAddress } from '../../src/chain/keys/address.js';
import { transaction } from '../../src/db/core/database.js';
import { settleInvoice, type SettledInvoice } from '../../src/db/invoices/settle-invoice.js';
import type { ActivityDependencies } from '../dependencies.js';

/** Settles an invoice as of now, in a transaction of its own. Undefined: there is no invoice with that id. */
export function settleNow(
  { db, chains, now }: Pick<ActivityDependencies, 'db' | 'chains' | 'now'>,
  invoiceId: string,
): Promise<SettledInvoice | undefined> {
  const context = { chains, nowMs: now(), showAddress: toChecksumAddress };
  return transaction(db, (trx) => settleInvoice(trx, context, invoiceId));
}
