import { isolate } from '../../../design/isolate.js';
import type { Schemas } from '../../../../client/client.js';
import { untilConfirmed } from '../../data/pace.js';
import { withFullStop } from '../../data/sentence.js';
import type { TimelineStep } from '../../parts/timeline.js';

type Withdrawal = Schemas['Withdrawal'];

/** The network of a withdrawal. Undefined: it is not known yet, or no longer offered. */
export type WithdrawalNetwork = Pick<Schemas['Asset'], 'chainId' | 'confirmationsRequired'> | undefined;

/** Says what happens to the amount when nothing is sent. */
export const unsentWords = ({ kind }: Pick<Withdrawal, 'kind'>): string =>
  kind === 'refund'
    ? 'The money is held again, and you decide what happens to it.'
    : 'The amount is available again.';

/** Returns how many confirmations are missing, and when they are usually there. Null: nobody knows. */
function missingOf(
  { confirmations }: Withdrawal,
  network: WithdrawalNetwork,
): { readonly count: number; readonly when: string } | null {
  if (network === undefined) return null;
  const count = Math.max(0, network.confirmationsRequired - confirmations);
  // Nobody knows when a transaction gets into a block.
  return { count, when: confirmations === 0 ? '' : untilConfirmed(network.chainId, count) };
}

function sentWords(withdrawal: Withdrawal, network: WithdrawalNetwork): string {
  const { confirmations } = withdrawal;
  const missing = missingOf(withdrawal, network);
  if (missing === null || network === undefined)
    return `It was sent. ${confirmations} ${confirmations === 1 ? 'confirmation' : 'confirmations'} so far.`;
  const required = network.confirmationsRequired;
  return confirmations === 0
    ? `It was sent, and is in no block yet. It is completed after ${required} ${required === 1 ? 'confirmation' : 'confirmations'}.`
    : `${Math.min(confirmations, required)} of ${required} confirmations. It is completed when all are there${missing.when}.`;
}

/** Describes the state of a withdrawal: what is true now, and what is next and when. */
export function withdrawalInWords(withdrawal: Withdrawal, network: WithdrawalNetwork): string {
  const { status, waitingReason, failureReason, approvalsGiven, approvalsRequired } = withdrawal;
  switch (status) {
    case 'pending_approval':
      return approvalsRequired > 1
        ? `${approvalsGiven} of ${approvalsRequired} operators have approved it. The amount is reserved until all of them have decided.`
        : 'An operator decides on it. The amount is reserved until then.';
    case 'approved':
      return waitingReason ?? 'It is sent next, within seconds.';
    case 'broadcast':
      return waitingReason === null ? sentWords(withdrawal, network) : `It was sent. ${waitingReason}`;
    case 'completed':
      return 'Its transaction is confirmed.';
    case 'cancelled':
      return unsentWords(withdrawal);
    case 'rejected':
    case 'stopped':
    case 'failed':
      return `${isolate(withFullStop(failureReason ?? 'Nothing was sent'))} ${unsentWords(withdrawal)}`;
  }
}

/** Returns the steps that are still to come. Only the next one has a time. */
export function dueSteps(withdrawal: Withdrawal, network: WithdrawalNetwork): readonly TimelineStep[] {
  const { status, waitingReason } = withdrawal;
  const due = (fact: string, more?: string): TimelineStep => ({
    key: fact,
    tone: 'due',
    fact,
    more,
    at: null,
  });
  switch (status) {
    case 'pending_approval':
      return [due('Approved by an operator'), due('Sent to the chain'), due('Confirmed')];
    case 'approved':
      return [
        due('Sent to the chain', waitingReason === null ? 'The service, within seconds' : undefined),
        due('Confirmed'),
      ];
    case 'broadcast': {
      const missing = missingOf(withdrawal, network);
      if (missing === null) return [due('Confirmed')];
      const { count, when } = missing;
      return [due(`${count} more ${count === 1 ? 'confirmation' : 'confirmations'}`, `Chain${when}`)];
    }
    case 'completed':
    case 'rejected':
    case 'cancelled':
    case 'stopped':
    case 'failed':
      return [];
  }
}
