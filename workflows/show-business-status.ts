import { upsertSearchAttributes, workflowInfo } from '@temporalio/workflow';
import { SEARCH_ATTRIBUTES } from '../src/temporal/messages.js';

/** Lets operators search by where the business stands. Each change is an event of the history: none without need. */
export function showBusinessStatus(status: string): void {
  const key = SEARCH_ATTRIBUTES.businessStatus;
  if (workflowInfo().typedSearchAttributes.get(key) === status) return;
  upsertSearchAttributes([{ key, value: status }]);
}
