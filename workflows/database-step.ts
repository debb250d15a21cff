import { ActivityFailure, ApplicationFailure, isCancellation } from '@temporalio/workflow';

/**
 * Does a step of the database in the workflow's own task, or, when the database stays away, as an activity that the
 * server tries until it is done.
 *
 * @throws ApplicationFailure when no try can help, in the step's own words.
 */
export async function databaseStep<T>(step: {
  local: () => Promise<T>;
  untilDone: () => Promise<T>;
}): Promise<T> {
  try {
    try {
      return await step.local();
    } catch (error) {
      if (!(error instanceof ActivityFailure) || isCancellation(error) || isFinal(error)) throw error;
      return await step.untilDone();
    }
  } catch (error) {
    throw inOwnWords(error);
  }
}

/**
 * Puts the activity's own failure in place of "Activity task failed", so that the workflow ends with a message that
 * says what happened.
 */
export function inOwnWords(error: unknown): unknown {
  return error instanceof ActivityFailure && error.cause instanceof ApplicationFailure ? error.cause : error;
}

function isFinal(error: ActivityFailure): boolean {
  return error.cause instanceof ApplicationFailure && error.cause.nonRetryable === true;
}
