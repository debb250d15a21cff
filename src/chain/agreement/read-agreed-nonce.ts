import { countOrigins } from '../../domain/chains/count-origins.js';
import { readNonceAt } from '../blocks/read-nonce.js';
import { hasSecondRpc } from '../rpc/has-second-rpc.js';
import type { ChainClient, RpcSession } from '../rpc/types.js';
import { agreedAmong, askAtBlock, VOTES_MIN, type BlockId } from './agreed-answer.js';

/**
 * Reads how many nonces of an account are used at the head, by the RPC with the highest count. So one RPC with too low
 * a count cannot cause a signature for a used nonce, even while the others are silent. The other RPCs must confirm any
 * excess.
 *
 * @returns null when the chain has RPCs of several origins, and only one of them answers.
 */
export async function readMostNonces(client: ChainClient, address: string): Promise<number | null> {
  const readAtHead = (rpc: RpcSession): Promise<number> => readNonceAt(rpc, { address, block: 'latest' });
  const answers = await client.onEachRpc(readAtHead, { withoutHanging: true });
  const counts = answers.flatMap((answer) =>
    answer.ok && !answer.quarantined ? [{ origin: answer.origin, count: answer.value }] : [],
  );
  if (hasSecondRpc({ client }) && countOrigins(counts) < VOTES_MIN) return null;
  // A chain with RPCs of one origin goes on as soon as one of them answers again.
  return counts.length === 0 ? readAtHead(client) : Math.max(...counts.map(({ count }) => count));
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
        ? readNonceAt(rpc, { address, block })
        : askAtBlock(rpc, block, (at) => readNonceAt(rpc, { address, block: at })),
    { withoutHanging: true },
  );
  return agreedAmong(answers, (nonce) => nonce);
}
