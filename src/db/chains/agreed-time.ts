import type { FollowerClaim } from './chain-cursor.js';
import type { Database, Queryable } from '../core/database.js';

/** A block whose time an invoice waits for, as it was read. */
export interface TimeToAgree {
  readonly number: number;
  readonly hash: string;
  readonly timestampMs: number;
  /** Origin of the RPC that it was read from (scheme, host and port); null when it is not known. */
  readonly readFrom: string | null;
}

/**
 * Sets whether a second RPC has to agree on a block's time before an invoice expires by it. With a single RPC none has
 * to. Times that were read until now stay agreed.
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

/** Finds the last block read, if a chain timer waits for a time between the agreed time and that block's. */
export async function findTimeToAgree(q: Queryable, chainCode: string): Promise<TimeToAgree | undefined> {
  const { rows } = await q.raw<{
    rows: { height: number; block_hash: string; block_time: Date; read_from: string | null }[];
  }>(
    `SELECT height, block_hash, block_time, read_from FROM chain_cursors c
      WHERE chain_code = ? AND agreed_time < block_time AND halted_reason IS NULL
        AND EXISTS (SELECT FROM chain_timers w
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

/** Notes the agreed time of the chain. It never goes back; readers never take it beyond the last block read. */
export async function noteAgreedTime(
  db: Database,
  { chainCode, fence }: FollowerClaim,
  timeMs: number,
): Promise<void> {
  await db('chain_cursors')
    .where({ chain_code: chainCode, fence })
    .update({ agreed_time: db.raw('greatest(agreed_time, ?)', [new Date(timeMs)]) });
}
