import type { Knex } from 'knex';
import type { Queryable } from '../core/database.js';
import { leastIdOf } from '../core/new-id.js';
import { pageOfFitting, pageOfPages, SEARCH_BOUNDS, type SearchBounds } from '../core/page-of-pages.js';
import { readableRows, type LeftOut } from '../core/readable-rows.js';
import { filterFound } from '../core/search-result.js';
import { toInvoice, type Invoice, type InvoiceFilters, type InvoiceRow } from './invoices.js';

interface InvoicesQuery {
  /** Absent: all merchants. */
  readonly merchantId?: string;
  readonly filters: InvoiceFilters;
  readonly limit: number;
  /** The last id of the previous page. */
  readonly afterId?: string;
  /** For tests, which have few rows and so need small bounds. */
  readonly bounds?: SearchBounds;
  readonly onLeftOut?: LeftOut;
}

/** A query, and a condition for `whereRaw`: which invoices can be read. */
interface ReadableQuery extends InvoicesQuery {
  readonly rule: string;
}

/** True when money of an invoice is held. It is checked for each row, so the held money of others costs nothing. */
const HELD = `EXISTS (
  SELECT 1 FROM transfers t WHERE t.invoice_id = invoices.invoice_id AND t.booking = 'held' AND t.canonical)`;

/**
 * The same, by the index of all held money. Among the invoices of one status or asset, those with held money may be so rare
 * that nearly all would be checked. The invoices with held money are far fewer.
 */
const AMONG_HELD = `invoices.invoice_id = ANY (ARRAY(
  SELECT t.invoice_id FROM transfers t WHERE t.booking = 'held' AND t.canonical))`;

/** Whether the filters ask for held money and for another property. */
function isRarelyHeld({ held, status, chainCode, tokenSymbol }: InvoiceFilters): boolean {
  return held === true && [status, chainCode, tokenSymbol].some((filter) => filter !== undefined);
}

/** Adds the filters to a query of invoices. */
function filterInvoices(builder: Knex.QueryBuilder, filters: InvoiceFilters): void {
  if (filters.status !== undefined) void builder.whereIn('status', filters.status);
  if (filters.merchantReference !== undefined)
    void builder.where('merchant_reference', filters.merchantReference);
  if (filters.chainCode !== undefined) void builder.where('chain_code', filters.chainCode);
  if (filters.tokenSymbol !== undefined) void builder.where('token_symbol', filters.tokenSymbol);
  if (filters.createdFromMs !== undefined)
    void builder.where('invoice_id', '>=', leastIdOf('inv', filters.createdFromMs));
  if (filters.createdToMs !== undefined)
    void builder.where('invoice_id', '<', leastIdOf('inv', filters.createdToMs + 1));
  if (filters.held !== undefined) {
    const held = isRarelyHeld(filters) ? AMONG_HELD : HELD;
    void builder.whereRaw(filters.held ? held : `NOT (${HELD})`);
  }
  filterFound(builder, { found: filters.found, idColumn: 'invoice_id' });
}

/** Selects, among some invoices (called `invoices`), those that match and come after the previous page. */
function those(
  some: Knex.QueryBuilder,
  { merchantId, filters, afterId, rule }: ReadableQuery,
): Knex.QueryBuilder {
  return some
    .whereRaw(rule)
    .modify((builder) => {
      if (merchantId !== undefined) void builder.where({ merchant_id: merchantId });
    })
    .modify(filterInvoices, filters)
    .modify((builder) => {
      if (afterId !== undefined) void builder.where('invoice_id', '<', afterId);
    });
}

/** Selects a page of them in the order of the list. */
const pageOf = (some: Knex.QueryBuilder, query: ReadableQuery): Knex.QueryBuilder =>
  those(some, query).orderBy('invoice_id', 'desc').limit(query.limit);

