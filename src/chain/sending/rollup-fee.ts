import { encodeFunctionData, parseAbi } from 'viem';
import { decodeBigint, decodeData } from '../rpc/decode.js';
import type { UnsignedTransaction } from '../keys/types.js';
import type { RpcSession } from '../rpc/types.js';
import { RpcAnswerError, RpcError } from '../rpc/rpc-errors.js';
import { serializeTransaction } from '../keys/serialize-transaction.js';

/** The contract that reports, on rollups of the OP Stack, the cost of a transaction in addition to its gas. */
const GAS_PRICE_ORACLE = '0x420000000000000000000000000000000000000f';
const ORACLE_ABI = parseAbi([
  'function getL1Fee(bytes) view returns (uint256)',
  // Since the Isthmus upgrade.
  'function getOperatorFee(uint256) view returns (uint256)',
]);
/** The fee is charged at the price of the block that mines the transaction, which may be higher by then. */
const HEADROOM = 2n;
/** More than the transfer of any token takes. */
const GAS_OF_A_TRANSFER = 200_000n;
/** Stands for unknown values. It has at least as many bytes as they have, for fees up to 1,099 gwei. */
const UNKNOWN = {
  nonce: 2 ** 32,
  gasLimit: 2n ** 31n,
  maxFeePerGasWei: 2n ** 40n,
  maxPriorityFeePerGasWei: 2n ** 40n,
};

/**
 * Returns what a transaction may cost its sender in addition to value and gas, in wei: an OP Stack rollup's fees for
 * the data and for its operator, with room for a rise. On other chains it is 0: the oracle's address has no code there.
 *
 * @param transaction when `gasLimit` is absent, the gas of one transfer is assumed.
 * @see https://specs.optimism.io/protocol/exec-engine.html#l1-cost-fees-l1-fee-vault
 * @see https://specs.optimism.io/protocol/isthmus/exec-engine.html#operator-fee
 */
export async function readRollupFee(
  rpc: RpcSession,
  transaction: Pick<UnsignedTransaction, 'chainId' | 'to' | 'valueAtomic' | 'data' | 'authorizations'> & {
    readonly gasLimit?: bigint;
  },
): Promise<bigint> {
  const { gasLimit = GAS_OF_A_TRANSFER } = transaction;
  const bytes = serializeTransaction({ ...UNKNOWN, ...transaction });
  const [dataWei, operatorWei] = await Promise.all([
    askOracle(rpc, encodeFunctionData({ abi: ORACLE_ABI, functionName: 'getL1Fee', args: [bytes] })),
    askOracle(rpc, encodeFunctionData({ abi: ORACLE_ABI, functionName: 'getOperatorFee', args: [gasLimit] })),
  ]);
  return (dataWei + operatorWei) * HEADROOM;
}

async function askOracle(rpc: RpcSession, data: string): Promise<bigint> {
  try {
    return await rpc.request('eth_call', [{ to: GAS_PRICE_ORACLE, data }, 'latest'], decodeFee);
  } catch (error) {
    // The contract at this address is no such oracle, or one from before the upgrade.
    if (error instanceof RpcError) return 0n;
    throw error;
  }
}

function decodeFee(result: unknown): bigint {
  const word = decodeData(result, 'the rollup fee');
  if (word === '0x') return 0n;
  if (word.length !== 66)
    throw new RpcAnswerError(`the rollup fee was answered with ${word.length / 2 - 1} bytes, expected 32`);
  return decodeBigint(word, 'the rollup fee');
}
