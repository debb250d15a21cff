import { askHashes, judgeBranch, readReachedHeight } from '../../../src/chain/agreement/branch-votes.js';
import { ASSUMED_FINALITY_DEPTH, readAgreedFinalized } from '../../../src/chain/blocks/read-blocks.js';
import type { ChainClient } from '../../../src/chain/rpc/types.js';
import { findStoredBlock } from '../../../src/db/chains/store-blocks.js';
import type { Follower, Tip } from '../follower.js';
import { disputeOf, type BranchDispute } from './our-branch.js';

/**
 * Returns the height that is assumed to be final. It counts from the height that most RPCs have reached, since a single
 * RPC may name a head far beyond the chain's.
 */
async function assumedFinal(client: ChainClient, head: { readonly number: number }): Promise<number> {
  const reached = Math.min(head.number, (await readReachedHeight(client)) ?? 0);
  return Math.max(0, reached - ASSUMED_FINALITY_DEPTH);
}

/** Returns the newest final block: by the chain's `finalized` tag, or far enough below the head. */
export async function readFinalNumber(
  client: ChainClient,
  head: { readonly number: number },
): Promise<number> {
  return (await readAgreedFinalized(client))?.number ?? assumedFinal(client, head);
}

/**
 * Returns the newest final block that we have read. The chain may be far beyond our tip by now, and our tip may have
 * been replaced. So our block is final only when most RPCs have that very block at its height. A single RPC could make
 * a block final that an ordinary reorganisation then replaces, and that would halt the chain.
 *
 * @returns the height of the block. Null when we keep no block at that height: then nothing new is known to be final.
 *   The dispute when most RPCs do not have our block.
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
  const stands = judgeBranch(votes, ours.hash).verdict === 'stands';
  return stands ? number : disputeOf(votes, { number, hash: ours.hash });
}
