import { ApplicationFailure, ApplicationFailureCategory } from '@temporalio/common';
import { NOT_DONE } from '../src/temporal/messages.js';

/** The result of a step that may have failed at its purpose. */
export interface VisibleResult {
  /** The failure, in words for operators; null: none. */
  readonly failed: string | null;
}

/**
 * Wraps an activity so that a failure does not look like a success in Temporal's UI: the activity fails, with the cause
 * as its message. Its workflow takes the result from the failure, by `resultOrFailed`. The effects are stored already,
 * so Temporal does not retry the activity, and logs and counts nothing for it.
 */
export function failVisibly<Input, Result extends VisibleResult>(
  activity: (input: Input) => Promise<Result>,
): (input: Input) => Promise<Result> {
  return async (input) => {
    const result = await activity(input);
    if (result.failed === null) return result;
    throw ApplicationFailure.create({
      type: NOT_DONE,
      message: result.failed,
      nonRetryable: true,
      details: [result],
      category: ApplicationFailureCategory.BENIGN,
    });
  };
}
