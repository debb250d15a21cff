import { toQuantity } from '../rpc/decode.js';
import { readHeader } from '../blocks/read-blocks.js';
import type { RpcAnswer, RpcSession } from '../rpc/types.js';
import { RpcBehindError, RpcError } from '../rpc/rpc-errors.js';
import { agreedValue, votesOf } from '../rpc/votes.js';

/** So many RPCs of different origins have to say the same, where the chain has several. */
const VOICES_MIN = 2;

/** A block as it is known here. */
export interface BlockId {
  readonly number: number;
  readonly hash: string;
}

/**
 * Asks one RPC about the state after a block, by its hash (EIP-1898), or, where it doesn't understand that, by number
 * after a look at the hash.
 *
 * @throws RpcBehindError when it has another block there.
 */
export async function askAtBlock<T>(
  rpc: RpcSession,
  block: BlockId,
  readAt: (at: unknown) => Promise<T>,
): Promise<T> {
  try {
    return await readAt({ blockHash: block.hash });
  } catch (error) {
    // In as many words as there are kinds of nodes: the block is unknown, its state is gone, or the form is.
    if (!(error instanceof RpcError)) throw error;
  }
  const { hash } = await readHeader(rpc, block.number);
  if (hash !== block.hash) throw new RpcBehindError(`has ${hash} for block ${block.number}`);
  return readAt(toQuantity(block.number));
}

/** What most RPCs say, two at least (the only one, where there is one), null where they don't agree. */
export function agreedAmong<Answer, T>(
  answers: readonly RpcAnswer<Answer>[],
  pick: (answer: Answer) => T | undefined,
): T | null {
  const votes = votesOf(answers, pick);
  return agreedValue(votes, Math.min(VOICES_MIN, votes.all));
}
