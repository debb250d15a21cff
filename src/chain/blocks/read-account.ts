import { decodeBigint, decodeNumber, toQuantity } from '../rpc/decode.js';
import type { RpcSession } from '../rpc/types.js';

/** The state that the chain itself keeps of an address. */
export interface Account {
  readonly balanceWei: bigint;
  /** The number of transactions that it has sent. */
  readonly nonce: number;
}

/**
 * Reads an account as it was after a block. Nodes keep this state for the newest blocks only (128 by default in geth),
 * unless they are archive nodes.
 *
 * @throws RpcError when the node no longer keeps the state (`isUnknownBlock`).
 */
export async function readAccount(
  rpc: RpcSession,
  { address, blockNumber }: { address: string; blockNumber: number },
): Promise<Account> {
  const params = [address, toQuantity(blockNumber)];
  const [balanceWei, nonce] = await rpc.requestBatch<bigint | number>(
    [
      { method: 'eth_getBalance', params },
      { method: 'eth_getTransactionCount', params },
    ],
    (result, index) =>
      index === 0 ? decodeBigint(result, 'eth_getBalance') : decodeNumber(result, 'eth_getTransactionCount'),
  );
  return { balanceWei: BigInt(balanceWei ?? 0), nonce: Number(nonce) };
}
