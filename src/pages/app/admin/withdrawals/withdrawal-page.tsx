import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { Schemas } from '../../../../client/client.js';
import { useOrder, useRead } from '../../data/queries.js';
import { api } from '../../data/session.js';
import { Button } from '../../parts/button.js';
import { Copyable } from '../../parts/copyable.js';
import { LongTextField } from '../../parts/field.js';
import { Amount, At } from '../../parts/figures.js';
import { groupDigits, isZero, trimZeros } from '../../data/figures.js';
import { AppPage, Card, Facts } from '../../parts/layout.js';
import { Modal } from '../../parts/modal.js';
import { Read, Refusal } from '../../parts/states.js';
import { Notice } from '../../parts/status.js';
import { tell } from '../../parts/toast.js';
import { usePageOfId } from '../../shell/running.js';
import { SignByWallet } from './sign-by-wallet.js';
import { WithdrawalLife } from './withdrawal-life.js';
import { WITHDRAWAL_WORDS } from '../../dashboard/words.js';

type Reviewed = Schemas['ReviewedWithdrawal'];

const amountWords = ({ amountCrypto, tokenSymbol }: Reviewed): string =>
  `${groupDigits(trimZeros(amountCrypto))} ${tokenSymbol}`;
const kindWords = ({ kind }: Reviewed): string => (kind === 'refund' ? 'refund' : 'withdrawal');

/** What becomes of the amount when nothing is sent. */
const backWords = ({ kind }: Reviewed): string =>
  kind === 'refund'
    ? 'The money is held again, for the merchant to decide.'
    : 'The amount is available again.';

function nextOf(withdrawal: Reviewed): string {
  const { status, waitingReason, approvals, approvalsRequired, failureReason } = withdrawal;
  switch (status) {
    case 'pending_approval':
      return `${approvals.length} of ${approvalsRequired} approvals. Nothing is sent before.`;
    case 'approved':
      return waitingReason === null ? 'The signing worker has it next.' : `It waits: ${waitingReason}`;
    case 'broadcast':
      return waitingReason === null
        ? 'It was sent, and waits for its confirmations.'
        : `It waits: ${waitingReason}`;
    case 'completed':
      return 'Its transaction is confirmed.';
    case 'cancelled':
      return `Its merchant cancelled it. ${backWords(withdrawal)}`;
    case 'rejected':
    case 'stopped':
    case 'failed':
      return `${failureReason ?? 'No reason is on record'}. ${backWords(withdrawal)}`;
  }
}

/** What a careful person must not overlook. */
function warningsOf({ review, kind, recipientWarning, tokenSymbol }: Reviewed): readonly string[] {
  const { merchant, paidBefore, deficit, frozen } = review;
  return [
    ...(recipientWarning === null ? [] : [recipientWarning]),
    ...(merchant.status === 'suspended' ? ['The merchant is suspended.'] : []),
    ...(isZero(deficit) ? [] : [`The merchant owes ${trimZeros(deficit)} ${tokenSymbol} after a reversal.`]),
    ...(frozen === null ? [] : [`${tokenSymbol} is frozen: ${frozen.reason}`]),
    // A refund has a warning of its own, when it does not go to its payer.
    ...(kind !== 'refund' && paidBefore.times === 0
      ? ['Nothing was ever paid to this address for this merchant.']
      : []),
  ];
}

/** Asks for the reason of a refusal, which the merchant reads. */
function Refuse({ withdrawal, order }: { readonly withdrawal: Reviewed; readonly order: 'reject' | 'stop' }) {
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const verb = order === 'reject' ? 'Reject' : 'Stop';
  const path = { withdrawalId: withdrawal.withdrawalId };
  const sent = useOrder(
    () =>
      order === 'reject'
        ? api.post('/admin/v1/withdrawals/{withdrawalId}/reject', { path, body: { reason } })
        : api.post('/admin/v1/withdrawals/{withdrawalId}/stop', { path, body: { reason } }),
    () => {
      setOpen(false);
      tell(
        `The ${kindWords(withdrawal)} is ${order === 'reject' ? 'rejected' : 'stopped'}. Nothing is sent.`,
      );
    },
  );
  return (
    <>
      <Button look="danger" onClick={() => setOpen(true)}>
        {verb}
      </Button>
      <Modal
        isOpen={isOpen}
        close={() => setOpen(false)}
        title={`${verb} ${amountWords(withdrawal)}`}
        about={`Nothing is sent. ${backWords(withdrawal)}`}
      >
        <form
          className="form"
          onSubmit={(event) => {
            event.preventDefault();
            sent.mutate(undefined);
          }}
        >
          <LongTextField
            label="Reason, which the merchant reads"
            value={reason}
            onValue={setReason}
            required
          />
          <Refusal error={sent.error} stays="The withdrawal is as before." />
          <div className="actions">
            <Button onClick={() => setOpen(false)}>Leave it</Button>
            <Button type="submit" look="danger primary" busy={sent.isPending}>
              {verb}
            </Button>
          </div>
        </form>
      </Modal>
    </>
  );
}