/** Selects a page among the newest invoices after the previous page. */
function pageOfNewest(
  q: Queryable,
  query: ReadableQuery,
  { newest: limit }: SearchBounds,
): Knex.QueryBuilder {
  const { createdFromMs, createdToMs } = query.filters;
  const bounds = {
    ...(createdFromMs === undefined ? {} : { createdFromMs }),
    ...(createdToMs === undefined ? {} : { createdToMs }),
  };
  const newest = pageOf(q('invoices'), { ...query, filters: bounds, limit });
  return pageOf(q.from(newest.as('invoices')), query);
}

/** Whether the indexes of the merchants' own lists can find a page of all merchants' invoices. */
function isByMerchant({ merchantId, filters }: ReadableQuery): boolean {
  const { status, merchantReference, chainCode, tokenSymbol, found } = filters;
  if (merchantId !== undefined || isRarelyHeld(filters) || (found !== undefined && 'ids' in found))
    return false;
  return [status, merchantReference, chainCode, tokenSymbol, found].some((filter) => filter !== undefined);
}

/** Selects the ids of a page of all merchants' invoices, by a page of each merchant and status. */
function pageOfAllMerchants(q: Queryable, query: ReadableQuery): Knex.QueryBuilder {
  const { status, ...others } = query.filters;
  const ofOne = pageOf(q('invoices'), { ...query, filters: others })
    .whereRaw('invoices.merchant_id = m.merchant_id')
    .modify((builder) => {
      // An index has the invoices of one status in their order. The invoices of several would have to be sorted.
      if (status !== undefined) void builder.whereRaw('invoices.status = v.value');
    })
    .select('invoice_id');
  return pageOfPages(q, {
    page: ofOne,
    id: 'invoice_id',
    values: status,
    isOfAllMerchants: true,
    limit: query.limit,
  });
}

/** Whether the filters ask for more than one property. No index has several. */
function isOfSeveral({
  status,
  merchantReference,
  chainCode,
  tokenSymbol,
  held,
  found,
}: InvoiceFilters): boolean {
  const asset = chainCode ?? tokenSymbol;
  return [status, merchantReference, asset, held, found].filter((filter) => filter !== undefined).length > 1;
}

/** Selects the ids of all merchants' invoices that fit. Those of each merchant are found by their rarest property. */
function allThatFit(q: Queryable, query: ReadableQuery): Knex.QueryBuilder {
  const ofOne = those(q('invoices'), query)
    .whereRaw('invoices.merchant_id = m.merchant_id')
    .select('invoice_id');
  // PostgreSQL does not merge a subquery with an offset into the rest of the statement. So it reads each merchant's
  // invoices by index.
  const ofEach = q.raw('merchants AS m CROSS JOIN LATERAL (? OFFSET 0) AS f', [ofOne]);
  return q.select('f.invoice_id').from(ofEach);
}

/**
 * Lists invoices of a merchant or of all, newest first. An id contains the creation time of its invoice, so filters by
 * time are bounds on the index that gives the order. When operators filter by status, reference or asset, the newest
 * invoices are searched first. When these are not enough, the indexes of the merchants' own lists are used, so a filter
 * costs no more than in those lists. With several filters, the rarest one finds the invoices, and all matching ones are
 * read. An invoice that can't be read is left out.
 */
export async function listInvoices(q: Queryable, query: InvoicesQuery): Promise<Invoice[]> {
  const { onLeftOut } = query;
  return readableRows(q, { table: 'invoices', onLeftOut }, (rule) => listThose(q, { ...query, rule }));
}

async function listThose(q: Queryable, query: ReadableQuery): Promise<Invoice[]> {
  const read = async (page: Knex.QueryBuilder): Promise<Invoice[]> =>
    (await page.select<InvoiceRow[]>('*')).map(toInvoice);
  if (!isByMerchant(query)) return read(pageOf(q('invoices'), query));
  const { bounds = SEARCH_BOUNDS } = query;
  const newest = await read(pageOfNewest(q, query, bounds));
  if (newest.length === query.limit) return newest;
  const ids = isOfSeveral(query.filters)
    ? pageOfFitting(q, { fitting: allThatFit(q, query), id: 'invoice_id', limit: query.limit })
    : pageOfAllMerchants(q, query);
  return read(q('invoices').whereIn('invoice_id', ids).orderBy('invoice_id', 'desc'));
}
