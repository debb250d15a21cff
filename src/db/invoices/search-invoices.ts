import { parseSearch, type SearchKind, type SearchTerm } from '../../domain/core/search-term.js';
import type { Queryable } from '../core/database.js';
import type { SearchResult } from '../core/search-result.js';

/** A transaction may pay many invoices. No more than this fit into one: each transfer costs gas, which a block bounds. */
const FOUND_MAX = 1_000;

/** The kinds of identifiers by which invoices are found. Each is read by an index. */
const INVOICES_BY: Readonly<Record<SearchKind, string>> = {
  invoiceId: 'SELECT :text AS invoice_id',
  publicId: 'SELECT invoice_id FROM invoices WHERE public_id = :text',
  checkoutId: 'SELECT invoice_id FROM invoices WHERE checkout_id = :text',
  checkoutPublicId:
    'SELECT invoice_id FROM invoices JOIN checkouts c USING (checkout_id) WHERE c.public_id = :text',
  withdrawalId: 'SELECT invoice_id FROM withdrawals WHERE withdrawal_id = :text',
  eventId: 'SELECT invoice_id FROM events WHERE event_id = :text',
  deliveryId: 'SELECT invoice_id FROM deliveries JOIN events USING (event_id) WHERE delivery_id = :text',
  address: 'SELECT invoice_id FROM invoices WHERE deposit_address = :text',
  txHash: `SELECT invoice_id FROM transfers WHERE tx_hash = :text AND invoice_id IS NOT NULL
           UNION SELECT w.invoice_id FROM sent_transactions s JOIN withdrawals w USING (withdrawal_id)
                  WHERE s.chain_code IN (SELECT chain_code FROM chain_cursors) AND tx_hash = :text`,
};

/** Finds invoices of a merchant, or of all, by an id, an address or a hash; newest first. */
export async function findNamedInvoiceIds(
  q: Queryable,
  { merchantId, term }: { readonly merchantId?: string | undefined; readonly term: SearchTerm },
): Promise<string[]> {
  if (term.kind === null) return [];
  const { rows } = await q.raw<{ rows: { invoice_id: string }[] }>(
    `SELECT invoice_id FROM invoices
      WHERE (cast(:merchantId AS text) IS NULL OR merchant_id = :merchantId) AND invoice_id IN (${INVOICES_BY[term.kind]})
      ORDER BY invoice_id DESC LIMIT :limit`,
    { merchantId: merchantId ?? null, text: term.text, limit: FOUND_MAX },
  );
  return rows.map((row) => row.invoice_id);
}

interface Searched {
  readonly merchantId: string;
  readonly search: string;
}

/** Absent: among those of all merchants. */
type SearchedOfAny = Omit<Searched, 'merchantId'> & { readonly merchantId?: string | undefined };

const byReference = (search: string): SearchResult => ({
  column: 'merchant_reference',
  value: search.trim(),
});

/** Finds invoices by an id, an address or a hash. Any other text is taken for a reference. */
export async function searchInvoices(
  q: Queryable,
  { merchantId, search }: SearchedOfAny,
): Promise<SearchResult> {
  const ids = await findNamedInvoiceIds(q, { merchantId, term: parseSearch(search) });
  return ids.length > 0 ? { ids } : byReference(search);
}

/** Finds checkouts by their ids, or by any identifier of one of their invoices. */
export async function searchCheckouts(q: Queryable, { merchantId, search }: Searched): Promise<SearchResult> {
  const term = parseSearch(search);
  if (term.kind === 'checkoutId') return { ids: [term.text] };
  if (term.kind === 'checkoutPublicId') return { column: 'public_id', value: term.text };
  const invoiceIds = await findNamedInvoiceIds(q, { merchantId, term });
  const ids = await q('invoices')
    .whereIn('invoice_id', invoiceIds)
    .whereNotNull('checkout_id')
    .distinct()
    .pluck<string[]>('checkout_id');
  return ids.length > 0 ? { ids } : byReference(search);
}
