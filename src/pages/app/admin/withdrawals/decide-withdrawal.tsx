import { useRef, useState } from 'react';
import { useCan, useOrder, useSession } from '../../data/queries.js';
import { api } from '../../data/session.js';
import { useArmed } from '../../parts/armed.js';
import { Button } from '../../parts/button.js';
import { shorten } from '../../data/figures.js';
import { LongTextField } from '../../parts/field.js';
import { At } from '../../parts/figures.js';
import { CheckCircleIcon, WaitingIcon } from '../../parts/icons.js';
import { Card } from '../../parts/layout.js';
import { Modal } from '../../parts/modal.js';
import { OrderForm } from '../../parts/order-form.js';
import { Refusal } from '../../parts/states.js';
import { tell } from '../../parts/toast.js';
import { StateOutcome, waitsForWord } from './state-outcome.js';
import { useInstalledWallets } from '../installed-wallets.js';
import { SignByWallet } from './sign-by-wallet.js';
import { amountWords, backWords, kindWords, nextOf, type Reviewed } from './withdrawal-words.js';

interface OfWithdrawal {
  readonly withdrawal: Reviewed;
}

/** Rejects or stops a withdrawal. It asks for a reason, which the merchant reads. */
function Refuse({ withdrawal, order }: OfWithdrawal & { readonly order: 'reject' | 'stop' }) {
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
        <OrderForm
          order={sent}
          act={verb}
          stays="The withdrawal is as before."
          close={() => setOpen(false)}
          leave="Leave it"
          isGrave
        >
          <LongTextField
            label="Reason, which the merchant reads"
            value={reason}
            onValue={setReason}
            maxLength={500}
            required
          />
        </OrderForm>
      </Modal>
    </>
  );
}

/**
 * Approves with the session alone. Where a wallet is installed, signing is the primary action instead, because the signing
 * worker may require a signature.
 */
function Approve({ withdrawal, canSign }: OfWithdrawal & { readonly canSign: boolean }) {
  const button = useRef<HTMLButtonElement>(null);
  const isArmed = useArmed(button);
  const approve = useOrder(
    () =>
      api.post('/admin/v1/withdrawals/{withdrawalId}/approve', {
        path: { withdrawalId: withdrawal.withdrawalId },
      }),
    (made) =>
      tell(
        made.status === 'pending_approval'
          ? 'Your approval is counted. Another one is needed.'
          : `${amountWords(withdrawal)} is approved. The signing worker sends it as soon as it has the signatures that it requires.`,
      ),
  );
  return (
    <>
      <Refusal error={approve.error} stays="Nothing was approved." />
      <Button
        look={canSign ? 'plain' : 'primary'}
        wide
        ref={button}
        resting={!isArmed}
        busy={approve.isPending}
        onClick={() => approve.mutate(undefined)}
      >
        Approve {amountWords(withdrawal)}
        {canSign && ' without a signature'}
      </Button>
    </>
  );
}

/**
 * A line for each approval that the withdrawal needs: who gave it, or that it is missing. Each signature follows with
 * its address, because the signing worker may not know the account that signed.
 */
function Approvals({ withdrawal: { review, signatures } }: OfWithdrawal) {
  const missing = Math.max(0, review.approvalsRequired - review.approvers.length);
  return (
    <ul className="approvals">
      {review.approvers.map(({ name, approvedAt }) => (
        <li key={approvedAt}>
          <CheckCircleIcon size={16} aria-hidden="true" className="given" />
          <span className="clip">{name ?? 'Command line'}</span>
          <span className="later">
            <At time={approvedAt} />
          </span>
        </li>
      ))}
      {Array.from({ length: missing }, (_, at) => (
        <li key={at} className="muted">
          <WaitingIcon size={16} aria-hidden="true" />
          <span>One approval is missing</span>
        </li>
      ))}
      {signatures.map(({ approver, givenAt, validUntil }) => (
        <li key={`${approver} ${givenAt}`} className="muted">
          <CheckCircleIcon size={16} aria-hidden="true" />
          <span title={approver}>Signed by {shorten(approver)}</span>
          <span className="later">
            until <At time={new Date(validUntil * 1_000).toISOString()} />
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The decision: who has approved, what is next, and the orders. */
export function DecideWithdrawal({ withdrawal }: OfWithdrawal) {
  const { status } = withdrawal;
  const canDecide = useCan('withdrawals:approve');
  const wallets = useInstalledWallets();
  const ownId = useSession().data?.operator?.operatorId;
  const hasApproved = withdrawal.approvals.some(
    ({ operatorId }) => operatorId !== null && operatorId === ownId,
  );
  const isOpen = canDecide && (status === 'pending_approval' || status === 'approved');
  const needsWord = canDecide && waitsForWord(withdrawal);
  return (
    <Card title="Decision" bare>
      <div className="decision">
        <p>{nextOf(withdrawal)}</p>
        <Approvals withdrawal={withdrawal} />
        {isOpen && <SignByWallet withdrawal={withdrawal} wallets={wallets} />}
        {isOpen && status === 'pending_approval' && hasApproved && (
          <p className="muted">You have approved it. Another operator has to approve it too.</p>
        )}
        {isOpen && status === 'pending_approval' && !hasApproved && (
          <Approve withdrawal={withdrawal} canSign={wallets.length > 0} />
        )}
        {needsWord && <StateOutcome withdrawal={withdrawal} />}
        {isOpen && (
          <div className="refusing">
            <Refuse withdrawal={withdrawal} order={status === 'approved' ? 'stop' : 'reject'} />
            <span className="small muted">
              {status === 'approved' ? 'It can be stopped until it is signed.' : 'The merchant reads why.'}
            </span>
          </div>
        )}
      </div>
    </Card>
  );
}
