import { QuittanceError } from '../../domain/core/errors.js';
import { EVERY_EVENT, type Subscription } from '../../domain/webhooks/events.js';
import type { Queryable, Transaction } from '../core/database.js';
import { insertDeliveries, type NewDelivery } from './events.js';
import { findWebhookEndpoint } from './webhook-endpoints.js';
import { assertOpen, auditEndpoint, lockOpenEndpoint, type EndpointOrder } from './webhook-orders.js';

/** The most deliveries of one recovery. */
const RECOVERED_MAX = 500;
/** The most events of one query, and the most queries: a history of a million events is too long for one request. */
const PAGE_EVENTS = 5_000;
const PAGES_MAX = 20;
/** Events that are sent to single endpoints: another endpoint that never got them has missed nothing. */
const ADDRESSED_EVENTS = ['ping', 'endpoint.failing'];

/** Events that an endpoint may have missed, found without a lock. Times in epoch ms. */
export interface MissedEvents {
  /** The oldest events, as many as one recovery sends. */
  readonly eventIds: readonly string[];
  /** Number of other missed events in the searched part; at least 1 when a part was not searched. */
  readonly remaining: number;
  /** Start of the next recovery; null: there is nothing more. */
  readonly nextSinceMs: number | null;
}

interface PageRow {
  scanned: number;
  last_at: string | null;
  last_id: string | null;
  last_ms: number | null;
  missed: { eventId: string; occurredAtMs: number }[] | null;
  missed_count: number;
}

/**
 * Finds every event since a moment that the endpoint subscribes to and has not received, oldest first. Their deliveries
 * failed, were cancelled or are about to be, or were never created. It reads pages of bounded size without a lock,
 * because the history may be long.
 *
 * @throws QuittanceError `not_found`, `invalid_state`.
 */
export async function findMissedEvents(
  q: Queryable,
  { endpointId, merchantId }: Pick<EndpointOrder, 'endpointId' | 'merchantId'>,
  { sinceMs }: { readonly sinceMs: number },
): Promise<MissedEvents> {
  const endpoint = await findWebhookEndpoint(q, { endpointId, merchantId });
  if (endpoint === undefined)
    throw new QuittanceError('not_found', `There is no webhook endpoint ${endpointId}.`);
  const { events, generation } = assertOpen(endpoint);
  const found: { readonly eventId: string; readonly occurredAtMs: number }[] = [];
  let count = 0;
  let after = { at: new Date(sinceMs).toISOString(), id: '' };
  let scannedUntilMs: number | null = sinceMs;
  for (let page = 0; page < PAGES_MAX && scannedUntilMs !== null; page += 1) {
    const row = await readPage(q, {
      endpointId,
      generation,
      merchantId,
      events,
      after,
      max: RECOVERED_MAX - found.length,
    });
    found.push(...(row.missed ?? []));
    count += row.missed_count;
    scannedUntilMs = row.scanned < PAGE_EVENTS ? null : row.last_ms;
    after = { at: row.last_at ?? after.at, id: row.last_id ?? after.id };
  }
  const notSent = count - found.length;
  return {
    eventIds: found.map(({ eventId }) => eventId),
    remaining: scannedUntilMs === null ? notSent : Math.max(1, notSent),
    nextSinceMs: notSent > 0 ? (found.at(-1)?.occurredAtMs ?? sinceMs) : scannedUntilMs,
  };
}

