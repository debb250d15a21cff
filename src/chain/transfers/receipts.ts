import type { Asset } from '../../domain/core/asset.js';
import { assert } from '../../domain/core/errors.js';
import {
  decodeAddress,
  decodeArray,
  decodeCostWei,
  decodeGas,
  decodeHash,
  decodeNumber,
  decodeObject,
  expectSame,
} from '../rpc/decode.js';
import type { RpcSession } from '../rpc/types.js';
import { RpcAnswerError, RpcMissingError } from '../rpc/rpc-errors.js';
import { decodeLog, readTransfer, type ChainLogEntry, type LoggedTransfer } from './transfer-log.js';

/** The result of a mined transaction. */
export interface Receipt {
  readonly txHash: string;
  readonly blockHash: string;
  readonly blockNumber: number;
  readonly from: string;
  /** Null when the transaction created a contract. */
  readonly to: string | null;
  readonly contractAddress: string | null;
  /** False when it was reverted: it cost gas and did nothing else. */
  readonly succeeded: boolean;
  readonly gasUsed: bigint;
  readonly effectiveGasPriceWei: bigint;
  /** All that it cost its sender in addition to its value: gas, and on a rollup its data's cost on the chain below. */
  readonly feeWei: bigint;
  readonly logs: readonly ChainLogEntry[];
}

/**
 * Reads the receipt of a transaction. Returns null when no RPC has one: the transaction is not mined, or no longer
 * mined. A reorganisation may remove the receipt's block later, so compare the block's hash with the chain at each use.
 */
export async function readReceipt(rpc: RpcSession, txHash: string): Promise<Receipt | null> {
  try {
    return await rpc.request('eth_getTransactionReceipt', [txHash], (result) => {
      const receipt = decodeReceipt(result);
      expectSame(receipt.txHash, { expected: txHash.toLowerCase(), what: 'receipt.transactionHash' });
      return receipt;
    });
  } catch (error) {
    if (error instanceof RpcMissingError) return null;
    throw error;
  }
}

/**
 * True when the receipt shows exactly this transfer of an ERC-20 asset, and no other transfer of the asset by the
 * sender. For the native coin: true when the transaction from the sender to the recipient succeeded. A receipt doesn't
 * show the native amount. The transaction's hash proves it, since it is the hash of the signed bytes.
 */
export function receiptProvesTransfer(
  receipt: Receipt,
  { asset, ...wanted }: { asset: Pick<Asset, 'kind' | 'address' | 'tokenSymbol'> } & LoggedTransfer,
): boolean {
  if (!receipt.succeeded) return false;
  if (asset.kind === 'native') return receipt.from === wanted.from && receipt.to === wanted.to;
  assert(asset.address !== null, `the token ${asset.tokenSymbol} has a contract address`);
  const sent = receipt.logs.flatMap((log) => {
    const transfer = log.address === asset.address ? readTransfer(log) : null;
    return transfer?.from === wanted.from ? [transfer] : [];
  });
  // A second transfer would be a fee that the token takes in addition to the amount.
  const [only, ...others] = sent;
  return only?.to === wanted.to && only.amountAtomic === wanted.amountAtomic && others.length === 0;
}

/** @throws RpcMissingError for null; RpcAnswerError when the receipt is malformed or contradicts itself. */
export function decodeReceipt(result: unknown): Receipt {
  const receipt = decodeObject(result, 'the receipt');
  const status = decodeNumber(receipt['status'], 'receipt.status');
  if (status > 1) throw new RpcAnswerError(`receipt.status was answered as ${status}, must be 0 or 1`);
  const gasUsed = decodeGas(receipt['gasUsed'], 'receipt.gasUsed');
  const effectiveGasPriceWei = decodeCostWei(receipt['effectiveGasPrice'], 'receipt.effectiveGasPrice');
  const decoded: Receipt = {
    txHash: decodeHash(receipt['transactionHash'], 'receipt.transactionHash'),
    blockHash: decodeHash(receipt['blockHash'], 'receipt.blockHash'),
    blockNumber: decodeNumber(receipt['blockNumber'], 'receipt.blockNumber'),
    from: decodeAddress(receipt['from'], 'receipt.from'),
    to: addressOrNull(receipt['to'], 'receipt.to'),
    contractAddress: addressOrNull(receipt['contractAddress'], 'receipt.contractAddress'),
    succeeded: status === 1,
    gasUsed,
    effectiveGasPriceWei,
    feeWei: gasUsed * effectiveGasPriceWei + decodeRollupFee(receipt, gasUsed),
    logs: decodeArray(receipt['logs'], 'receipt.logs').map(decodeLog),
  };
  for (const log of decoded.logs) {
    expectSame(log.txHash, { expected: decoded.txHash, what: "the transaction of a receipt's log" });
    expectSame(log.blockHash, { expected: decoded.blockHash, what: "the block of a receipt's log" });
  }
  return decoded;
}

/**
 * Returns what a rollup of the OP Stack charges in addition to gas, in wei: for the data, and since the Isthmus upgrade
 * for its operator. The Jovian upgrade raised the operator's scalar from millionths to hundreds. Receipts since that
 * upgrade have `daFootprintGasScalar`, earlier ones don't. On other chains these fields are absent, and it is 0.
 *
 * @see https://specs.optimism.io/protocol/isthmus/exec-engine.html#operator-fee
 * @see https://specs.optimism.io/protocol/jovian/exec-engine.html#operator-fee
 */
function decodeRollupFee(receipt: Readonly<Record<string, unknown>>, gasUsed: bigint): bigint {
  const orZero = (name: string): bigint =>
    receipt[name] == null ? 0n : decodeCostWei(receipt[name], `receipt.${name}`);
  const scaled = gasUsed * orZero('operatorFeeScalar');
  const isJovian = receipt['daFootprintGasScalar'] != null;
  return orZero('l1Fee') + (isJovian ? scaled * 100n : scaled / 1_000_000n) + orZero('operatorFeeConstant');
}

/** Like {@link decodeReceipt}, but returns null for null. */
export function decodeReceiptOrNull(result: unknown): Receipt | null {
  return result === null ? null : decodeReceipt(result);
}

function addressOrNull(value: unknown, what: string): string | null {
  return value === null || value === undefined ? null : decodeAddress(value, what);
}
