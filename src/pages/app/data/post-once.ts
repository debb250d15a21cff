import { QuittanceApiError, type Asking, type DataOf } from '../../../client/client.js';
import { PasskeyFailure } from './passkeys.js';
import { api, GivenUp, type CreatingPath } from './session.js';

/** Sends a POST that creates something. */
export type PostOnce = <P extends CreatingPath>(
  path: P,
  asking: Omit<Asking<P, 'post'>, 'idempotencyKey'>,
) => Promise<DataOf<P, 'post'>>;

/**
 * An earlier attempt of this order may have been carried out. The refusal of the latest attempt says nothing about it.
 */
export class EarlierOpen extends Error {
  constructor(cause: unknown) {
    const why = cause instanceof Error && !mayBeDone(cause) ? ` This time: ${cause.message}` : '';
    super(`An earlier attempt got no answer.${why}`, { cause });
    this.name = 'EarlierOpen';
  }
}

/** Refusals that say nothing about an earlier attempt with the same key. */
const OPEN_CODES: readonly string[] = ['idempotency_in_progress', 'idempotency_key_reused'];

/** Says whether a failed order may have been carried out: it was sent, and was not refused for certain. */
export function mayBeDone(error: unknown): boolean {
  if (error instanceof QuittanceApiError) return error.status >= 500 || OPEN_CODES.includes(error.code);
  return !(error instanceof GivenUp || error instanceof PasskeyFailure);
}

/**
 * Returns the failure to show after an earlier attempt got no answer. A later refusal says nothing about that attempt.
 */
export const failureAfter = (lost: Error | null, error: Error): Error =>
  lost !== null && !mayBeDone(error) ? new EarlierOpen(error) : error;

/** The sentence about a failed order that may have been carried out. */
export const MAY_BE_DONE = 'It may have been carried out all the same. Look before you repeat it.';

/** The statuses of refusals that the API keeps as the answer to a key. A corrected order needs a new key. */
const KEPT_STATUSES: readonly number[] = [404, 409, 422];

/** Says whether the API has answered a key for good. Otherwise an earlier attempt may have been carried out. */
const isAnswered = (error: unknown): boolean =>
  error instanceof QuittanceApiError &&
  KEPT_STATUSES.includes(error.status) &&
  error.code !== 'idempotency_in_progress';

/** The requests that the API has not answered yet, each with the failure of an attempt that may have been carried out. */
const unanswered = new Map<string, { readonly idempotencyKey: string; lost: Error | null }>();

/**
 * Posts an order. The same request keeps its Idempotency-Key until the API has answered it, also when its form was closed
 * and filled in again. So if only the answer was lost, giving the order again does not carry it out twice.
 *
 * @throws EarlierOpen when it is refused after an attempt that may have been carried out.
 */
export const postOnce: PostOnce = async (path, asking) => {
  const request = JSON.stringify([path, asking]);
  const sent = unanswered.get(request) ?? { idempotencyKey: crypto.randomUUID(), lost: null };
  unanswered.set(request, sent);
  try {
    const { idempotencyKey } = sent;
    const made = await (api.post as unknown as Posting)(path, { ...asking, idempotencyKey });
    unanswered.delete(request);
    return made as DataOf<typeof path, 'post'>;
  } catch (error) {
    if (isAnswered(error)) {
      unanswered.delete(request);
      throw error;
    }
    const failure = failureAfter(sent.lost, error as Error);
    if (mayBeDone(error)) sent.lost = error as Error;
    throw failure;
  }
};
type Posting = (path: string, asking: object) => Promise<unknown>;
