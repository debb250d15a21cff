import type { Queryable } from './database.js';
import {
  toPayment,
  type PaymentRow,
  type SentTransactionRow,
  type SignedPayment,
} from './sent-transactions.js';

/** A transaction that is in no block that stands: what the follower looks for. */
export interface UnminedTransaction {
  readonly txHash: string;
  /** All that its receipt has to show: nothing but its success when there are none. */
  readonly transfers: readonly SignedTransfer[];
}

/** One transfer that a transaction was signed for: base units, addresses in lower case. */
export interface SignedTransfer extends SignedPayment {
  readonly from: string;
}

/** All attempts of each nonce, until one of them is final. */
export async function listUnmined(q: Queryable, chainCode: string): Promise<UnminedTransaction[]> {
  const rows = await q('sent_transactions')
    .where({ chain_code: chainCode, block_hash: null, superseded_by: null })
    .select<UnminedRow[]>(
      ...['tx_hash', 'from_address', 'token_symbol', 'amount_atomic', 'to_address', 'purpose', 'movement_id'],
    );
  const partsOf = await listBatchParts(q, rows);
  return rows.map((row) => {
    const payment = toPayment(row);
    const own = payment === null ? [] : [{ ...payment, from: row.from_address }];
    const parts = row.purpose === 'batch' ? partsOf.get(row.movement_id ?? -1) : undefined;
    return { txHash: row.tx_hash, transfers: parts ?? own };
  });
}

type UnminedRow = PaymentRow &
  Pick<SentTransactionRow, 'tx_hash' | 'from_address' | 'purpose' | 'movement_id'>;

async function listBatchParts(
  q: Queryable,
  unmined: readonly UnminedRow[],
): Promise<ReadonlyMap<number, readonly SignedTransfer[]>> {
  const ids = unmined.flatMap((row) => (row.purpose === 'batch' ? [row.movement_id] : []));
  if (ids.length === 0) return new Map();
  const rows = await q('movement_parts').whereIn('movement_id', ids).select<
    {
      movement_id: number;
      token_symbol: string;
      amount_atomic: bigint;
      from_address: string;
      to_address: string;
    }[]
  >('*');
  const parts = new Map<number, SignedTransfer[]>();
  for (const row of rows) {
    const part = {
      ...{ tokenSymbol: row.token_symbol, amountAtomic: row.amount_atomic },
      ...{ from: row.from_address, to: row.to_address },
    };
    parts.set(row.movement_id, [...(parts.get(row.movement_id) ?? []), part]);
  }
  return parts;
}
