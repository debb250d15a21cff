import type { Logger } from 'pino';
import { AlertThrottle } from '../src/domain/core/alert-throttle.js';
import {
  alteredInWords,
  type DeriveDeposit,
  type InvoiceDeposit,
} from '../src/domain/invoices/proven-deposit.js';

/** How often the same is told again while nobody has restored it. */
const AGAIN_AFTER_MS = 3_600_000;

/** What each log was told. A process has one log. */
const told = new WeakMap<Logger, AlertThrottle>();

/**
 * Says whether the log has to be told that an invoice was altered: once, and again each hour. A follower and a workflow
 * that try again find the same every few seconds.
 */
export function isAlteredAlertDue(log: Logger, invoiceId: string, what: string): boolean {
  const throttle = told.get(log) ?? new AlertThrottle(AGAIN_AFTER_MS);
  told.set(log, throttle);
  return throttle.isDue(`${invoiceId}/${what}`, Date.now());
}

/** Tells the operator that somebody has altered the deposit address of an invoice, which is left out therefore. */
export function alarmOfAltered(log: Logger, derive: DeriveDeposit, deposit: InvoiceDeposit): void {
  const { invoiceId, depositIndex, depositAddress } = deposit;
  const words = alteredInWords(derive, deposit);
  if (!isAlteredAlertDue(log, invoiceId, words)) return;
  log.error({ code: 'deposit_address_altered', invoiceId, depositIndex, depositAddress }, words);
}
