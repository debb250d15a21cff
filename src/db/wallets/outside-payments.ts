import type { OutsidePayment, OutsideTransfer } from '../../domain/wallets/outside-payment.js';
import type { Queryable, Transaction } from '../core/database.js';

export type Spend = OutsideTransfer;

/**
 * Stores those transfers out of our wallets whose transactions are not on record; ours are on record before anybody can
 * see them. A transfer that a reorganisation undoes stays stored: it may be mined again.
 */
export async function storeSpends(trx: Transaction, spends: readonly Spend[]): Promise<void> {
  if (spends.length === 0) return;
  const rows = spends.map((spend) => ({
    chain_code: spend.asset.chainCode,
    token_symbol: spend.asset.tokenSymbol,
    tx_hash: spend.txHash,
    ordinal: spend.ordinal,
    from_address: spend.from,
    to_address: spend.to,
    amount_atomic: spend.amountAtomic.toString(),
    block_number: spend.blockNumber,
    block_time: new Date(spend.blockTimeMs).toISOString(),
  }));
  await trx.raw(
    `INSERT INTO outside_payments (chain_code, tx_hash, ordinal, from_address, token_symbol, amount_atomic, to_address, block_number, block_time)
     SELECT r.* FROM json_to_recordset(?::json) AS r(chain_code text, tx_hash text, ordinal integer, from_address text,
              token_symbol text, amount_atomic numeric, to_address text, block_number bigint, block_time timestamptz)
      WHERE NOT EXISTS (SELECT 1 FROM sent_transactions s WHERE s.chain_code = r.chain_code AND s.tx_hash = r.tx_hash)
     ON CONFLICT (chain_code, tx_hash, ordinal) DO UPDATE SET
       (token_symbol, amount_atomic, to_address, block_number, block_time) =
         (excluded.token_symbol, excluded.amount_atomic, excluded.to_address, excluded.block_number, excluded.block_time)`,
    [JSON.stringify(rows)],
  );
}

/** The transfer in a row of `outside_payments`. */
export interface OutsideTransferRow {
  chain_code: string;
  tx_hash: string;
  ordinal: number;
  from_address: string;
  token_symbol: string;
  amount_atomic: bigint;
  to_address: string;
  block_number: number;
  block_time: Date;
}

interface OutsidePaymentRow extends OutsideTransferRow {
  pays: string | null;
  not_of: string[];
}

export function toOutsideTransfer(row: OutsideTransferRow): OutsideTransfer {
  return {
    asset: { chainCode: row.chain_code, tokenSymbol: row.token_symbol },
    txHash: row.tx_hash,
    ordinal: row.ordinal,
    from: row.from_address,
    to: row.to_address,
    amountAtomic: row.amount_atomic,
    blockNumber: row.block_number,
    blockTimeMs: row.block_time.getTime(),
  };
}

/**
 * Lists outside payments with the asset, amount and recipient of one of these withdrawals, oldest first. A payment
 * whose transaction was put on record since is left out.
 */
export async function listOutsidePayments(
  q: Queryable,
  withdrawalIds: readonly string[],
): Promise<OutsidePayment[]> {
  const { rows } = await q.raw<{ rows: OutsidePaymentRow[] }>(
    `SELECT o.* FROM outside_payments o
      WHERE EXISTS (SELECT 1 FROM withdrawals w WHERE w.withdrawal_id = ANY (?)
              AND (w.chain_code, w.address, w.token_symbol, w.amount_atomic) =
                  (o.chain_code, o.to_address, o.token_symbol, o.amount_atomic))
        AND NOT EXISTS (SELECT 1 FROM sent_transactions s WHERE s.chain_code = o.chain_code AND s.tx_hash = o.tx_hash)
      ORDER BY o.block_number, o.tx_hash, o.ordinal`,
    [[...withdrawalIds]],
  );
  return rows.map((row) => ({ ...toOutsideTransfer(row), pays: row.pays, notOf: row.not_of }));
}

/** Stores whether a payment pays a withdrawal, as an operator said. @returns false when it pays another one by now. */
export async function judgeOutsidePayment(
  trx: Transaction,
  { payment, withdrawalId, pays }: { payment: OutsidePayment; withdrawalId: string; pays: boolean },
): Promise<boolean> {
  const judged = await trx('outside_payments')
    .where({ chain_code: payment.asset.chainCode, tx_hash: payment.txHash, ordinal: payment.ordinal })
    .whereRaw('coalesce(pays, ?) = ?', [withdrawalId, withdrawalId])
    .update(
      pays
        ? { pays: withdrawalId }
        : { pays: null, not_of: trx.raw('array_append(not_of, ?::text)', [withdrawalId]) },
    );
  return judged === 1;
}
