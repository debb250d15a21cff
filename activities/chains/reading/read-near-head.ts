import { findTransfers, type FoundTransfers } from '../../../src/chain/transfers/find-transfers.js';
import { BlockNotFoundError, type BlockRange } from '../../../src/chain/blocks/read-blocks.js';
import { storeBlock } from '../../../src/db/chains/store-blocks.js';
import type { Follower, Tip } from '../follower.js';
import { assetsToFind, findWatchedBy, keepOurs, readsTraces } from './our-transfers.js';
import { hasSecondRpc } from '../../../src/chain/rpc/has-second-rpc.js';
import { receiptsOfOurs } from './receipts-of-ours.js';

/**
 * How many blocks are asked for in parallel. Some chains make four blocks a second, and a distant RPC needs longer than
 * that for the two or three answers about one block. One block after the other, the follower would never catch up.
 */
const BLOCKS_AT_ONCE = 8;

/**
 * Reads blocks that may still be replaced, in their order. It reads some blocks ahead of the one that it yields. The
 * blocks may belong to different branches: the chain may change between two of them.
 *
 * Reading ahead misses no payment: an address is stored before anybody learns it. So nobody could pay to it in a block
 * that existed before.
 *
 * @returns the blocks, and null instead of a block that the answering RPC does not have yet.
 */
export async function* readNearHead(
  follower: Follower,
  { fromNumber, toNumber }: BlockRange,
): AsyncGenerator<FoundTransfers | null> {
  const asked: Promise<FoundTransfers | null>[] = [];
  for (let next = fromNumber; ;) {
    for (; asked.length < BLOCKS_AT_ONCE && next <= toNumber; next += 1) {
      const reading = findBlock(follower, next);
      // Whoever awaits it gets the error. If nobody does, the block will be read again.
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

/** Reads the payments of the block at a height, without storing them. @throws BlockNotFoundError */
export function readOneBlock(follower: Follower, number: number): Promise<FoundTransfers> {
  const { chain, client } = follower;
  return findTransfers(client, {
    number,
    assets: assetsToFind(chain),
    traces: readsTraces(chain),
    watched: findWatchedBy(follower),
  });
}

/** Stores a block whose parent is the tip, together with its payments and the receipts of our own transactions. */
export async function storeReading(follower: Follower, found: FoundTransfers): Promise<Tip> {
  const { deps, chain, claim } = follower;
  const { block, spends, traced, readFrom } = found;
  const transfers = await keepOurs(follower, found.transfers);
  const receipts = await receiptsOfOurs(follower, [
    { block, transactionHashes: block.transactions.map(({ hash }) => hash) },
  ]);
  const awaitsCorroboration = hasSecondRpc(follower);
  await storeBlock(deps.db, claim, {
    block,
    transfers,
    receipts,
    spends,
    traced,
    readFrom,
    awaitsCorroboration,
  });
  if (transfers.length > 0) {
    deps.log.info(
      { chainCode: chain.chainCode, height: block.number, transfers: transfers.length },
      'payments seen',
    );
  }
  return block;
}
