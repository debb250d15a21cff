import type { Knex } from 'knex';
import type { EventType } from '../../domain/webhooks/events.js';
import { DELIVERY_OUTCOMES, type DeliveryOutcome } from '../../domain/webhooks/response-class.js';
import type { Queryable } from '../core/database.js';
import { leastIdOf } from '../core/new-id.js';
import { pageOfPages, SEARCH_BOUNDS, type SearchBounds } from '../core/page-of-pages.js';
import {
  DELIVERY_COLUMNS,
  DELIVERY_STATUSES,
  deliveriesWithEvents,
  toDeliveryView,
  type DeliveryStatus,
  type DeliveryView,
  type DeliveryViewRow,
} from './delivery-views.js';

export interface DeliveryFilters {
  readonly endpointId?: string;
  readonly event?: EventType;
  readonly status?: readonly DeliveryStatus[];
  readonly invoiceId?: string;
  readonly withdrawalId?: string;
  readonly eventId?: string;
  readonly outcome?: readonly DeliveryOutcome[];
  /**
   * True: only deliveries of events that the endpoint has never acknowledged, and of these the newest for each event.
   * False: only the others.
   */
  readonly neverDelivered?: boolean;
  readonly createdFromMs?: number;
  readonly createdToMs?: number;
}

interface DeliveryQuery {
  readonly merchantId?: string;
  readonly filters: DeliveryFilters;
  readonly limit: number;
  readonly afterId?: string;
  /** For tests, which have few rows and so need small bounds. */
  readonly bounds?: SearchBounds;
}

/** Adds the filters that compare only the id, which contains the creation time of its delivery. */
function boundById(builder: Knex.QueryBuilder, { filters, afterId }: DeliveryQuery): void {
  if (filters.createdFromMs !== undefined)
    void builder.where('d.delivery_id', '>=', leastIdOf('dlv', filters.createdFromMs));
  if (filters.createdToMs !== undefined)
    void builder.where('d.delivery_id', '<', leastIdOf('dlv', filters.createdToMs + 1));
  if (afterId !== undefined) void builder.where('d.delivery_id', '<', afterId);
}

/**
 * True when no other delivery of the same event to the same endpoint was acknowledged or came after it. It is written
 * so that PostgreSQL looks for one by index, and never reads all of them.
 */
const IS_LAST = `(
  SELECT o.delivery_id FROM deliveries o
   WHERE o.event_id = d.event_id AND o.endpoint_id = d.endpoint_id
     AND (o.status = 'succeeded' OR o.delivery_id > d.delivery_id) LIMIT 1) IS NULL`;
const UNDELIVERED: readonly DeliveryStatus[] = ['failed', 'cancelled'];
const NEVER_DELIVERED = `d.status IN ('failed', 'cancelled') AND ${IS_LAST}`;

/** Adds the other filters to a query of deliveries `d`. Filters about the event need the event as `e`. */
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

/** How a delivery stands. Two indexes have the deliveries of each state in the order of the list, of all and of each endpoint. */
interface State {
  readonly status: DeliveryStatus;
  /** `none`: no attempt has ended. */
  readonly outcome: DeliveryOutcome | 'none';
}

/** The indexes leave out the state that nearly all deliveries have: their order is that of all deliveries, or close to it. */
const IS_INDEXED = "(d.status <> 'succeeded' OR coalesce(d.outcome, 'none') <> '2xx')";
const isIndexed = ({ status, outcome }: State): boolean => status !== 'succeeded' || outcome !== '2xx';

/** Returns the states that deliveries with these properties may have. */
function statesOf({ status = DELIVERY_STATUSES, outcome, neverDelivered }: DeliveryFilters): State[] {
  const statuses = neverDelivered === true ? status.filter((one) => UNDELIVERED.includes(one)) : status;
  const outcomes = outcome ?? [...DELIVERY_OUTCOMES, 'none' as const];
  return [...new Set(statuses)].flatMap((one) =>
    [...new Set(outcomes)].map((answer) => ({ status: one, outcome: answer })),
  );
}

/** Adds the merchant and the endpoint. */
function ofParties(
  builder: Knex.QueryBuilder,
  { merchantId, filters: { endpointId } }: DeliveryQuery,
  table: 'd' | 'r' | 'w' = 'd',
): void {
  if (merchantId !== undefined) void builder.where(`${table}.merchant_id`, merchantId);
  if (endpointId !== undefined) void builder.where(`${table}.endpoint_id`, endpointId);
}

