import { toChecksumAddress } from '../../src/chain/keys/address.js';
import { transaction } from '../../src/db/core/database.js';
import { settleInvoice, type SettledInvoice } from '../../src/db/invoices/settle-invoice.js';
import { QuittanceError } from '../../src/domain/core/errors.js';
import type { ActivityDependencies } from '../dependencies.js';

export type SettlingDependencies = Pick<
  ActivityDependencies,
  'db' | 'chains' | 'depositAddress' | 'now' | 'log'
>;

/**
 * Settles an invoice as of now, in a transaction of its own. Undefined: there is no invoice with that id.
 *
 * @throws QuittanceError `deposit_address_altered`. The operator is told, and the invoice's workflow tries again until
 *   its address is restored.
 */
export async function settleNow(
  { db, chains, depositAddress, now, log }: SettlingDependencies,
  invoiceId: string,
): Promise<SettledInvoice | undefined> {
  const context = { chains, nowMs: now(), showAddress: toChecksumAddress, depositAddress };
  try {
    return await transaction(db, (trx) => settleInvoice(trx, context, invoiceId));
  } catch (error) {
    if (error instanceof QuittanceError && error.code === 'deposit_address_altered')
      log.error({ invoiceId, code: error.code, err: error.cause }, 'an invoice is not settled');
    throw error;
  }
}
