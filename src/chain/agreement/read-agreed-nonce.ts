import { countOrigins } from '../../domain/chains/count-origins.js';
import { decodeNumber } from '../rpc/decode.js';
import { hasSecondRpc } from '../rpc/has-second-rpc.js';
import type { ChainClient, RpcSession } from '../rpc/types.js';
import { agreedAmong, askAtBlock, VOTES_MIN, type BlockId } from './agreed-answer.js';

/**
 * Reads how many nonces of an account are used at the head, as the RPC says that counts most of them. One RPC alone that
 * counts too few can't have a used nonce signed for, not even while the others are silent. What one counts too many, the
 * others have to confirm.
 *
 * @returns null when the chain has RPCs of several origins, and only one of them answers.
 */
export async function readMostNonces(client: ChainClient, address: string): Promise<number | null> {
  if (!hasSecondRpc({ client })) return readAt(client, address, 'latest');
  const answers = await client.onEachRpc((rpc) => readAt(rpc, address, 'latest'), { withoutHanging: true });
  const counts = answers.flatMap((answer) =>
    answer.ok && !answer.quarantined ? [{ origin: answer.origin, count: answer.value }] : [],
  );
  return countOrigins(counts) < VOTES_MIN ? null : Math.max(...counts.map(({ count }) => count));
}

/**
 * Reads an account's next nonce after a block, as the chain's RPCs agree. An RPC's failure never makes it reject.
 *
 * @returns null when they don't agree.
 */
export async function readAgreedNonce(
  client: ChainClient,
  { address, block }: { address: string; block: BlockId | 'latest' },
): Promise<number | null> {
  const answers = await client.onEachRpc(
    (rpc) =>
      block === 'latest'
        ? readAt(rpc, address, block)
        : askAtBlock(rpc, block, (at) => readAt(rpc, address, at)),
    { withoutHanging: true },
  );
  return agreedAmong(answers, (nonce) => nonce);
}

function readAt(rpc: RpcSession, address: string, at: unknown): Promise<number> {
  return rpc.request('eth_getTransactionCount', [address, at], (result) =>
    decodeNumber(result, 'eth_getTransactionCount'),
  );
}
