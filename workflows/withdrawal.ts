import {
  allHandlersFinished,
  condition,
  continueAsNew,
  proxyActivities,
  proxyLocalActivities,
  workflowInfo,
} from '@temporalio/workflow';
import type { SignerActivities, WithdrawalActivities, WithdrawalProgress } from '../activities/contract.js';
import { assertNever } from '../src/domain/core/errors.js';
import { asSummary } from './as-summary.js';
import { DATABASE_STEP, DATABASE_STEP_UNTIL_DONE, SEND } from './activity-options.js';
import { databaseStep } from './database-step.js';
import { listenForWake } from './listen-for-wake.js';
import { notStoppedByCancellation, type ShowDetails } from './not-stopped-by-cancellation.js';
import { resultOrFailed } from './result-or-failed.js';
import type { WithdrawalInput } from '../src/temporal/messages.js';
import { showBusinessStatus } from './show-business-status.js';

const local = proxyLocalActivities<WithdrawalActivities>(DATABASE_STEP);
const untilDone = proxyActivities<WithdrawalActivities>({
  ...DATABASE_STEP_UNTIL_DONE,
  summary: 'advance, as soon as the database answers',
});
const signer = proxyActivities<SignerActivities>(SEND);

/** The longest time between two checks of a withdrawal that waits for the same reason. */
const LONGEST_LOOK_MS = 300_000;

/**
 * The workflow of one withdrawal: reads the decisions and the facts of the chain, has it sent when that is due, and
 * waits for the next fact. Orders are rows. A signal only says that there is something to read.
 *
 * @returns the state of the withdrawal, in one sentence.
 */
export function withdrawal(input: WithdrawalInput): Promise<string> {
  return notStoppedByCancellation(
    `use \`withdrawal stop ${input.withdrawalId} --reason …\`, or \`withdrawal reject\` before it is approved.`,
    (show) => advanceUntilClosed(input, show),
  );
}

async function advanceUntilClosed(input: WithdrawalInput, show: ShowDetails): Promise<string> {
  const signals = listenForWake();
  let said = '';
  let waits = { as: '', sinceMs: 0 };
  for (;;) {
    signals.forget();
    const progress = await advance(input, said);
    said = progress.said;
    show(progress.details);
    // Histories of earlier versions have only the status.
    showBusinessStatus(progress.shownStatus ?? progress.status);
    if (progress.next === 'closed' && !signals.isWoken()) break;
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof withdrawal>(input);
    if (progress.waitsAs !== waits.as) waits = { as: progress.waitsAs, sinceMs: Date.now() };
    switch (progress.next) {
      case 'send':
        await send(input);
        break;
      case 'wait':
        await signals.wait({
          ...progress,
          checkAtMs: everLater(progress, waits.sinceMs),
          isShown: isShown(progress),
        });
        break;
      case 'closed':
        break;
      default:
        assertNever(progress.next);
    }
  }
  await condition(allHandlersFinished);
  return said;
}

/** False for results in histories of earlier versions, which do not have it. */
function isShown({ waitsAs }: Partial<WithdrawalProgress>): boolean {
  return waitsAs !== undefined;
}

/**
 * Each check adds a dozen events. So while the checks find nothing new, they come later and later: after half of the
 * time waited so far. A new fact wakes the run by a signal.
 */
function everLater({ checkAtMs }: WithdrawalProgress, sinceMs: number): number | null {
  const nowMs = Date.now();
  return checkAtMs === null
    ? null
    : Math.max(checkAtMs, nowMs + Math.min(LONGEST_LOOK_MS, (nowMs - sinceMs) / 2));
}

function advance({ withdrawalId }: WithdrawalInput, before: string): Promise<WithdrawalProgress> {
  const summary = before === '' ? 'look what is due' : asSummary(`look again; it was ${before}`);
  return databaseStep({
    local: () =>
      local.advanceWithdrawal.executeWithOptions({ ...DATABASE_STEP, summary }, [{ withdrawalId }]),
    untilDone: () => untilDone.advanceWithdrawal({ withdrawalId }),
  });
}

async function send({ withdrawalId, payment }: WithdrawalInput): Promise<void> {
  await resultOrFailed(
    signer.sendWithdrawal.executeWithOptions({ ...SEND, summary: `send ${payment}` }, [{ withdrawalId }]),
  );
}
