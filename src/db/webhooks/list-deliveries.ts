import type { Knex } from 'knex';
import type { EventType } from '../../domain/webhooks/events.js';
import type { DeliveryOutcome } from '../../domain/webhooks/response-class.js';
import type { Queryable } from '../core/database.js';
import { leastIdOf } from '../core/new-id.js';
import { pageOfFitting, pageOfPages, SEARCH_BOUNDS, type SearchBounds } from '../core/page-of-pages.js';
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
/**
 * True for each of several deliveries of one event to one endpoint. All except the first name the delivery that they
 * repeat.
 */
const OF_SEVERAL = `(d.merchant_id, d.endpoint_id, d.event_id) IN (
  SELECT r.merchant_id, r.endpoint_id, r.event_id FROM deliveries r WHERE r.redelivery_of IS NOT NULL)`;

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

/** A column whose values have an index in the order of the list, for each merchant and endpoint. */
interface Indexed {
  readonly column: 'status' | 'outcome';
  readonly values: readonly string[];
}

/**
 * Finds the index that leaves the fewest rows to read. The indexes do not contain the values that nearly all deliveries
 * have: `succeeded` and `2xx`.
 */
function findIndex({ filters }: DeliveryQuery): Indexed | undefined {
  const { status, outcome, neverDelivered } = filters;
  if (isOfFew(filters)) return undefined;
  const statuses =
    neverDelivered === true ? UNDELIVERED.filter((one) => status?.includes(one) ?? true) : status;
  if (statuses !== undefined && !statuses.includes('succeeded'))
    return { column: 'status', values: statuses };
  if (outcome !== undefined && !outcome.includes('2xx')) return { column: 'outcome', values: outcome };
  return undefined;
}

/** Adds the merchant and the endpoint. */
function ofParties(builder: Knex.QueryBuilder, { merchantId, filters: { endpointId } }: DeliveryQuery): void {
  if (merchantId !== undefined) void builder.where('d.merchant_id', merchantId);
  if (endpointId !== undefined) void builder.where('d.endpoint_id', endpointId);
}

/**
 * Selects the ids of a page among some deliveries, which come in the order of the list. Reading stops when the page is
 * full.
 */
function pageAmong(
  q: Queryable,
  { filters, limit }: DeliveryQuery,
  some: Knex.QueryBuilder,
): Knex.QueryBuilder {
  return q
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
}

/** Selects a page among the newest deliveries of all. */
function pageOfNewest(q: Queryable, query: DeliveryQuery): Knex.QueryBuilder {
  const { newest } = boundsOf(query);
  const some = q('deliveries as d').modify(boundById, query).orderBy('d.delivery_id', 'desc').limit(newest);
  return pageAmong(q, query, some.select('d.*'));
}

/**
 * Selects the newest deliveries of one merchant and one value, in the order of an index. The other filters are not
 * applied yet.
 */
function newestOfOne(
  q: Queryable,
  query: DeliveryQuery,
  { indexed, limit }: { readonly indexed: Indexed | undefined; readonly limit: number },
): Knex.QueryBuilder {
  return q('deliveries as d')
    .modify((builder) => {
      if (isOfAll(query)) void builder.whereRaw('d.merchant_id = m.merchant_id');
      // PostgreSQL uses a partial index only when the statement repeats the condition of the index.
      if (indexed?.column === 'status')
        void builder.whereRaw("d.status = v.value AND d.status <> 'succeeded'");
      if (indexed?.column === 'outcome') void builder.whereRaw("d.outcome = v.value AND d.outcome <> '2xx'");
    })
    .modify(ofParties, query)
    .modify(boundById, query)
    .orderBy('d.delivery_id', 'desc')
    .limit(limit);
}

/**
 * Selects a page among the newest deliveries that have a value of the index, of all merchants. The deliveries of all
 * merchants and values are sorted together before the other filters are applied. Otherwise a page of the newest of each
 * could contain deliveries that are older than others that were not read.
 */
function pageOfNewestByIndex(
  q: Queryable,
  query: DeliveryQuery,
  indexed: Indexed | undefined,
): Knex.QueryBuilder {
  const limit = Math.max(boundsOf(query).newest, query.limit);
  const newest = pageOfPages(q, {
    page: newestOfOne(q, query, { indexed, limit }).select('d.delivery_id'),
    id: 'delivery_id',
    values: indexed?.values,
    isOfAllMerchants: isOfAll(query),
    limit,
  });
  const some = q('deliveries as d').whereRaw('d.delivery_id = ANY (ARRAY ?)', [newest]);
  return pageAmong(q, query, some.select('d.*'));
}

/**
 * Selects the ids of a page of deliveries, by a page of each merchant and each value that an index has in order. Each
 * page is filled by reading its deliveries in that order.
 */
function pageByIndex(q: Queryable, query: DeliveryQuery, indexed: Indexed | undefined): Knex.QueryBuilder {
  // Without other filters, each of them matches.
  const limit = isByIndexAlone(query, indexed) ? query.limit : Number.MAX_SAFE_INTEGER;
  const newest = newestOfOne(q, query, { indexed, limit }).select('d.*');
  return pageOfPages(q, {
    page: pageAmong(q, query, newest),
    id: 'delivery_id',
    values: indexed?.values,
    isOfAllMerchants: isOfAll(query),
    limit: query.limit,
  });
}

/** Whether the column of the index is the only filter. */
function isByIndexAlone({ filters }: DeliveryQuery, indexed: Indexed | undefined): boolean {
  const [property, ...others] = propertiesOf(filters);
  return property === indexed?.column && others.length === 0;
}

