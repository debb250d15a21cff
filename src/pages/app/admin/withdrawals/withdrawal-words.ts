import { isolate } from '../../../design/isolate.js';
import type { Schemas } from '../../../../client/client.js';
import { groupDigits, trimZeros } from '../../data/figures.js';
import { withFullStop } from '../../data/sentence.js';

export type Reviewed = Schemas['ReviewedWithdrawal'];

/** The amount with its symbol, for buttons and sentences. */
export const amountWords = ({ amountCrypto, tokenSymbol }: Reviewed): string =>
  `${groupDigits(trimZeros(amountCrypto))} ${tokenSymbol}`;

export const kindWords = ({ kind }: Reviewed): string => (kind === 'refund' ? 'refund' : 'withdrawal');

/** Says what happens to the amount when nothing is sent. */
export const backWords = ({ kind }: Reviewed): string =>
  kind === 'refund'
    ? 'The money is held again, for the merchant to decide.'
    : 'The amount is available again.';

/** Says what happens next with a withdrawal, or how it ended. */
export function nextOf(withdrawal: Reviewed): string {
  const { status, waitingReason, approvals, review, failureReason, confirmations } = withdrawal;
  switch (status) {
    case 'pending_approval':
      return `${approvals.length} of ${review.approvalsRequired} approvals. Nothing is sent before that.`;
    case 'approved':
      return waitingReason === null ? 'The signing worker has it next.' : `It waits: ${waitingReason}`;
    case 'broadcast': {
      const { confirmationsRequired } = review;
      const of = confirmationsRequired === null ? '' : ` of ${confirmationsRequired}`;
      return waitingReason === null
        ? `It was sent, and has ${confirmations}${of} confirmations.`
        : `It waits: ${waitingReason}`;
    }
    case 'completed':
      return 'Its transaction is confirmed.';
    case 'cancelled':
      return `Its merchant cancelled it. ${backWords(withdrawal)}`;
    case 'rejected':
    case 'stopped':
    case 'failed':
      return `${isolate(withFullStop(failureReason ?? 'No reason is on record'))} ${backWords(withdrawal)}`;
  }
}
