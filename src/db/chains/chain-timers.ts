import type { ChainTimer } from '../../domain/chains/chain-timer.js';
import type { Queryable, Transaction } from '../core/database.js';

type TimerKind = 'invoice' | 'withdrawal';

/** Replaces the chain timers of a workflow. None: it waits for no chain. */
export async function setChainTimers(
  trx: Transaction,
  { kind, targetId, timers }: { kind: TimerKind; targetId: string; timers: readonly ChainTimer[] },
): Promise<void> {
  await trx('chain_timers')
    .where({ kind, target_id: targetId })
    .whereNotIn(
      'chain_code',
      timers.map(({ chainCode }) => chainCode),
    )
    .delete();
  if (timers.length === 0) return;
  await trx('chain_timers')
    .insert(
      timers.map(({ chainCode, atHeight, afterTimeMs }) => ({
        chain_code: chainCode,
        kind,
        target_id: targetId,
        at_height: atHeight,
        after_time: afterTimeMs === null ? null : new Date(afterTimeMs),
      })),
    )
    .onConflict(['kind', 'target_id', 'chain_code'])
    .merge();
}

/**
 * Moves every chain timer that the chain has reached to the outbox, atomically. The cost depends on the due timers
 * only, however many wait. The follower calls it in each round, even without a new block: a timer written while its
 * block was being committed is found in the next round. A time is reached when it is agreed (agreed-time.ts).
 *
 * @returns how many were due.
 */
export async function releaseDueTimers(
  q: Queryable,
  { chainCode, height, blockTimeMs }: { chainCode: string; height: number; blockTimeMs: number },
): Promise<number> {
  const { rowCount } = await q.raw<{ rowCount: number }>(
    `WITH due AS (
       DELETE FROM chain_timers
        WHERE chain_code = :chainCode AND (at_height <= :height OR after_time < least(:blockTime,
            (SELECT agreed_time FROM chain_cursors WHERE chain_code = :chainCode)))
       RETURNING kind, target_id)
     INSERT INTO outbox (kind, target_id) SELECT kind, target_id FROM due`,
    { chainCode, height, blockTime: new Date(blockTimeMs) },
  );
  return rowCount;
}
