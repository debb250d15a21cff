import { EVERY_EVENT, type EventType, type TypedEventData } from '../../domain/webhooks/events.js';
import type { Transaction } from '../core/database.js';
import type { DeliveryOrigin } from './delivery-views.js';
import { newId } from '../core/new-id.js';
import { enqueueDeliveries } from '../outbox/outbox.js';

/** A new event, with its type and `data`. */
export type NewEvent = TypedEventData & {
  readonly merchantId: string;
  readonly invoiceId?: string;
  readonly withdrawalId?: string;
  /** Unique key: an event with the same key is told only once. */
  readonly dedupeKey: string;
  readonly occurredAtMs: number;
  /** An endpoint that does not get the event even if it subscribed. */
  readonly notTo?: string;
};

/**
 * Records an event with the bytes of its deliveries. It creates one delivery for each enabled endpoint that subscribed,
 * and the outbox rows that start their workflows. An event that was recorded before is not recorded again.
 *
 * @returns true when it was new.
 */
export async function recordEvent(trx: Transaction, event: NewEvent): Promise<boolean> {
  const eventId = await insertEvent(trx, event);
  if (eventId === undefined) return false;
  const { rows: endpoints } = await trx.raw<{ rows: SubscribedEndpoint[] }>(
    subscribedEndpoints({ merchantId: '?', type: '?' }),
    [event.merchantId, event.type],
  );
  const told = endpoints.filter(({ endpoint_id }) => endpoint_id !== event.notTo);
  await insertDeliveries(trx, deliveriesOf(eventId, told), {
    merchantId: event.merchantId,
    nowMs: event.occurredAtMs,
  });
  return true;
}

/** A row of {@link subscribedEndpoints}. */
export interface SubscribedEndpoint {
  readonly endpoint_id: string;
  readonly generation: number;
}

/** Returns a query for the endpoints that get an event. Its merchant and type are given as SQL expressions. */
export function subscribedEndpoints({ merchantId, type }: { merchantId: string; type: string }): string {
  return `SELECT endpoint_id, generation FROM webhook_endpoints
    WHERE merchant_id = ${merchantId} AND status = 'enabled' AND deleted_at IS NULL
      AND events && ARRAY[${type}, '${EVERY_EVENT}']::text[]
    ORDER BY endpoint_id`;
}

/** Returns the deliveries of an event, one for each endpoint. */
export function deliveriesOf(eventId: string, endpoints: readonly SubscribedEndpoint[]): NewDelivery[] {
  return endpoints.map(({ endpoint_id: endpointId, generation }) => ({
    eventId,
    endpointId,
    generation,
    origin: 'event',
  }));
}

/** Returns the body of an event's deliveries. */
export function eventBody({ type, occurredAtMs, data }: TypedEventData & { occurredAtMs: number }): string {
  return JSON.stringify({ event: type, timestamp: new Date(occurredAtMs).toISOString(), data });
}

/** Stores an event with the body of its deliveries. @returns its id, or undefined when it was recorded before. */
export async function insertEvent(trx: Transaction, event: NewEvent): Promise<string | undefined> {
  const occurredAt = new Date(event.occurredAtMs);
  const eventId = newId('evt', event.occurredAtMs);
  const inserted = await trx('events')
    .insert({
      event_id: eventId,
      merchant_id: event.merchantId,
      invoice_id: event.invoiceId ?? null,
      withdrawal_id: event.withdrawalId ?? null,
      type: event.type,
      dedupe_key: event.dedupeKey,
      occurred_at: occurredAt,
      body: eventBody(event),
    })
    .onConflict('dedupe_key')
    .ignore()
    .returning('event_id');
  return inserted.length === 0 ? undefined : eventId;
}

export interface NewDelivery {
  readonly eventId: string;
  readonly endpointId: string;
  /** Generation of the endpoint when it was found enabled. After a closing, nothing of that generation is sent. */
  readonly generation: number;
  readonly origin: DeliveryOrigin;
  /** For a redelivery: the delivery whose event is sent again. */
  readonly redeliveryOf?: string | null;
}

/** Stores deliveries, and the outbox rows that start their workflows. @returns the deliveries' ids, in order. */
export async function insertDeliveries(
  trx: Transaction,
  deliveries: readonly NewDelivery[],
  { merchantId, nowMs }: { merchantId: string; nowMs: number },
): Promise<string[]> {
  if (deliveries.length === 0) return [];
  const now = new Date(nowMs);
  const rows = deliveries.map(({ eventId, endpointId, generation, origin, redeliveryOf }) => ({
    delivery_id: newId('dlv', nowMs),
    event_id: eventId,
    endpoint_id: endpointId,
    generation,
    merchant_id: merchantId,
    origin,
    redelivery_of: redeliveryOf ?? null,
    next_attempt_at: now,
    created_at: now,
  }));
  await trx('deliveries').insert(rows);
  await enqueueDeliveries(
    trx,
    rows.map((row) => ({ deliveryId: row.delivery_id, endpointId: row.endpoint_id })),
  );
  return rows.map(({ delivery_id }) => delivery_id);
}

/** Counts the recorded events about an invoice by type. */
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
