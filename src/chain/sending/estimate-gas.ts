import { assert } from '../../domain/core/errors.js';
import type { SignedAuthorization } from '../keys/types.js';
import { decodeBigint, toQuantity } from '../rpc/decode.js';
import { reactionTo, RpcAnswerError, RpcError } from '../rpc/rpc-errors.js';
import type { RpcSession } from '../rpc/types.js';

/** A higher estimate is a lie: no transfer needs so much gas, and few blocks hold it. */
const MAX_GAS_LIMIT = 10_000_000n;
/**
 * The gas that a transaction takes before it runs (Ethereum yellow paper, appendix G; EIP-2, EIP-2028, EIP-7702). With
 * less gas no node accepts it, and all transactions with later nonces wait forever.
 */
const INTRINSIC_GAS = {
  transaction: 21_000n,
  creation: 32_000n,
  zeroByte: 4n,
  otherByte: 16n,
  authorization: 25_000n,
};

/** A call whose gas is estimated. */
export interface GasCall {
  readonly from: string;
  /** Null when the call creates a contract. */
  readonly to: string | null;
  readonly valueAtomic: bigint;
  readonly data: string;
  readonly authorizations?: readonly SignedAuthorization[];
}

/**
 * Returns the gas limit for a call: the node's estimate and a quarter more, since the state may change until the call
 * is mined. Unused gas is not paid.
 *
 * @throws RpcError when the call would revert; RpcAnswerError when it would need more gas than any transfer.
 */
export async function estimateGas(rpc: RpcSession, call: GasCall): Promise<bigint> {
  return toGasLimit(
    await rpc.request('eth_estimateGas', [toRpcCall(call)], (result) => decodeEstimate(result, call)),
  );
}

/** Like {@link estimateGas}, for several calls that don't depend on each other. Throws when one of them fails. */
export async function estimateGasOfEach(
  rpc: RpcSession,
  calls: readonly GasCall[],
): Promise<readonly bigint[]> {
  const requests = calls.map((call) => ({ method: 'eth_estimateGas', params: [toRpcCall(call)] }));
  const estimates = await rpc.requestBatch(requests, (result, index) => {
    const call = calls[index];
    assert(call !== undefined, 'each call has its answer');
    return decodeEstimate(result, call);
  });
  return estimates.map(toGasLimit);
}

/**
 * Asks one RPC whether a transfer would revert, or take more gas than `mostGas` (null: than any transfer).
 *
 * @throws what the RPC failed with, when that says nothing about the transfer.
 */
export async function isRefusedTransfer(
  rpc: RpcSession,
  call: GasCall,
  { mostGas }: { mostGas: bigint | null },
): Promise<boolean> {
  try {
    const estimate = await rpc.request('eth_estimateGas', [toRpcCall(call)], (result) =>
      decodeEstimate(result, call),
    );
    return withHeadroom(estimate) > (mostGas ?? MAX_GAS_LIMIT);
  } catch (error) {
    // Any other error is about the RPC itself: it lags, has a rate limit, or lacks something.
    if (error instanceof RpcError && reactionTo(error) === 'final') return true;
    throw error;
  }
}

/** Reads an estimate. When it is too low, that is the RPC's fault for any call, so another RPC is asked. */
function decodeEstimate(result: unknown, call: GasCall): bigint {
  const estimate = decodeBigint(result, 'eth_estimateGas');
  const least = intrinsicGas(call);
  if (estimate >= least) return estimate;
  throw new RpcAnswerError(
    `eth_estimateGas was answered as ${estimate}: the transaction takes ${least} before it runs`,
  );
}

function intrinsicGas({ to, data, authorizations = [] }: GasCall): bigint {
  const bytes = data.slice(2).match(/../g) ?? [];
  const zeros = BigInt(bytes.filter((byte) => byte === '00').length);
  const { transaction, creation, zeroByte, otherByte, authorization } = INTRINSIC_GAS;
  return (
    transaction +
    (to === null ? creation : 0n) +
    zeros * zeroByte +
    (BigInt(bytes.length) - zeros) * otherByte +
    BigInt(authorizations.length) * authorization
  );
}

/**
 * Returns the gas limit for an estimate. When the estimate is too high, that may be the fault of the called contract,
 * which anybody can have written. So no other RPC is asked.
 */
function toGasLimit(estimate: bigint): bigint {
  const gasLimit = withHeadroom(estimate);
  if (gasLimit <= MAX_GAS_LIMIT) return gasLimit;
  throw new RpcAnswerError(`eth_estimateGas was answered as ${estimate}: no transfer needs that`);
}

function withHeadroom(estimate: bigint): bigint {
  return (estimate * 5n + 3n) / 4n;
}

function toRpcCall({ from, to, valueAtomic, data, authorizations = [] }: GasCall): object {
  return {
    from,
    value: toQuantity(valueAtomic),
    data,
    ...(to === null ? {} : { to }),
    ...(authorizations.length === 0 ? {} : { authorizationList: authorizations.map(toRpcAuthorization) }),
  };
}

/** Writes an authorization as nodes accept it in a call. */
export function toRpcAuthorization(signed: SignedAuthorization): object {
  return {
    chainId: toQuantity(signed.chainId),
    address: signed.address,
    nonce: toQuantity(signed.nonce),
    r: toQuantity(BigInt(signed.r)),
    s: toQuantity(BigInt(signed.s)),
    yParity: toQuantity(signed.yParity),
  };
}