async function readPage(
  q: Queryable,
  page: {
    readonly endpointId: string;
    readonly generation: number;
    readonly merchantId: string;
    readonly events: readonly Subscription[];
    readonly after: { readonly at: string; readonly id: string };
    readonly max: number;
  },
): Promise<PageRow> {
  const { after, events, ...rest } = page;
  const { rows } = await q.raw<{ rows: PageRow[] }>(
    `WITH page AS MATERIALIZED (
       SELECT event_id, type, occurred_at FROM events
        WHERE merchant_id = :merchantId AND occurred_at >= cast(:at AS timestamptz)
          AND (occurred_at, event_id) > (cast(:at AS timestamptz), :id)
        ORDER BY occurred_at, event_id LIMIT :pageEvents),
     missed AS MATERIALIZED (
       SELECT p.event_id, p.occurred_at FROM page p
        WHERE (p.type = ANY (:events) OR :everyEvent = ANY (:events))
          AND NOT EXISTS (
            SELECT FROM deliveries d
             WHERE d.event_id = p.event_id AND d.endpoint_id = :endpointId
               AND (d.status = 'succeeded' OR d.status = 'pending' AND d.generation = :generation))
          AND (p.type <> ALL (:addressed) OR EXISTS (
            SELECT FROM deliveries d WHERE d.event_id = p.event_id AND d.endpoint_id = :endpointId))),
     last AS (SELECT event_id, occurred_at FROM page ORDER BY occurred_at DESC, event_id DESC LIMIT 1)
     SELECT (SELECT count(*) FROM page) AS scanned,
            (SELECT occurred_at::text FROM last) AS last_at,
            (SELECT event_id FROM last) AS last_id,
            (SELECT floor(extract(epoch FROM occurred_at) * 1000)::bigint FROM last) AS last_ms,
            (SELECT count(*) FROM missed) AS missed_count,
            (SELECT json_agg(json_build_object(
                      'eventId', oldest.event_id,
                      'occurredAtMs', floor(extract(epoch FROM oldest.occurred_at) * 1000)::bigint)
                      ORDER BY oldest.occurred_at, oldest.event_id)
               FROM (SELECT * FROM missed ORDER BY occurred_at, event_id LIMIT :max) AS oldest) AS missed`,
    {
      ...rest,
      ...after,
      events: [...events],
      everyEvent: EVERY_EVENT,
      addressed: ADDRESSED_EVENTS,
      pageEvents: PAGE_EVENTS,
    },
  );
  const [row] = rows;
  if (row === undefined) throw new Error('A SELECT of subqueries returns one row');
  return row;
}

/**
 * Sends the found events again, under the endpoint's lock. Events that another recovery has sent meanwhile are left
 * out, whether received or still pending.
 *
 * @returns how many are sent.
 * @throws QuittanceError `not_found`, `invalid_state`, `temporarily_unavailable`.
 */
export async function recoverDeliveries(
  trx: Transaction,
  order: EndpointOrder,
  { missed, sinceMs }: { readonly missed: MissedEvents; readonly sinceMs: number },
): Promise<number> {
  const { endpointId, nowMs } = order;
  const { eventIds, remaining } = missed;
  const { generation } = await lockOpenEndpoint(trx, order);
  const { rows } = await trx.raw<{ rows: { event_id: string; last_id: string | null }[] }>(
    `SELECT wanted.event_id, max(d.delivery_id) AS last_id
       FROM unnest(cast(:eventIds AS text[])) WITH ORDINALITY AS wanted (event_id, position)
       LEFT JOIN deliveries d ON d.event_id = wanted.event_id AND d.endpoint_id = :endpointId
      GROUP BY wanted.event_id, wanted.position
     HAVING NOT coalesce(bool_or(d.status = 'succeeded' OR d.status = 'pending' AND d.generation = :generation), false)
      ORDER BY wanted.position`,
    { eventIds: [...eventIds], endpointId, generation },
  );
  const deliveries = rows.map((row): NewDelivery => ({
    eventId: row.event_id,
    endpointId,
    generation,
    origin: 'recovery',
    redeliveryOf: row.last_id,
    atMs: nowMs,
  }));
  await insertDeliveries(trx, deliveries, order);
  const sent = rows.length;
  await auditEndpoint(trx, order, 'recover', {
    after: { since: new Date(sinceMs).toISOString(), sent, remaining },
  });
  return sent;
}
