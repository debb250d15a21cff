import { readFinalized } from '../../src/chain/read-blocks.js';
import type { RpcSession } from '../../src/chain/rpc.js';

/** Where a chain without the `finalized` tag is taken to be final, in blocks under the head. */
const ASSUMED_FINALITY_DEPTH = 256;

/** The newest block that can't be replaced any more: the chain's own word, or far enough under the head. */
export async function readFinalNumber(rpc: RpcSession, head: { readonly number: number }): Promise<number> {
  return (await readFinalized(rpc)) ?? Math.max(0, head.number - ASSUMED_FINALITY_DEPTH);
}
