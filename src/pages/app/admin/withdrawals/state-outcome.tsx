import { useState } from 'react';
import { useOrder } from '../../data/queries.js';
import { api } from '../../data/session.js';
import { Button } from '../../parts/button.js';
import { ChoiceField, LongTextField, type Options } from '../../parts/field.js';
import { Modal } from '../../parts/modal.js';
import { OrderForm } from '../../parts/order-form.js';
import { tell } from '../../parts/toast.js';
import { amountWords, backWords, type Reviewed } from './withdrawal-words.js';

type Outcome = 'paid' | 'unpaid' | 'other';

/** A withdrawal that waits for one of these reasons needs an operator to state its outcome. */
const WAITS_FOR_WORD: readonly (string | null)[] = ['unproven', 'maybe_paid', 'paid_outside'];

export const waitsForWord = ({ status, waitingCode }: Reviewed): boolean =>
  ['approved', 'broadcast'].includes(status) && WAITS_FOR_WORD.includes(waitingCode);

/**
 * The possible outcomes. A withdrawal with a transaction of its own was paid or not. For one without, a transaction was
 * found on the chain: it is its payment, or another one.
 */
const outcomesOf = ({ txHash }: Reviewed): Options => [
  ['', 'Choose what you found'],
  [
    'paid',
    txHash === null ? 'Paid: that transaction is its payment' : 'Paid: the amount left the hot wallet',
  ],
  txHash === null
    ? ['other', 'Not paid: that transaction is another payment. It is signed now']
    : ['unpaid', 'Not paid: nothing left the hot wallet. It fails'],
];

const DONE: Readonly<Record<Outcome, string>> = {
  paid: 'Your answer is saved. The withdrawal completes when its transaction is final.',
  unpaid: 'The withdrawal has failed.',
  other: 'Your answer is saved. The signing worker sends the withdrawal.',
};

/** Asks for the outcome of a payout that the chain does not prove. */
export function StateOutcome({ withdrawal }: { readonly withdrawal: Reviewed }) {
  const [isOpen, setOpen] = useState(false);
  const [outcome, setOutcome] = useState('');
  const [reason, setReason] = useState('');
  const { withdrawalId } = withdrawal;
  const order = useOrder(
    () =>
      api.post('/admin/v1/withdrawals/{withdrawalId}/settle', {
        path: { withdrawalId },
        body: { outcome: outcome as Outcome, reason },
      }),
    () => {
      setOpen(false);
      tell(outcome === 'unpaid' ? `${DONE.unpaid} ${backWords(withdrawal)}` : DONE[outcome as Outcome]);
    },
  );
  return (
    <>
      <Button onClick={() => setOpen(true)}>Settle it by your word</Button>
      <Modal
        isOpen={isOpen}
        close={() => setOpen(false)}
        title={`What became of ${amountWords(withdrawal)}`}
        about={`${withdrawal.waitingReason ?? ''}. Look at the transaction and at the coins of the hot wallet first. If you are wrong, the books differ from the chain.`}
      >
        <OrderForm
          order={order}
          act={`Settle as ${outcome === '' ? '…' : outcome}`}
          stays="The withdrawal is as before."
          close={() => setOpen(false)}
          leave="Leave it"
          isReady={outcome !== ''}
          isGrave={outcome === 'unpaid'}
        >
          <ChoiceField
            label="What you found"
            choices={outcomesOf(withdrawal)}
            value={outcome}
            onValue={setOutcome}
            required
          />
          <LongTextField
            label={outcome === 'unpaid' ? 'Reason, which the merchant reads' : 'Reason, for the audit log'}
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
