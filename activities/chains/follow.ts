import { Context } from '@temporalio/activity';
import { readAgreedHead } from '../../src/chain/blocks/read-blocks.js';
import { bookFees, noteSuperseded } from '../../src/db/wallets/book-fees.js';
import { bookMovements } from '../../src/db/sweeps/book-movements.js';
import { noteProgress, type ChainCursor } from '../../src/db/chains/chain-cursor.js';
import { releaseDueTimers } from '../../src/db/chains/chain-timers.js';
import { beginAgreeing } from '../../src/db/chains/agreed-time.js';
import { beginReadingFor } from '../../src/db/chains/asset-readings.js';
import { transaction } from '../../src/db/core/database.js';
import { wakeWaiting } from '../../src/db/withdrawals/wake-waiting.js';
import { bookTopUps } from '../../src/db/wallets/top-ups.js';
import { advance } from './advance.js';
import { alarmOutside } from './alarm-outside.js';
import { auditNative } from './audit-native.js';
import { readOurFinalNumber } from './branch/final-number.js';
import { FOLLOWER_PACES, type Follower, type Tip } from './follower.js';
import { DisputedBranch } from './branch/disputed-branch.js';
import { FinalReader } from './reading/final-reader.js';
import { hasSecondRpc } from '../../src/chain/rpc/has-second-rpc.js';
import { findDoubt, type BranchDispute } from './branch/our-branch.js';
import { runVerificationScan } from './verification/verification-scan.js';
import { readUnread } from './reading/read-unread.js';
import { TimeAgreement } from './verification/time-agreement.js';
import { Corroborator } from './verification/corroborate-in-background.js';

function tipOf(cursor: ChainCursor): Tip | null {
  const { height, blockHash, blockTimeMs } = cursor;
  if (height === null || blockHash === null || blockTimeMs === null) return null;
  return { number: height, hash: blockHash, timestampMs: blockTimeMs };
}

/**
 * Records the progress: the final height and, when the RPCs agree that our tip is the head, that we have caught up.
 *
 * @returns the final height, null when nothing new is known to be final; and the dispute, when the RPCs contradict each
 *   other about it.
 */
async function recordProgress(
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
    isVerified: hasSecondRpc(follower),
  });
  if (finalizedHeight !== null)
    await noteSuperseded(deps.db, { chainCode: chain.chainCode, finalizedHeight });
  return { finalizedHeight, dispute };
}

/** Our wallets have other balances: wakes the withdrawals that wait for coins. */
async function wakeUnfunded({ deps, chain: { chainCode } }: Follower): Promise<void> {
  await transaction(deps.db, (trx) => wakeWaiting(trx, { chainCode, codes: ['no_tokens', 'no_gas'] }));
  await deps.dispatchOutbox();
}

/** Follows the chain from the cursor, until it is cancelled or fenced, or the chain is halted. */
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
  const tasks = {
    corroborator: new Corroborator(follower, signal),
    verificationScan: isAlone
      ? null
      : new FinalReader(follower, signal, { read: runVerificationScan, what: 'the verification scan waits' }),
    unreadTokens: new FinalReader(follower, signal, {
      read: readUnread,
      what: 'the reading for tokens that were listed later waits',
    }),
    timeAgreement: isAlone ? null : new TimeAgreement(follower, signal),
  };
  try {
    await followOn(follower, { start, onHeight, tasks });
  } finally {
    await tasks.timeAgreement?.end();
    await tasks.corroborator.end();
    await tasks.verificationScan?.end();
    await tasks.unreadTokens.end();
  }
}

/**
 * The tasks that run beside a follower. With a single RPC, the corroborator only handles payments that have waited for
 * another RPC since there were several.
 */
interface BackgroundTasks {
  readonly corroborator: Corroborator;
  readonly verificationScan: FinalReader | null;
  readonly unreadTokens: FinalReader;
  readonly timeAgreement: TimeAgreement | null;
}

async function followOn(
  follower: Follower,
  {
    start,
    onHeight,
    tasks,
  }: { start: ChainCursor; onHeight: (height: number) => void; tasks: BackgroundTasks },
): Promise<void> {
  const { deps, chain } = follower;
  const { quietMs } = deps.paces ?? FOLLOWER_PACES;
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
    // At once: merchants wait for it, and the work below needs some requests to the RPCs.
    if (moved) await deps.dispatchOutbox();
    // This comes before all requests to RPCs, so no RPC can delay it. It is done even without a new block, for the
    // readers beside the follower.
    await alarmOutside(follower);
    tasks.corroborator.beginIfDue();
    await disputed.note(reached.dispute ?? finalDispute);
    if (moved || doubtedFrom !== null || deps.now() - notedAtMs >= quietMs) {
      const { finalizedHeight, dispute } = await recordProgress(follower, tip, reached.caughtUp);
      finalDispute = dispute;
      tasks.verificationScan?.noteFinal(finalizedHeight);
      tasks.unreadTokens.noteFinal(finalizedHeight);
      await bookOwnCoins(follower, tip.number);
      await auditNative(follower);
      // This comes last: blocks that have just become final are no longer kept, and can't be doubted.
      doubtedFrom = await findDoubt(follower, tip);
      notedAtMs = deps.now();
    }
    tasks.verificationScan?.beginIfDue();
    tasks.unreadTokens.beginIfDue();
    tasks.timeAgreement?.beginIfDue();
    // Even without a new block: see releaseDueTimers.
    const { number: height, timestampMs: blockTimeMs } = tip;
    const due = await releaseDueTimers(deps.db, { chainCode: chain.chainCode, height, blockTimeMs });
    if (due > 0) await deps.dispatchOutbox();
    if (reached.caughtUp || !moved) await context.sleep(chain.pollIntervalMs);
    else context.cancellationSignal.throwIfAborted();
  }
}

/**
 * Books the effects of the blocks up to a height on our own wallets. Withdrawals that lack coins check again when some
 * came.
 */
async function bookOwnCoins(follower: Follower, height: number): Promise<void> {
  const { deps, chain } = follower;
  const toppedUp = await bookTopUps(deps.db, { chain, height });
  await bookFees(deps.db, { chain, height });
  const moved = await bookMovements(deps.db, { ...chain, height });
  if (toppedUp + moved > 0) await wakeUnfunded(follower);
}
