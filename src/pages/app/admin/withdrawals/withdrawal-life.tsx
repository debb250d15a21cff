import type { Schemas } from '../../../../client/client.js';
import { durationOf } from '../../data/figures.js';
import { useRead } from '../../data/queries.js';
import { Copyable } from '../../parts/copyable.js';
import { Amount } from '../../parts/figures.js';
import { Card } from '../../parts/layout.js';
import { Read } from '../../parts/states.js';
import { LifeLine, type TimelineStep } from '../../parts/timeline.js';
import { stepOfFact } from '../../dashboard/fact-steps.js';
import { ledgerWords } from '../../dashboard/words.js';
import { useWorkflowLink } from '../workflow-link.js';

type Fact = Schemas['WithdrawalLifeFact'];
type Order = Extract<Fact, { kind: 'named_order' }>;
type Sent = Extract<Fact, { kind: 'transaction_signed' | 'transaction_sent' | 'transaction_mined' }>;
type Step = Omit<TimelineStep, 'key' | 'at'>;

const ORDER_WORDS: Readonly<Record<string, readonly [tone: TimelineStep['tone'], words: string]>> = {
  'withdrawal.approve': ['done', 'Approved'],
  'withdrawal.reject': ['failed', 'Rejected'],
  'withdrawal.stop': ['failed', 'Stopped'],
  'withdrawal.cancel': ['waiting', 'Cancelled'],
};
const BY: Readonly<Record<string, string>> = {
  merchant: 'Merchant',
  operator: 'Operator',
  cli: 'Command line',
  system: 'Program',
};

function stepOfOrder({ action, by, name, reason }: Order): Step {
  const [tone, words] = ORDER_WORDS[action] ?? ['waiting', ledgerWords(action.replace(/^\w+\./, ''))];
  const who = name === null ? (BY[by] ?? by) : `${BY[by] ?? by} · ${name}`;
  return { tone, fact: words, more: reason === null ? who : `${who}: ${reason}` };
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
      return {
        tone: 'waiting',
        fact: (
          <>
            Asked for <Amount figure={fact.amountCrypto} symbol={fact.tokenSymbol} />
          </>
        ),
        more: (
          <>
            To <Copyable text={fact.address} what="address" />
          </>
        ),
      };
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
      return stepOfFact(fact);
    case 'delivery_attempt': {
      const isTaken = fact.errorClass === null && fact.statusCode !== null;
      const answer =
        fact.statusCode === null ? (fact.errorClass ?? 'under way') : `status ${fact.statusCode}`;
      return {
        tone: isTaken ? 'done' : fact.durationMs === null ? 'seen' : 'failed',
        fact: `Delivery of ${fact.event}, attempt ${fact.number}`,
        more: `Webhook · ${answer}${fact.durationMs === null ? '' : ` in ${durationOf(fact.durationMs)}`}`,
      };
    }
  }
}

/** What is due next, and until when nothing happens; null: its life is over. */
function dueOf({
  status,
  approvals,
  approvalsRequired,
  waitingReason,
}: Schemas['ReviewedWithdrawal']): Step | null {
  switch (status) {
    case 'pending_approval': {
      const missing = approvalsRequired - approvals.length;
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
    case 'broadcast':
      return {
        tone: 'due',
        fact: 'Confirmed',
        more: waitingReason ?? 'When its chain has made enough blocks',
      };
    case 'completed':
    case 'rejected':
    case 'cancelled':
    case 'stopped':
    case 'failed':
      return null;
  }
}

/** The whole life of a withdrawal: who ordered what, its transactions, its bookings, and whom it was told. */
export function WithdrawalLife({ withdrawal }: { readonly withdrawal: Schemas['ReviewedWithdrawal'] }) {
  const { withdrawalId } = withdrawal;
  const facts = useRead('/admin/v1/withdrawals/{withdrawalId}/timeline', { path: { withdrawalId } });
  const workflow = useWorkflowLink('withdrawal', withdrawalId);
  const due = dueOf(withdrawal);
  return (
    <Card title="Life" actions={workflow}>
      <Read query={facts}>
        {(all) => (
          <LifeLine
            of={[
              ...all.map((fact, at) => ({ key: `${at}`, at: fact.at, ...stepOf(fact) })),
              ...(due === null ? [] : [{ key: 'due', at: null, ...due }]),
            ]}
          />
        )}
      </Read>
    </Card>
  );
}
