import { Context } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import type { ChainClient } from '../../src/chain/rpc/types.js';
import { takeOverChain, type ChainCursor } from '../../src/db/chains/chain-cursor.js';
import { whyNotAdmitted } from './admitted-chains.js';
import type { ChainActivities } from '../contract.js';
import { follow } from './follow.js';
import { FOLLOWER_PACES, type Follower, type FollowerDependencies } from './follower.js';
import type { FollowerState } from '../../src/temporal/messages.js';
import { HaltReminder } from './halt-reminder.js';
import { RangePace } from './range-pace.js';
import { reportChain } from './report-chain.js';
import { resume } from './branch/resume.js';

const HEARTBEAT_INTERVAL_MS = 2_000;
/** When this worker's configuration lacks a chain, the chain is offered again after this time, to any worker. */
const ELSEWHERE_RETRY_MS = 3_000;

/** The failure for a chain that this worker lacks. During a roll-out of CHAINS_FILE another worker may have it. */
function chainElsewhere(chainCode: string): ApplicationFailure {
  return ApplicationFailure.create({
    type: 'ChainNotConfigured',
    message:
      `The CHAINS_FILE of this worker has no chain ${chainCode}; another worker may have it. ` +
      'If none has, as the chain was given up, terminate this workflow.',
    nextRetryDelay: ELSEWHERE_RETRY_MS,
  });
}

/**
 * Returns the chain's client. Drops the long retry delay of a refused chain: another worker may have a CHAINS_FILE that
 * fits, and needn't wait until this worker has compared again.
 */
function clientOf({ chainClient }: FollowerDependencies, chainCode: string): ChainClient {
  try {
    return chainClient(chainCode);
  } catch (error) {
    const message = whyNotAdmitted(error);
    throw message === null ? error : ApplicationFailure.create({ type: 'ChainNotAdmitted', message });
  }
}

/** Resumes a halted chain if an operator ordered it; otherwise says that it is halted, and waits a moment. */
async function waitWhileHalted(
  follower: Omit<Follower, 'pace'>,
  cursor: ChainCursor,
  reminder: HaltReminder,
): Promise<void> {
  const { haltedReason, haltedAtMs, resumeRequestedAtMs } = cursor;
  if (resumeRequestedAtMs !== null && (await resume(follower, reminder))) return;
  if (resumeRequestedAtMs === null) {
    reminder.say(`the chain is halted since ${new Date(haltedAtMs ?? 0).toISOString()}: ${haltedReason}`);
  }
  await Context.current().sleep((follower.deps.paces ?? FOLLOWER_PACES).haltedMs);
}

/** Returns whether the chain is halted, since when and why. */
function stateOf({ haltedReason, haltedAtMs }: ChainCursor): FollowerState {
  return haltedReason === null
    ? { status: 'following' }
    : { status: 'halted', sinceMs: haltedAtMs ?? 0, reason: haltedReason };
}

export function createChainActivities(deps: FollowerDependencies): ChainActivities {
  return {
    async followChain({ chainCode, shows }): Promise<FollowerState> {
      const chain = deps.chains.get(chainCode);
      if (chain === undefined) throw chainElsewhere(chainCode);
      const clientWithoutSignal = clientOf(deps, chainCode);
      const context = Context.current();
      const client = clientWithoutSignal.withSignal(context.cancellationSignal);
      let height: number | null = null;
      // Beats by the clock, not for each block: a slow RPC is not a dead worker, and its time-outs are bounded.
      const heartbeat = setInterval(() => context.heartbeat({ height }), HEARTBEAT_INTERVAL_MS);
      const ending = new AbortController();
      const { signal } = ending;
      const reminder = new HaltReminder({ log: deps.log, chainCode });
      const reports = reportChain({ deps, chain, client: clientWithoutSignal.withSignal(signal) }, signal);
      try {
        for (;;) {
          const { claim, cursor } = await takeOverChain(deps.db, chainCode);
          const state = stateOf(cursor);
          if (shows !== undefined && state.status !== shows) return state;
          if (state.status === 'halted') {
            await waitWhileHalted({ deps, chain, client, claim }, cursor, reminder);
            continue;
          }
          deps.log.info({ chainCode, height: cursor.height, fence: claim.fence }, 'following the chain');
          await follow({ deps, chain, client, claim, pace: new RangePace() }, cursor, (reached) => {
            height = reached;
          });
        }
      } catch (error) {
        // Cancelled during a request: this throws Temporal's own error, so that it does not count as a failure.
        if (context.cancellationSignal.aborted) await context.cancelled;
        throw error;
      } finally {
        deps.log.info({ chainCode, height }, 'no longer following the chain');
        clearInterval(heartbeat);
        ending.abort();
        await reports;
      }
    },
  };
}
