import { ApplicationFailure } from '@temporalio/workflow';
import { NOT_DONE } from '../src/temporal/messages.js';
import { inOwnWords } from './database-step.js';

/**
 * Returns the result of an activity, even when the activity has failed only to make a problem visible: then the result
 * is in the failure. See `failVisibly`.
 *
 * @throws any other failure in its own words.
 */
export async function resultOrFailed<T>(activity: Promise<T>): Promise<T> {
  try {
    return await activity;
  } catch (error) {
    const cause = inOwnWords(error);
    if (cause instanceof ApplicationFailure && cause.type === NOT_DONE) return cause.details?.[0] as T;
    throw cause;
  }
}
