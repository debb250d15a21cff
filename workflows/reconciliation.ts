import { proxyActivities, setCurrentDetails } from '@temporalio/workflow';
import type { ReconciliationInput } from '../src/temporal/messages.js';
import type { ReconciliationActivities } from '../activities/contract.js';
import { RECONCILE } from './activity-options.js';
import { inOwnWords } from './database-step.js';

const activities = proxyActivities<ReconciliationActivities>(RECONCILE);

/**
 * The workflow of one run: compares chains, ledger and invoices. The differences are in the database, and the
 * workflow's result is a summary.
 */
export async function reconciliation(asked?: ReconciliationInput): Promise<string> {
  try {
    const { summary, details } = await activities.reconcile.executeWithOptions(
      { ...RECONCILE, summary: 'compare chains, ledger and invoices' },
      asked === undefined ? [] : [asked],
    );
    setCurrentDetails(details);
    return summary;
  } catch (error) {
    throw inOwnWords(error);
  }
}
