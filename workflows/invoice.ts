import {
  allHandlersFinished,
  condition,
  continueAsNew,
  proxyActivities,
  proxyLocalActivities,
  workflowInfo,
} from '@temporalio/workflow';
import type { InvoiceActivities, InvoiceProgress } from '../activities/contract.js';
import { asSummary } from './as-summary.js';
import { DATABASE_STEP, DATABASE_STEP_UNTIL_DONE } from './activity-options.js';
import { databaseStep } from './database-step.js';
import { listenForWake } from './listen-for-wake.js';
import { notStoppedByCancellation, type ShowDetails } from './not-stopped-by-cancellation.js';
import type { InvoiceInput } from '../src/temporal/messages.js';
import { showBusinessStatus } from './show-business-status.js';

const local = proxyLocalActivities<InvoiceActivities>(DATABASE_STEP);
const untilDone = proxyActivities<InvoiceActivities>({
  ...DATABASE_STEP_UNTIL_DONE,
  summary: 'settle, as soon as the database answers',
});

/**
 * The workflow of one invoice: settles it, waits for a reason to settle it again, and ends when nothing is due. All
 * facts are in the database, so any run at any time does the right thing.
 *
 * @returns the state of the invoice, in one sentence.
 */
export function invoice(input: InvoiceInput): Promise<string> {
  return notStoppedByCancellation(
    `what comes on the chain decides about it. Its merchant ends it: \`POST /v1/invoices/${input.invoiceId}/cancel\`.`,
    (show) => settleUntilClosed(input, show),
  );
}

async function settleUntilClosed(input: InvoiceInput, show: ShowDetails): Promise<string> {
  const signals = listenForWake();
  let said = '';
  for (;;) {
    signals.forget();
    const progress = await settle(input, said);
    said = progress.said;
    show(progress.details);
    // Histories of earlier versions have only the status.
    showBusinessStatus(progress.shownStatus ?? progress.status);
    if (progress.closed && !signals.isWoken()) break;
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof invoice>(input);
    if (!progress.closed) await signals.wait({ ...progress, isShown: isWaitShown(progress) });
  }
  await condition(allHandlersFinished);
  return said;
}

/** False for results in histories of earlier versions, which do not have it. */
function isWaitShown({ isWaitShown: isShown }: Partial<InvoiceProgress>): boolean {
  return isShown === true;
}

function settle(input: InvoiceInput, before: string): Promise<InvoiceProgress> {
  const summary = before === '' ? 'settle' : asSummary(`settle again; it was ${before}`);
  return databaseStep({
    local: () => local.settleInvoice.executeWithOptions({ ...DATABASE_STEP, summary }, [input]),
    untilDone: () => untilDone.settleInvoice(input),
  });
}
