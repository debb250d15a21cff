import { QuittanceError } from '../../domain/core/errors.js';

/** The answer to a request that Node could not read: the status, and a refusal in the usual form. */
export interface Unreadable {
  readonly status: number;
  readonly refusal: QuittanceError;
}

/**
 * The refusals of requests that reach no endpoint, by their names in the reference. Their HTTP statuses differ from
 * those in `ERROR_CODES`.
 */
export const UNREADABLE = {
  RequestTooLate: {
    status: 408,
    refusal: new QuittanceError('validation_failed', 'The request did not arrive completely in time.'),
  },
  HeadersTooLarge: {
    status: 431,
    refusal: new QuittanceError('payload_too_large', 'The headers are larger than 16 KiB.'),
  },
} as const satisfies Record<string, Unreadable>;
