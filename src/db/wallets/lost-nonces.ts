import type { UnusedSignature } from '../../domain/withdrawals/next-withdrawal-step.js';
import type { Queryable, Transaction } from '../core/database.js';
import { toSentTransaction, type SentTransaction, type SentTransactionRow } from './sent-transactions.js';

/** Nonces that one call looks at. A caller that has cancelled the missing ones asks again from a higher nonce. */
const WINDOW = 10_000;

/**
 * Lists at most `limit` nonces from `fromNonce` and below `belowNonce` that no transaction of ours will use, lowest
 * first. Nothing was signed for them, or all that was signed lost them to a transaction from outside. When the chain
 * counts such a nonce as free, that outside transaction was undone.
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
 * Notes that a finalized transaction has the nonce: one from outside, a cancellation transaction of ours, or one found
 * on the chain that paid another withdrawal. Nothing else of ours with that nonce can be mined any more. The database
 * refuses the note when one of those is in a block.
 */
export async function markForeign(
  trx: Transaction,
  lost: { chainCode: string; address: string; nonce: number; foreignHash: string },
): Promise<void> {
  await trx('sent_transactions')
    .where({ chain_code: lost.chainCode, from_address: lost.address, nonce: lost.nonce, foreign_hash: null })
    // The transaction that has the nonce may be on record; it is not given up.
    .whereNot({ tx_hash: lost.foreignHash })
    .update({ foreign_hash: lost.foreignHash });
}

/**
 * Finds a signed payment that must not pay its withdrawal any more but may still be mined: the withdrawal failed, or an
 * earlier signed transaction was mined after all.
 *
 * @returns null when there is none: it is mined itself, or a finalized transaction has its nonce.
 */
export async function findUnusedSignature(
  q: Queryable,
  withdrawalId: string,
): Promise<UnusedSignature | null> {
  const { rows } = await q.raw<{ rows: { last_sent_at: Date | null; is_cancelled: boolean }[] }>(
    `SELECT max(o.last_sent_at) FILTER (WHERE o.purpose = 'cancellation') AS last_sent_at, count(o.block_hash) > 0 AS is_cancelled
       FROM sent_transactions s JOIN sent_transactions o USING (chain_code, from_address, nonce)
      WHERE s.withdrawal_id = :withdrawalId AND s.purpose = 'payment' AND s.foreign_hash IS NULL
      GROUP BY nonce HAVING count(s.block_hash) = 0 AND count(s.superseded_by) = 0`,
    { withdrawalId },
  );
  const [row] = rows;
  if (row === undefined) return null;
  return { lastSentAtMs: row.last_sent_at?.getTime() ?? 0, isCancelled: row.is_cancelled };
}

/**
 * Lists payments of a withdrawal that were given up because a finalized transaction had their nonce, while no other
 * transaction of ours has it for good. Their bytes are public: if that transaction is undone, anybody can get them
 * mined.
 */
export async function listGivenUp(q: Queryable, withdrawalId: string): Promise<SentTransaction[]> {
  const rows = await q('sent_transactions')
    .where({ withdrawal_id: withdrawalId, purpose: 'payment', block_hash: null, superseded_by: null })
    .whereNotNull('foreign_hash')
    .orderByRaw('nonce, signed_at')
    .select<SentTransactionRow[]>('*');
  return rows.map(toSentTransaction);
}

/** Lists all transactions that were ever signed for a nonce. */
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
