import { continueAsNew, proxyActivities, setCurrentDetails, sleep, workflowInfo } from '@temporalio/workflow';
import type { SignerActivities } from '../activities/contract.js';
import { SWEEP } from './activity-options.js';
import type { SweepInput } from '../src/temporal/messages.js';

const signer = proxyActivities<SignerActivities>(SWEEP);

const BETWEEN_TURNS = '15 seconds';
/**
 * About a quarter of an hour. It plans in each of its first ones, then once in so many: few large batches cost less
 * gas.
 */
const PLANNING_TURNS = 60;

/**
 * Brings what deposit addresses hold to the hot wallet, and stays until all of it is final: a transaction that a node
 * has dropped goes out again however long that takes, for others may wait behind its nonce. Meanwhile it plans on: the
 * schedule starts no second run beside it, and what does not end must keep nothing but itself. What was signed, sent and
 * moved stands in the database: a run that is cut off anywhere is gone on with by the next.
 */
export async function sweep({ chainCode, plansSeldom = false }: SweepInput): Promise<void> {
  for (let turn = 1; !workflowInfo().continueAsNewSuggested; turn += 1) {
    const plans = turn % PLANNING_TURNS === 0 || (!plansSeldom && turn < PLANNING_TURNS);
    const { open, details, waitingFor } = await signer.sweepChain.executeWithOptions(
      { ...SWEEP, summary: `sweep ${chainCode}` },
      [{ chainCode, plans }],
    );
    setCurrentDetails(details);
    if (open === 0) return;
    await sleep(BETWEEN_TURNS, { summary: waitingFor });
  }
  await continueAsNew<typeof sweep>({ chainCode, plansSeldom: true });
}
