import { invoiceEventData } from '../domain/event-data.js';
import type { Transaction } from './database.js';
import { recordEvent } from './events.js';
import { insertInvoice, type Invoice, type NewInvoice } from './invoices.js';
import { planNativeAudit } from './native-audits.js';
import { enqueue } from './outbox.js';

/**
 * An accepted invoice: its row, `invoice.created` with the deliveries, what starts its workflow and, in a native coin,
 * the audit that comes after its end, in the caller's transaction. `depositAddress` is shown, with its EIP-55 checksum.
 */
export async function createInvoice(
  trx: Transaction,
  newInvoice: NewInvoice,
  { depositAddress, isNative }: { readonly depositAddress: string; readonly isNative: boolean },
): Promise<Invoice> {
  const invoice = await insertInvoice(trx, newInvoice);
  if (isNative) await planNativeAudit(trx, invoice);
  await enqueue(trx, [{ kind: 'invoice', targetId: invoice.invoiceId }]);
  await recordEvent(trx, {
    merchantId: invoice.merchantId,
    invoiceId: invoice.invoiceId,
    type: 'invoice.created',
    dedupeKey: `${invoice.invoiceId}/invoice.created`,
    occurredAtMs: invoice.createdAtMs,
    data: invoiceEventData({ ...invoice, depositAddress, confirmations: 0 }),
  });
  return invoice;
}
