import { askHashes, judgeBranch, readReachedHeight } from '../../../src/chain/agreement/branch-votes.js';
import { readAgreedFinalized } from '../../../src/chain/blocks/read-blocks.js';
import type { ChainClient } from '../../../src/chain/rpc/types.js';
import { findStoredBlock } from '../../../src/db/chains/chain-cursor.js';
import type { Follower, Tip } from '../follower.js';
import { disputeOf, type BranchDispute } from './our-branch.js';

/** Where a chain without the `finalized` tag is taken to be final, in blocks under the head. */
const ASSUMED_FINALITY_DEPTH = 256;

/** One RPC alone may name a head far beyond the chain's. */
async function assumedFinal(client: ChainClient, head: { readonly number: number }): Promise<number> {
  const reached = Math.min(head.number, (await readReachedHeight(client)) ?? 0);
  return Math.max(0, reached - ASSUMED_FINALITY_DEPTH);
}

/** The newest block that can't be replaced any more: the chain's own word, or far enough under the head. */
export async function readFinalNumber(
  client: ChainClient,
  head: { readonly number: number },
): Promise<number> {
  return (await readAgreedFinalized(client))?.number ?? assumedFinal(client, head);
}

/**
 * The newest block that we have read and that can't be replaced any more. The chain may have got far beyond our tip by
 * now, and our tip may stand in it no longer: so our block is final only when most RPCs have that very block there. One
 * alone could make final what an ordinary reorganisation replaces, and that halts the chain.
 *
 * @returns null when we hold none there: nothing new is known to be final. What they contradict each other about, in its
 *   place, when not most have it.
 */
export async function readOurFinalNumber(
  { deps, chain, client }: Follower,
  tip: Tip,
): Promise<number | BranchDispute | null> {
  const finalized = await readAgreedFinalized(client);
  const number = Math.min(finalized?.number ?? (await assumedFinal(client, tip)), tip.number);
  const ours =
    number === tip.number ? tip : await findStoredBlock(deps.db, { chainCode: chain.chainCode, number });
  if (ours === undefined) return null;
  const votes = await askHashes(client, number);
  const isOfMost = judgeBranch(votes, ours.hash).verdict === 'stands';
  return isOfMost ? number : disputeOf(votes, { number, hash: ours.hash });
}
