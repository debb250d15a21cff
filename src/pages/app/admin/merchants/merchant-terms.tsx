import { useState } from 'react';
import { isolate } from '../../../design/isolate.js';
import type { Schemas } from '../../../../client/client.js';
import { useCan, useOrder } from '../../data/queries.js';
import { api } from '../../data/session.js';
import { Button } from '../../parts/button.js';
import { Copyable } from '../../parts/copyable.js';
import { CheckField, TextField } from '../../parts/field.js';
import { At } from '../../parts/figures.js';
import { Card, Facts } from '../../parts/layout.js';
import { Modal } from '../../parts/modal.js';
import { OrderForm } from '../../parts/order-form.js';
import { wrongOf } from '../../parts/states.js';
import { tell } from '../../parts/toast.js';
import { OrderWithReason } from '../order-with-reason.js';

type Merchant = Schemas['MerchantDetails'];

/** Basis points as a share: 50 is 0.5 %. */
const shareOf = (bps: number): string => `${(bps / 100).toString()} %`;

function TermsForm({ merchant, close }: { readonly merchant: Merchant; readonly close: () => void }) {
  const [before] = useState(merchant);
  const toleranceBefore = before.toleranceBps?.toString() ?? '';
  const [name, setName] = useState(before.name);
  const [tolerance, setTolerance] = useState(toleranceBefore);
  const [acceptLate, setAcceptLate] = useState(before.acceptLate);
  // Only changed fields are sent, so that another person's change of the others is kept.
  const changed = {
    ...(name.trim() !== before.name && { name: name.trim() }),
    ...(tolerance.trim() !== toleranceBefore && {
      toleranceBps: tolerance.trim() === '' ? null : Number(tolerance),
    }),
    ...(acceptLate !== before.acceptLate && { acceptLate }),
  };
  const [reason, setReason] = useState('');
  const order = useOrder(
    () =>
      api.patch('/admin/v1/merchants/{merchantId}', {
        path: { merchantId: merchant.merchantId },
        body: { ...changed, ...(reason.trim() === '' ? {} : { reason: reason.trim() }) },
      }),
    () => {
      close();
      tell('Saved. Invoices that are made from now on have these terms.');
    },
  );
  return (
    <OrderForm
      order={order}
      act="Save"
      stays="Nothing was changed."
      close={close}
      leave="Leave it"
      isReady={Object.keys(changed).length > 0}
    >
      <TextField label="Name" required wrong={wrongOf(order.error, 'name')} value={name} onValue={setName} />
      <TextField
        label="Tolerance in basis points"
        hint="50 is 0.5 %. A payment may be this much below or above the amount: at most 5000. Empty: the default."
        inputMode="numeric"
        pattern="[0-9]*"
        wrong={wrongOf(order.error, 'toleranceBps')}
        value={tolerance}
        onValue={setTolerance}
      />
      <CheckField
        label="Credit late money"
        hint="Otherwise it is held until the merchant decides."
        checked={acceptLate}
        onValue={setAcceptLate}
      />
      <TextField label="Reason, for the audit log" optional value={reason} onValue={setReason} />
    </OrderForm>
  );
}

/** The terms of a merchant: its tolerance, late money, and its settings for the checkout. */
export function MerchantTermsCard({ merchant }: { readonly merchant: Merchant }) {
  const [isOpen, setOpen] = useState(false);
  const canChange = useCan('merchants:write');
  const { toleranceBps, acceptLate, profile } = merchant;
  return (
    <Card title="Terms" actions={canChange && <Button onClick={() => setOpen(true)}>Edit</Button>}>
      <Facts
        of={[
          ['Merchant', <Copyable key="" text={merchant.merchantId} what="merchant id" />],
          ['Tolerance', toleranceBps === null ? 'Default' : shareOf(toleranceBps)],
          ['Late money', acceptLate ? 'Credited' : 'Held for the merchant to decide'],
          ['Contact', profile.contact],
          ['May show the checkout', profile.frameOrigins.join(', ')],
          ['Created', <At key="" time={merchant.createdAt} />],
        ]}
      />
      <Modal isOpen={isOpen} close={() => setOpen(false)} title="Terms of the merchant">
        <TermsForm merchant={merchant} close={() => setOpen(false)} />
      </Modal>
    </Card>
  );
}

/** Suspends a merchant, or lifts its suspension. */
export function SuspendMerchant({ merchant }: { readonly merchant: Merchant }) {
  const isSuspended = merchant.status === 'suspended';
  return (
    <OrderWithReason
      verb={isSuspended ? 'Lift suspension' : 'Suspend'}
      look={isSuspended ? 'primary' : 'plain'}
      isGrave={!isSuspended}
      title={
        isSuspended ? `Lift the suspension of ${isolate(merchant.name)}` : `Suspend ${isolate(merchant.name)}`
      }
      about={
        isSuspended
          ? 'Its keys and sign-ins work again, and its withdrawals go on.'
          : 'Its keys and sign-ins are refused, and its withdrawals wait. Open invoices can still be paid; no new one is made. Nothing is lost.'
      }
      send={(reason) =>
        api.patch('/admin/v1/merchants/{merchantId}', {
          path: { merchantId: merchant.merchantId },
          body: { status: isSuspended ? 'active' : 'suspended', reason },
        })
      }
      done={({ status }) =>
        status === 'suspended' ? 'The merchant is suspended.' : 'The suspension is lifted.'
      }
      stays="The merchant is as before."
    />
  );
}
