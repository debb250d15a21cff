import type { EventType } from '../domain/events.js';
import type { Transaction } from './database.js';
import { newId } from './new-id.js';
import { enqueue } from './outbox.js';

export interface NewEvent {
  readonly merchantId: string;
  readonly invoiceId?: string;
  readonly withdrawalId?: string;
  readonly type: EventType;
  /** What may be told only once. */
  readonly dedupeKey: string;
  readonly occurredAtMs: number;
  /** The envelope's `data`. */
  readonly data: object;
}

/**
 * Writes down that something happened: the event with the very bytes of its deliveries, one delivery for each enabled
 * endpoint that subscribed to it, and what starts their workflows. An event told before is not told again.
 *
 * @returns true when it was new.
 */
export async function recordEvent(trx: Transaction, event: NewEvent): Promise<boolean> {
  const occurredAt = new Date(event.occurredAtMs);
  const eventId = newId('evt', event.occurredAtMs);
  const body = JSON.stringify({ event: event.type, timestamp: occurredAt.toISOString(), data: event.data });
  const inserted = await trx('events')
    .insert({
      event_id: eventId,
      merchant_id: event.merchantId,
      invoice_id: event.invoiceId ?? null,
      withdrawal_id: event.withdrawalId ?? null,
      type: event.type,
      dedupe_key: event.dedupeKey,
      occurred_at: occurredAt,
      body,
    })
    .onConflict('dedupe_key')
    .ignore()
    .returning('event_id');
  if (inserted.length === 0) return false;

  const endpoints = await trx('webhook_endpoints')
    .select<{ endpoint_id: string }[]>('endpoint_id')
    .where({ merchant_id: event.merchantId, status: 'enabled', deleted_at: null })
    .whereRaw('? = ANY (events)', [event.type])
    .orderBy('endpoint_id');
  const deliveries = endpoints.map(({ endpoint_id }) => ({
    delivery_id: newId('dlv', event.occurredAtMs),
    event_id: eventId,
    endpoint_id,
    merchant_id: event.merchantId,
    next_attempt_at: occurredAt,
    created_at: occurredAt,
  }));
  if (deliveries.length > 0) {
    await trx('deliveries').insert(deliveries);
    await enqueue(
      trx,
      deliveries.map(({ delivery_id }) => ({ kind: 'delivery' as const, targetId: delivery_id })),
    );
  }
  return true;
}

/** How many events of each type were recorded about an invoice. */
export async function countInvoiceEvents(
  trx: Transaction,
  invoiceId: string,
): Promise<Partial<Record<EventType, number>>> {
  const { rows } = await trx.raw<{ rows: { type: EventType; count: number }[] }>(
    'SELECT type, count(*) AS count FROM events WHERE invoice_id = ? GROUP BY type',
    [invoiceId],
  );
  return Object.fromEntries(rows.map(({ type, count }) => [type, count]));
}
