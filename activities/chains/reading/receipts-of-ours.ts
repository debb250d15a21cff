import type { BlockHeader } from '../../../src/chain/blocks/read-blocks.js';
import { readReceipt, receiptProvesTransfer, type Receipt } from '../../../src/chain/transfers/receipts.js';
import type { RpcSession } from '../../../src/chain/rpc/types.js';
import { RpcMissingError } from '../../../src/chain/rpc/rpc-errors.js';
import type { ReceiptToStore } from '../../../src/db/wallets/store-receipts.js';
import { listUnmined, type UnminedTransaction } from '../../../src/db/chains/unmined-transactions.js';
import type { Chain } from '../../../src/domain/core/asset.js';
import type { Follower } from '../follower.js';
import { assetsToFind } from './our-transfers.js';

/** A block and the hashes of its transactions. */
export interface MinedHashes {
  readonly block: BlockHeader;
  readonly transactionHashes: readonly string[];
}

/** Reads the receipts of our own transactions that were mined in the given blocks. */
export async function receiptsOfOurs(
  { deps, chain, client }: Follower,
  mined: readonly MinedHashes[],
): Promise<ReceiptToStore[]> {
  const unmined = new Map(
    (await listUnmined(deps.db, chain.chainCode)).map((transaction) => [transaction.txHash, transaction]),
  );
  const ours = mined.flatMap(({ block, transactionHashes }) =>
    transactionHashes.flatMap((hash) => {
      const transaction = unmined.get(hash);
      return transaction === undefined ? [] : [{ block, hash, transaction }];
    }),
  );
  return Promise.all(
    ours.map(async ({ block, hash, transaction }) => {
      const receipt = await client.onOneRpc((rpc) => readReceiptIn(rpc, { block, hash }));
      return { ...receipt, txHash: hash, block, proven: showsWhatWasSigned(chain, { receipt, transaction }) };
    }),
  );
}

/**
 * Reads the receipt of a transaction in a block. When an RPC lacks the receipt, or shows it in another block, the error
 * makes the client ask another RPC: a single RPC must not stop all reading.
 */
async function readReceiptIn(
  rpc: RpcSession,
  { block, hash }: { block: BlockHeader; hash: string },
): Promise<Receipt> {
  const receipt = await readReceipt(rpc, hash);
  if (receipt?.blockHash === block.hash) return receipt;
  throw new RpcMissingError(
    `Block ${block.number} holds ${hash}, but no receipt shows it there. It is read again until one does.`,
  );
}

/** Returns whether a transaction did exactly what was signed. A token may move less than requested, or nothing. */
export function showsWhatWasSigned(
  chain: Chain,
  { receipt, transaction }: { receipt: Receipt; transaction: UnminedTransaction },
): boolean {
  if (transaction.transfers.length === 0) return receipt.succeeded;
  return transaction.transfers.every((transfer) => {
    const { tokenSymbol, known } = transfer;
    const asset = assetsToFind(chain).find((listed) => listed.tokenSymbol === tokenSymbol) ?? known;
    return asset !== undefined && receiptProvesTransfer(receipt, { asset, ...transfer });
  });
}
