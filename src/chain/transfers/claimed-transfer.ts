import type { Asset } from '../../domain/core/asset.js';
import { NATIVE_POSITION } from './prove-transfers.js';
import type { Receipt } from './receipts.js';
import { readTransfer } from './transfer-log.js';

/** A transfer that somebody says is in a block. Position: see `ChainTransfer`. */
export interface ClaimedTransfer {
  readonly asset: Asset;
  readonly blockNumber: number;
  readonly blockHash: string;
  readonly txHash: string;
  readonly position: number;
  readonly from: string;
  readonly to: string;
  readonly amountAtomic: bigint;
  /** Of native coin: what other payments, which are known, brought the recipient in the same block, in wei. */
  readonly besidesAtomic: bigint;
}

/**
 * Is the transfer in the receipt, at its place and in its block? Of native coin a receipt tells no amount, and of what
 * moved inside a transaction only that it took effect.
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
