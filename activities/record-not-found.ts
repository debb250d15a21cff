import { ApplicationFailure } from '@temporalio/common';

/** A workflow was started for what the database doesn't know: no try will help, an operator has to look. */
export function recordNotFound(kind: string, id: string): ApplicationFailure {
  return ApplicationFailure.nonRetryable(
    `There is no ${kind} ${id} in this database. Was the workflow started for another instance, or the database restored from a backup?`,
    'RecordNotFound',
  );
}
