import { continueAsNew, proxyActivities, sleep, workflowInfo } from '@temporalio/workflow';
import type { SignerActivities, SweepProgress } from '../activities/contract.js';
import { asSummary } from './as-summary.js';
import { SWEEP } from './activity-options.js';
import { notStoppedByCancellation, type ShowDetails } from './not-stopped-by-cancellation.js';
import { resultOrFailed } from './result-or-failed.js';
import { showBusinessStatus } from './show-business-status.js';
import type { SweepInput } from '../src/temporal/messages.js';

const signer = proxyActivities<SignerActivities>(SWEEP);

const SHORTEST_PAUSE_MS = 15_000;
const LONGEST_PAUSE_MS = 300_000;
/**
 * For this time each round plans. After that only one round within this time does, since few large batches cost less
 * gas.
 */
const PLANNING_MS = 900_000;

/**
 * Sweeps the coins of deposit addresses to the hot wallet, in rounds, until every transaction is final. A transaction
 * that a node has dropped is sent again, however long that takes: others may wait behind its nonce.
 *
 * Meanwhile it goes on planning. The schedule starts no second run beside it, and a transaction that is never final
 * must not keep other sweeps from being planned. All transactions are in the database: if a run is cut off, the next
 * run continues.
 *
 * @returns the last state, in one sentence.
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
  const startedAtMs = Date.now();
  let plannedAtMs = startedAtMs;
  let waits = { open: 0, sinceMs: startedAtMs };
  while (!workflowInfo().continueAsNewSuggested) {
    const isOften = !plansSeldom && Date.now() - startedAtMs < PLANNING_MS;
    const plans = isOften || Date.now() - plannedAtMs >= PLANNING_MS;
    if (plans) plannedAtMs = Date.now();
    const round = await sweepOnce({ chainCode, plans });
    show(round.details);
    if (hasStatus(round)) showBusinessStatus(round.status);
    if (round.open === 0) return round.said;
    if (round.open !== waits.open) waits = { open: round.open, sinceMs: Date.now() };
    await sleep(pauseAfter(waits.sinceMs), { summary: asSummary(round.waitingFor) });
  }
  return continueAsNew<typeof sweep>({ chainCode, plansSeldom: true });
}

function sweepOnce(asked: { readonly chainCode: string; readonly plans: boolean }): Promise<SweepProgress> {
  const summary = `sweep ${asked.chainCode}`;
  return resultOrFailed(signer.sweepChain.executeWithOptions({ ...SWEEP, summary }, [asked]));
}

/** False for results in histories of earlier versions, which do not have it. */
function hasStatus({ status }: Partial<SweepProgress>): boolean {
  return status !== undefined;
}

/** Each round adds a dozen events. So while nothing becomes final, the rounds come later and later. */
function pauseAfter(sinceMs: number): number {
  return Math.min(LONGEST_PAUSE_MS, Math.max(SHORTEST_PAUSE_MS, (Date.now() - sinceMs) / 2));
}
