import type { Client } from '@temporalio/client';
import type { OutboxTarget } from '../db/outbox/outbox.js';
import { deliveryWorkflowId, invoiceWorkflowId, WORKFLOW_TYPES, withdrawalWorkflowId } from './messages.js';

/** The workflows whose state is in a row, and the prefixes of their ids. */
const KINDS = [
  { kind: 'invoice', type: WORKFLOW_TYPES.invoice, prefix: invoiceWorkflowId('') },
  { kind: 'withdrawal', type: WORKFLOW_TYPES.withdrawal, prefix: withdrawalWorkflowId('') },
  { kind: 'delivery', type: WORKFLOW_TYPES.delivery, prefix: deliveryWorkflowId('') },
] as const;

/** Lists the objects of the runs that somebody has cancelled or terminated since a moment (epoch ms). */
export async function listStoppedRuns(client: Client, sinceMs: number): Promise<readonly OutboxTarget[]> {
  const query =
    `(ExecutionStatus = 'Canceled' OR ExecutionStatus = 'Terminated') AND CloseTime > '${new Date(sinceMs).toISOString()}'` +
    ` AND (${KINDS.map(({ type }) => `WorkflowType = '${type}'`).join(' OR ')})`;
  const targets: OutboxTarget[] = [];
  for await (const { type, workflowId } of client.workflow.list({ query })) {
    const found = KINDS.find((each) => each.type === type);
    if (found?.prefix !== undefined && workflowId.startsWith(found.prefix))
      targets.push({ kind: found.kind, targetId: workflowId.slice(found.prefix.length) });
  }
  return targets;
}
