import { agreedAmong, askAtBlock, type BlockId } from './agreed-answer.js';
import { decodeNumber } from '../rpc/decode.js';
import type { ChainClient, RpcSession } from '../rpc/types.js';

/**
 * Reads an account's next nonce after a block, as the chain's RPCs agree. An RPC's failure never makes it reject.
 *
 * @returns null when they don't agree.
 */
export async function readAgreedNonce(
  client: ChainClient,
  { address, block }: { address: string; block: BlockId | 'latest' },
): Promise<number | null> {
  const readAt = (rpc: RpcSession, at: unknown): Promise<number> =>
    rpc.request('eth_getTransactionCount', [address, at], (result) =>
      decodeNumber(result, 'eth_getTransactionCount'),
    );
  const answers = await client.onEachRpc(
    (rpc) => (block === 'latest' ? readAt(rpc, block) : askAtBlock(rpc, block, (at) => readAt(rpc, at))),
    { withoutHanging: true },
  );
  return agreedAmong(answers, (nonce) => nonce);
}
