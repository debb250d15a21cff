import { isolate } from '../../../design/isolate.js';
import type { Schemas } from '../../../../client/client.js';
import { untilConfirmed } from '../../data/pace.js';
import { useRead } from '../../data/queries.js';
import { Copyable } from '../../parts/copyable.js';
import { Card } from '../../parts/layout.js';
import { Read } from '../../parts/states.js';
import { TimelineList, type TimelineStep } from '../../parts/timeline.js';
import { stepOfFact, withdrawalAsked } from '../../both/timelines/fact-steps.js';
import { orderWords } from '../../parts/audit-words.js';
import { dueDeliveries, inOrderOfTime, withWorkflow } from '../../both/timelines/due-steps.js';
import { inOrderOfCause } from '../../both/timelines/in-order-of-cause.js';
import { useWorkflowStep } from '../workflow-link.js';
import type { Reviewed } from './withdrawal-words.js';

type Fact = Schemas['WithdrawalLifeFact'];
type Order = Extract<Fact, { kind: 'named_order' }>;
type Sent = Extract<Fact, { kind: 'transaction_signed' | 'transaction_sent' | 'transaction_mined' }>;
type Step = Omit<TimelineStep, 'key' | 'at'>;

/** The tones of orders that decide something. All other orders are neutral. */
const ORDER_TONES: Readonly<Record<string, TimelineStep['tone']>> = {
  'withdrawal.approve': 'done',
  'withdrawal.reject': 'failed',
  'withdrawal.stop': 'failed',
  'withdrawal.cancel': 'ended',
  'withdrawal.settle_paid': 'done',
  'withdrawal.settle_unpaid': 'failed',
  'withdrawal.settle_other': 'attention',
};
const BY: Readonly<Record<string, string>> = {
  merchant: 'Merchant',
  operator: 'Operator',
  cli: 'Command line',
  system: 'Program',
};

function stepOfOrder({ action, by, name, reason }: Order): Step {
  const who = name === null ? (BY[by] ?? by) : `${BY[by] ?? by} · ${isolate(name)}`;
  const tone = ORDER_TONES[action] ?? 'waiting';
  return { tone, fact: orderWords(action), more: reason === null ? who : `${who}: ${isolate(reason)}` };
}

const MINED = { true: ['done', 'Mined'], false: ['failed', 'Mined, and failed'] } as const;

function stepOfTransaction({ kind, txHash, nonce, purpose, replaces, blockNumber, succeeded }: Sent): Step {
  const [tone, words] =
    kind === 'transaction_mined'
      ? MINED[`${succeeded ?? true}`]
      : (['seen', kind === 'transaction_signed' ? 'Signed' : 'Sent'] as const);
  const what = purpose === 'payment' ? '' : ', so that its nonce pays nothing';
  return {
    tone,
    fact: `${words}${replaces === null ? '' : ' anew, with higher fees'}${what}`,
    more: (
      <>
        Chain ·{' '}
        {blockNumber === null || kind !== 'transaction_mined' ? `nonce ${nonce}` : `block ${blockNumber}`} ·{' '}
        <Copyable text={txHash} what="transaction" />
      </>
    ),
  };
}

function stepOf(fact: Fact): Step {
  switch (fact.kind) {
    case 'requested':
      return { tone: 'waiting', ...withdrawalAsked(fact) };
    case 'named_order':
      return stepOfOrder(fact);
    case 'approval_signed':
      return {
        tone: 'done',
        fact: 'Approval signed by a wallet',
        more: <Copyable text={fact.approver} what="approver" />,
      };
    case 'transaction_signed':
    case 'transaction_sent':
    case 'transaction_mined':
      return stepOfTransaction(fact);
    case 'ledger_entry':
    case 'event':
    case 'order':
    case 'delivery_attempt':
      return stepOfFact(fact);
  }
}

/** Returns the next step. Null: nothing more happens. */
function dueOf({ status, waitingReason, confirmations, review }: Reviewed): Step | null {
  const { approvers, approvalsRequired, confirmationsRequired } = review;
  switch (status) {
    case 'pending_approval': {
      const missing = approvalsRequired - approvers.length;
      return {
        tone: 'due',
        fact: `${missing} more ${missing === 1 ? 'approval' : 'approvals'}`,
        more: 'Waits for a decision',
      };
    }
    case 'approved':
      return {
        tone: 'due',
        fact: 'Signed and sent',
        more: waitingReason ?? 'By the signing worker, within seconds',
      };
    case 'broadcast': {
      const missing = (confirmationsRequired ?? 0) - confirmations;
      // Before the first confirmation, nobody knows when the transaction gets into a block.
      const when = confirmations === 0 ? '' : untilConfirmed(review.chainId ?? 0, missing);
      return {
        tone: 'due',
        fact:
          missing > 0 ? `${missing} more ${missing === 1 ? 'confirmation' : 'confirmations'}` : 'Confirmed',
        more: waitingReason ?? `Chain, then ledger and webhooks${when}`,
      };
    }
    case 'completed':
    case 'rejected':
    case 'cancelled':
    case 'stopped':
    case 'failed':
      return null;
  }
}

/** The whole life of a withdrawal: its orders, transactions, ledger entries and webhooks. */
export function OperatorWithdrawalTimeline({
  withdrawal,
  deliveries,
}: {
  readonly withdrawal: Reviewed;
  readonly deliveries: readonly Schemas['WebhookDelivery'][];
}) {
  const { withdrawalId, review } = withdrawal;
  const facts = useRead('/admin/v1/withdrawals/{withdrawalId}/timeline', { path: { withdrawalId } });
  const workflow = useWorkflowStep('withdrawal', withdrawalId);
  const due = dueOf(withdrawal);
  const next = inOrderOfTime([
    // While a withdrawal waits, its workflow looks again at a known time.
    ...(due === null ? [] : [{ key: 'due', at: review.nextLookAt, ...due }]),
    ...dueDeliveries(deliveries),
  ]);
  return (
    <Card title="Life">
      <Read query={facts}>
        {(all) => (
          <TimelineList
            of={[
              ...withWorkflow(
                inOrderOfCause(all).map((fact, at) => ({ key: `${at}`, at: fact.at, ...stepOf(fact) })),
                workflow,
              ),
              ...next,
            ]}
          />
        )}
      </Read>
    </Card>
  );
}
