import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { Schemas } from '../../../../client/client.js';
import { useCan, useOrder, useRead } from '../../data/queries.js';
import { api } from '../../data/session.js';
import { Button } from '../../parts/button.js';
import { Copyable } from '../../parts/copyable.js';
import { Amount, At } from '../../parts/figures.js';
import { AppPage, Card, Facts } from '../../parts/layout.js';
import { Modal } from '../../parts/modal.js';
import { Read, Refusal } from '../../parts/states.js';
import { Notice } from '../../parts/status.js';
import { LifeLine, type TimelineStep } from '../../parts/timeline.js';
import { tell } from '../../parts/toast.js';
import { WITHDRAWAL_WORDS } from '../words.js';

type Withdrawal = Schemas['Withdrawal'];

function nextOf({ status, waitingReason, failureReason, confirmations }: Withdrawal): string {
  switch (status) {
    case 'pending_approval':
      return 'An operator decides on it. The amount is reserved until then.';
    case 'approved':
      return waitingReason === null ? 'It is sent next.' : `It waits: ${waitingReason}`;
    case 'broadcast':
      return `It was sent. ${confirmations} confirmations so far.`;
    case 'completed':
      return 'Its transaction is confirmed.';
    case 'cancelled':
      return 'The amount is available again.';
    case 'rejected':
    case 'stopped':
    case 'failed':
      return `${failureReason ?? 'Nothing was sent'}. The amount is available again.`;
  }
}

function stepsOf(withdrawal: Withdrawal): readonly TimelineStep[] {
  const { status, createdAt, approvedAt, completedAt, txHash } = withdrawal;
  const isOver = ['rejected', 'cancelled', 'stopped', 'failed'].includes(status);
  const [tone, word] = WITHDRAWAL_WORDS[status];
  const due = (fact: string): TimelineStep => ({ key: fact, tone: 'due', fact, at: null });
  return [
    { key: 'asked', tone: 'done', fact: 'Asked for', more: 'The amount was reserved', at: createdAt },
    ...(approvedAt === null
      ? isOver
        ? []
        : [due('Approved by an operator')]
      : [{ key: 'approved', tone: 'done' as const, fact: 'Approved', at: approvedAt }]),
    ...(txHash === null
      ? isOver
        ? []
        : [due('Sent to the chain')]
      : [
          {
            key: 'sent',
            tone: 'done' as const,
            fact: 'Sent to the chain',
            more: <Copyable text={txHash} what="transaction" />,
            at: null,
          },
        ]),
    ...(isOver ? [{ key: 'over', tone, fact: word, at: null }] : []),
    ...(completedAt === null
      ? isOver
        ? []
        : [due('Confirmed')]
      : [{ key: 'completed', tone: 'done' as const, fact: 'Confirmed', at: completedAt }]),
  ];
}

function CancelWithdrawal({ withdrawal }: { readonly withdrawal: Withdrawal }) {
  const [isOpen, setOpen] = useState(false);
  const canWrite = useCan('withdrawals:write');
  const order = useOrder(
    () =>
      api.post('/v1/withdrawals/{withdrawalId}/cancel', { path: { withdrawalId: withdrawal.withdrawalId } }),
    () => {
      setOpen(false);
      tell('The withdrawal is cancelled. The amount is available again.');
    },
  );
  if (withdrawal.status !== 'pending_approval' || !canWrite) return null;
  return (
    <>
      <Button look="danger" onClick={() => setOpen(true)}>
        Cancel withdrawal
      </Button>
      <Modal
        isOpen={isOpen}
        close={() => setOpen(false)}
        title="Cancel this withdrawal"
        about="Nothing is sent, and the amount is available again."
      >
        <Refusal error={order.error} stays="The withdrawal is as before." />
        <div className="actions">
          <Button onClick={() => setOpen(false)}>Keep it</Button>
          <Button look="danger primary" busy={order.isPending} onClick={() => order.mutate(undefined)}>
            Cancel withdrawal
          </Button>
        </div>
      </Modal>
    </>
  );
}

function WholeWithdrawal({ withdrawal }: { readonly withdrawal: Withdrawal }) {
  const [tone, word] = WITHDRAWAL_WORDS[withdrawal.status];
  const { invoiceId } = withdrawal;
  return (
    <AppPage
      title={withdrawal.kind === 'refund' ? 'Refund' : 'Withdrawal'}
      head={<Amount figure={withdrawal.amountCrypto} symbol={withdrawal.tokenSymbol} large />}
      back={['/withdrawals', 'Withdrawals']}
      actions={<CancelWithdrawal withdrawal={withdrawal} />}
    >
      <Notice tone={tone} title={word}>
        {nextOf(withdrawal)}
      </Notice>
      <div className="split">
        <Card title="Progress">
          <LifeLine of={stepsOf(withdrawal)} />
        </Card>
        <Card title="Details">
          <Facts
            of={[
              ['Kind', withdrawal.kind === 'refund' ? 'Refund to a customer' : 'Withdrawal'],
              ['Id', <Copyable key="" text={withdrawal.withdrawalId} what="withdrawal id" />],
              ['To', <Copyable key="" text={withdrawal.address} what="address" />],
              ['Network', withdrawal.chainCode],
              ['Reference', withdrawal.merchantReference],
              ['Invoice', invoiceId !== null && <Link to={`/invoices/${invoiceId}`}>{invoiceId}</Link>],
              ['Asked for', <At key="" time={withdrawal.createdAt} />],
            ]}
          />
        </Card>
      </div>
    </AppPage>
  );
}

/** One withdrawal: how far it is, and why it waits. */
export default function WithdrawalPage() {
  const { withdrawalId = '' }: { withdrawalId?: string } = useParams({ strict: false });
  const withdrawal = useRead('/v1/withdrawals/{withdrawalId}', { path: { withdrawalId } });
  return <Read query={withdrawal}>{(found) => <WholeWithdrawal withdrawal={found} />}</Read>;
}
