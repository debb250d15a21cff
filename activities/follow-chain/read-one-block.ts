import { findTransfers } from '../../src/chain/find-transfers.js';
import type { FoundTransfer } from '../../src/chain/prove-transfers.js';
import type { Block } from '../../src/chain/read-blocks.js';
import { readReceipt } from '../../src/chain/receipts.js';
import { findWatched, storeBlock, type ReceiptToStore } from '../../src/db/chain-cursor.js';
import { findWallets, listUnminedHashes } from '../../src/db/sent-transactions.js';
import { gasAsset, sameAsset, type AssetId } from '../../src/domain/asset.js';
import type { Follower, Tip } from './follower.js';

async function receiptsOfOurs({ deps, chain, client }: Follower, block: Block): Promise<ReceiptToStore[]> {
  const unmined = new Set(await listUnminedHashes(deps.db, chain.chainCode));
  const ours = block.transactions.filter(({ hash }) => unmined.has(hash));
  return Promise.all(
    ours.map(async ({ hash }) => {
      const receipt = await client.onOneRpc((rpc) => readReceipt(rpc, hash));
      if (receipt?.blockHash !== block.hash) {
        throw new Error(
          `Block ${block.number} holds ${hash}, but its receipt names another block; reading again`,
        );
      }
      return { ...receipt, txHash: hash };
    }),
  );
}

/** Payments in listed assets, and whatever gas money came to our wallets: that is watched also where it isn't offered. */
async function findOurs({ deps, chain, client }: Follower, block: Block): Promise<readonly FoundTransfer[]> {
  const { chainCode } = chain;
  const isListed = (found: AssetId): boolean => chain.assets.some((asset) => sameAsset(asset, found));
  const gas = gasAsset(chain);
  const found = await findTransfers(client, {
    block,
    assets: isListed(gas) ? chain.assets : [...chain.assets, gas],
    watched: (addresses) => findWatched(deps.db, { chainCode, addresses }),
  });
  const unlisted = found.filter((transfer) => !isListed(transfer));
  if (unlisted.length === 0) return found;
  const wallets = await findWallets(deps.db, { chainCode, addresses: unlisted.map(({ to }) => to) });
  return found.filter((transfer) => isListed(transfer) || wallets.has(transfer.to));
}

/** Reads one block whose parent is the tip: its payments and the receipts of what we sent, stored at once. */
export async function readOneBlock(follower: Follower, block: Block): Promise<Tip> {
  const { deps, chain, claim } = follower;
  const transfers = await findOurs(follower, block);
  const receipts = await receiptsOfOurs(follower, block);
  await storeBlock(deps.db, claim, { block, transfers, receipts });
  if (transfers.length > 0) {
    deps.log.info(
      { chainCode: chain.chainCode, height: block.number, transfers: transfers.length },
      'payments seen',
    );
  }
  return block;
}
