import { findTransfers } from '../../src/chain/find-transfers.js';
import type { GivenBlock } from '../../src/chain/read-blocks.js';
import { storeBlock } from '../../src/db/chain-cursor.js';
import type { Follower, Tip } from './follower.js';
import { assetsToFind, findWatchedBy, keepOurs, readsTraces } from './our-transfers.js';
import { hasSecondRpc } from './has-second-rpc.js';
import { receiptsOfOurs } from './receipts-of-ours.js';

/** Reads one block whose parent is the tip: its payments and the receipts of what we sent, stored at once. */
export async function readOneBlock(follower: Follower, given: GivenBlock): Promise<Tip> {
  const { deps, chain, claim, client } = follower;
  const found = await findTransfers(client, {
    block: given.block,
    blockFrom: given.givenBy,
    assets: assetsToFind(chain),
    traces: readsTraces(chain),
    watched: findWatchedBy(follower),
  });
  const { block } = found;
  const transfers = await keepOurs(follower, found.transfers);
  const receipts = await receiptsOfOurs(follower, [
    { block, transactionHashes: block.transactions.map(({ hash }) => hash) },
  ]);
  const { traced, readFrom } = found;
  const awaitsProof = hasSecondRpc(follower);
  await storeBlock(deps.db, claim, { block, transfers, receipts, traced, readFrom, awaitsProof });
  if (transfers.length > 0) {
    deps.log.info(
      { chainCode: chain.chainCode, height: block.number, transfers: transfers.length },
      'payments seen',
    );
  }
  return block;
}
