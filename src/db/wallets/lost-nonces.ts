import type { UnusedSignature } from '../../domain/withdrawals/withdrawal-progress.js';
import type { Queryable, Transaction } from '../core/database.js';
import { toSentTransaction, type SentTransaction, type SentTransactionRow } from './sent-transactions.js';

/** How far beyond `fromNonce` is looked: whoever fills what is missing there asks again from a higher one. */
const WINDOW = 10_000;

/**
 * Nonces from `fromNonce` and below `belowNonce` that nothing of ours will use, lowest first, at most `limit`: nothing
 * was ever signed for them, or all that was had lost them to a transaction from outside. Where the chain counts such a
 * nonce as free, what had it was undone.
 */
export async function listMissingNonces(
  q: Queryable,
  query: { chainCode: string; address: string; fromNonce: number; belowNonce: number; limit: number },
): Promise<number[]> {
  const { rows } = await q.raw<{ rows: { nonce: number }[] }>(
    `SELECT nonce FROM generate_series(:fromNonce::bigint, :lastNonce::bigint) AS nonce
      WHERE NOT EXISTS (SELECT 1 FROM sent_transactions s
        WHERE s.chain_code = :chainCode AND s.from_address = :address AND s.nonce = nonce.nonce
           AND (s.foreign_hash IS NULL OR s.block_hash IS NOT NULL))
      ORDER BY nonce LIMIT :limit`,
    { ...query, lastNonce: Math.min(query.belowNonce, query.fromNonce + WINDOW) - 1 },
  );
  return rows.map((row) => row.nonce);
}

/**
 * Notes that a final transaction has the nonce which is not ours, or a fill of ours, or was found on the chain and has
 * paid another withdrawal: nothing else of ours of that nonce can be mined any more. The database refuses it when one
 * of those is in a block.
 */
export async function markForeign(
  trx: Transaction,
  lost: { chainCode: string; address: string; nonce: number; foreignHash: string },
): Promise<void> {
  await trx('sent_transactions')
    .where({ chain_code: lost.chainCode, from_address: lost.address, nonce: lost.nonce, foreign_hash: null })
    // What has it may be on record, and is not given up by that.
    .whereNot({ tx_hash: lost.foreignHash })
    .update({ foreign_hash: lost.foreignHash });
}

/**
 * Can what was signed last for a withdrawal still be mined? Asked of one that is not to be paid by it: it failed, or
 * what was signed before is mined after all.
 *
 * @returns null: it is mined itself, or something final has its nonce.
 */
export async function findUnusedSignature(
  q: Queryable,
  withdrawalId: string,
): Promise<UnusedSignature | null> {
  const { rows } = await q.raw<{ rows: { last_sent_at: Date | null; is_filled: boolean }[] }>(
    `SELECT max(o.last_sent_at) FILTER (WHERE o.purpose = 'fill') AS last_sent_at, count(o.block_hash) > 0 AS is_filled
       FROM sent_transactions s JOIN sent_transactions o USING (chain_code, from_address, nonce)
      WHERE s.withdrawal_id = :withdrawalId AND s.purpose = 'payment' AND s.foreign_hash IS NULL
      GROUP BY nonce HAVING count(s.block_hash) = 0 AND count(s.superseded_by) = 0`,
    { withdrawalId },
  );
  const [row] = rows;
  if (row === undefined) return null;
  return { lastSentAtMs: row.last_sent_at?.getTime() ?? 0, isCancelled: row.is_filled };
}

/**
 * What was signed to pay a withdrawal and was given up, since its nonce was used by something final, while nothing else
 * of ours has that nonce for good. Its bytes are public: where that was undone, anybody can have it mined.
 */
export async function listGivenUp(q: Queryable, withdrawalId: string): Promise<SentTransaction[]> {
  const rows = await q('sent_transactions')
    .where({ withdrawal_id: withdrawalId, purpose: 'payment', block_hash: null, superseded_by: null })
    .whereNotNull('foreign_hash')
    .orderByRaw('nonce, signed_at')
    .select<SentTransactionRow[]>('*');
  return rows.map(toSentTransaction);
}

/** All that was ever signed for a nonce. */
export async function listSignedFor(
  q: Queryable,
  { chainCode, address, nonce }: { chainCode: string; address: string; nonce: number },
): Promise<SentTransaction[]> {
  const rows = await q('sent_transactions')
    .where({ chain_code: chainCode, from_address: address, nonce })
    .orderBy('signed_at')
    .select<SentTransactionRow[]>('*');
  return rows.map(toSentTransaction);
}
