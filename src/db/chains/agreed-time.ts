import type { FollowerClaim } from './chain-cursor.js';
import type { Database, Queryable } from '../core/database.js';

/** A block whose time somebody waits for, as it was read. */
export interface TimeToAgree {
  readonly number: number;
  readonly hash: string;
  readonly timestampMs: number;
  /** The RPC that it was read from: scheme, host and port; null when it is not known. */
  readonly readFrom: string | null;
}

/**
 * From now on another RPC has to agree on a block's time before an invoice expires by it, or none has to. What was read
 * until now stays believed.
 */
export async function beginAgreeing(
  db: Database,
  { chainCode, fence }: FollowerClaim,
  { isAlone }: { isAlone: boolean },
): Promise<void> {
  await db('chain_cursors')
    .where({ chain_code: chainCode, fence })
    .update({ agreed_time: isAlone ? null : db.raw(`coalesce(agreed_time, block_time, 'epoch')`) });
}

/** The block read last, when it is later than what is agreed on and something waits for a time between. */
export async function findTimeToAgree(q: Queryable, chainCode: string): Promise<TimeToAgree | undefined> {
  const { rows } = await q.raw<{
    rows: { height: number; block_hash: string; block_time: Date; read_from: string | null }[];
  }>(
    `SELECT height, block_hash, block_time, read_from FROM chain_cursors c
      WHERE chain_code = ? AND agreed_time < block_time AND halted_reason IS NULL
        AND EXISTS (SELECT FROM chain_wakes w
                     WHERE w.chain_code = c.chain_code AND w.after_time >= c.agreed_time AND w.after_time < c.block_time)`,
    [chainCode],
  );
  const [row] = rows;
  if (row === undefined) return undefined;
  return {
    number: row.height,
    hash: row.block_hash,
    timestampMs: row.block_time.getTime(),
    readFrom: row.read_from,
  };
}

/** The chain's time has passed this moment, it is agreed. Never goes back: the block read last bounds it. */
export async function noteAgreedTime(
  db: Database,
  { chainCode, fence }: FollowerClaim,
  timeMs: number,
): Promise<void> {
  await db('chain_cursors')
    .where({ chain_code: chainCode, fence })
    .update({ agreed_time: db.raw('greatest(agreed_time, ?)', [new Date(timeMs)]) });
}
