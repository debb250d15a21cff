import type { Knex } from 'knex';
import type { Queryable } from '../core/database.js';
import { leastIdOf } from '../core/new-id.js';
import { pageOfPages, SEARCH_BOUNDS, type SearchBounds } from '../core/page-of-pages.js';
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

const HELD_MONEY =
  "transfers t WHERE t.invoice_id = invoices.invoice_id AND t.booking = 'held' AND t.canonical";
/** True when money of an invoice is held. It is checked for each row, so the held money of others costs nothing. */
const HELD = `EXISTS (SELECT 1 FROM ${HELD_MONEY})`;
/** Written so that PostgreSQL looks for one by index, and never reads all invoices to compare them with all held money. */
const NOT_HELD = `(SELECT t.transfer_id FROM ${HELD_MONEY} LIMIT 1) IS NULL`;

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
    void builder.whereRaw(filters.held ? held : NOT_HELD);
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

/** Whether the indexes of the merchants' own lists can find a page of all merchants' invoices. */
function isByMerchant({ merchantId, filters }: ReadableQuery): boolean {
  const { found } = filters;
  if (merchantId !== undefined || isRarelyHeld(filters) || (found !== undefined && 'ids' in found))
    return false;
  return indexedParts(filters).length > 0;
}

/** Returns the properties that are asked for and that an index has, one at a time. */
function indexedParts({
  status,
  merchantReference,
  chainCode,
  tokenSymbol,
  found,
}: InvoiceFilters): readonly InvoiceFilters[] {
  return [
    ...(status === undefined ? [] : [{ status }]),
    ...(merchantReference === undefined ? [] : [{ merchantReference }]),
    ...(found === undefined ? [] : [{ found }]),
    ...(chainCode === undefined && tokenSymbol === undefined
      ? []
      : [
          {
            ...(chainCode === undefined ? {} : { chainCode }),
            ...(tokenSymbol === undefined ? {} : { tokenSymbol }),
          },
        ]),
  ];
}

/** Selects the ids of a page of all merchants' invoices, by a page of each merchant and status. */
function pageOfAllMerchants(q: Queryable, query: ReadableQuery): Knex.QueryBuilder {
  const { status, ...others } = query.filters;
  const page = pageOf(q('invoices'), { ...query, filters: others })
    .whereRaw('invoices.merchant_id = m.merchant_id')
    .modify((builder) => {
      // An index has the invoices of one status in their order. The invoices of several would have to be sorted.
      if (status !== undefined) void builder.whereRaw('invoices.status = v.status');
    })
    .select('invoice_id');
  const ofEach = q.raw('merchants AS m CROSS JOIN unnest(?::text[]) AS v (status)', [
    [...new Set<string>(status ?? ['any'])],
  ]);
  return pageOfPages(q, { page, ofEach, id: 'invoice_id', limit: query.limit });
}

/** Selects a page among the newest invoices that have some of the properties. No property: among the newest of all. */
function pageAmongNewest(
  q: Queryable,
  { newest, ...query }: ReadableQuery & { readonly newest: number },
  part: InvoiceFilters,
): Knex.QueryBuilder {
  const { createdFromMs, createdToMs } = query.filters;
  const filters = {
    ...part,
    ...(createdFromMs === undefined ? {} : { createdFromMs }),
    ...(createdToMs === undefined ? {} : { createdToMs }),
  };
  const asked = { ...query, filters, limit: newest };
  const isOfAll = Object.keys(part).length === 0;
  const some = isOfAll ? pageOf(q('invoices'), asked) : withIds(q, pageOfAllMerchants(q, asked));
  return pageOf(q.from(some.as('invoices')), query);
}

/** Selects invoices by their ids. An array is looked up id by id. */
const withIds = (q: Queryable, ids: Knex.QueryBuilder): Knex.QueryBuilder =>
  q('invoices').whereRaw('invoice_id = ANY (ARRAY ?)', [ids]);

/**
 * Selects the ids of invoices of all merchants that fit, in no order. Those of each merchant are found by their rarest property:
 * with the order and the limit in view, the database would go through all rows in that order, in the hope of enough of them.
 */
function thatFit(q: Queryable, query: ReadableQuery, limit: number): Knex.QueryBuilder {
  const ofOne = those(q('invoices'), query)
    .whereRaw('invoices.merchant_id = m.merchant_id')
    .select('invoice_id');
  // PostgreSQL does not merge a subquery with an offset into the rest of the statement. So it reads each merchant's
  // invoices by index.
  const ofEach = q.raw('merchants AS m CROSS JOIN LATERAL (? OFFSET 0) AS f', [ofOne]);
  return q.select('f.invoice_id').from(ofEach).limit(limit);
}

/** Selects a page out of those that fit; of very many that fit, out of `most` of them. */
const pageOfFitting = (q: Queryable, query: ReadableQuery, most: number): Knex.QueryBuilder =>
  q
    .withMaterialized('fitting', thatFit(q, query, most))
    .select('invoice_id')
    .from('fitting')
    .orderBy('invoice_id', 'desc')
    .limit(query.limit);

/** Finds the ids of a page when there are fewer than `most` invoices that fit, or else returns null. */
async function findFew(q: Queryable, query: ReadableQuery, most: number): Promise<readonly string[] | null> {
  const rows = await pageOfFitting(q, query, most).select<{ invoice_id: string; count: number }[]>(
    q.raw('(SELECT count(*)::integer FROM fitting) AS count'),
  );
  return rows[0]?.count === most ? null : rows.map((row) => row.invoice_id);
}

/**
 * Lists invoices of a merchant or of all, newest first. An id contains the creation time of its invoice, so filters by time
 * are bounds on the index that gives the order. When operators filter by status, reference or asset, the newest
 * invoices are searched first. When these are not enough, the indexes of the merchants' own lists are used, so a filter
 * costs no more than in those lists. No index has several properties: the invoices that have all of them are read where
 * they are few. Otherwise the newest that have one of them are searched, for each property in turn. An invoice that
 * can't be read is left out.
 */
export async function listInvoices(q: Queryable, query: InvoicesQuery): Promise<Invoice[]> {
  const { onLeftOut } = query;
  return readableRows(q, { table: 'invoices', onLeftOut }, (rule) => listThose(q, { ...query, rule }));
}

async function listThose(q: Queryable, query: ReadableQuery): Promise<Invoice[]> {
  const read = async (page: Knex.QueryBuilder): Promise<Invoice[]> =>
    (await page.select<InvoiceRow[]>('*')).map(toInvoice);
  if (!isByMerchant(query)) return read(pageOf(q('invoices'), query));
  const { filters, limit, bounds = SEARCH_BOUNDS } = query;
  const asked = { ...query, newest: Math.max(bounds.newest, limit) };
  const newest = await read(pageAmongNewest(q, asked, {}));
  if (newest.length === limit) return newest;
  const parts = indexedParts(filters);
  if (parts.length === 1 && filters.held === undefined)
    return read(withIds(q, pageOfAllMerchants(q, query)).orderBy('invoice_id', 'desc'));
  const few = await findFew(q, query, asked.newest);
  if (few !== null) return read(q('invoices').whereIn('invoice_id', few).orderBy('invoice_id', 'desc'));
  for (const part of parts) {
    const found = await read(pageAmongNewest(q, asked, part));
    if (found.length === limit) return found;
  }
  const page = pageOfFitting(q, query, Number.MAX_SAFE_INTEGER);
  return read(withIds(q, page).orderBy('invoice_id', 'desc'));
}
