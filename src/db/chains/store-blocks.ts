import type { BlockToStore } from '../core/block-to-store.js';
import { transaction, type Database, type Queryable } from '../core/database.js';
import { storeSpends, type Spend } from '../wallets/outside-payments.js';
import { storeReceipts, type ReceiptToStore } from '../wallets/store-receipts.js';
import { noteReading, verifiedUpTo } from './block-readings.js';
import { FollowerFencedError, lockCursor, type FollowerClaim } from './chain-cursor.js';
import { storeTransfers, type ShownTransfer } from './store-transfers.js';

interface FoundInBlocks {
  readonly transfers: readonly ShownTransfer[];
  readonly receipts: readonly ReceiptToStore[];
  /** Transfers out of the wallets that we send from. */
  readonly spends: readonly Spend[];
  /** True when traces were read, so that native coin moved by contracts is included. Else an audit looks for it. */
  readonly traced?: boolean;
  /** Origin of the RPC that they were read from: scheme, host and port. */
  readonly readFrom?: string;
  /** True when a second RPC has to corroborate the transfers before they count as confirmed. */
  readonly awaitsCorroboration?: boolean;
}

/** Stores what was found in one block and moves the cursor to it. See {@link storeBlocks}. */
export function storeBlock(
  db: Database,
  claim: FollowerClaim,
  { block, ...found }: { readonly block: BlockToStore } & FoundInBlocks,
): Promise<void> {
  return storeBlocks(db, claim, { first: block, last: block, ...found });
}

/**
 * Stores what was found in a run of blocks and moves the cursor to the last one, in one transaction: a block is read
 * once or not at all. More than one block must all be finalized, since only the hash of the last one is kept.
 *
 * @throws FollowerFencedError when this follower was replaced or the first block doesn't follow the cursor.
 */
export async function storeBlocks(
  db: Database,
  claim: FollowerClaim,
  found: {
    readonly first: Pick<BlockToStore, 'number' | 'parentHash'>;
    readonly last: BlockToStore;
  } & FoundInBlocks,
): Promise<void> {
  const { first, last, transfers, receipts, spends } = found;
  const { traced = false, readFrom, awaitsCorroboration = false } = found;
  const shownOnlyBy = awaitsCorroboration ? (readFrom ?? null) : null;
  const { chainCode } = claim;
  await transaction(db, async (trx) => {
    const cursor = await lockCursor(trx, claim);
    const follows =
      cursor.height === null || (cursor.height + 1 === first.number && cursor.blockHash === first.parentHash);
    if (!follows || cursor.haltedReason !== null) throw new FollowerFencedError(chainCode);
    await trx('chain_cursors')
      .where({ chain_code: chainCode })
      .update({
        height: last.number,
        block_hash: last.hash,
        block_time: new Date(last.timestampMs),
        ...(traced ? {} : { untraced_at: new Date(last.timestampMs) }),
        // No hash: only one RPC has shown the block before the first one.
        ...(cursor.height === null ? verifiedUpTo({ number: first.number - 1 }) : {}),
        ...(readFrom === undefined ? {} : { read_from: readFrom }),
      });
    if (readFrom !== undefined && readFrom !== cursor.readFrom) {
      await noteReading(trx, { chainCode, fromNumber: first.number, rpc: readFrom });
    }
    await trx('blocks').insert({
      chain_code: chainCode,
      block_number: last.number,
      block_hash: last.hash,
      parent_hash: last.parentHash,
      block_time: new Date(last.timestampMs),
    });
    await storeTransfers(trx, { chainCode, transfers, shownOnlyBy });
    await storeReceipts(trx, { chainCode, receipts });
    await storeSpends(trx, spends);
  });
}

/** Finds the stored header of a height; headers are kept while their blocks may still be replaced. */
export async function findStoredBlock(
  q: Queryable,
  { chainCode, number }: { chainCode: string; number: number },
): Promise<BlockToStore | undefined> {
  const row = await q('blocks')
    .where({ chain_code: chainCode, block_number: number })
    .first<{ block_hash: string; parent_hash: string; block_time: Date } | undefined>();
  if (row === undefined) return undefined;
  return {
    number,
    hash: row.block_hash,
    parentHash: row.parent_hash,
    timestampMs: row.block_time.getTime(),
  };
}