/** Selects the newest deliveries of the merchant or endpoint, in the order of an index. */
const newest = (q: Queryable, query: DeliveryQuery, limit: number): Knex.QueryBuilder =>
  q('deliveries as d')
    .modify(ofParties, query)
    .modify(boundById, query)
    .orderBy('d.delivery_id', 'desc')
    .limit(limit)
    .select('d.*');

/** Selects the newest deliveries in these states. A merchant's are those of its endpoints. */
function newestInStates(
  q: Queryable,
  query: DeliveryQuery,
  { states, limit }: { readonly states: readonly State[]; readonly limit: number },
): Knex.QueryBuilder {
  if (!states.every(isIndexed)) return newest(q, query, limit);
  const { merchantId, filters, ...rest } = query;
  const { endpointId, ...others } = filters;
  const isOfSome = merchantId !== undefined || endpointId !== undefined;
  const page = newest(q, { ...rest, filters: others }, limit)
    .whereRaw(`d.status = v.status AND coalesce(d.outcome, 'none') = v.outcome AND ${IS_INDEXED}`)
    .modify((builder) => {
      if (isOfSome) void builder.whereRaw('d.endpoint_id = w.endpoint_id');
    });
  const ofEach = q.raw(
    `${isOfSome ? 'webhook_endpoints AS w CROSS JOIN' : ''} unnest(?::text[], ?::text[]) AS v (status, outcome)`,
    [states.map(({ status }) => status), states.map(({ outcome }) => outcome)],
  );
  return pageOfPages(q, { page, ofEach, id: 'delivery_id', limit }).modify((builder) => {
    if (isOfSome) void builder.modify(ofParties, query, 'w');
  });
}

/** Selects the ids of a page among some deliveries. Where they come in the order of the list, reading stops when it is full. */
const pageAmong = (
  q: Queryable,
  { filters, limit }: DeliveryQuery,
  some: Knex.QueryBuilder,
): Knex.QueryBuilder =>
  q
    .from(some.as('d'))
    .modify((builder) => {
      if (filters.event === undefined) return;
      // An index of each merchant's events contains their types, so the rows of the events are not read.
      void builder.join('events as e', (on) => {
        on.on('e.event_id', 'd.event_id').on('e.merchant_id', 'd.merchant_id');
      });
    })
    .modify(filterDeliveries, filters)
    .orderBy('d.delivery_id', 'desc')
    .limit(limit)
    .select('d.delivery_id');

/** Selects the events of the type that is asked for: the merchant's, or those of all. */
function eventsOfType(
  q: Queryable,
  { merchantId, filters }: DeliveryQuery,
  limit?: number,
): Knex.QueryBuilder {
  const ofOne = q('events as e')
    .where('e.type', filters.event ?? '')
    .modify((builder) => {
      // An index has the events of each merchant by their types.
      if (merchantId === undefined) void builder.whereRaw('e.merchant_id = m.merchant_id');
      else void builder.where('e.merchant_id', merchantId);
      if (limit !== undefined) void builder.limit(limit);
    })
    .select('e.event_id');
  if (merchantId !== undefined) return ofOne;
  return q
    .select('f.event_id')
    .from(q.raw('merchants AS m CROSS JOIN LATERAL ? AS f', [ofOne]))
    .modify((builder) => {
      if (limit !== undefined) void builder.limit(limit);
    });
}

/** Says whether events of the type are frequent. Counting stops when the answer is known. */
async function isFrequentEvent(q: Queryable, query: DeliveryQuery): Promise<boolean> {
  const { many } = boundsOf(query);
  const [row] = await q
    .from(eventsOfType(q, query, many).as('some'))
    .count<{ count: bigint | number }[]>({ count: '*' });
  return Number(row?.count) === many;
}

/**
 * Selects the deliveries of some events `h`. Each event's are looked up by index: PostgreSQL does not merge what has an offset
 * with the rest of the statement.
 */
function deliveriesOf(
  q: Queryable,
  query: DeliveryQuery,
  { events, which }: { readonly events: Knex.QueryBuilder; readonly which: string },
): Knex.QueryBuilder {
  const theirs = q('deliveries as d')
    .whereRaw(which)
    .modify(ofParties, query)
    .modify(boundById, query)
    .select('d.*');
  return q
    .select('d.*')
    .from(q.raw('happened AS h CROSS JOIN LATERAL (? OFFSET 0) AS d', [theirs]))
    .withMaterialized('happened', events);
}

/** Selects what ended without success and was sent again or is a repetition. Of the other such deliveries none was taken later. */
function endedOfSeveral(q: Queryable, query: DeliveryQuery): Knex.QueryBuilder {
  const repeated = q('deliveries as r').whereNotNull('r.redelivery_of').modify(ofParties, query, 'r');
  return deliveriesOf(q, query, {
    events: repeated.distinct('r.event_id', 'r.endpoint_id'),
    which:
      "d.event_id = h.event_id AND d.endpoint_id = h.endpoint_id AND d.status IN ('failed', 'cancelled')",
  });
}

