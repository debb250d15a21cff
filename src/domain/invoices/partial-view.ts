import type { Settlement } from './settlement.js';
import { toleranceBounds } from './tolerance-bounds.js';

/** What the last settlement has stored. */
type StoredState = Pick<Settlement, 'status' | 'amountPaidAtomic' | 'overpaid' | 'txHash' | 'paidAtMs'>;

/** An invoice, its settlement by the transfers that were read, and these transfers. */
interface SettledView {
  readonly invoice: StoredState & { readonly amountAtomic: bigint; readonly toleranceBps: number };
  readonly settlement: Settlement;
  readonly transfers: readonly { readonly txHash: string | null }[];
}

/**
 * Returns the view with at most `maxTransfers` of its transfers, first those of the transaction that the invoice names.
 * A settlement by some of the transfers would say too little: of an invoice with more, the stored one is shown.
 */
export function partialView<V extends SettledView>(
  view: V,
  maxTransfers: number,
): { readonly view: V; readonly isPartial: boolean } {
  if (view.transfers.length <= maxTransfers) return { view, isPartial: false };
  const { invoice, transfers } = view;
  const { status, amountPaidAtomic, overpaid, txHash, paidAtMs } = invoice;
  const enough = amountPaidAtomic >= toleranceBounds(invoice).leastAtomic;
  const named = view.settlement.payments.filter((payment) => txHash !== null && payment.txHash === txHash);
  const confirmations = named.length === 0 ? 0 : Math.min(...named.map((payment) => payment.confirmations));
  const stored = { status, amountPaidAtomic, overpaid, txHash, paidAtMs, enough, confirmations };
  const namedFirst = [...transfers].sort((a, b) => Number(b.txHash === txHash) - Number(a.txHash === txHash));
  return {
    view: {
      ...view,
      settlement: { ...view.settlement, ...stored },
      transfers: namedFirst.slice(0, maxTransfers),
    },
    isPartial: true,
  };
}
