import { upsertSearchAttributes, workflowInfo } from '@temporalio/workflow';
import { SEARCH_ATTRIBUTES } from '../src/temporal/messages.js';

/**
 * Shows the business status to operators, who can search by it. Each change adds an event, so only changes are stored.
 */
export function showBusinessStatus(status: string): void {
  const key = SEARCH_ATTRIBUTES.businessStatus;
  if (workflowInfo().typedSearchAttributes.get(key) === status) return;
  upsertSearchAttributes([{ key, value: status }]);
}
