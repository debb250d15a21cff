import type { InvoiceView } from '../../db/invoices/invoices.js';

type Transfer = InvoiceView['transfers'][number];
type Finding = InvoiceView['settlement']['payments'][number];

/**
 * Returns the payments of an invoice, each with its transfer. Transfers are found by id in a map, because anybody can
 * send thousands of them to an address.
 */
export function paymentsOf({
  settlement,
  transfers,
}: Pick<InvoiceView, 'settlement' | 'transfers'>): readonly (Finding & { readonly transfer: Transfer })[] {
  const transferOf = new Map(transfers.map((transfer) => [transfer.transferId, transfer]));
  return settlement.payments.flatMap((payment) => {
    const transfer = transferOf.get(payment.transferId);
    return transfer === undefined ? [] : { ...payment, transfer };
  });
}
