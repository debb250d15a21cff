import { continueAsNew, proxyActivities, setCurrentDetails, sleep, workflowInfo } from '@temporalio/workflow';
import type { SignerActivities } from '../activities/contract.js';
import { SWEEP } from './activity-options.js';
import type { SweepInput } from './messages.js';

const signer = proxyActivities<SignerActivities>(SWEEP);

const BETWEEN_TURNS = '15 seconds';
/** About a quarter of an hour. What is due then is planned by the schedule's next run. */
const PLANNING_TURNS = 60;

/**
 * Brings what deposit addresses hold to the hot wallet, and stays until all of it is final: a transaction that a node
 * has dropped goes out again however long that takes, for others may wait behind its nonce. What was signed, sent and
 * moved stands in the database: a run that is cut off anywhere is gone on with by the next.
 */
export async function sweep({ chainCode, plansNoMore = false }: SweepInput): Promise<void> {
  for (let turn = 1; !workflowInfo().continueAsNewSuggested; turn += 1) {
    const { open, details, waitingFor } = await signer.sweepChain.executeWithOptions(
      { ...SWEEP, summary: `sweep ${chainCode}` },
      [{ chainCode, plans: !plansNoMore && turn <= PLANNING_TURNS }],
    );
    setCurrentDetails(details);
    if (open === 0) return;
    await sleep(BETWEEN_TURNS, { summary: waitingFor });
  }
  await continueAsNew<typeof sweep>({ chainCode, plansNoMore: true });
}
