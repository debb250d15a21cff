import type { Knex } from 'knex';
import type { Queryable } from '../core/database.js';
import { filterInvoices, toInvoice, type Invoice, type InvoiceFilters, type InvoiceRow } from './invoices.js';

interface AllInvoicesQuery {
  readonly filters: InvoiceFilters;
  readonly limit: number;
  /** The last id of the previous page. */
  readonly afterId?: string;
}

/** Selects the ids of a page of invoices, in the order of the list. */
function pageOfIds(q: Queryable, { filters, limit, afterId }: AllInvoicesQuery): Knex.QueryBuilder {
  return q('invoices')
    .modify(filterInvoices, filters)
    .modify((builder) => {
      if (afterId !== undefined) void builder.where('invoice_id', '<', afterId);
    })
    .orderBy('invoice_id', 'desc')
    .limit(limit)
    .select('invoice_id');
}

/**
 * Lists the invoices of all merchants, newest first. Those by status, reference or asset are read by the indexes of each
 * merchant's own lists: so a filter costs no more than it does in the API, whatever others have.
 */
export async function listInvoicesOfAll(q: Queryable, query: AllInvoicesQuery): Promise<Invoice[]> {
  const { status, merchantReference, chainCode, tokenSymbol, invoiceIds } = query.filters;
  const isByMerchant =
    invoiceIds === undefined &&
    [status, merchantReference, chainCode, tokenSymbol].some((filter) => filter !== undefined);
  const ofOne = pageOfIds(q, query).whereRaw('invoices.merchant_id = m.merchant_id');
  const ids = isByMerchant
    ? q
        .select('f.invoice_id')
        .from(q.raw('merchants AS m CROSS JOIN LATERAL ? AS f', [ofOne]))
        .orderBy('f.invoice_id', 'desc')
        .limit(query.limit)
    : pageOfIds(q, query);
  const rows = await q
    .select<InvoiceRow[]>('i.*')
    .from(ids.as('page'))
    .join('invoices as i', 'i.invoice_id', 'page.invoice_id')
    .orderBy('i.invoice_id', 'desc');
  return rows.map(toInvoice);
}

const ADDRESS = /^0x[0-9a-fA-F]{40}$/;
const HASH = /^0x[0-9a-fA-F]{64}$/;

/** One transaction pays no more invoices than this, as far as anybody looks for them by it. */
const PAID_BY_ONE_MAX = 1_000;

/**
 * Narrows filters to what somebody looks for: an invoice's id, public id, deposit address, merchant's reference, or the
 * hash of a transaction that paid it. A merchant may choose any text as a reference, so what looks like something else
 * is looked for there last.
 */
export async function narrowBySearch(
  q: Queryable,
  filters: InvoiceFilters,
  search: string,
): Promise<InvoiceFilters> {
  const invoiceIds = await findByForm(q, search);
  if (invoiceIds.length > 0) return { ...filters, invoiceIds };
  const { merchantReference = search } = filters;
  return merchantReference === search ? { ...filters, merchantReference } : { ...filters, invoiceIds: [] };
}

async function findByForm(q: Queryable, search: string): Promise<readonly string[]> {
  const invoices = () => q('invoices').limit(1);
  if (search.startsWith('inv_'))
    return invoices().where({ invoice_id: search }).pluck<string[]>('invoice_id');
  if (search.startsWith('pay_')) return invoices().where({ public_id: search }).pluck<string[]>('invoice_id');
  // An address is given to one invoice only.
  if (ADDRESS.test(search))
    return invoices().where({ deposit_address: search.toLowerCase() }).pluck<string[]>('invoice_id');
  if (!HASH.test(search)) return [];
  return q('transfers')
    .where({ tx_hash: search.toLowerCase() })
    .whereNotNull('invoice_id')
    .distinct('invoice_id')
    .orderBy('invoice_id', 'desc')
    .limit(PAID_BY_ONE_MAX)
    .pluck<string[]>('invoice_id');
}
