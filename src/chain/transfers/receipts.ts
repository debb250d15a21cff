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
import { decodeLog, readTransfer, type ChainLogEntry, type Transfer } from './transfer-log.js';

/** What became of a transaction that stands in a block. */
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
  /** All that it took from its sender beside its value: gas, and on a rollup what its data costs on the chain below. */
  readonly feeWei: bigint;
  readonly logs: readonly ChainLogEntry[];
}

/**
 * The receipt of a transaction, or null when no RPC has one: it is not mined, or no longer. The block it names may be
 * reorganised away later: compare its hash with the chain's each time it is counted on.
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
 * True when the receipt shows exactly this transfer of an ERC-20 asset and no other one of the asset by the sender, or,
 * for the native coin, that the transaction from the sender to the recipient succeeded. A receipt doesn't tell the
 * native amount: its hash does, since it is that of the bytes that were signed.
 */
export function receiptProvesTransfer(
  receipt: Receipt,
  { asset, ...wanted }: { asset: Pick<Asset, 'kind' | 'address' | 'tokenSymbol'> } & Transfer,
): boolean {
  if (!receipt.succeeded) return false;
  if (asset.kind === 'native') return receipt.from === wanted.from && receipt.to === wanted.to;
  assert(asset.address !== null, `the token ${asset.tokenSymbol} has a contract address`);
  const sent = receipt.logs.flatMap((log) => {
    const transfer = log.address === asset.address ? readTransfer(log) : null;
    return transfer?.from === wanted.from ? [transfer] : [];
  });
  // A second one would be a fee that the token takes beside the amount.
  const [only, ...others] = sent;
  return only?.to === wanted.to && only.amountAtomic === wanted.amountAtomic && others.length === 0;
}

/** @throws RpcMissingError for null, RpcAnswerError when it is malformed or contradicts itself. */
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
 * What a rollup of the OP Stack takes beside gas, in wei: for the data, and for its operator since the Isthmus upgrade.
 * The Jovian upgrade raised the operator's scalar from millionths to hundreds; its receipts have
 * `daFootprintGasScalar`, which those before it lack. Elsewhere there are none of these fields: 0.
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

/** The same, and null for null. */
export function decodeReceiptOrNull(result: unknown): Receipt | null {
  return result === null ? null : decodeReceipt(result);
}

function addressOrNull(value: unknown, what: string): string | null {
  return value === null || value === undefined ? null : decodeAddress(value, what);
}
