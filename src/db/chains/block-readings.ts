import type { Transaction } from '../core/database.js';

/** Returns the cursor's columns for the verified height. Null: no verification has begun. */
export function verifiedUpTo(
  block: { readonly number: number; readonly hash?: string; readonly timestampMs?: number } | null,
): { verified_height: number | null; verified_hash: string | null; verified_time: Date | null } {
  const timeMs = block?.timestampMs;
  return {
    verified_height: block?.number ?? null,
    verified_hash: block?.hash ?? null,
    verified_time: timeMs === undefined ? null : new Date(timeMs),
  };
}

/** Notes that the chain is read from this RPC from a block on. */
export async function noteReading(
  trx: Transaction,
  { chainCode, fromNumber, rpc }: { chainCode: string; fromNumber: number; rpc: string },
): Promise<void> {
  await trx('block_readings')
    .insert({ chain_code: chainCode, from_number: fromNumber, rpc })
    .onConflict(['chain_code', 'from_number'])
    .merge();
}

/**
 * Forgets all notes about the readings of blocks above a height. A note has the RPC from which a block was read, the
 * tokens for which it was read, and those for which it is still to be read. The blocks that replace them are read for
 * every listed token.
 *
 * @param undone.timeMs time of the block at that height, epoch ms.
 * @returns the RPC that the block at that height was read from.
 */
export async function undoReadings(
  trx: Transaction,
  { chainCode, above, timeMs }: { chainCode: string; above: number; timeMs: number },
): Promise<string | null> {
  await trx('block_readings').where({ chain_code: chainCode }).where('from_number', '>', above).delete();
  await trx('asset_readings')
    .where({ chain_code: chainCode })
    .where('read_until', '>', above)
    .update({ read_until: above, stopped_at: trx.raw('least(stopped_at, ?)', [new Date(timeMs)]) });
  await trx('unread_ranges').where({ chain_code: chainCode }).where('from_number', '>', above).delete();
  await trx('unread_ranges')
    .where({ chain_code: chainCode })
    .where('to_number', '>', above)
    .update({ to_number: above });
  const last = await trx('block_readings')
    .where({ chain_code: chainCode })
    .orderBy('from_number', 'desc')
    .first<{ rpc: string } | undefined>('rpc');
  return last?.rpc ?? null;
}
