import type { AssetId } from '../../domain/core/asset.js';
import type { MerchantAccountKind } from '../../domain/ledger/postings.js';
import type { Queryable } from '../core/database.js';

/** One posting to an account of a merchant. */
export interface StatementLine extends AssetId {
  readonly postingId: number;
  readonly account: MerchantAccountKind;
  /** Base units; above zero when the account's balance rose. */
  readonly amountAtomic: bigint;
  readonly balanceAfterAtomic: bigint;
  /** The kind of the ledger entry, e.g. `transfer_none_to_credited`. */
  readonly cause: string;
  readonly invoiceId: string | null;
  readonly withdrawalId: string | null;
  readonly txHash: string | null;
  readonly createdAtMs: number;
}

interface StatementRow {
  posting_id: number;
  account: MerchantAccountKind;
  chain_code: string;
  token_symbol: string;
  amount: bigint;
  balance_after: bigint;
  cause: string;
  invoice_id: string | null;
  withdrawal_id: string | null;
  tx_hash: string | null;
  created_at: Date;
}

export interface StatementQuery {
  readonly merchantId: string;
  readonly filters: {
    readonly chainCode?: string;
    readonly tokenSymbol?: string;
    readonly account?: MerchantAccountKind;
    readonly createdFromMs?: number;
    readonly createdToMs?: number;
  };
  readonly limit: number;
  readonly afterId?: number;
}

/**
 * Postings are numbered as they are made, so a time bounds the part of an account's index that is read. Transactions that
 * run at the same time may number theirs in another order than their times. So postings from this long before and after
 * are read as well.
 */
const MARGIN = "interval '1 minute'";
const FIRST_POSTING = `coalesce((
  SELECT min(b.posting_id) FROM ledger_postings b WHERE b.entry_id = (
    SELECT entry_id FROM ledger_entries WHERE created_at >= :from::timestamptz - ${MARGIN}
     ORDER BY created_at LIMIT 1)), 9223372036854775807)`;
const LAST_POSTING = `coalesce((
  SELECT max(b.posting_id) FROM ledger_postings b WHERE b.entry_id = (
    SELECT entry_id FROM ledger_entries WHERE created_at < :to::timestamptz + ${MARGIN}
     ORDER BY created_at DESC LIMIT 1)), 0)`;

/**
 * Lists a merchant's postings, newest first; the millisecond of `createdToMs` is included. A merchant has four accounts
 * per asset. Of each account at most one page is read, by index, however long its history is.
 */
export async function listStatement(q: Queryable, query: StatementQuery): Promise<StatementLine[]> {
  const { merchantId, filters, limit, afterId } = query;
  const { rows } = await q.raw<{ rows: StatementRow[] }>(
    `SELECT p.posting_id, a.kind AS account, a.chain_code, a.token_symbol,
            CASE WHEN a.debit_normal THEN p.amount ELSE -p.amount END AS amount, p.balance_after,
            p.cause, p.invoice_id, p.withdrawal_id, t.tx_hash, p.created_at
       FROM ledger_accounts a
      CROSS JOIN LATERAL (
            SELECT p.*, e.kind AS cause, e.invoice_id, e.withdrawal_id, e.transfer_id, e.created_at
              FROM ledger_postings p JOIN ledger_entries e USING (entry_id)
             WHERE p.account_id = a.account_id
               AND (:afterId::bigint IS NULL OR p.posting_id < :afterId)
               AND (:from::timestamptz IS NULL OR e.created_at >= :from AND p.posting_id >= ${FIRST_POSTING})
               AND (:to::timestamptz IS NULL OR e.created_at < :to::timestamptz + interval '1 millisecond'
                    AND p.posting_id <= ${LAST_POSTING})
             ORDER BY p.posting_id DESC LIMIT :limit) p
       LEFT JOIN transfers t USING (transfer_id)
      WHERE a.merchant_id = :merchantId
        AND (:chainCode::text IS NULL OR a.chain_code = :chainCode)
        AND (:tokenSymbol::text IS NULL OR a.token_symbol = :tokenSymbol)
        AND (:account::text IS NULL OR a.kind = :account)
      ORDER BY p.posting_id DESC LIMIT :limit`,
    {
      merchantId,
      limit,
      afterId: afterId ?? null,
      chainCode: filters.chainCode ?? null,
      tokenSymbol: filters.tokenSymbol ?? null,
      account: filters.account ?? null,
      from: filters.createdFromMs === undefined ? null : new Date(filters.createdFromMs),
      to: filters.createdToMs === undefined ? null : new Date(filters.createdToMs),
    },
  );
  return rows.map((row) => ({
    postingId: row.posting_id,
    account: row.account,
    chainCode: row.chain_code,
    tokenSymbol: row.token_symbol,
    amountAtomic: row.amount,
    balanceAfterAtomic: row.balance_after,
    cause: row.cause,
    invoiceId: row.invoice_id,
    withdrawalId: row.withdrawal_id,
    txHash: row.tx_hash,
    createdAtMs: row.created_at.getTime(),
  }));
}