/** Selects the ids of all matching deliveries, with the filters unchanged. */
function fitting(q: Queryable, query: DeliveryQuery): Knex.QueryBuilder {
  return q('deliveries as d')
    .modify((builder) => {
      if (query.filters.event === undefined) return;
      void builder.join('events as e', 'e.event_id', 'd.event_id');
      // An index has the events of each merchant by their types.
      if (query.merchantId !== undefined) void builder.where('e.merchant_id', query.merchantId);
      else void builder.join('merchants as m', 'm.merchant_id', 'e.merchant_id');
    })
    .modify(ofParties, query)
    .modify(filterDeliveries, query.filters)
    .modify(boundById, query)
    .select('d.delivery_id');
}

/**
 * Selects the ids of all matching deliveries. A delivery that ended without success is always `neverDelivered`, unless
 * its event has several deliveries.
 */
function allThatFit(q: Queryable, query: DeliveryQuery): Knex.QueryBuilder {
  const { neverDelivered, status = DELIVERY_STATUSES, ...filters } = query.filters;
  if (neverDelivered !== false) return fitting(q, query);
  const others = status.filter((one) => !UNDELIVERED.includes(one));
  const ended = status.filter((one) => UNDELIVERED.includes(one));
  const ofSeveral = fitting(q, { ...query, filters: { ...query.filters, status: ended } });
  return fitting(q, { ...query, filters: { ...filters, status: others } }).unionAll(
    ofSeveral.whereRaw(OF_SEVERAL),
  );
}

/** Whether the deliveries of all merchants are filtered by a column that has an index for each merchant only. */
const isOfAll = ({ merchantId, filters }: DeliveryQuery): boolean =>
  [merchantId, filters.endpointId].every((filter) => filter === undefined) &&
  propertiesOf(filters).length > 0 &&
  !isOfFew(filters);

/** Whether the filters ask for the few deliveries of one object. */
const isOfFew = ({ eventId, invoiceId, withdrawalId }: DeliveryFilters): boolean =>
  [eventId, invoiceId, withdrawalId].some((filter) => filter !== undefined);

/** The filters by the state of deliveries, and not by merchant, object or time. */
const propertiesOf = (filters: DeliveryFilters): readonly (keyof DeliveryFilters)[] =>
  (['status', 'outcome', 'event', 'neverDelivered'] as const).filter((name) => filters[name] !== undefined);

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
 * With several filters, the newest deliveries are searched first, in the order of an index: frequent ones are found
 * there. When they are not enough, few deliveries match all filters, and the rarest filter finds them. In the worst
 * case, many older deliveries match the rarest filter, and all of them are read.
 */
async function list(q: Queryable, query: DeliveryQuery): Promise<DeliveryView[]> {
  const indexed = findIndex(query);
  // A succeeded delivery was delivered.
  if (indexed?.values.length === 0) return [];
  const isFull = (page: readonly DeliveryView[]): boolean => page.length === query.limit;
  if (isOfAll(query)) {
    const found = await readPage(q, query, pageOfNewest(q, query));
    if (isFull(found)) return found;
  }
  if (isOfFew(query.filters) || (indexed === undefined && !isOfEventAndMore(query)))
    return readPage(q, query);
  if (isByIndexAlone(query, indexed)) return readPage(q, query, pageByIndex(q, query, indexed));
  if (indexed !== undefined || !isOfAll(query)) {
    const found = await readPage(q, query, pageOfNewestByIndex(q, query, indexed));
    if (isFull(found)) return found;
  }
  if (indexed === undefined && (await isFrequentEvent(q, query)))
    return isOfAll(query) ? readPage(q, query) : readPage(q, query, pageByIndex(q, query, indexed));
  const page = { fitting: allThatFit(q, query), id: 'delivery_id', limit: query.limit };
  return readPage(q, query, pageOfFitting(q, page));
}

/**
 * Whether the filters ask for one event type, and also for a time, another property or all merchants. For the type of
 * one merchant alone, the database can tell whether the newest deliveries or the events of that type are fewer.
 */
function isOfEventAndMore(query: DeliveryQuery): boolean {
  const { event, createdFromMs, createdToMs } = query.filters;
  const isBound = createdFromMs !== undefined || createdToMs !== undefined;
  return event !== undefined && (isBound || isOfAll(query) || propertiesOf(query.filters).length > 1);
}

/**
 * Says whether events of the type are frequent, at the merchant or at all merchants. Then one is soon found when the
 * deliveries are read in their order. Counting stops when the answer is known.
 */
async function isFrequentEvent(q: Queryable, query: DeliveryQuery): Promise<boolean> {
  const { merchantId, filters } = query;
  const { many } = boundsOf(query);
  const ofOne = q('events as e')
    .where('e.type', filters.event ?? '')
    .modify((builder) => {
      if (merchantId === undefined) void builder.whereRaw('e.merchant_id = m.merchant_id');
      else void builder.where('e.merchant_id', merchantId);
    })
    .limit(many)
    .select(q.raw('1'));
  const ofAll = q
    .select(q.raw('1'))
    .from(q.raw('merchants AS m CROSS JOIN LATERAL ? AS f', [ofOne]))
    .limit(many);
  const some = (merchantId === undefined ? ofAll : ofOne).as('some');
  const [row] = await q.from(some).count<{ count: bigint | number }[]>({ count: '*' });
  return Number(row?.count) === many;
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
