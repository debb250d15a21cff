import type { Logger } from 'pino';
import {
  alteredInWords,
  type DeriveDeposit,
  type InvoiceDeposit,
} from '../src/domain/invoices/proven-deposit.js';

/** Tells the operator that somebody has altered the deposit address of an invoice, which is left out therefore. */
export function alarmOfAltered(log: Logger, derive: DeriveDeposit, deposit: InvoiceDeposit): void {
  const { invoiceId, depositIndex, depositAddress } = deposit;
  log.error(
    { code: 'deposit_address_altered', invoiceId, depositIndex, depositAddress },
    alteredInWords(derive, deposit),
  );
}
