import { ActivityFailure, ApplicationFailure, isCancellation } from '@temporalio/workflow';

/**
 * Does a database step in the workflow's own task. If the database stays away, does it as an activity that the server
 * retries until it is done.
 *
 * @throws ApplicationFailure with the step's own message, when no retry can help.
 */
export async function databaseStep<T>(step: {
  readonly local: () => Promise<T>;
  readonly untilDone: () => Promise<T>;
}): Promise<T> {
  try {
    return await step.local();
  } catch (error) {
    const cause = inOwnWords(error);
    if (isCancellation(error) || isNonRetryable(cause)) throw cause;
  }
  try {
    return await step.untilDone();
  } catch (error) {
    throw inOwnWords(error);
  }
}

/**
 * Returns the activity's own failure instead of "Activity task failed", so that the workflow's message says what
 * happened. A local activity's failure has no such wrapper.
 */
export function inOwnWords(error: unknown): unknown {
  return error instanceof ActivityFailure && error.cause instanceof ApplicationFailure ? error.cause : error;
}

function isNonRetryable(error: unknown): boolean {
  return error instanceof ApplicationFailure && error.nonRetryable === true;
}
