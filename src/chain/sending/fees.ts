import type { FeePair } from '../../domain/wallets/raise-fees.js';
import { decodeArray, decodeBigint, decodeObject, toQuantity } from '../rpc/decode.js';
import type { RpcSession } from '../rpc/types.js';
import { isUnsupportedMethod } from '../rpc/rpc-errors.js';

export interface Fees extends FeePair {
  /** The base fee of the next block. When it is above `maxFeePerGasWei` because of the cap, nothing is mined yet. */
  readonly baseFeePerGasWei: bigint;
}

/**
 * The base fee rises by at most an eighth per block (EIP-1559). Twice the fee suffices for five full blocks in a row.
 */
const BASE_FEE_HEADROOM = 2n;
const HISTORY_BLOCKS = 5;
const MEDIAN_PERCENTILE = 50;
/**
 * Returns fees with which a transaction is mined soon: a maximum fee of twice the next block's base fee and the
 * priority fee, and the priority fee that the node advises. Both are within `capWei`.
 */
export async function suggestFees(rpc: RpcSession, { capWei }: { capWei: bigint }): Promise<Fees> {
  const [history, advised] = await Promise.all([
    rpc.request(
      'eth_feeHistory',
      [toQuantity(HISTORY_BLOCKS), 'latest', [MEDIAN_PERCENTILE]],
      decodeFeeHistory,
    ),
    readPriorityFee(rpc),
  ]);
  const priority = advised ?? history.medianPriorityFeeWei;
  const maxFeePerGasWei = min(capWei, history.nextBaseFeeWei * BASE_FEE_HEADROOM + priority);
  return {
    baseFeePerGasWei: history.nextBaseFeeWei,
    maxFeePerGasWei,
    maxPriorityFeePerGasWei: min(priority, maxFeePerGasWei),
  };
}

async function readPriorityFee(rpc: RpcSession): Promise<bigint | null> {
  try {
    return await rpc.request('eth_maxPriorityFeePerGas', [], (result) =>
      decodeBigint(result, 'eth_maxPriorityFeePerGas'),
    );
  } catch (error) {
    if (isUnsupportedMethod(error)) return null;
    throw error;
  }
}

function decodeFeeHistory(result: unknown): { nextBaseFeeWei: bigint; medianPriorityFeeWei: bigint } {
  const history = decodeObject(result, 'eth_feeHistory');
  const baseFees = decodeArray(history['baseFeePerGas'], 'baseFeePerGas');
  const rewards = decodeArray(history['reward'] ?? [], 'reward').map((ofBlock) =>
    decodeBigint(decodeArray(ofBlock, 'reward')[0], 'reward'),
  );
  const sorted = rewards.toSorted((a, b) => (a < b ? -1 : 1));
  return {
    nextBaseFeeWei: decodeBigint(baseFees.at(-1), 'baseFeePerGas'),
    medianPriorityFeeWei: sorted[Math.floor(sorted.length / 2)] ?? 0n,
  };
}

function min(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
