import { QuittanceError } from '../../domain/core/errors.js';

/** What is wrong with a request that Node could not read: the status, and the refusal in the contract's form. */
export interface Unreadable {
  readonly status: number;
  readonly refusal: QuittanceError;
}

/**
 * Refusals of a request that no endpoint sees, with statuses beside those of the table of errors. By their names in the
 * reference.
 */
export const UNREADABLE = {
  RequestTooLate: {
    status: 408,
    refusal: new QuittanceError('validation_failed', 'The request was not here whole in time.'),
  },
  HeadersTooLarge: {
    status: 431,
    refusal: new QuittanceError('payload_too_large', 'The headers are larger than 16 KiB.'),
  },
} as const satisfies Record<string, Unreadable>;
