import type { Asset } from '../../domain/core/asset.js';
import { NATIVE_POSITION } from './prove-transfers.js';
import type { Receipt } from './receipts.js';
import { readTransfer } from './transfer-log.js';

/** A transfer that an RPC claims to be in a block. For `position` see `ChainTransfer`. */
export interface ClaimedTransfer {
  readonly asset: Asset;
  readonly blockNumber: number;
  readonly blockHash: string;
  readonly txHash: string;
  readonly position: number;
  readonly from: string;
  readonly to: string;
  readonly amountAtomic: bigint;
  /** For native coin: what the other known payments brought the recipient in the same block, in wei. */
  readonly besidesAtomic: bigint;
}

/**
 * Returns whether the receipt shows the transfer, at its position and in its block. A receipt does not show the amount
 * of native coin. For coin that moved inside a transaction, it shows only that the transaction took effect.
 */
export function showsTransfer(receipt: Receipt, { asset, ...claimed }: ClaimedTransfer): boolean {
  if (!receipt.succeeded || receipt.blockHash !== claimed.blockHash) return false;
  if (claimed.position < NATIVE_POSITION) return true;
  if (asset.address === null) return receipt.from === claimed.from && receipt.to === claimed.to;
  const log = receipt.logs[claimed.position];
  const transfer = log?.address === asset.address ? readTransfer(log) : null;
  return (
    transfer?.from === claimed.from &&
    transfer.to === claimed.to &&
    transfer.amountAtomic === claimed.amountAtomic
  );
}
