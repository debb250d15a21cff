import { decodeNumber, toQuantity } from '../rpc/decode.js';
import { RpcAnswerError } from '../rpc/rpc-errors.js';
import type { BlockParameter, RpcSession } from '../rpc/types.js';

/** Reads an account's next nonces: `latest` counts mined transactions, `pending` also those in this node's mempool. */
export async function readNonce(
  rpc: RpcSession,
  address: string,
): Promise<{ latest: number; pending: number }> {
  const [latest, pending] = await rpc.requestBatch(
    ['latest', 'pending'].map((tag) => ({ method: 'eth_getTransactionCount', params: [address, tag] })),
    (result) => decodeNumber(result, 'eth_getTransactionCount'),
  );
  if (latest === undefined || pending === undefined || pending < latest) {
    throw new RpcAnswerError(
      `the pending nonce ${pending} of ${address} was answered below the latest, ${latest}`,
    );
  }
  return { latest, pending };
}

/** Reads the account's next nonce after a block. Transactions in mempools don't count: they may never be mined. */
export function readNonceAt(
  rpc: RpcSession,
  { address, block }: { address: string; block: number | BlockParameter },
): Promise<number> {
  return rpc.request(
    'eth_getTransactionCount',
    [address, typeof block === 'number' ? toQuantity(block) : block],
    (result) => decodeNumber(result, 'eth_getTransactionCount'),
  );
}
