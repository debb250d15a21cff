import type { AssetId } from '../../domain/core/asset.js';
import type { MerchantAccountKind, OwnAccountKind } from '../../domain/ledger/postings.js';
import type { Queryable } from '../core/database.js';

/** The ledger's sums of one asset, over all merchants. Amounts in base units. */
export interface AssetState {
  readonly asset: AssetId;
  /** The sums by kind of account. A kind that was never used is absent. */
  readonly balances: ReadonlyMap<MerchantAccountKind | OwnAccountKind, bigint>;
  /** Withdrawals that are approved and not confirmed yet. */
  readonly due: { readonly count: number; readonly amountAtomic: bigint };
}

interface BalanceRow {
  chain_code: string;
  token_symbol: string;
  kind: MerchantAccountKind | OwnAccountKind;
  balance: string;
}

interface DueRow {
  chain_code: string;
  token_symbol: string;
  count: number;
  amount: string;
}

const NOTHING_DUE = { count: 0, amountAtomic: 0n };

/** Sums the accounts of every asset, and its withdrawals that are approved and not paid yet. */
export async function listAssetStates(q: Queryable): Promise<AssetState[]> {
  const { rows: balances } = await q.raw<{ rows: BalanceRow[] }>(
    `SELECT chain_code, token_symbol, kind, sum(balance)::text AS balance
       FROM ledger_accounts GROUP BY chain_code, token_symbol, kind ORDER BY chain_code, token_symbol`,
  );
  const { rows: due } = await q.raw<{ rows: DueRow[] }>(
    `SELECT chain_code, token_symbol, count(*)::integer AS count, sum(amount_atomic)::text AS amount
       FROM withdrawals WHERE status IN ('approved', 'broadcast') GROUP BY chain_code, token_symbol`,
  );
  const keyOf = (row: Pick<DueRow, 'chain_code' | 'token_symbol'>) => `${row.chain_code}/${row.token_symbol}`;
  const first = new Map([...balances, ...due].map((row) => [keyOf(row), row]));
  return [...first].map(([key, { chain_code: chainCode, token_symbol: tokenSymbol }]) => {
    const waiting = due.find((row) => keyOf(row) === key);
    const own = balances.filter((row) => keyOf(row) === key);
    return {
      asset: { chainCode, tokenSymbol },
      balances: new Map(own.map(({ kind, balance }) => [kind, BigInt(balance)])),
      due:
        waiting === undefined ? NOTHING_DUE : { count: waiting.count, amountAtomic: BigInt(waiting.amount) },
    };
  });
}
