import { decodeBigint, decodeNumber, toQuantity } from '../rpc/decode.js';
import type { RpcSession } from '../rpc/types.js';

/** What the chain itself keeps of an address. */
export interface Account {
  readonly balanceWei: bigint;
  /** Transactions that it has sent. */
  readonly nonce: number;
}

/**
 * An account as it stood after a block. Nodes keep such state for the newest blocks only (128 in geth, by default),
 * unless they are archives.
 *
 * @throws RpcError when the state is not kept any more (`isUnknownBlock`).
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
