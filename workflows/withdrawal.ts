import {
  allHandlersFinished,
  condition,
  continueAsNew,
  proxyActivities,
  proxyLocalActivities,
  setCurrentDetails,
  workflowInfo,
} from '@temporalio/workflow';
import type { SignerActivities, WithdrawalActivities } from '../activities/contract.js';
import { assertNever } from '../src/domain/core/errors.js';
import { DATABASE_STEP, DATABASE_STEP_UNTIL_DONE, SEND } from './activity-options.js';
import { databaseStep, inOwnWords } from './database-step.js';
import { listenForWake } from './listen-for-wake.js';
import type { WithdrawalInput } from '../src/temporal/messages.js';
import { showBusinessStatus } from './show-business-status.js';

const local = proxyLocalActivities<WithdrawalActivities>({ ...DATABASE_STEP, summary: 'advance' });
const untilDone = proxyActivities<WithdrawalActivities>({
  ...DATABASE_STEP_UNTIL_DONE,
  summary: 'advance, as soon as the database answers',
});
const signer = proxyActivities<SignerActivities>(SEND);

/**
 * The workflow of one withdrawal: reads what was decided and what the chain shows, has it sent when that is due, and
 * waits for the next fact. Orders are rows. A signal only says that there is something to read.
 */
export async function withdrawal(input: WithdrawalInput): Promise<void> {
  const { withdrawalId } = input;
  const signals = listenForWake();
  for (;;) {
    signals.forget();
    const progress = await databaseStep({
      local: () => local.advanceWithdrawal({ withdrawalId }),
      untilDone: () => untilDone.advanceWithdrawal({ withdrawalId }),
    });
    setCurrentDetails(progress.details);
    showBusinessStatus(progress.status);
    if (progress.next === 'closed' && !signals.isWoken()) break;
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof withdrawal>(input);
    switch (progress.next) {
      case 'send':
        await send(input);
        break;
      case 'wait':
        await signals.wait(progress);
        break;
      case 'closed':
        break;
      default:
        assertNever(progress.next);
    }
  }
  await condition(allHandlersFinished);
}

async function send({ withdrawalId, payment }: WithdrawalInput): Promise<void> {
  try {
    await signer.sendWithdrawal.executeWithOptions({ ...SEND, summary: `send ${payment}` }, [
      { withdrawalId },
    ]);
  } catch (error) {
    throw inOwnWords(error);
  }
}
