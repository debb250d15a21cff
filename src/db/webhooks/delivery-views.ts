import type { Knex } from 'knex';
import type { DeliveryAttempt } from '../../domain/webhooks/delivery-in-words.js';
import type { DeliveryOutcome } from '../../domain/webhooks/response-class.js';
import type { EventType } from '../../domain/webhooks/events.js';
import type { StoredBody } from '../../domain/webhooks/proven-body.js';
import type { Queryable } from '../core/database.js';
import { leastIdOf } from '../core/new-id.js';
import { NEWEST, pageOfPages } from '../core/page-of-pages.js';

export const DELIVERY_STATUSES = ['pending', 'succeeded', 'failed', 'cancelled'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** Why a delivery exists: the event happened, a ping was asked for, or the merchant had the event sent again. */
export type DeliveryOrigin = 'event' | 'test' | 'redelivery' | 'recovery';

/** A delivery and the subject of its event. Times in epoch ms. */
export interface DeliveryView {
  readonly deliveryId: string;
  readonly merchantId: string;
  readonly eventId: string;
  readonly event: EventType;
  readonly endpointId: string;
  readonly invoiceId: string | null;
  readonly withdrawalId: string | null;
  readonly status: DeliveryStatus;
  readonly attemptCount: number;
  readonly nextAttemptAtMs: number | null;
  readonly createdAtMs: number;
  readonly finishedAtMs: number | null;
  readonly origin: DeliveryOrigin;
  readonly redeliveryOf: string | null;
  /** Why it was cancelled, or will be because its endpoint is closed; null for any other. */
  readonly cancelReason: string | null;
  /** How its last attempt was answered; null: none has ended yet. */
  readonly outcome: DeliveryOutcome | null;
}

export interface DeliveryAttemptView extends DeliveryAttempt {
  readonly requestHeaders: Readonly<Record<string, string>> | null;
  readonly responseHeaders: Readonly<Record<string, string>> | null;
  readonly responseBody: string | null;
}

interface DeliveryViewRow {
  delivery_id: string;
  merchant_id: string;
  event_id: string;
  type: EventType;
  endpoint_id: string;
  invoice_id: string | null;
  withdrawal_id: string | null;
  status: DeliveryStatus;
  attempt_count: number;
  next_attempt_at: Date | null;
  created_at: Date;
  finished_at: Date | null;
  origin: DeliveryOrigin;
  redelivery_of: string | null;
  cancel_reason: string | null;
  outcome: DeliveryOutcome | null;
  closed_reason: string | null;
}

interface AttemptRow {
  number: number;
  started_at: Date;
  duration_ms: number | null;
  status_code: number | null;
  error_class: string | null;
  error_message: string | null;
  request_headers: Record<string, string> | null;
  response_headers: Record<string, string> | null;
  response_body: string | null;
}

function toDeliveryView(row: DeliveryViewRow): DeliveryView {
  return {
    deliveryId: row.delivery_id,
    merchantId: row.merchant_id,
    eventId: row.event_id,
    event: row.type,
    endpointId: row.endpoint_id,
    invoiceId: row.invoice_id,
    withdrawalId: row.withdrawal_id,
    status: row.status,
    attemptCount: row.attempt_count,
    nextAttemptAtMs: row.closed_reason === null ? (row.next_attempt_at?.getTime() ?? null) : null,
    createdAtMs: row.created_at.getTime(),
    finishedAtMs: row.finished_at?.getTime() ?? null,
    origin: row.origin,
    redeliveryOf: row.redelivery_of,
    cancelReason: row.cancel_reason ?? row.closed_reason,
    outcome: row.outcome,
  };
}

/** Selects deliveries with their events and, for a pending one, the closing of its endpoint that will cancel it. */
function deliveriesWithEvents(q: Queryable): Knex.QueryBuilder {
  return q('deliveries as d')
    .join('events as e', 'e.event_id', 'd.event_id')
    .leftJoin('endpoint_closings as c', (on) => {
      on.on('c.endpoint_id', 'd.endpoint_id').on('c.generation', 'd.generation').onVal('d.status', 'pending');
    });
}
const COLUMNS = ['d.*', 'e.type', 'e.invoice_id', 'e.withdrawal_id', 'c.reason as closed_reason'];

export interface DeliveryFilters {
  readonly endpointId?: string;
  readonly event?: EventType;
  readonly status?: readonly DeliveryStatus[];
  readonly invoiceId?: string;
  readonly withdrawalId?: string;
  readonly eventId?: string;
  readonly outcome?: readonly DeliveryOutcome[];
  /** True: only the newest of those that ended without the endpoint ever taking the event. False: only the others. */
  readonly neverDelivered?: boolean;
  readonly createdFromMs?: number;
  readonly createdToMs?: number;
}

interface DeliveryQuery {
  readonly merchantId?: string;
  readonly filters: DeliveryFilters;
  readonly limit: number;
  readonly afterId?: string;
}

/** Adds the filters that compare nothing but the id, which contains the creation time of its delivery. */
function boundById(builder: Knex.QueryBuilder, { filters, afterId }: DeliveryQuery): void {
  if (filters.createdFromMs !== undefined)
    void builder.where('d.delivery_id', '>=', leastIdOf('dlv', filters.createdFromMs));
  if (filters.createdToMs !== undefined)
    void builder.where('d.delivery_id', '<', leastIdOf('dlv', filters.createdToMs + 1));
  if (afterId !== undefined) void builder.where('d.delivery_id', '<', afterId);
}

/**
 * No other delivery of the same event to the same endpoint was taken or came after it. Written so that PostgreSQL looks for
 * one by index, and never reads all of them.
 */
const IS_LAST = `(
  SELECT o.delivery_id FROM deliveries o
   WHERE o.event_id = d.event_id AND o.endpoint_id = d.endpoint_id
     AND (o.status = 'succeeded' OR o.delivery_id > d.delivery_id) LIMIT 1) IS NULL`;
const UNDELIVERED: readonly DeliveryStatus[] = ['failed', 'cancelled'];
const NEVER_DELIVERED = `d.status IN ('failed', 'cancelled') AND ${IS_LAST}`;

/** Adds the other filters to a query of {@link deliveriesWithEvents}. */
function filterDeliveries(builder: Knex.QueryBuilder, filters: DeliveryFilters): void {
  if (filters.endpointId !== undefined) void builder.where('d.endpoint_id', filters.endpointId);
  if (filters.event !== undefined) void builder.where('e.type', filters.event);
  if (filters.status !== undefined) void builder.whereIn('d.status', filters.status);
  if (filters.invoiceId !== undefined) void builder.where('e.invoice_id', filters.invoiceId);
  if (filters.withdrawalId !== undefined) void builder.where('e.withdrawal_id', filters.withdrawalId);
  if (filters.eventId !== undefined) void builder.where('d.event_id', filters.eventId);
  if (filters.outcome !== undefined) void builder.whereIn('d.outcome', filters.outcome);
  if (filters.neverDelivered !== undefined)
    void builder.whereRaw(filters.neverDelivered ? NEVER_DELIVERED : `NOT (${NEVER_DELIVERED})`);
}

/** A column whose values have an index in the order of the list, for each merchant and endpoint. */
interface Indexed {
  readonly column: 'status' | 'outcome';
  readonly values: readonly string[];
}

/**
 * Finds the index that leaves the least to be looked at. The indexes leave out what nearly all deliveries have: `succeeded`
 * and `2xx`.
 */
function findIndex({ filters }: DeliveryQuery): Indexed | undefined {
  const { status, outcome, neverDelivered, eventId, invoiceId, withdrawalId } = filters;
  if ([eventId, invoiceId, withdrawalId].some((filter) => filter !== undefined)) return undefined;
  const statuses =
    neverDelivered === true ? UNDELIVERED.filter((one) => status?.includes(one) ?? true) : status;
  if (statuses !== undefined && !statuses.includes('succeeded'))
    return { column: 'status', values: statuses };
  if (outcome !== undefined && !outcome.includes('2xx')) return { column: 'outcome', values: outcome };
  return undefined;
}

/** Selects the ids of a page of deliveries, by a page of each merchant and each value that an index has in order. */
function pageByIndex(q: Queryable, query: DeliveryQuery, indexed: Indexed | undefined): Knex.QueryBuilder {
  const { merchantId, filters } = query;
  const ofOne = q('deliveries as d')
    .modify((builder) => {
      if (isOfAll(query)) void builder.whereRaw('d.merchant_id = m.merchant_id');
      if (merchantId !== undefined) void builder.where('d.merchant_id', merchantId);
      // An index is used where the statement says what the index leaves out.
      if (indexed?.column === 'status')
        void builder.whereRaw("d.status = v.value AND d.status <> 'succeeded'");
      if (indexed?.column === 'outcome') void builder.whereRaw("d.outcome = v.value AND d.outcome <> '2xx'");
    })
    .modify(filterDeliveries, filters)
    .modify(boundById, query)
    .orderBy('d.delivery_id', 'desc')
    .limit(query.limit)
    .select('d.delivery_id');
  return pageOfPages(q, {
    ...{ page: ofOne, id: 'delivery_id', values: indexed?.values },
    ...{ isOfAllMerchants: isOfAll(query), limit: query.limit },
  });
}

/** Whether the deliveries of all merchants are filtered by a column that has an index for each merchant only. */
function isOfAll({ merchantId, filters }: DeliveryQuery): boolean {
  const { endpointId, eventId, invoiceId, withdrawalId } = filters;
  return (
    [filters.status, filters.outcome, filters.event, filters.neverDelivered].some(
      (filter) => filter !== undefined,
    ) && [merchantId, endpointId, eventId, invoiceId, withdrawalId].every((filter) => filter === undefined)
  );
}

/** Lists deliveries, newest first; without `merchantId`, of all merchants. `afterId` ends the previous page. */
export async function listDeliveries(q: Queryable, query: DeliveryQuery): Promise<DeliveryView[]> {
  if (isOfAll(query)) {
    const newest = q('deliveries as d').modify(boundById, query).orderBy('d.delivery_id', 'desc');
    const found = await readPage(q, query, newest.limit(NEWEST).select('d.delivery_id'));
    if (found.length === query.limit) return found;
  }
  const indexed = findIndex(query);
  const { event, ...others } = query.filters;
  if (event !== undefined) return listOfEvent(q, query, { others, indexed });
  return indexed === undefined && !isOfAll(query)
    ? readPage(q, query)
    : readPage(q, query, pageByIndex(q, query, indexed));
}

/**
 * Lists deliveries of one event type, which no index of the deliveries knows. A frequent one is among the newest that an
 * index finds by the other filters. A rare one is found by its events.
 */
async function listOfEvent(
  q: Queryable,
  query: DeliveryQuery,
  { others, indexed }: { readonly others: DeliveryFilters; readonly indexed: Indexed | undefined },
): Promise<DeliveryView[]> {
  if (indexed !== undefined) {
    const newest = pageByIndex(q, { ...query, filters: others, limit: NEWEST }, indexed);
    const found = await readPage(q, query, newest);
    if (found.length === query.limit) return found;
  }
  return readPage(q, query);
}

/** Reads a page of deliveries. `among`: the ids of some that have all of it. */
async function readPage(
  q: Queryable,
  query: DeliveryQuery,
  among?: Knex.QueryBuilder,
): Promise<DeliveryView[]> {
  const rows = await deliveriesWithEvents(q)
    .modify((builder) => {
      if (among !== undefined) void builder.whereIn('d.delivery_id', among);
      if (query.merchantId !== undefined) void builder.where('d.merchant_id', query.merchantId);
    })
    .modify(filterDeliveries, query.filters)
    .modify(boundById, query)
    .orderBy('d.delivery_id', 'desc')
    .limit(query.limit)
    .select<DeliveryViewRow[]>(COLUMNS);
  return rows.map(toDeliveryView);
}

/** A delivery with its body as it is stored, and all attempts, first to last. */
export interface StoredDelivery {
  readonly delivery: DeliveryView;
  readonly body: string;
  /** What the database says about the event's invoice; null: it has none. */
  readonly invoice: StoredBody['invoice'];
  readonly attempts: readonly DeliveryAttemptView[];
}

/** Finds a delivery; with `merchantId`, only one of that merchant. */
export async function findDelivery(
  q: Queryable,
  { deliveryId, merchantId }: { deliveryId: string; merchantId?: string },
): Promise<StoredDelivery | undefined> {
  const row = await deliveriesWithEvents(q)
    .where({
      'd.delivery_id': deliveryId,
      ...(merchantId === undefined ? {} : { 'd.merchant_id': merchantId }),
    })
    .leftJoin('invoices as i', 'i.invoice_id', 'e.invoice_id')
    .first<(DeliveryViewRow & Pick<StoredDelivery, 'body' | 'invoice'>) | undefined>([
      ...[...COLUMNS, 'e.body'],
      q.raw(`CASE WHEN i.invoice_id IS NOT NULL THEN json_build_object('invoiceId', i.invoice_id,
        'merchantId', i.merchant_id, 'depositIndex', i.deposit_index) END AS invoice`),
    ]);
  if (row === undefined) return undefined;
  const attempts = await q('delivery_attempts')
    .where({ delivery_id: deliveryId })
    .orderBy('number')
    .select<AttemptRow[]>('*');
  const { body, invoice } = row;
  return { delivery: toDeliveryView(row), body, invoice, attempts: attempts.map(toAttempt) };
}

function toAttempt(row: AttemptRow): DeliveryAttemptView {
  return {
    number: row.number,
    startedAtMs: row.started_at.getTime(),
    durationMs: row.duration_ms,
    statusCode: row.status_code,
    errorClass: row.error_class,
    errorMessage: row.error_message,
    requestHeaders: row.request_headers,
    responseHeaders: row.response_headers,
    responseBody: row.response_body,
  };
}
