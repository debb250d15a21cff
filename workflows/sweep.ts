import { continueAsNew, proxyActivities, sleep, workflowInfo } from '@temporalio/workflow';
import type { SignerActivities } from '../activities/contract.js';
import { SWEEP } from './activity-options.js';
import { notStoppedByCancellation, type ShowDetails } from './not-stopped-by-cancellation.js';
import type { SweepInput } from '../src/temporal/messages.js';

const signer = proxyActivities<SignerActivities>(SWEEP);

const BETWEEN_ROUNDS = '15 seconds';
/**
 * The first rounds all plan: about a quarter of an hour. After that only one round in this many plans, since few large
 * batches cost less gas.
 */
const PLANNING_ROUNDS = 60;

/**
 * Sweeps what deposit addresses hold to the hot wallet, in rounds, until all of it is final. A transaction that a node
 * has dropped is sent again, however long that takes: others may wait behind its nonce.
 *
 * Meanwhile it goes on planning. The schedule starts no second run beside it, and a transaction that is never final
 * must not keep other sweeps from being planned. What was signed, sent and moved is in the database: if a run is cut
 * off, the next run goes on with it.
 *
 * @returns what was found last, in one sentence.
 */
export function sweep(input: SweepInput): Promise<string> {
  return notStoppedByCancellation(
    `what was sent has to become final. To plan no more sweeps, pause the schedule \`sweep-${input.chainCode}\`.`,
    (show) => sweepUntilDone(input, show),
  );
}

async function sweepUntilDone(
  { chainCode, plansSeldom = false }: SweepInput,
  show: ShowDetails,
): Promise<string> {
  for (let round = 1; !workflowInfo().continueAsNewSuggested; round += 1) {
    const plans = round % PLANNING_ROUNDS === 0 || (!plansSeldom && round < PLANNING_ROUNDS);
    const { said, open, details, waitingFor } = await signer.sweepChain.executeWithOptions(
      { ...SWEEP, summary: `sweep ${chainCode}` },
      [{ chainCode, plans }],
    );
    show(details);
    if (open === 0) return said;
    await sleep(BETWEEN_ROUNDS, { summary: waitingFor });
  }
  return continueAsNew<typeof sweep>({ chainCode, plansSeldom: true });
}
