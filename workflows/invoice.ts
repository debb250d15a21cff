import {
  allHandlersFinished,
  condition,
  continueAsNew,
  proxyActivities,
  proxyLocalActivities,
  setCurrentDetails,
  workflowInfo,
} from '@temporalio/workflow';
import type { InvoiceActivities } from '../activities/contract.js';
import { DATABASE_STEP, DATABASE_STEP_UNTIL_DONE } from './activity-options.js';
import { databaseStep } from './database-step.js';
import { listenForWake } from './listen-for-wake.js';
import type { InvoiceInput } from '../src/temporal/messages.js';
import { showBusinessStatus } from './show-business-status.js';

const local = proxyLocalActivities<InvoiceActivities>({ ...DATABASE_STEP, summary: 'settle' });
const untilDone = proxyActivities<InvoiceActivities>({
  ...DATABASE_STEP_UNTIL_DONE,
  summary: 'settle, as soon as the database answers',
});

/**
 * The workflow of one invoice: settles it, waits for a reason to settle it again, and ends when nothing is due. All
 * facts are in the database, so any run at any time does the right thing.
 */
export async function invoice(input: InvoiceInput): Promise<void> {
  const signals = listenForWake();
  for (;;) {
    signals.forget();
    const progress = await databaseStep({
      local: () => local.settleInvoice(input),
      untilDone: () => untilDone.settleInvoice(input),
    });
    setCurrentDetails(progress.details);
    showBusinessStatus(progress.status);
    if (progress.closed && !signals.isWoken()) break;
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof invoice>(input);
    if (!progress.closed) await signals.wait(progress);
  }
  await condition(allHandlersFinished);
}
