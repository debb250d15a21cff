import type { Queryable } from '../core/database.js';
import {
  filterInvoices,
  listInvoicesById,
  toInvoice,
  type Invoice,
  type InvoiceFilters,
  type InvoiceRow,
} from './invoices.js';

/**
 * Lists the invoices of all merchants, newest first. Each merchant's are read by the indexes of its own lists: so a
 * filter costs no more than it does in the API, whatever others have.
 */
export async function listInvoicesOfAll(
  q: Queryable,
  { filters, limit }: { readonly filters: InvoiceFilters; readonly limit: number },
): Promise<Invoice[]> {
  const ofOne = q('invoices')
    .whereRaw('invoices.merchant_id = m.merchant_id')
    .modify(filterInvoices, filters)
    .orderBy('invoice_id', 'desc')
    .limit(limit)
    .select('*');
  const rows = await q
    .select<InvoiceRow[]>('i.*')
    .from(q.raw('merchants AS m CROSS JOIN LATERAL ? AS i', [ofOne]))
    .orderBy('i.invoice_id', 'desc')
    .limit(limit);
  return rows.map(toInvoice);
}

/** Finds the invoice of a deposit address, in lower case. An address is given to one invoice only. */
export async function findInvoiceByAddress(q: Queryable, address: string): Promise<Invoice | undefined> {
  const row = await q('invoices').where({ deposit_address: address }).first<InvoiceRow | undefined>();
  return row === undefined ? undefined : toInvoice(row);
}

/** No index has the hashes of payments: this many of the latest are looked through, and no more. */
export const SEARCHED_PAYMENTS = 500_000;

/** Finds the invoices that a transaction paid, newest first, if it is among the latest {@link SEARCHED_PAYMENTS}. */
export async function findInvoicesPaidBy(
  q: Queryable,
  { txHash, limit }: { readonly txHash: string; readonly limit: number },
): Promise<Invoice[]> {
  const { rows } = await q.raw<{ rows: { invoice_id: string }[] }>(
    `SELECT DISTINCT invoice_id
       FROM (SELECT invoice_id, tx_hash FROM transfers ORDER BY transfer_id DESC LIMIT :searched) AS latest
      WHERE tx_hash = :txHash AND invoice_id IS NOT NULL
      ORDER BY invoice_id DESC LIMIT :limit`,
    { txHash, limit, searched: SEARCHED_PAYMENTS },
  );
  const invoices = await listInvoicesById(
    q,
    rows.map((row) => row.invoice_id),
  );
  return invoices.sort((a, b) => (a.invoiceId < b.invoiceId ? 1 : -1));
}
