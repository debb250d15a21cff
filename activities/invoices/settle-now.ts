import { toChecksumAddress } from '../../src/chain/keys/address.js';
import { transaction } from '../../src/db/core/database.js';
import { settleInvoice, type SettledInvoice } from '../../src/db/invoices/settle-invoice.js';
import { QuittanceError } from '../../src/domain/core/errors.js';
import { isHourlyAlertDue } from '../../src/domain/core/alert-throttle.js';
import type { ActivityDependencies } from '../dependencies.js';

export type SettlingDependencies = Pick<
  ActivityDependencies,
  'db' | 'chains' | 'depositAddress' | 'now' | 'log'
>;

/**
 * Settles an invoice as of now, in a transaction of its own. Undefined: there is no invoice with that id.
 *
 * @throws QuittanceError `deposit_address_altered`. The operator is told once, however often the settlement is tried
 * again.
 */
export async function settleNow(
  { db, chains, depositAddress, now, log }: SettlingDependencies,
  invoiceId: string,
): Promise<SettledInvoice | undefined> {
  const context = { chains, nowMs: now(), showAddress: toChecksumAddress, depositAddress };
  try {
    return await transaction(db, (trx) => settleInvoice(trx, context, invoiceId));
  } catch (error) {
    if (isAltered(error) && isHourlyAlertDue(log, `${invoiceId}/${String(error.cause)}`, Date.now()))
      log.error({ invoiceId, code: error.code, err: error.cause }, 'an invoice is not settled');
    throw error;
  }
}

/** Says whether an invoice is refused because somebody has altered its record. */
export function isAltered(error: unknown): error is QuittanceError {
  return error instanceof QuittanceError && error.code === 'deposit_address_altered';
}
