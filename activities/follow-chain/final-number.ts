import { readAgreedFinalized, readHeader } from '../../src/chain/read-blocks.js';
import type { ChainClient } from '../../src/chain/rpc.js';
import { findStoredBlock } from '../../src/db/chain-cursor.js';
import type { Follower, Tip } from './follower.js';

/** Where a chain without the `finalized` tag is taken to be final, in blocks under the head. */
const ASSUMED_FINALITY_DEPTH = 256;

function assumedFinal(head: { readonly number: number }): number {
  return Math.max(0, head.number - ASSUMED_FINALITY_DEPTH);
}

/** The newest block that can't be replaced any more: the chain's own word, or far enough under the head. */
export async function readFinalNumber(
  client: ChainClient,
  head: { readonly number: number },
): Promise<number> {
  return (await readAgreedFinalized(client))?.number ?? assumedFinal(head);
}

/**
 * The newest block that we have read and that can't be replaced any more. The chain may have got far beyond our tip by
 * now, and our tip may stand in it no longer: so our block is final only when the chain has that very block there.
 *
 * @returns null when it has another one, or we hold none there: nothing new is known to be final.
 */
export async function readOurFinalNumber(
  { deps, chain, client }: Follower,
  tip: Tip,
): Promise<number | null> {
  const finalized = await readAgreedFinalized(client);
  const number = Math.min(finalized?.number ?? assumedFinal(tip), tip.number);
  const ours =
    number === tip.number ? tip : await findStoredBlock(deps.db, { chainCode: chain.chainCode, number });
  if (ours === undefined) return null;
  const theirs = finalized?.number === number ? finalized : await readHeader(client, number);
  return theirs.hash === ours.hash ? number : null;
}
