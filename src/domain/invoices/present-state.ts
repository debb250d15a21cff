import type { InvoiceStatus } from './invoice-state.js';
import type { Settlement } from './settlement.js';

/** The part of an invoice that each settlement decides anew. */
interface SettledState {
  readonly status: InvoiceStatus;
  readonly amountPaidAtomic: bigint;
  readonly txHash: string | null;
  readonly paidAtMs: number | null;
}

/**
 * The status that an open invoice shows its customer, by that of its payments now. It is never `completed`, because the
 * money is not booked yet. Expiry and the end of the checkout are read from the row.
 */
const SHOWN: Readonly<Partial<Record<InvoiceStatus, InvoiceStatus>>> = {
  pending: 'pending',
  underpaid: 'underpaid',
  paid: 'paid',
  completed: 'paid',
  failed: 'failed',
};

/**
 * Returns an invoice with its payments as they are stored now. A payment is stored before the invoice is settled. Until
 * then, or while no worker settles, the row does not include the payment. A page that asked for money by the row would
 * ask for it twice.
 */
export function presentState<I extends SettledState>(
  invoice: I,
  { status, amountPaidAtomic, txHash, paidAtMs }: Pick<Settlement, keyof SettledState>,
): I {
  if (invoice.status !== 'pending' && invoice.status !== 'underpaid') return invoice;
  return { ...invoice, status: SHOWN[status] ?? invoice.status, amountPaidAtomic, txHash, paidAtMs };
}
