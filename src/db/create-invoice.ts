import { invoiceEventData } from '../domain/event-data.js';
import type { Transaction } from './database.js';
import { recordEvent } from './events.js';
import { insertInvoice, type Invoice, type NewInvoice } from './invoices.js';
import { enqueue } from './outbox.js';

/**
 * An accepted invoice: its row, `invoice.created` with the deliveries, and what starts its workflow, in the caller's
 * transaction. `shown.depositAddress` is the address with its EIP-55 checksum.
 */
export async function createInvoice(
  trx: Transaction,
  newInvoice: NewInvoice,
  shown: { readonly depositAddress: string },
): Promise<Invoice> {
  const invoice = await insertInvoice(trx, newInvoice);
  await enqueue(trx, [{ kind: 'invoice', targetId: invoice.invoiceId }]);
  await recordEvent(trx, {
    merchantId: invoice.merchantId,
    invoiceId: invoice.invoiceId,
    type: 'invoice.created',
    dedupeKey: `${invoice.invoiceId}/invoice.created`,
    occurredAtMs: invoice.createdAtMs,
    data: invoiceEventData({ ...invoice, ...shown, confirmations: 0 }),
  });
  return invoice;
}
