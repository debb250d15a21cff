import type { AssetId } from '../../domain/core/asset.js';
import type { AccountKind } from '../../domain/ledger/postings.js';
import { longTransaction, type Database, type Queryable, type Transaction } from '../core/database.js';
import { figure } from '../core/readable-rows.js';

/** The most findings that each check reports; further ones add nothing. */
const MAX_FINDINGS = 100;
/** Time limit for sums over whole tables, in ms: longer than a request of the API should ever take. */
const LONG_STATEMENT_MS = 600_000;

/** Two figures that should be equal but are not, in base units. */
export interface LedgerFinding {
  readonly asset: AssetId;
  readonly expectedAtomic: bigint;
  readonly foundAtomic: bigint;
}

/** The end of the ledger when it was last checked. */
export interface LedgerMark {
  readonly postingId: number;
  readonly entryId: number;
}

interface FindingRow {
  chain_code: string;
  token_symbol: string;
  expected: bigint;
  found: bigint;
}

function toFinding(row: FindingRow): LedgerFinding {
  return {
    asset: { chainCode: row.chain_code, tokenSymbol: row.token_symbol },
    expectedAtomic: row.expected,
    foundAtomic: row.found,
  };
}

/** Reads the end of the ledger. It is read before the checks, so the next run checks what is posted meanwhile. */
export async function readLedgerMark(q: Queryable): Promise<LedgerMark> {
  const { rows } = await q.raw<{ rows: { posting_id: number; entry_id: number }[] }>(
    `SELECT (SELECT coalesce(max(posting_id), 0) FROM ledger_postings) AS posting_id,
            (SELECT coalesce(max(entry_id), 0) FROM ledger_entries) AS entry_id`,
  );
  return { postingId: rows[0]?.posting_id ?? 0, entryId: rows[0]?.entry_id ?? 0 };
}

/** Runs `work` in a transaction whose statements may take long. */
export async function inLongStatements<T>(db: Database, work: (trx: Transaction) => Promise<T>): Promise<T> {
  return longTransaction(db, LONG_STATEMENT_MS, work);
}

export interface AccountFinding extends LedgerFinding {
  readonly accountId: number;
  readonly kind: AccountKind;
  readonly merchantId: string | null;
}

/**
 * Finds accounts whose balance differs from their postings: the balance after `sincePostingId` plus all later postings;
 * with 0, all postings. An account without new postings costs one index look-up.
 */
export async function findWrongAccounts(
  q: Queryable,
  { sincePostingId }: { sincePostingId: number },
): Promise<AccountFinding[]> {
  const { rows } = await q.raw<{
    rows: (FindingRow & { account_id: number; kind: AccountKind; merchant_id: string | null })[];
  }>(
    `SELECT a.account_id, a.kind, a.merchant_id, a.chain_code, a.token_symbol,
            ${figure('before.balance_after')} + ${figure('since.total')} AS expected, ${figure('a.balance')} AS found
       FROM ledger_accounts a
       LEFT JOIN LATERAL (SELECT p.balance_after FROM ledger_postings p
         WHERE p.account_id = a.account_id AND p.posting_id <= :since
         ORDER BY p.posting_id DESC LIMIT 1) before ON true
       LEFT JOIN LATERAL (SELECT sum(CASE WHEN a.debit_normal THEN p.amount ELSE -p.amount END) AS total
         FROM ledger_postings p WHERE p.account_id = a.account_id AND p.posting_id > :since) since ON true
      WHERE a.balance <> coalesce(before.balance_after, 0) + coalesce(since.total, 0) OR a.balance = 'NaN'
      ORDER BY a.account_id LIMIT :limit`,
    { since: sincePostingId, limit: MAX_FINDINGS },
  );
  return rows.map((row) => ({
    ...toFinding(row),
    accountId: row.account_id,
    kind: row.kind,
    merchantId: row.merchant_id,
  }));
}

