import { QuittanceError } from '../../domain/core/errors.js';
import { KEEPS_REFUSAL, type WaitCode } from '../../domain/withdrawals/withdrawal-waits.js';
import type { Queryable, Transaction } from '../core/database.js';
import { assertNotPaid } from './assert-not-paid.js';
import { findAssetFreeze } from './asset-freezes.js';
import type { Withdrawal } from './withdrawals.js';

/**
 * Notes whether the chain still refuses the payment of an approved withdrawal. When no RPC can tell, nothing changes.
 * When the chain no longer refuses it, the time is reset.
 *
 * @returns the time since which it is refused, epoch ms; null: it is not refused.
 */
export async function noteRefusal(
  q: Queryable,
  { withdrawalId, code, nowMs }: { withdrawalId: string; code: WaitCode; nowMs: number },
): Promise<number | null> {
  if (KEEPS_REFUSAL.has(code)) return null;
  const { rows } = await q.raw<{ rows: { refused_since: Date | null }[] }>(
    `UPDATE withdrawals SET refused_since = CASE WHEN :isRefused THEN coalesce(refused_since, :now) END
      WHERE withdrawal_id = :withdrawalId AND status = 'approved' AND (:isRefused OR refused_since IS NOT NULL)
      RETURNING refused_since`,
    { withdrawalId, isRefused: code === 'unpayable', now: new Date(nowMs) },
  );
  return rows[0]?.refused_since?.getTime() ?? null;
}

/**
 * Finds the time since which the chain refuses a locked withdrawal, if it can be given up now. Its amount may be
 * released only when nothing can ever pay it. So nothing must be signed for it. The row is locked for this: the signer
 * signs under the same lock, and stores the signature before it releases the lock. Also, no transaction from outside
 * may have paid it, as after a restore, and its asset must not be frozen, because then an operator is looking at it.
 *
 * @returns epoch ms; null: it is not refused, or can't be given up now.
 */
export async function findRefusedSince(
  trx: Transaction,
  withdrawal: Withdrawal,
  { nowMs }: { nowMs: number },
): Promise<number | null> {
  const { withdrawalId, status, waitingCode, asset } = withdrawal;
  if (status !== 'approved' || waitingCode !== 'unpayable') return null;
  const { rows } = await trx.raw<{ rows: { refused_since: Date | null }[] }>(
    `SELECT refused_since FROM withdrawals WHERE withdrawal_id = ?
        AND NOT EXISTS (SELECT 1 FROM sent_transactions s WHERE s.withdrawal_id = withdrawals.withdrawal_id)`,
    [withdrawalId],
  );
  const since = rows[0]?.refused_since ?? null;
  if (since === null || (await findAssetFreeze(trx, asset)) !== undefined) return null;
  try {
    await assertNotPaid(trx, withdrawal, { to: 'failed', nowMs });
  } catch (error) {
    if (error instanceof QuittanceError) return null;
    throw error;
  }
  return since.getTime();
}
