import type { BlockToStore } from '../../../src/db/core/block-to-store.js';
import { findStoredBlock } from '../../../src/db/chains/store-blocks.js';
import { rollBackTo } from '../../../src/db/chains/undo-blocks.js';
import type { Follower, Tip } from '../follower.js';
import { haltBelowFinality } from './halt-below-finality.js';
import { judgeBlock, type BranchDispute } from './our-branch.js';

export interface WalkedBack {
  /**
   * The last block that we and the chain share; the tip itself while it stands or is in dispute. Null when the shared
   * block is below the final one: then the chain is halted.
   */
  readonly tip: Tip | null;
  readonly dispute: BranchDispute | null;
}

/**
 * Walks back by hash from a height to the last block that we and most RPCs share, and undoes what was read above it. A
 * single RPC undoes nothing: it may have invented its branch.
 */
export async function walkBack(
  follower: Follower,
  { tip, from }: { tip: Tip; from: number },
): Promise<WalkedBack> {
  const { deps, chain, claim } = follower;
  const { chainCode } = chain;
  let lowest: BlockToStore | undefined;
  for (let number = from; ; number -= 1) {
    const stored = await findStoredBlock(deps.db, { chainCode, number });
    if (stored === undefined)
      return { tip: await haltBelowFinality(follower, { tip, lowest }), dispute: null };
    const judged = await judgeBlock(follower, stored);
    if (typeof judged === 'object') return { tip, dispute: judged };
    if (judged === 'gone') {
      lowest = stored;
      continue;
    }
    // The doubt came from a single RPC, or is over.
    if (lowest === undefined) return { tip, dispute: null };
    deps.log.warn(
      { chainCode, from: tip.number, to: number, depth: tip.number - number },
      'reorganisation: walked back to the last common block',
    );
    await rollBackTo(deps.db, claim, stored);
    return { tip: stored, dispute: null };
  }
}
