import { proxyActivities, setCurrentDetails } from '@temporalio/workflow';
import type { ReconciliationActivities } from '../activities/contract.js';
import { RECONCILE } from './activity-options.js';
import { inOwnWords } from './database-step.js';

const activities = proxyActivities<ReconciliationActivities>(RECONCILE);

/**
 * One run: chains, ledger and invoices are compared. What differs stands in the database; the result says it in words.
 */
export async function reconciliation(): Promise<string> {
  try {
    const { summary, details } = await activities.reconcile.executeWithOptions(
      { ...RECONCILE, summary: 'compare chains, ledger and invoices' },
      [],
    );
    setCurrentDetails(details);
    return summary;
  } catch (error) {
    throw inOwnWords(error);
  }
}
