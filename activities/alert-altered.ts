import type { Logger } from 'pino';
import { isHourlyAlertDue } from '../src/domain/core/alert-throttle.js';
import {
  alteredInWords,
  type DeriveDeposit,
  type InvoiceDeposit,
} from '../src/domain/invoices/proven-deposit.js';

/**
 * Tells the operator that somebody has altered the deposit address of an invoice, and that the invoice is left out
 * because of it. The alert is logged once, and again each hour: a follower that tries again finds the same problem
 * every few seconds.
 */
export function alarmOfAltered(log: Logger, derive: DeriveDeposit, deposit: InvoiceDeposit): void {
  const { invoiceId, depositIndex, depositAddress } = deposit;
  const words = alteredInWords(derive, deposit);
  if (!isHourlyAlertDue(log, `${invoiceId}/${words}`, Date.now())) return;
  log.error({ code: 'deposit_address_altered', invoiceId, depositIndex, depositAddress }, words);
}
