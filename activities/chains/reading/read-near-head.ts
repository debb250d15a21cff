import { findTransfers, type FoundTransfers } from '../../../src/chain/transfers/find-transfers.js';
import { BlockNotFoundError, type BlockRange } from '../../../src/chain/blocks/read-blocks.js';
import { storeBlock } from '../../../src/db/chains/chain-cursor.js';
import type { Follower, Tip } from '../follower.js';
import { assetsToFind, findWatchedBy, keepOurs, readsTraces } from './our-transfers.js';
import { hasSecondRpc } from '../has-second-rpc.js';
import { receiptsOfOurs } from './receipts-of-ours.js';

/**
 * Blocks asked for side by side. Some chains make four a second, and a distant RPC needs longer than that for the
 * two or three answers of one block: one after the other, the follower would fall back for ever.
 */
const BLOCKS_AT_ONCE = 8;

/**
 * Reads blocks that may still be replaced, in their order, some ahead of the one that is given out. They need not hang
 * together: the chain may change between two of them.
 *
 * What was read ahead misses nothing: an address is told to no one before it is stored, and so nobody could pay to it
 * in a block that was there already.
 *
 * @returns null in the place of the first block that the RPC that answered has not got yet.
 */
export async function* readNearHead(
  follower: Follower,
  { fromNumber, toNumber }: BlockRange,
): AsyncGenerator<FoundTransfers | null> {
  const asked: Promise<FoundTransfers | null>[] = [];
  for (let next = fromNumber; ;) {
    for (; asked.length < BLOCKS_AT_ONCE && next <= toNumber; next += 1) {
      const reading = findBlock(follower, next);
      // Whoever comes to it learns how it failed; when nobody does, it will be read again.
      reading.catch(() => undefined);
      asked.push(reading);
    }
    const first = asked.shift();
    if (first === undefined) return;
    yield await first;
  }
}

async function findBlock(follower: Follower, number: number): Promise<FoundTransfers | null> {
  try {
    return await readOneBlock(follower, number);
  } catch (error) {
    if (error instanceof BlockNotFoundError) return null;
    throw error;
  }
}

/** The payments of the block at a height, not stored yet. @throws BlockNotFoundError */
export function readOneBlock(follower: Follower, number: number): Promise<FoundTransfers> {
  const { chain, client } = follower;
  return findTransfers(client, {
    number,
    assets: assetsToFind(chain),
    traces: readsTraces(chain),
    watched: findWatchedBy(follower),
  });
}

/** Stores a block whose parent is the tip: its payments and the receipts of what we sent, at once. */
export async function storeReading(follower: Follower, found: FoundTransfers): Promise<Tip> {
  const { deps, chain, claim } = follower;
  const { block, spends, traced, readFrom } = found;
  const transfers = await keepOurs(follower, found.transfers);
  const receipts = await receiptsOfOurs(follower, [
    { block, transactionHashes: block.transactions.map(({ hash }) => hash) },
  ]);
  const awaitsProof = hasSecondRpc(follower);
  await storeBlock(deps.db, claim, { block, transfers, receipts, spends, traced, readFrom, awaitsProof });
  if (transfers.length > 0) {
    deps.log.info(
      { chainCode: chain.chainCode, height: block.number, transfers: transfers.length },
      'payments seen',
    );
  }
  return block;
}
