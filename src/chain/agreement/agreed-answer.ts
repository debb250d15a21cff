import { toQuantity } from '../rpc/decode.js';
import { readHeader } from '../blocks/read-blocks.js';
import type { BlockParameter, RpcAnswer, RpcSession } from '../rpc/types.js';
import { RpcBehindError, RpcError } from '../rpc/rpc-errors.js';
import { agreedValue, votesOf } from '../rpc/votes.js';

/** How many origins have to give the same answer, when the chain has RPCs of several origins. */
export const VOTES_MIN = 2;

/** A block that we know by its number and hash. */
export interface BlockId {
  readonly number: number;
  readonly hash: string;
}

/**
 * Asks one RPC about the state after a block: by the block's hash (EIP-1898). When the RPC refuses that, by the number,
 * after a comparison of the hash.
 *
 * @throws RpcBehindError when it has another block at that number.
 */
export async function askAtBlock<T>(
  rpc: RpcSession,
  block: BlockId,
  readAt: (at: BlockParameter) => Promise<T>,
): Promise<T> {
  try {
    return await readAt({ blockHash: block.hash });
  } catch (error) {
    // Each kind of node has its own words for an unknown block, a dropped state or an unsupported parameter.
    if (!(error instanceof RpcError)) throw error;
  }
  const { hash } = await readHeader(rpc, block.number);
  if (hash !== block.hash) throw new RpcBehindError(`has ${hash} for block ${block.number}`);
  return readAt(toQuantity(block.number));
}

/**
 * Returns the answer that most RPCs give, at least two of them; of a single RPC, its answer. Null when they don't
 * agree.
 */
export function agreedAmong<Answer, T>(
  answers: readonly RpcAnswer<Answer>[],
  pick: (answer: Answer) => T | undefined,
): T | null {
  const votes = votesOf(answers, pick);
  return agreedValue(votes, Math.min(VOTES_MIN, votes.all));
}