/**
 * Selects all deliveries in these states, newest first; of those that ended without success, only the ones that may not be
 * `neverDelivered` where just they are asked for.
 */
function allInStates(q: Queryable, query: DeliveryQuery, states: readonly State[]): Knex.QueryBuilder {
  const limit = Number.MAX_SAFE_INTEGER;
  if (query.filters.neverDelivered !== false || !states.every(isIndexed))
    return newestInStates(q, query, { states, limit });
  const others = states.filter(({ status }) => !UNDELIVERED.includes(status));
  const ended = endedOfSeveral(q, query);
  if (others.length === 0) return ended;
  const rest = newestInStates(q, query, { states: others, limit });
  return q
    .select('*')
    .from(rest.as('a'))
    .unionAll(q.select('*').from(ended.as('b')));
}

/** Whether the filters ask for the few deliveries of one object. */
const isOfFew = ({ eventId, invoiceId, withdrawalId }: DeliveryFilters): boolean =>
  [eventId, invoiceId, withdrawalId].some((filter) => filter !== undefined);

/** Whether all deliveries fit that are read in the order of an index. */
const isByIndexAlone = (
  { event, neverDelivered, status, outcome }: DeliveryFilters,
  states: readonly State[],
): boolean =>
  [event, neverDelivered].every((filter) => filter === undefined) &&
  (states.every(isIndexed) || [status, outcome].every((filter) => filter === undefined));

const boundsOf = ({ bounds }: DeliveryQuery): SearchBounds => bounds ?? SEARCH_BOUNDS;

/** Lists deliveries, newest first; without `merchantId`, of all merchants. `afterId` ends the previous page. */
export async function listDeliveries(q: Queryable, query: DeliveryQuery): Promise<DeliveryView[]> {
  const { endpointId, event } = query.filters;
  if (query.merchantId !== undefined || endpointId === undefined || event === undefined)
    return list(q, query);
  // An index has the events of each merchant.
  const owner = await q('webhook_endpoints')
    .where({ endpoint_id: endpointId })
    .first<{ merchant_id: string } | undefined>('merchant_id');
  return owner === undefined ? [] : list(q, { ...query, merchantId: owner.merchant_id });
}

/**
 * Deliveries are read state by state, each in the order of the list. Those of a rare event are all looked up. Of the others
 * the newest are looked through first: what is frequent is among them. When they are not enough, all of those states are
 * read, until the page is full.
 */
async function list(q: Queryable, query: DeliveryQuery): Promise<DeliveryView[]> {
  const { filters, limit } = query;
  if (isOfFew(filters)) return readPage(q, query);
  const states = statesOf(filters);
  if (states.length === 0) return [];
  if (isByIndexAlone(filters, states))
    return readPage(
      q,
      query,
      newestInStates(q, query, { states, limit }).clearSelect().select('delivery_id'),
    );
  if (filters.event !== undefined && !(await isFrequentEvent(q, query))) {
    const events = eventsOfType(q, query);
    const theirs = deliveriesOf(q, query, { events, which: 'd.event_id = h.event_id' });
    return readPage(q, query, pageAmong(q, query, theirs));
  }
  const bounded = { states, limit: Math.max(boundsOf(query).newest, limit) };
  const found = await readPage(q, query, pageAmong(q, query, newestInStates(q, query, bounded)));
  if (found.length === limit) return found;
  return readPage(q, query, pageAmong(q, query, allInStates(q, query, states)));
}

/** Reads a page of deliveries. `ids` selects those of the page; absent: all filters are applied here. */
async function readPage(
  q: Queryable,
  query: DeliveryQuery,
  ids?: Knex.QueryBuilder,
): Promise<DeliveryView[]> {
  const rows = await deliveriesWithEvents(q)
    .modify((builder) => {
      // An array is looked up id by id. With a subquery, PostgreSQL might read the deliveries in order, and search for
      // rows that may not exist.
      if (ids !== undefined) void builder.whereRaw('d.delivery_id = ANY (ARRAY ?)', [ids]);
      else
        void builder
          .modify(ofParties, query)
          .modify(filterDeliveries, query.filters)
          .modify(boundById, query)
          .limit(query.limit);
    })
    .orderBy('d.delivery_id', 'desc')
    .select<DeliveryViewRow[]>(DELIVERY_COLUMNS);
  return rows.map(toDeliveryView);
}
