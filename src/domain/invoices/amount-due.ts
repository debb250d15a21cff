import { quoteDigits } from '../core/money.js';
import type { InvoiceStatus } from './invoice-state.js';

/**
 * Returns what a customer still has to send for an invoice, in base units: the asked amount less what was seen on time.
 * It is rounded up to the digits that are shown, so that the shown amount is enough. Zero: enough was seen, or nothing
 * should be sent any more.
 */
export function amountDue(invoice: {
  readonly status: InvoiceStatus;
  readonly amountAtomic: bigint;
  readonly amountPaidAtomic: bigint;
  readonly decimals: number;
}): bigint {
  const { status, amountAtomic, amountPaidAtomic, decimals } = invoice;
  if ((status !== 'pending' && status !== 'underpaid') || amountPaidAtomic >= amountAtomic) return 0n;
  const unit = 10n ** BigInt(decimals - quoteDigits(decimals));
  return ((amountAtomic - amountPaidAtomic + unit - 1n) / unit) * unit;
}
