import { movePostings, reversePostings, type CustodyKind } from '../../domain/ledger/postings.js';
import { assert } from '../../domain/core/errors.js';
import { transaction, type Database, type Transaction } from '../core/database.js';
import { postEntry } from '../ledger/post-entry.js';
import type { MovementKind } from '../wallets/sent-transactions.js';

interface MovedRow {
  tx_hash: string;
  movement_id: number;
  purpose: MovementKind;
  revision: number;
  moved_revision: number | null;
}

const MAX_MOVEMENTS_PER_CALL = 100;

/** The custody accounts that each kind moves coins from and to. A deployment of a contract moves nothing. */
const CUSTODY_MOVES: Readonly<
  Record<Exclude<MovementKind, 'deploy'>, { from: CustodyKind; to: CustodyKind }>
> = {
  batch: { from: 'custody_deposit', to: 'custody_hot' },
  sweep: { from: 'custody_deposit', to: 'custody_hot' },
  fund: { from: 'custody_gas', to: 'custody_deposit' },
  cold: { from: 'custody_hot', to: 'custody_cold' },
};

/**
 * Books coins that went from one of our addresses to another once the transaction is confirmed, and reverses the entry
 * when a reorganisation undid it. A mined transaction that did not do what it was signed for is not booked: it moved
 * nothing, or a person has to look at it.
 *
 * @returns how many were booked or reversed.
 */
export async function bookMovements(
  db: Database,
  { chainCode, confirmations, height }: { chainCode: string; confirmations: number; height: number },
): Promise<number> {
  return transaction(db, async (trx) => {
    const { rows } = await trx.raw<{ rows: MovedRow[] }>(
      `SELECT tx_hash, movement_id, purpose, revision, moved_revision FROM sent_transactions
        WHERE chain_code = :chainCode AND movement_id IS NOT NULL AND purpose NOT IN ('cancellation', 'deploy')
          AND ((moved_revision IS NULL AND block_hash IS NOT NULL AND proven AND block_number <= :confirmedHeight)
            OR moved_revision <> revision)
        ORDER BY from_address, nonce LIMIT :limit FOR UPDATE SKIP LOCKED`,
      { chainCode, confirmedHeight: height - confirmations + 1, limit: MAX_MOVEMENTS_PER_CALL },
    );
    for (const row of rows) await bookOne(trx, chainCode, row);
    return rows.length;
  });
}

/** Books or reverses one transaction. A receipt that came again is booked again, under its own revision. */
async function bookOne(trx: Transaction, chainCode: string, row: MovedRow): Promise<void> {
  const { purpose, moved_revision } = row;
  assert(purpose !== 'deploy', 'a deploy is not booked');
  const isUndone = moved_revision !== null;
  const moved = await trx('movement_parts')
    .where({ movement_id: row.movement_id })
    .groupBy('token_symbol')
    .select<{ token_symbol: string; amount: bigint }[]>(
      'token_symbol',
      trx.raw('sum(amount_atomic) AS amount'),
    );
  await trx('sent_transactions')
    .where({ chain_code: chainCode, tx_hash: row.tx_hash })
    .update({ moved_revision: isUndone ? null : row.revision });
  for (const { token_symbol: tokenSymbol, amount } of moved) {
    const postings = movePostings({ ...CUSTODY_MOVES[purpose], amountAtomic: amount });
    await postEntry(trx, {
      cause: `transaction/${row.tx_hash}/${moved_revision ?? row.revision}/${isUndone ? 'move_reverted' : 'move'}`,
      kind: isUndone ? `${purpose}_reverted` : purpose,
      asset: { chainCode, tokenSymbol },
      merchantId: null,
      postings: isUndone ? reversePostings(postings) : postings,
    });
  }
}
