import type { BlockToStore } from '../../../src/db/core/block-to-store.js';
import { readHeaderFromEach } from '../../../src/chain/blocks/read-blocks.js';
import { votesOf } from '../../../src/chain/rpc/votes.js';
import { findStoredBlock } from '../../../src/db/chains/store-blocks.js';
import { haltChain } from '../../../src/db/chains/chain-cursor.js';
import { rollBackTo } from '../../../src/db/chains/undo-blocks.js';
import type { Follower, Tip } from '../follower.js';
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
 * single RPC undoes nothing: it may have made its branch up.
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
    if (stored === undefined) return { tip: await halt(follower, { tip, lowest }), dispute: null };
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

/**
 * Halts the chain, since none of the blocks that may still be replaced is shared. First each RPC is asked, and more
 * than half of them have to confirm this: a single RPC may be wrong, even while the others don't answer.
 */
async function halt(
  { deps, chain: { chainCode }, client, claim }: Follower,
  { tip, lowest }: { tip: Tip; lowest: BlockToStore | undefined },
): Promise<null> {
  const height = lowest?.number ?? tip.number;
  const { byOrigin, all } = votesOf(await readHeaderFromEach(client, height), ({ hash }) => hash);
  const [disagreeing] = [...byOrigin].find(([, hash]) => hash === lowest?.hash) ?? [];
  if (disagreeing !== undefined) {
    throw new Error(
      `The RPCs of ${chainCode} disagree about final block ${height}: ${disagreeing} has the block that was ` +
        'read, another one does not. Nothing is read until they agree.',
    );
  }
  if (byOrigin.size <= all / 2) {
    throw new Error(
      `Only ${byOrigin.size} of ${all} RPCs of ${chainCode} answer whether final block ${height} still ` +
        'stands. Nothing is read until more than half of them do.',
    );
  }
  const reason =
    `The chain was reorganised below block ${height}, which it had called final. Nothing is credited until ` +
    'an operator has looked at it and resumed the chain.';
  await haltChain(deps.db, claim, reason);
  deps.log.error({ chainCode, height: tip.number }, reason);
  return null;
}
