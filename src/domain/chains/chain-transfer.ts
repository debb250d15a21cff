import type { AssetId } from '../core/asset.js';

/** A transfer that took effect in a block, as the chain shows it. Hashes and addresses are lower-case hex. */
export interface ChainTransfer extends AssetId {
  readonly blockNumber: number;
  readonly blockHash: string;
  readonly blockTimeMs: number;
  readonly txHash: string;
  /** Position of the transaction in its block. */
  readonly txIndex: number;
  /**
   * Position of the log in the receipt of its transaction; it does not depend on the block that mines the transaction.
   * For the native coin: −1 for the value of the transaction itself; −2, −3, … for transfers inside it, in order.
   */
  readonly position: number;
  /** Position of the log among all logs of its block, as explorers show it; null for the native coin. */
  readonly logIndex: number | null;
  readonly from: string;
  readonly to: string;
  readonly amountAtomic: bigint;
}
