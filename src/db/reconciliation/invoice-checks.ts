import type { AssetId } from '../../domain/core/asset.js';
import type { InvoiceDeposit } from '../../domain/invoices/proven-deposit.js';
import type { Queryable } from '../core/database.js';
import { figure } from '../core/readable-rows.js';
import type { LedgerFinding } from './ledger-checks.js';

/** Lists the invoices of ledger entries after `sinceEntryId`; it reads at most `limit` entries. */
export async function listPostedInvoices(
  q: Queryable,
  { sinceEntryId, limit }: { sinceEntryId: number; limit: number },
): Promise<{ readonly invoiceIds: readonly string[]; readonly upToEntryId: number }> {
  const { rows } = await q.raw<{ rows: { invoice_ids: string[] | null; up_to: number | null }[] }>(
    `SELECT array_agg(DISTINCT invoice_id) FILTER (WHERE invoice_id IS NOT NULL) AS invoice_ids, max(entry_id) AS up_to
       FROM (SELECT entry_id, invoice_id FROM ledger_entries WHERE entry_id > :since
              ORDER BY entry_id LIMIT :limit) entries`,
    { since: sinceEntryId, limit },
  );
  return { invoiceIds: rows[0]?.invoice_ids ?? [], upToEntryId: rows[0]?.up_to ?? sinceEntryId };
}

/** Lists the deposit addresses of these invoices as they are stored, with the asset that each asks for. */
export async function listDeposits(
  q: Queryable,
  invoiceIds: readonly string[],
): Promise<readonly (InvoiceDeposit & { readonly asset: AssetId })[]> {
  const rows = await q('invoices')
    .whereIn('invoice_id', [...invoiceIds])
    .select<
      {
        invoice_id: string;
        deposit_index: number;
        deposit_address: string;
        chain_code: string;
        token_symbol: string;
      }[]
    >(...['invoice_id', 'deposit_index', 'deposit_address', 'chain_code', 'token_symbol']);
  return rows.map((row) => ({
    invoiceId: row.invoice_id,
    depositIndex: row.deposit_index,
    depositAddress: row.deposit_address,
    asset: { chainCode: row.chain_code, tokenSymbol: row.token_symbol },
  }));
}

/** Lists the next invoices after an id, by id and so by age. Fewer than `limit`: there are no more. */
export async function listInvoicesAfter(
  q: Queryable,
  { afterId, limit }: { afterId: string; limit: number },
): Promise<string[]> {
  const rows = await q('invoices')
    .where('invoice_id', '>', afterId)
    .orderBy('invoice_id')
    .limit(limit)
    .select<{ invoice_id: string }[]>('invoice_id');
  return rows.map((row) => row.invoice_id);
}

/**
 * Finds invoices whose booked transfers (credited, held and refunding: the expected sum) differ from what their ledger
 * entries took in (the found sum).
 */
export async function findMisbookedInvoices(
  q: Queryable,
  invoiceIds: readonly string[],
): Promise<(LedgerFinding & { readonly invoiceId: string })[]> {
  const { rows } = await q.raw<{
    rows: {
      invoice_id: string;
      chain_code: string;
      token_symbol: string;
      expected: bigint;
      found: bigint;
    }[];
  }>(
    `SELECT invoice_id, chain_code, token_symbol, sum(expected) AS expected, sum(found) AS found FROM (
       SELECT invoice_id, chain_code, token_symbol, ${figure('amount_atomic')} AS expected, 0 AS found FROM transfers
        WHERE invoice_id = ANY (:invoiceIds) AND booking IN ('credited', 'held', 'refunding')
       UNION ALL
       SELECT e.invoice_id, a.chain_code, a.token_symbol, 0, ${figure('p.amount')}
         FROM ledger_entries e JOIN ledger_postings p USING (entry_id) JOIN ledger_accounts a USING (account_id)
        WHERE e.invoice_id = ANY (:invoiceIds) AND starts_with(e.kind, 'transfer_') AND a.kind = 'custody_deposit') sums
      GROUP BY invoice_id, chain_code, token_symbol HAVING sum(expected) <> sum(found)
      ORDER BY invoice_id`,
    { invoiceIds: [...invoiceIds] },
  );
  return rows.map((row) => ({
    invoiceId: row.invoice_id,
    asset: { chainCode: row.chain_code, tokenSymbol: row.token_symbol },
    expectedAtomic: row.expected,
    foundAtomic: row.found,
  }));
}
