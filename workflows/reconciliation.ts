import { patched, proxyActivities } from '@temporalio/workflow';
import type { ReconciliationInput } from '../src/temporal/messages.js';
import type { ReconciliationActivities } from '../activities/contract.js';
import { RECONCILE } from './activity-options.js';
import { inOwnWords } from './database-step.js';
import { notStoppedByCancellation, type ShowDetails } from './not-stopped-by-cancellation.js';
import { showBusinessStatus } from './show-business-status.js';

const activities = proxyActivities<ReconciliationActivities>(RECONCILE);

/**
 * The workflow of one run: compares chains, ledger and invoices. The differences are in the database, and the
 * workflow's result is a summary.
 */
export function reconciliation(asked?: ReconciliationInput): Promise<string> {
  return notStoppedByCancellation(
    'a run ends by itself. To have no more of them, pause the schedule `reconciliation`.',
    (show) => compare(asked, show),
  );
}

async function compare(asked: ReconciliationInput | undefined, show: ShowDetails): Promise<string> {
  try {
    const { outcome, summary, details } = await activities.reconcile.executeWithOptions(
      { ...RECONCILE, summary: 'compare chains, ledger and invoices' },
      asked === undefined ? [] : [asked],
    );
    show(details);
    if (patched('outcome-is-status')) showBusinessStatus(outcome);
    return summary;
  } catch (error) {
    throw inOwnWords(error);
  }
}
