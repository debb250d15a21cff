import { EVERY_EVENT, type EventType, type TypedEventData } from '../../domain/webhooks/events.js';
import { groupBy } from '../../domain/core/group-by.js';
import { inPortions } from '../../domain/core/in-portions.js';
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

/** How many events, or deliveries, one statement inserts. */
const INSERTED_AT_ONCE = 500;

/**
 * Records an event with the bytes of its deliveries. It creates one delivery for each enabled endpoint that subscribed,
 * and the outbox rows that start their workflows. An event that was recorded before is not recorded again.
 *
 * @returns true when it was new.
 */
export async function recordEvent(trx: Transaction, event: NewEvent): Promise<boolean> {
  return (await recordEvents(trx, [event])) > 0;
}

/** Does the same for several events. @returns how many were new. */
export async function recordEvents(trx: Transaction, events: readonly NewEvent[]): Promise<number> {
  let recorded = 0;
  for (const portion of inPortions(events, INSERTED_AT_ONCE)) {
    const inserted = await insertEvents(trx, portion);
    recorded += inserted.length;
    const sameReaders = groupBy(inserted, ({ event }) => `${event.merchantId}/${event.type}`);
    for (const same of sameReaders.values()) await deliverEvents(trx, same);
  }
  return recorded;
}

interface InsertedEvent {
  readonly eventId: string;
  readonly event: NewEvent;
}

/** Creates the deliveries of events of one merchant and one type. */
async function deliverEvents(trx: Transaction, inserted: readonly InsertedEvent[]): Promise<void> {
  const [first] = inserted;
  if (first === undefined) return;
  const { merchantId, type } = first.event;
  const { rows: endpoints } = await trx.raw<{ rows: SubscribedEndpoint[] }>(
    subscribedEndpoints({ merchantId: '?', type: '?' }),
    [merchantId, type],
  );
  const deliveries = inserted.flatMap(({ eventId, event }) => {
    const told = endpoints.filter(({ endpoint_id }) => endpoint_id !== event.notTo);
    return deliveriesOf({ eventId, atMs: event.occurredAtMs }, told);
  });
  for (const portion of inPortions(deliveries, INSERTED_AT_ONCE))
    await insertDeliveries(trx, portion, { merchantId });
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

/** Returns the deliveries of an event that occurred at `atMs`, one for each endpoint. */
export function deliveriesOf(
  event: Pick<NewDelivery, 'eventId' | 'atMs'>,
  endpoints: readonly SubscribedEndpoint[],
): NewDelivery[] {
  return endpoints.map(({ endpoint_id: endpointId, generation }) => ({
    ...event,
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
  return (await insertEvents(trx, [event]))[0]?.eventId;
}

/** Stores events with the bodies of their deliveries. @returns those that were not recorded before, in order. */
async function insertEvents(trx: Transaction, events: readonly NewEvent[]): Promise<InsertedEvent[]> {
  const rows = events.map((event) => ({ eventId: newId('evt', event.occurredAtMs), event }));
  const inserted = await trx('events')
    .insert(
      rows.map(({ eventId, event }) => ({
        event_id: eventId,
        merchant_id: event.merchantId,
        invoice_id: event.invoiceId ?? null,
        withdrawal_id: event.withdrawalId ?? null,
        type: event.type,
        dedupe_key: event.dedupeKey,
        occurred_at: new Date(event.occurredAtMs),
        body: eventBody(event),
      })),
    )
    .onConflict('dedupe_key')
    .ignore()
    .returning<{ event_id: string }[]>('event_id');
  const isNew = new Set(inserted.map(({ event_id }) => event_id));
  return rows.filter(({ eventId }) => isNew.has(eventId));
}

/** Finds out which events were recorded before, by their keys. */
export async function findTold(
  trx: Transaction,
  dedupeKeys: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await trx('events')
    .whereRaw('dedupe_key = ANY (?)', [[...dedupeKeys]])
    .select<{ dedupe_key: string }[]>('dedupe_key');
  return new Set(rows.map((row) => row.dedupe_key));
}

export interface NewDelivery {
  readonly eventId: string;
  readonly endpointId: string;
  /** Generation of the endpoint when it was found enabled. After a closing, nothing of that generation is sent. */
  readonly generation: number;
  readonly origin: DeliveryOrigin;
  /** For a redelivery: the delivery whose event is sent again. */
  readonly redeliveryOf?: string | null;
  /** When it is made, in epoch ms. For a new event: when that occurred. */
  readonly atMs: number;
}

/** Stores deliveries, and the outbox rows that start their workflows. @returns the deliveries' ids, in order. */
export async function insertDeliveries(
  trx: Transaction,
  deliveries: readonly NewDelivery[],
  { merchantId }: { readonly merchantId: string },
): Promise<string[]> {
  if (deliveries.length === 0) return [];
  const rows = deliveries.map(({ eventId, endpointId, generation, origin, redeliveryOf, atMs }) => ({
    delivery_id: newId('dlv', atMs),
    event_id: eventId,
    endpoint_id: endpointId,
    generation,
    merchant_id: merchantId,
    origin,
    redelivery_of: redeliveryOf ?? null,
    next_attempt_at: new Date(atMs),
    created_at: new Date(atMs),
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
