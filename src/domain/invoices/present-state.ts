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
 * The status that customers are shown of an open invoice, by what its payments amount to now. It is not yet completed:
 * its money is not booked. Whether its time is over, or its checkout has ended, stays as its row says.
 */
const SHOWN: Readonly<Partial<Record<InvoiceStatus, InvoiceStatus>>> = {
  pending: 'pending',
  underpaid: 'underpaid',
  paid: 'paid',
  completed: 'paid',
  failed: 'failed',
};

/**
 * Returns an invoice with its payments as they are stored now. They are stored before the invoice is settled. Between the
 * two, or while no worker settles, its row knows nothing of them: whoever asks for money by the row asks for it twice.
 */
export function presentState<I extends SettledState>(
  invoice: I,
  { status, amountPaidAtomic, txHash, paidAtMs }: Pick<Settlement, keyof SettledState>,
): I {
  if (invoice.status !== 'pending' && invoice.status !== 'underpaid') return invoice;
  return { ...invoice, status: SHOWN[status] ?? invoice.status, amountPaidAtomic, txHash, paidAtMs };
}