/** Finds entries with a posting after `sincePostingId` whose debits (expected) differ from their credits (found). */
export async function findUnbalancedEntries(
  q: Queryable,
  { sincePostingId }: { sincePostingId: number },
): Promise<(LedgerFinding & { readonly entryId: number })[]> {
  const { rows } = await q.raw<{ rows: (FindingRow & { entry_id: number })[] }>(
    `SELECT p.entry_id, a.chain_code, a.token_symbol,
            ${figure('sum(p.amount) FILTER (WHERE p.amount > 0)')} AS expected,
            ${figure('-sum(p.amount) FILTER (WHERE p.amount < 0)')} AS found
       FROM ledger_postings p JOIN ledger_accounts a USING (account_id)
      WHERE p.entry_id IN (SELECT entry_id FROM ledger_postings WHERE posting_id > :since)
      GROUP BY p.entry_id, a.chain_code, a.token_symbol HAVING sum(p.amount) <> 0
      ORDER BY p.entry_id LIMIT :limit`,
    { since: sincePostingId, limit: MAX_FINDINGS },
  );
  return rows.map((row) => ({ ...toFinding(row), entryId: row.entry_id }));
}

/**
 * Finds assets whose custody accounts in sum (found) differ from the booked transfers less what withdrawals paid and
 * transactions burnt (expected). Moves between our own addresses change neither. It is one statement, so that it sees
 * one moment, whatever is booked meanwhile.
 *
 * @param nativeSymbols of the chains that are compared, by chain code.
 */
export async function findWrongCustody(
  q: Queryable,
  nativeSymbols: ReadonlyMap<string, string>,
): Promise<LedgerFinding[]> {
  const { rows } = await q.raw<{ rows: FindingRow[] }>(
    `WITH known AS (SELECT * FROM unnest(:chainCodes::text[], :symbols::text[]) AS k (chain_code, native_symbol)),
     sums AS (
       SELECT chain_code, token_symbol, sum(${figure('amount_atomic')}) AS expected, 0 AS found FROM transfers
        WHERE booking IN ('credited', 'held', 'refunding', 'treasury') GROUP BY chain_code, token_symbol
       UNION ALL
       SELECT chain_code, token_symbol, -sum(${figure('amount_atomic')}), 0 FROM withdrawals
        WHERE status = 'completed' GROUP BY chain_code, token_symbol
       UNION ALL
       SELECT chain_code, native_symbol, -sum(${figure('booked_fee_wei')}), 0 FROM sent_transactions JOIN known USING (chain_code)
        WHERE booked_fee_wei IS NOT NULL GROUP BY chain_code, native_symbol
       UNION ALL
       SELECT chain_code, token_symbol, 0, sum(${figure('balance')}) FROM ledger_accounts
        WHERE kind IN ('custody_deposit', 'custody_hot', 'custody_gas', 'custody_cold') GROUP BY chain_code, token_symbol)
     SELECT chain_code, token_symbol, sum(expected) AS expected, sum(found) AS found
       FROM sums JOIN known USING (chain_code)
      GROUP BY chain_code, token_symbol HAVING sum(expected) <> sum(found)
      ORDER BY chain_code, token_symbol LIMIT :limit`,
    { chainCodes: [...nativeSymbols.keys()], symbols: [...nativeSymbols.values()], limit: MAX_FINDINGS },
  );
  return rows.map(toFinding);
}

/** Finds merchants whose `reserved` (found) differs from the sum of their withdrawals under way (expected). */
export async function findWrongReservations(
  q: Queryable,
): Promise<(LedgerFinding & { readonly merchantId: string })[]> {
  const { rows } = await q.raw<{ rows: (FindingRow & { merchant_id: string })[] }>(
    `SELECT merchant_id, chain_code, token_symbol, sum(expected) AS expected, sum(found) AS found FROM (
       SELECT merchant_id, chain_code, token_symbol, ${figure('amount_atomic')} AS expected, 0 AS found FROM withdrawals
        WHERE status IN ('pending_approval', 'approved', 'broadcast')
       UNION ALL
       SELECT merchant_id, chain_code, token_symbol, 0, ${figure('balance')} FROM ledger_accounts
        WHERE kind = 'reserved' AND balance <> 0) sums
      GROUP BY merchant_id, chain_code, token_symbol HAVING sum(expected) <> sum(found)
      ORDER BY merchant_id LIMIT :limit`,
    { limit: MAX_FINDINGS },
  );
  return rows.map((row) => ({ ...toFinding(row), merchantId: row.merchant_id }));
}
