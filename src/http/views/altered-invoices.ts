import type { Logger } from 'pino';
import { AlertThrottle } from '../../domain/core/alert-throttle.js';
import {
  alteredInWords,
  isProvenDeposit,
  type DeriveDeposit,
  type InvoiceDeposit,
} from '../../domain/invoices/proven-deposit.js';

/** How often the operator is told of the same altered invoice: a shop may list its invoices all day. */
const ALARM_AGAIN_MS = 3_600_000;
/** What the log of each process was told. */
const told = new WeakMap<Logger, AlertThrottle>();

/** Says whether somebody has altered the deposit address of an invoice. The operator is told once an hour. */
export function isAlteredInvoice(
  deposit: InvoiceDeposit,
  {
    depositAddress,
    log,
    now,
  }: { readonly depositAddress: DeriveDeposit; readonly log: Logger; readonly now: () => number },
): boolean {
  if (isProvenDeposit(depositAddress, deposit)) return false;
  const words = alteredInWords(depositAddress, deposit);
  const throttle = told.get(log) ?? new AlertThrottle(ALARM_AGAIN_MS);
  told.set(log, throttle);
  if (throttle.isDue(words, now()))
    log.error({ code: 'deposit_address_altered', invoiceId: deposit.invoiceId }, words);
  return true;
}