/** The button says the act and the amount, and stands after everything that is decided on. */
function Decide({ withdrawal }: { readonly withdrawal: Reviewed }) {
  const approve = useOrder(
    () =>
      api.post('/admin/v1/withdrawals/{withdrawalId}/approve', {
        path: { withdrawalId: withdrawal.withdrawalId },
      }),
    (made) =>
      tell(
        made.status === 'pending_approval'
          ? 'Your approval is counted. Another one is needed.'
          : `${amountWords(withdrawal)} is approved. The signing worker sends it, as soon as it has the signatures that it asks for.`,
      ),
  );
  const sign = <SignByWallet withdrawal={withdrawal} amount={amountWords(withdrawal)} />;
  if (withdrawal.status === 'approved') {
    return (
      <>
        {sign}
        <div className="actions apart">
          <Refuse withdrawal={withdrawal} order="stop" />
        </div>
      </>
    );
  }
  if (withdrawal.status !== 'pending_approval') return null;
  return (
    <>
      {sign}
      <Refusal error={approve.error} stays="Nothing was approved." />
      <div className="actions apart">
        <Refuse withdrawal={withdrawal} order="reject" />
        <Button look="primary" busy={approve.isPending} onClick={() => approve.mutate(undefined)}>
          Approve {amountWords(withdrawal)}
        </Button>
      </div>
    </>
  );
}

interface OfWithdrawal {
  readonly withdrawal: Reviewed;
}

function WhereItGoes({ withdrawal }: OfWithdrawal) {
  const { times, firstAt } = withdrawal.review.paidBefore;
  const { invoiceId, txHash } = withdrawal;
  return (
    <Card title="Where the money goes">
      <Facts
        of={[
          ['To', <Copyable key="" text={withdrawal.address} what="address" whole />],
          [
            'Paid before',
            firstAt === null ? (
              'Never'
            ) : (
              <span key="">
                {times} times, first on <At time={firstAt} />
              </span>
            ),
          ],
          ['Kind', withdrawal.kind === 'refund' ? 'Refund of an invoice' : 'Withdrawal'],
          ['Invoice', invoiceId !== null && <Copyable text={invoiceId} what="invoice id" />],
          ['Transaction', txHash !== null && <Copyable text={txHash} what="transaction" />],
        ]}
      />
    </Card>
  );
}

const ASKED_BY = { key: 'API key', member: 'Member', other: 'Somebody' } as const;

function WhoAsks({ withdrawal }: OfWithdrawal) {
  const { asked, merchant } = withdrawal.review;
  const page = usePageOfId()(merchant.merchantId);
  return (
    <Card title="Who asks">
      <Facts
        of={[
          ['Merchant', page === null ? merchant.name : <Link to={page}>{merchant.name}</Link>],
          ['Merchant id', <Copyable key="" text={merchant.merchantId} what="merchant id" />],
          ['Asked for', <At key="" time={withdrawal.createdAt} precision="second" />],
          ['By', asked === null ? 'Not in the audit log' : `${ASKED_BY[asked.by]} ${asked.name ?? ''}`],
          ['From', asked?.ip ?? null],
          ['Reference', withdrawal.merchantReference],
          ['Id', <Copyable key="" text={withdrawal.withdrawalId} what="withdrawal id" />],
        ]}
      />
    </Card>
  );
}

function WhatIsLeft({ withdrawal }: OfWithdrawal) {
  const { review, tokenSymbol, approvals, approvalsRequired, signatures } = withdrawal;
  const amount = (figure: string) => <Amount figure={figure} symbol={tokenSymbol} />;
  return (
    <Card title="What is left, and who approved">
      <Facts
        of={[
          ['Balance after it', amount(review.available)],
          ['Withdrawn in 24 hours', amount(review.withdrawn)],
          ['Limit of 24 hours', review.dailyLimit === null ? 'None' : amount(review.dailyLimit)],
          [
            'Approvals',
            approvals.length === 0
              ? `None of ${approvalsRequired}`
              : approvals.map(({ operatorId, approvedAt }) => (
                  <span key={approvedAt} className="line">
                    {operatorId ?? 'Command line'}, <At time={approvedAt} />
                  </span>
                )),
          ],
          ['Signatures', signatures.length > 0 && String(signatures.length)],
        ]}
      />
    </Card>
  );
}

function WholeWithdrawal({ withdrawal }: OfWithdrawal) {
  const [tone, word] = WITHDRAWAL_WORDS[withdrawal.status];
  const isOpen = ['pending_approval', 'approved'].includes(withdrawal.status);
  return (
    <AppPage
      title={withdrawal.kind === 'refund' ? 'Refund' : 'Withdrawal'}
      head={<Amount figure={withdrawal.amountCrypto} symbol={withdrawal.tokenSymbol} large />}
      about={`${withdrawal.review.merchant.name} · ${withdrawal.chainCode}`}
      back={['/withdrawals', 'Withdrawals']}
      narrow
    >
      <Notice tone={tone} title={word}>
        {nextOf(withdrawal)}
      </Notice>
      {isOpen &&
        warningsOf(withdrawal).map((warning) => <Notice key={warning} tone="attention" title={warning} />)}
      <WhereItGoes withdrawal={withdrawal} />
      <WhoAsks withdrawal={withdrawal} />
      <WhatIsLeft withdrawal={withdrawal} />
      <Decide withdrawal={withdrawal} />
      <WithdrawalLife withdrawal={withdrawal} />
    </AppPage>
  );
}

/** One withdrawal with all that its approver looks at, in the order in which a careful person checks it. */
export default function ReviewedWithdrawalPage() {
  const { withdrawalId = '' }: { withdrawalId?: string } = useParams({ strict: false });
  const withdrawal = useRead('/admin/v1/withdrawals/{withdrawalId}', { path: { withdrawalId } });
  return <Read query={withdrawal}>{(found) => <WholeWithdrawal withdrawal={found} />}</Read>;
}
