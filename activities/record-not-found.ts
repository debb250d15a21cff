import { ApplicationFailure } from '@temporalio/common';

/** Creates the failure of a workflow whose row is not in the database: no retry helps, an operator has to look. */
export function recordNotFound(kind: string, id: string): ApplicationFailure {
  return ApplicationFailure.nonRetryable(
    `There is no ${kind} ${id} in this database. Was the workflow started for another instance, or the database restored from a backup?`,
    'RecordNotFound',
  );
}
