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
  /** Tests have few rows, and search them with small bounds. */
  readonly bounds?: SearchBounds;
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
/** Any of several deliveries of one event to one endpoint. All but the first have a delivery that they repeat. */
const OF_SEVERAL = `(d.merchant_id, d.endpoint_id, d.event_id) IN (
  SELECT r.merchant_id, r.endpoint_id, r.event_id FROM deliveries r WHERE r.redelivery_of IS NOT NULL)`;

/** Adds the other filters to a query of deliveries as `d`. Those that are about the event need it as `e`. */
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

/** Selects the ids of a page among some deliveries, which come in the order of the list. No more are read than fill it. */
function pageAmong(
  q: Queryable,
  { filters, limit }: DeliveryQuery,
  some: Knex.QueryBuilder,
): Knex.QueryBuilder {
  return q
    .from(some.as('d'))
    .modify((builder) => {
      if (filters.event === undefined) return;
      // An index of each merchant's events knows their types. The rows of the events are not read.
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
 * Selects the newest deliveries of one merchant and one value, in the order of an index. They have no other properties yet
 * that are asked for.
 */
function newestOfOne(
  q: Queryable,
  query: DeliveryQuery,
  { indexed, limit }: { readonly indexed: Indexed | undefined; readonly limit: number },
): Knex.QueryBuilder {
  return q('deliveries as d')
    .modify((builder) => {
      if (isOfAll(query)) void builder.whereRaw('d.merchant_id = m.merchant_id');
      // An index is used where the statement says what the index leaves out.
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
 * Selects a page among the newest deliveries that have a value of the index, whosever they are. Those of all merchants and
 * values are put in one order before the other filters leave any out: among the newest of each, a page could be full of
 * deliveries that are older than some that were not looked at.
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
 * Selects the ids of a page of deliveries, by a page of each merchant and each value that an index has in order. Each is
 * filled by going through all of them in that order.
 */
function pageByIndex(q: Queryable, query: DeliveryQuery, indexed: Indexed | undefined): Knex.QueryBuilder {
  // Where nothing else is asked for, each of them fits.
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

/** Whether the column of the index is the only property that is asked for. */
function isByIndexAlone({ filters }: DeliveryQuery, indexed: Indexed | undefined): boolean {
  const [property, ...others] = propertiesOf(filters);
  return property === indexed?.column && others.length === 0;
}

/** Selects the ids of all deliveries that fit, by the filters as they stand. */
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
 * Selects the ids of all deliveries that fit. Of what has ended without success, only one of several deliveries may not be
 * `neverDelivered`.
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

/** Whether only the few deliveries of one thing are asked for. */
const isOfFew = ({ eventId, invoiceId, withdrawalId }: DeliveryFilters): boolean =>
  [eventId, invoiceId, withdrawalId].some((filter) => filter !== undefined);

/** The filters by what deliveries are, and not by whose, of what or when. */
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
 * Of those with several properties, the newest are looked through first, in the order of an index. What is frequent is among
 * them. When they are not enough, few deliveries have all of the properties, and the rarest one finds them. Where many
 * have them that are all older, all of those are read.
 */
async function list(q: Queryable, query: DeliveryQuery): Promise<DeliveryView[]> {
  const indexed = findIndex(query);
  // What succeeded was delivered.
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
 * Whether deliveries of one event type are asked for, and not only this of one merchant. By the type alone the database tells
 * well whether the newest deliveries or the events of that type are fewer.
 */
function isOfEventAndMore(query: DeliveryQuery): boolean {
  const { event, createdFromMs, createdToMs } = query.filters;
  const isBound = createdFromMs !== undefined || createdToMs !== undefined;
  return event !== undefined && (isBound || isOfAll(query) || propertiesOf(query.filters).length > 1);
}

/**
 * Says whether events of the type are frequent, at the merchant or among those of all: then one is soon met when the deliveries
 * are gone through in their order. No more are counted than tell that.
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

/** Reads a page of deliveries. `ids` selects those of the page; left out: those that fit are looked for by all filters. */
async function readPage(
  q: Queryable,
  query: DeliveryQuery,
  ids?: Knex.QueryBuilder,
): Promise<DeliveryView[]> {
  const rows = await deliveriesWithEvents(q)
    .modify((builder) => {
      // An array is looked up id by id. Deliveries would be read along a selection, for rows that may not be there.
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
