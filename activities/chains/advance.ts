import { readHead, readHeader } from '../../src/chain/blocks/read-blocks.js';
import { findStoredBlock } from '../../src/db/chains/store-blocks.js';
import { catchUp } from './reading/catch-up.js';
import type { Follower, Tip } from './follower.js';
import { readFinalNumber } from './branch/final-number.js';
import { readFirstBlock } from './reading/read-first-block.js';
import { readNearHead, storeReading } from './reading/read-near-head.js';
import type { BranchDispute } from './branch/our-branch.js';
import { walkBack } from './branch/walk-back.js';

/** How many blocks are read before the follower does its other work: timers, progress, cancellation. */
const MAX_BLOCKS_PER_PASS = 20;

export interface Advance {
  /** Null when the chain is halted. */
  readonly tip: Tip | null;
  /** True when the tip is the head that the RPC gave. */
  readonly caughtUp: boolean;
  /** Why nothing is read for now; null when reading goes on. */
  readonly dispute: BranchDispute | null;
}

const moved = (tip: Tip, caughtUp = false): Advance => ({ tip, caughtUp, dispute: null });

/** Handles a head at or below our tip: the RPC lags, or the chain was reorganised. */
async function lookBack(follower: Follower, tip: Tip, headNumber: number): Promise<Advance> {
  const { deps, chain, client } = follower;
  const number = Math.min(headNumber, tip.number);
  const stored = await findStoredBlock(deps.db, { chainCode: chain.chainCode, number });
  const header = await readHeader(client, number);
  // We know this head, or it is below all blocks that may still be replaced. So the RPC lags.
  if (stored === undefined || stored.hash === header.hash) return moved(tip);
  return { ...(await walkBack(follower, { tip, from: number })), caughtUp: false };
}

/**
 * Reads some of the blocks beyond the tip.
 *
 * @param doubtedFrom the height of a block that we read and that RPCs deny. It is checked before more is read.
 */
export async function advance(
  follower: Follower,
  { tip, doubtedFrom }: { tip: Tip | null; doubtedFrom: number | null },
): Promise<Advance> {
  if (tip === null) return moved(await readFirstBlock(follower));
  if (doubtedFrom === null) return readOn(follower, tip);
  const back = await walkBack(follower, { tip, from: doubtedFrom });
  const isTipConfirmed = back.dispute === null && back.tip?.hash === tip.hash;
  return isTipConfirmed ? readOn(follower, tip) : { ...back, caughtUp: false };
}

async function readOn(follower: Follower, tip: Tip): Promise<Advance> {
  const { client } = follower;
  const head = await readHead(client);
  if (head.hash === tip.hash) return moved(tip, true);
  if (head.number <= tip.number) return lookBack(follower, tip, head.number);
  if (head.number - tip.number > MAX_BLOCKS_PER_PASS) {
    const finalNumber = await readFinalNumber(client, head);
    // Final blocks can't be replaced, so whole ranges can be read without comparing the blocks one by one.
    if (finalNumber > tip.number)
      return { ...(await catchUp(follower, { tip, finalNumber })), caughtUp: false };
  }
  const toNumber = Math.min(head.number, tip.number + MAX_BLOCKS_PER_PASS);
  let at = tip;
  for await (const reading of readNearHead(follower, { fromNumber: tip.number + 1, toNumber })) {
    if (reading === null) break;
    if (reading.block.parentHash !== at.hash) {
      return { ...(await walkBack(follower, { tip: at, from: at.number })), caughtUp: false };
    }
    at = await storeReading(follower, reading);
  }
  return moved(at, at.hash === head.hash);
}
