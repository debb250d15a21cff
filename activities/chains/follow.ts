import { Context } from '@temporalio/activity';
import { readAgreedHead } from '../../src/chain/blocks/read-blocks.js';
import { bookFees, noteSuperseded } from '../../src/db/wallets/book-fees.js';
import { bookMovements } from '../../src/db/sweeps/book-movements.js';
import { noteProgress, type ChainCursor } from '../../src/db/chains/chain-cursor.js';
import { releaseDueTimers } from '../../src/db/chains/chain-timers.js';
import { beginAgreeing } from '../../src/db/chains/agreed-time.js';
import { beginReadingFor } from '../../src/db/chains/asset-readings.js';
import { bookTopUps } from '../../src/db/wallets/top-ups.js';
import { advance } from './advance.js';
import { auditNative } from './audit-native.js';
import { readOurFinalNumber } from './branch/final-number.js';
import type { Follower, Tip } from './follower.js';
import { DisputedBranch } from './branch/disputed-branch.js';
import { FinalReader } from './reading/final-reader.js';
import { hasSecondRpc } from './has-second-rpc.js';
import { findDoubt, type BranchDispute } from './branch/our-branch.js';
import { runVerificationScan } from './verification/verification-scan.js';
import { readUnread } from './reading/read-unread.js';
import { SecondClock } from './verification/second-clock.js';
import { Corroborator } from './verification/corroborator.js';

/** Without a new block: how often the follower notes that there is none. */
const QUIET_NOTE_INTERVAL_MS = 5_000;
function tipOf(cursor: ChainCursor): Tip | null {
  const { height, blockHash, blockTimeMs } = cursor;
  if (height === null || blockHash === null || blockTimeMs === null) return null;
  return { number: height, hash: blockHash, timestampMs: blockTimeMs };
}

/**
 * Notes how far we are: what is final by now, and, when every RPC agrees on the tip, that nothing is beyond it.
 *
 * @returns the height of what is final, null when nothing new is known of that; and why, where the RPCs dispute it.
 */
async function note(
  follower: Follower,
  tip: Tip,
  caughtUp: boolean,
): Promise<{ finalizedHeight: number | null; dispute: BranchDispute | null }> {
  const { deps, chain, client, claim } = follower;
  const agreed = caughtUp ? await readAgreedHead(client) : null;
  const final = await readOurFinalNumber(follower, tip);
  const [finalizedHeight, dispute] = typeof final === 'object' ? [null, final] : [final, null];
  await noteProgress(deps.db, claim, {
    caughtUpAtMs: agreed?.hash === tip.hash ? deps.now() : null,
    finalizedHeight,
    readsAgain: hasSecondRpc(follower),
  });
  if (finalizedHeight !== null)
    await noteSuperseded(deps.db, { chainCode: chain.chainCode, finalizedHeight });
  return { finalizedHeight, dispute };
}

/** Goes on from where the cursor stands until it is cancelled, fenced off, or the chain is halted. */
export async function follow(
  follower: Follower,
  start: ChainCursor,
  onHeight: (height: number) => void,
): Promise<void> {
  const signal = Context.current().cancellationSignal;
  const isAlone = !hasSecondRpc(follower);
  const { deps, chain, claim } = follower;
  await beginAgreeing(deps.db, claim, { isAlone });
  await beginReadingFor(deps.db, claim, chain);
  const second = {
    prover: new Corroborator(follower, signal),
    reader: isAlone
      ? null
      : new FinalReader(follower, signal, { read: runVerificationScan, what: 'the second reading waits' }),
    unread: new FinalReader(follower, signal, {
      read: readUnread,
      what: 'the reading for tokens that were listed later waits',
    }),
    clock: isAlone ? null : new SecondClock(follower, signal),
  };
  try {
    await followOn(follower, { start, onHeight, second });
  } finally {
    await second.clock?.end();
    await second.prover.end();
    await second.reader?.end();
    await second.unread.end();
  }
}

/** What is done beside a follower; with one RPC only what waited for others, while there were any, is proven. */
interface Second {
  readonly prover: Corroborator;
  readonly reader: FinalReader | null;
  readonly unread: FinalReader;
  readonly clock: SecondClock | null;
}

async function followOn(
  follower: Follower,
  { start, onHeight, second }: { start: ChainCursor; onHeight: (height: number) => void; second: Second },
): Promise<void> {
  const { deps, chain } = follower;
  const context = Context.current();
  let tip = tipOf(start);
  let notedAtMs = 0;
  let doubtedFrom: number | null = null;
  let finalDispute: BranchDispute | null = null;
  const disputed = new DisputedBranch(follower);
  for (;;) {
    const reached = await advance(follower, { tip, doubtedFrom });
    if (reached.tip === null) return; // halted
    const moved = reached.tip.hash !== tip?.hash;
    tip = reached.tip;
    onHeight(tip.number);
    // At once: a merchant waits for it, and what is noted below takes some calls of the RPCs.
    if (moved) await deps.dispatchOutbox();
    second.prover.turn();
    await disputed.note(reached.dispute ?? finalDispute);
    if (moved || doubtedFrom !== null || deps.now() - notedAtMs >= QUIET_NOTE_INTERVAL_MS) {
      const { finalizedHeight, dispute } = await note(follower, tip, reached.caughtUp);
      finalDispute = dispute;
      second.reader?.noteFinal(finalizedHeight);
      second.unread.noteFinal(finalizedHeight);
      await bookTopUps(deps.db, { chain, height: tip.number });
      await bookFees(deps.db, { chain, height: tip.number });
      await bookMovements(deps.db, { ...chain, height: tip.number });
      await auditNative(follower);
      // Last: what is final by now is no longer kept, and can't be doubted.
      doubtedFrom = await findDoubt(follower, tip);
      notedAtMs = deps.now();
    }
    second.reader?.turn();
    second.unread.turn();
    second.clock?.turn();
    // Also without a new block: see releaseDueTimers.
    const { number: height, timestampMs: blockTimeMs } = tip;
    const due = await releaseDueTimers(deps.db, { chainCode: chain.chainCode, height, blockTimeMs });
    if (due > 0) await deps.dispatchOutbox();
    if (reached.caughtUp || !moved) await context.sleep(chain.pollIntervalMs);
    else context.cancellationSignal.throwIfAborted();
  }
}
