import { ScheduleAlreadyRunning, ScheduleOverlapPolicy, type Client } from '@temporalio/client';
import { TypedSearchAttributes } from '@temporalio/common';
import { RECONCILIATION_ID, SEARCH_ATTRIBUTES, TASK_QUEUES, WORKFLOW_TYPES } from './messages.js';

const CALL_TIMEOUT_MS = 5_000;

/** Creates the schedule that reconciles every hour, or updates it. An operator's pause is kept. Safe to repeat. */
export async function ensureReconciliationSchedule(client: Client): Promise<void> {
  const schedule = {
    spec: { intervals: [{ every: '1 hour' as const }] },
    action: {
      type: 'startWorkflow' as const,
      workflowType: WORKFLOW_TYPES.reconciliation,
      workflowId: RECONCILIATION_ID,
      taskQueue: TASK_QUEUES.core,
      args: [],
      staticSummary: 'do chains, ledger and invoices agree?',
      staticDetails:
        'Compares balances on the chains with the books, the ledger with its postings, and invoices with their ' +
        'transfers. A shortage freezes the asset; `GET /admin/v1/reconciliation` shows every difference.',
      typedSearchAttributes: new TypedSearchAttributes([
        { key: SEARCH_ATTRIBUTES.businessStatus, value: 'comparing' },
      ]),
    },
    policies: {
      overlap: ScheduleOverlapPolicy.SKIP,
      // Runs missed while Temporal was down are not made up for, because one run sees everything.
      catchupWindow: '1 minute' as const,
    },
  };
  await client.withDeadline(Date.now() + CALL_TIMEOUT_MS, async () => {
    try {
      await client.schedule.create({ scheduleId: RECONCILIATION_ID, ...schedule });
    } catch (error) {
      if (!(error instanceof ScheduleAlreadyRunning)) throw error;
      const handle = client.schedule.getHandle(RECONCILIATION_ID);
      await handle.update(({ state }) => ({ ...schedule, state }));
    }
  });
}
