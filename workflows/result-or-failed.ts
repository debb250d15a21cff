import { ApplicationFailure } from '@temporalio/workflow';
import { NOT_DONE } from '../src/temporal/messages.js';
import { inOwnWords } from './database-step.js';

/**
 * Returns the result of an activity, also when it has failed only for operators to see: then its result is in the
 * failure. See `failVisibly`.
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
