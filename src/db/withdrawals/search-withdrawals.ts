import { parseSearch } from '../../domain/core/search-term.js';
import type { Queryable } from '../core/database.js';
import type { SearchResult } from '../core/search-result.js';
import { findNamedInvoiceIds } from '../invoices/search-invoices.js';

/**
 * Finds withdrawals by their id, address or transaction, and refunds by any identifier of their invoice. It searches
 * one merchant or all.
 */
export async function searchWithdrawals(
  q: Queryable,
  { merchantId, search }: { readonly merchantId?: string | undefined; readonly search: string },
): Promise<SearchResult> {
  const term = parseSearch(search);
  const { kind, text } = term;
  if (kind === 'withdrawalId') return { ids: [text] };
  const paid = kind === 'txHash' ? await findWithdrawalsPaidBy(q, text) : [];
  if (paid.length > 0) return { ids: paid };
  if (kind === 'address' && (await isRecipient(q, { merchantId, address: text })))
    return { column: 'address', value: text };
  const invoiceIds = await findNamedInvoiceIds(q, { merchantId, term });
  const ids = await q('withdrawals').whereIn('invoice_id', invoiceIds).pluck<string[]>('withdrawal_id');
  return ids.length > 0 ? { ids } : { column: 'merchant_reference', value: search.trim() };
}

/** Returns the withdrawals that a transaction pays, of all merchants. */
async function findWithdrawalsPaidBy(q: Queryable, txHash: string): Promise<string[]> {
  return q('sent_transactions')
    .whereIn('chain_code', q('chain_cursors').select('chain_code'))
    .where({ tx_hash: txHash })
    .whereNotNull('withdrawal_id')
    .distinct()
    .pluck<string[]>('withdrawal_id');
}

async function isRecipient(
  q: Queryable,
  { merchantId, address }: { readonly merchantId: string | undefined; readonly address: string },
): Promise<boolean> {
  const row = await q('withdrawals')
    .where(merchantId === undefined ? { address } : { merchant_id: merchantId, address })
    .first<{ withdrawal_id: string } | undefined>('withdrawal_id');
  return row !== undefined;
}
