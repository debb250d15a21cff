import type { ChainTimer } from '../../domain/invoices/settlement.js';
import type { Queryable, Transaction } from '../core/database.js';

type WakeKind = 'invoice' | 'withdrawal';

/** Replaces what a workflow waits for on the chains. No wakes: it waits for nothing there. */
export async function setChainTimers(
  trx: Transaction,
  { kind, targetId, wakes }: { kind: WakeKind; targetId: string; wakes: readonly ChainTimer[] },
): Promise<void> {
  await trx('chain_wakes')
    .where({ kind, target_id: targetId })
    .whereNotIn(
      'chain_code',
      wakes.map((wake) => wake.chainCode),
    )
    .delete();
  if (wakes.length === 0) return;
  await trx('chain_wakes')
    .insert(
      wakes.map((wake) => ({
        chain_code: wake.chainCode,
        kind,
        target_id: targetId,
        at_height: wake.atHeight,
        after_time: wake.afterTimeMs === null ? null : new Date(wake.afterTimeMs),
      })),
    )
    .onConflict(['kind', 'target_id', 'chain_code'])
    .merge();
}

/**
 * Moves every wake that the chain has reached to the outbox, atomically. Its cost is that of the wakes due, however many
 * wait. Asked at each turn of the follower, also without a new block: a wake that was written while the block it waits
 * for was being committed is found the next time. A time counts as reached when it is agreed on: see agreed-time.ts.
 *
 * @returns how many were due.
 */
export async function releaseDueTimers(
  q: Queryable,
  { chainCode, height, blockTimeMs }: { chainCode: string; height: number; blockTimeMs: number },
): Promise<number> {
  const { rowCount } = await q.raw<{ rowCount: number }>(
    `WITH due AS (
       DELETE FROM chain_wakes
        WHERE chain_code = :chainCode AND (at_height <= :height OR after_time < least(:blockTime,
            (SELECT agreed_time FROM chain_cursors WHERE chain_code = :chainCode)))
       RETURNING kind, target_id)
     INSERT INTO outbox (kind, target_id) SELECT kind, target_id FROM due`,
    { chainCode, height, blockTime: new Date(blockTimeMs) },
  );
  return rowCount;
}
