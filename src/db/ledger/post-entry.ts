import type { AssetId } from '../../domain/core/asset.js';
import {
  MERCHANT_ACCOUNT_KINDS,
  type AccountKind,
  type MerchantBalances,
  type Posting,
} from '../../domain/ledger/postings.js';
import type { Transaction } from '../core/database.js';

const MERCHANT_ACCOUNTS: ReadonlySet<AccountKind> = new Set(MERCHANT_ACCOUNT_KINDS);

export interface NewEntry {
  /** Unique text that names the cause of the entry. */
  readonly cause: string;
  readonly kind: string;
  readonly asset: AssetId;
  /** Owner of the accounts `available`, `held`, `reserved` and `deficit`; null when the entry uses none of them. */
  readonly merchantId: string | null;
  readonly invoiceId?: string | null;
  readonly withdrawalId?: string | null;
  readonly transferId?: number | null;
  readonly postings: readonly Posting[];
}

interface AccountKey {
  readonly kind: AccountKind;
  readonly merchantId: string | null;
  readonly asset: AssetId;
}

async function openAccounts(
  trx: Transaction,
  keys: readonly AccountKey[],
): Promise<Map<AccountKind, number>> {
  const rows = keys.map(({ kind, merchantId, asset }) => ({
    kind,
    merchant_id: merchantId,
    chain_code: asset.chainCode,
    token_symbol: asset.tokenSymbol,
  }));
  const find = () =>
    trx('ledger_accounts')
      .select<{ account_id: number; kind: AccountKind }[]>('account_id', 'kind')
      .where((where) => {
        for (const row of rows) void where.orWhere(row);
      });
  let found = await find();
  if (found.length < rows.length) {
    await trx('ledger_accounts').insert(rows).onConflict().ignore();
    found = await find();
  }
  return new Map(found.map((row) => [row.kind, row.account_id]));
}

/**
 * Writes one balanced entry. The same cause a second time violates `ledger_entries_cause_once`, and the caller's
 * transaction fails. So the constraint makes a booking happen exactly once, whoever calls.
 */
export async function postEntry(trx: Transaction, entry: NewEntry): Promise<void> {
  const keys = entry.postings.map(({ account }) => ({
    kind: account,
    merchantId: MERCHANT_ACCOUNTS.has(account) ? entry.merchantId : null,
    asset: entry.asset,
  }));
  const accounts = await openAccounts(trx, keys);
  const [row] = await trx('ledger_entries')
    .insert({
      cause: entry.cause,
      kind: entry.kind,
      invoice_id: entry.invoiceId ?? null,
      withdrawal_id: entry.withdrawalId ?? null,
      transfer_id: entry.transferId ?? null,
    })
    .returning<{ entry_id: number }[]>('entry_id');
  const rows = entry.postings.map(({ account, amountAtomic }) => {
    const accountId = accounts.get(account);
    if (accountId === undefined || row === undefined)
      throw new Error(`No ledger account ${account} was opened`);
    return {
      entry_id: row.entry_id,
      account_id: accountId,
      amount: amountAtomic.toString(),
      balance_after: 0, // the trigger sets it
    };
  });
  // Always in the same order: two entries on the same accounts wait for each other instead of deadlocking.
  rows.sort((a, b) => a.account_id - b.account_id);
  await trx('ledger_postings').insert(rows);
}

/** Locks a merchant's `available` and `deficit` in an asset until the transaction ends, and returns them. */
export async function lockMerchantBalances(
  trx: Transaction,
  { merchantId, asset }: { merchantId: string; asset: AssetId },
): Promise<MerchantBalances> {
  const rows = await trx('ledger_accounts')
    .select<{ kind: AccountKind; balance: bigint }[]>('kind', 'balance')
    .where({ merchant_id: merchantId, chain_code: asset.chainCode, token_symbol: asset.tokenSymbol })
    .whereIn('kind', ['available', 'deficit'])
    .orderBy('account_id')
    .forUpdate();
  const balanceOf = (kind: AccountKind): bigint => rows.find((row) => row.kind === kind)?.balance ?? 0n;
  return { availableAtomic: balanceOf('available'), deficitAtomic: balanceOf('deficit') };
}

/**
 * Returns the newest entry of a kind for a withdrawal, so that it can be undone: its cause and its postings. Undefined:
 * there is none.
 */
export async function findNewestEntry(
  trx: Transaction,
  { withdrawalId, kind }: { withdrawalId: string; kind: string },
): Promise<
  { readonly cause: string; readonly asset: AssetId; readonly postings: readonly Posting[] } | undefined
> {
  const { rows } = await trx.raw<{
    rows: { cause: string; chain_code: string; token_symbol: string; kind: AccountKind; amount: bigint }[];
  }>(
    `SELECT e.cause, a.chain_code, a.token_symbol, a.kind, p.amount
       FROM ledger_entries e JOIN ledger_postings p USING (entry_id) JOIN ledger_accounts a USING (account_id)
      WHERE p.entry_id = (SELECT max(entry_id) FROM ledger_entries WHERE withdrawal_id = ? AND kind = ?)
      ORDER BY p.posting_id`,
    [withdrawalId, kind],
  );
  const [first] = rows;
  if (first === undefined) return undefined;
  return {
    cause: first.cause,
    asset: { chainCode: first.chain_code, tokenSymbol: first.token_symbol },
    postings: rows.map((row) => ({ account: row.kind, amountAtomic: row.amount })),
  };
}
