import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useOrder } from '../../data/queries.js';
import { Button } from '../../parts/button.js';
import { TextField } from '../../parts/field.js';
import { PlusIcon } from '../../parts/icons.js';
import { Modal } from '../../parts/modal.js';
import { OrderForm } from '../../parts/order-form.js';
import { wrongOf } from '../../parts/states.js';
import { tell } from '../../parts/toast.js';

function NewMerchantForm({ close }: { readonly close: () => void }) {
  const [name, setName] = useState('');
  const navigate = useNavigate();
  const order = useOrder(
    (_given: undefined, post) => post('/admin/v1/merchants', { body: { name: name.trim() } }),
    ({ merchantId }) => {
      tell('The merchant is created. Set its limits, then invite its owner.');
      return navigate({ to: `/merchants/${merchantId}` });
    },
  );
  return (
    <OrderForm order={order} act="Create merchant" stays="No merchant was created." close={close}>
      <TextField
        label="Name"
        hint="As its customers see it."
        autoFocus
        required
        maxLength={200}
        wrong={wrongOf(order.error, 'name')}
        value={name}
        onValue={setName}
      />
    </OrderForm>
  );
}

/** Makes a merchant, and opens its page. */
export function NewMerchant() {
  const [isOpen, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  return (
    <>
      <Button look="primary" icon={PlusIcon} onClick={() => setOpen(true)}>
        New merchant
      </Button>
      <Modal
        isOpen={isOpen}
        close={close}
        title="New merchant"
        about="It can ask for payments as soon as it has a key. Every withdrawal needs an approval, unless you set an amount below which it needs none."
      >
        <NewMerchantForm close={close} />
      </Modal>
    </>
  );
}
