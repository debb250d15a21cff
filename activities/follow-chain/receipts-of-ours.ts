import type { BlockHeader } from '../../src/chain/read-blocks.js';
import { readReceipt } from '../../src/chain/receipts.js';
import type { ReceiptToStore } from '../../src/db/chain-cursor.js';
import { listUnminedHashes } from '../../src/db/sent-transactions.js';
import type { Follower } from './follower.js';

/** A block and the hashes of its transactions. */
export interface MinedHashes {
  readonly block: BlockHeader;
  readonly transactionHashes: readonly string[];
}

/** The receipts of what we have sent, out of the blocks in which it stands. */
export async function receiptsOfOurs(
  { deps, chain, client }: Follower,
  mined: readonly MinedHashes[],
): Promise<ReceiptToStore[]> {
  const unmined = new Set(await listUnminedHashes(deps.db, chain.chainCode));
  const ours = mined.flatMap(({ block, transactionHashes }) =>
    transactionHashes.filter((hash) => unmined.has(hash)).map((hash) => ({ block, hash })),
  );
  return Promise.all(
    ours.map(async ({ block, hash }) => {
      const receipt = await client.onOneRpc((rpc) => readReceipt(rpc, hash));
      if (receipt?.blockHash !== block.hash) {
        throw new Error(
          `Block ${block.number} holds ${hash}, but its receipt names another block; reading again`,
        );
      }
      return { ...receipt, txHash: hash, block };
    }),
  );
}
