import type { BlockToStore } from '../core/block-to-store.js';
import { transaction, type Database, type Transaction } from '../core/database.js';
import { enqueue } from '../outbox/outbox.js';
import { undoReceiptsAbove } from '../wallets/sent-transactions.js';
import { undoReadings, verifiedUpTo } from './block-readings.js';
import { FollowerFencedError, lockCursor, type ChainCursor, type FollowerClaim } from './chain-cursor.js';

/**
 * Undoes what was read above `ancestor`, in one transaction: transfers and receipts there are orphaned, their invoices
 * and withdrawals are woken, and the cursor goes back. The chain's new blocks are then read like any others.
 */
export async function rollBackTo(db: Database, claim: FollowerClaim, ancestor: BlockToStore): Promise<void> {
  await transaction(db, async (trx) => {
    const cursor = await lockCursor(trx, claim);
    if (cursor.height === null || ancestor.number >= cursor.height) {
      throw new FollowerFencedError(claim.chainCode);
    }
    await undoBlocksAbove(trx, { cursor, ancestor });
  });
}

/** Does the work of {@link rollBackTo}; the caller holds the cursor's lock. No ancestor: everything read is undone. */
export async function undoBlocksAbove(
  trx: Transaction,
  { cursor, ancestor }: { cursor: ChainCursor; ancestor: BlockToStore | null },
): Promise<void> {
  const { chainCode } = cursor;
  const above = ancestor?.number ?? -1;
  const orphaned = await trx('transfers')
    .where({ chain_code: chainCode, canonical: true })
    .where('block_number', '>', above)
    .update({
      canonical: false,
      revision: trx.raw('revision + 1'),
      reverted_height: cursor.height,
      reverted_at: new Date(cursor.blockTimeMs ?? 0),
    })
    .returning<{ invoice_id: string | null }[]>('invoice_id');
  const unmined = await undoReceiptsAbove(trx, { chainCode, above });
  await trx('blocks').where({ chain_code: chainCode }).where('block_number', '>', above).delete();
  const readFrom = await undoReadings(trx, { chainCode, above, timeMs: ancestor?.timestampMs ?? 0 });
  // Audits are made at finalized blocks. An operator has ordered even those undone, so the audits are made again.
  await trx('native_audits').where({ chain_code: chainCode }).where('block_number', '>', above).update({
    finished_at: null,
    block_number: null,
    block_hash: null,
    balance_atomic: null,
    counted_atomic: null,
  });
  await trx('chain_cursors')
    .where({ chain_code: chainCode })
    .update({
      height: ancestor?.number ?? null,
      block_hash: ancestor?.hash ?? null,
      block_time: ancestor === null ? null : new Date(ancestor.timestampMs),
      caught_up_at: null,
      read_from: readFrom,
      ...((cursor.verifiedHeight ?? -1) > above ? verifiedUpTo(ancestor) : {}),
    });
  const ids = (values: readonly (string | null)[]): string[] => [
    ...new Set(values.flatMap((value) => (value === null ? [] : [value]))),
  ];
  await enqueue(trx, [
    ...ids(orphaned.map((row) => row.invoice_id)).map((targetId) => ({
      kind: 'invoice' as const,
      targetId,
    })),
    ...ids(unmined).map((targetId) => ({
      kind: 'withdrawal' as const,
      targetId,
    })),
  ]);
}
