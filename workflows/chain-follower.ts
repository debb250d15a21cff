import { continueAsNew, proxyActivities, upsertMemo, workflowInfo } from '@temporalio/workflow';
import type { ChainActivities } from '../activities/contract.js';
import { asSummary } from './as-summary.js';
import { FOLLOW } from './activity-options.js';
import { notStoppedByCancellation, type ShowDetails } from './not-stopped-by-cancellation.js';
import type { ChainFollowerInput, FollowerState } from '../src/temporal/messages.js';
import { showBusinessStatus } from './show-business-status.js';

const chains = proxyActivities<ChainActivities>(FOLLOW);

/**
 * Follows one chain: runs an activity that outlives its workers. The height that it has read is in its heartbeat, under
 * "Pending Activities". The activity ends when the chain is halted or resumed. Then this shows it, in the details, in
 * the memo and as the business status, and runs the activity again.
 */
export function chainFollower(input: ChainFollowerInput): Promise<void> {
  return notStoppedByCancellation(
    'a chain is followed as long as `CHAINS_FILE` lists it. Take it out there and restart the workers, then terminate this.',
    (show) => followOn(input, show),
  );
}

async function followOn(input: ChainFollowerInput, show: ShowDetails): Promise<void> {
  const { chainCode } = input;
  let shown: FollowerState = input.state ?? { status: 'following' };
  for (;;) {
    show(detailsOf(chainCode, shown));
    shown = await chains.followChain.executeWithOptions(
      { ...FOLLOW, summary: asSummary(summaryOf(chainCode, shown)) },
      [{ chainCode, shows: shown.status }],
    );
    showBusinessStatus(shown.status);
    upsertMemo({ halted: shown.status === 'halted' ? haltOf(shown) : null });
    if (workflowInfo().continueAsNewSuggested) {
      await continueAsNew<typeof chainFollower>({ chainCode, state: shown });
    }
  }
}

type Halted = Extract<FollowerState, { status: 'halted' }>;

function haltOf({ sinceMs, reason }: Halted): string {
  return `since ${new Date(sinceMs).toISOString()}: ${reason}`;
}

function summaryOf(chainCode: string, state: FollowerState): string {
  return state.status === 'following' ? `follow ${chainCode}` : `${chainCode} is halted ${haltOf(state)}`;
}

function detailsOf(chainCode: string, state: FollowerState): string {
  if (state.status === 'halted') {
    return (
      `**halted** ${haltOf(state)}\n\n` +
      `Look whether it is true, then \`chain resume ${chainCode} --reason …\`. Until then nothing is credited or paid on it.`
    );
  }
  return (
    `**following** Reads each block of \`${chainCode}\` once and wakes the invoices and withdrawals concerned. ` +
    'The height read is in the heartbeat of the pending activity.'
  );
}
