import type { AccountKind } from '../../domain/ledger/postings.js';
import type { Queryable } from '../core/database.js';

/** A merchant's money in one asset, in base units. */
export interface Balance {
  readonly chainCode: string;
  readonly tokenSymbol: string;
  readonly available: bigint;
  /** On the chain, but not confirmed yet. */
  readonly pending: bigint;
  readonly held: bigint;
  readonly reserved: bigint;
  readonly deficit: bigint;
}

interface BalanceRow {
  chain_code: string;
  token_symbol: string;
  kind: AccountKind | 'pending';
  balance: bigint;
}

/** Lists the balances of each asset that the merchant ever used, by chain and token. */
export async function listBalances(q: Queryable, merchantId: string): Promise<Balance[]> {
  const { rows } = await q.raw<{ rows: BalanceRow[] }>(
    `SELECT chain_code, token_symbol, kind, balance FROM ledger_accounts WHERE merchant_id = :merchantId
     UNION ALL
     SELECT t.chain_code, t.token_symbol, 'pending', sum(t.amount_atomic)
       FROM transfers t JOIN invoices i USING (invoice_id)
      WHERE i.merchant_id = :merchantId AND t.canonical AND t.booking = 'none'
      GROUP BY t.chain_code, t.token_symbol
     ORDER BY chain_code, token_symbol`,
    { merchantId },
  );
  const byAsset = new Map<string, Balance & Record<string, unknown>>();
  for (const row of rows) {
    const key = `${row.chain_code}/${row.token_symbol}`;
    const empty = { available: 0n, pending: 0n, held: 0n, reserved: 0n, deficit: 0n };
    const balance = byAsset.get(key) ?? {
      chainCode: row.chain_code,
      tokenSymbol: row.token_symbol,
      ...empty,
    };
    byAsset.set(key, { ...balance, [row.kind]: row.balance });
  }
  return [...byAsset.values()];
}
