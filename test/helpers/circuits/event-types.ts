import type { Database } from '../../../src/db/core/database.js';
import type { Invoice } from '../../../src/db/invoices/invoices.js';
import type { DeriveDeposit } from '../../../src/domain/invoices/proven-deposit.js';
import { whyNotProven } from '../../../src/domain/webhooks/proven-body.js';

interface RecordedEvent {
  readonly type: string;
  readonly body: string;
  readonly merchant_id: string;
}

/** Reads the types of an invoice's events, in order. @throws Error when the webhooks' worker would refuse to send one */
export async function readEventTypes(
  db: Database,
  { invoiceId, merchantId, depositIndex }: Invoice,
  derive: DeriveDeposit,
): Promise<string[]> {
  const events = await db('events')
    .where({ invoice_id: invoiceId })
    .orderBy(['occurred_at', 'event_id'])
    .select<RecordedEvent[]>('type', 'body', 'merchant_id');
  return events.map(({ type, body, merchant_id }) => {
    const why = whyNotProven(derive, {
      eventType: type,
      body,
      merchantId: merchant_id,
      invoice: { invoiceId, merchantId, depositIndex },
    });
    if (why !== null) throw new Error(`${type} of ${invoiceId} would not be sent: ${why}`);
    return type;
  });
}
