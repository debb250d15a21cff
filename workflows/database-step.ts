import { ActivityFailure, ApplicationFailure, isCancellation } from '@temporalio/workflow';

/**
 * Does a step of the database in the workflow's own task, or, when the database stays away, as an activity that the
 * server tries until it is done.
 *
 * @throws ApplicationFailure when no try can help, in the step's own words.
 */
export async function databaseStep<T>(step: {
  readonly local: () => Promise<T>;
  readonly untilDone: () => Promise<T>;
}): Promise<T> {
  try {
    return await step.local();
  } catch (error) {
    const cause = inOwnWords(error);
    if (isCancellation(error) || isFinal(cause)) throw cause;
  }
  try {
    return await step.untilDone();
  } catch (error) {
    throw inOwnWords(error);
  }
}

/**
 * The activity's own failure in place of "Activity task failed", so that the workflow ends with a message that says
 * what happened. A local activity's failure has no such wrapper.
 */
export function inOwnWords(error: unknown): unknown {
  return error instanceof ActivityFailure && error.cause instanceof ApplicationFailure ? error.cause : error;
}

function isFinal(error: unknown): boolean {
  return error instanceof ApplicationFailure && error.nonRetryable === true;
}
