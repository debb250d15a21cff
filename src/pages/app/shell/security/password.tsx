import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { mayBeDone } from '../../data/post-once.js';
import { SESSION_KEY, useOrder, useSession } from '../../data/queries.js';
import { api, keepSession, securityPath } from '../../data/session.js';
import { Button } from '../../parts/button.js';
import { TextField } from '../../parts/field.js';
import { PasswordIcon } from '../../parts/icons.js';
import { Modal } from '../../parts/modal.js';
import { OrderForm } from '../../parts/order-form.js';
import { wrongOf } from '../../parts/states.js';
import { tell } from '../../parts/toast.js';
import { FactorRow } from './factor-row.js';

const ENDS =
  'All your other sessions end. The links that you have made are withdrawn. Your requests that still wait are stopped.';

/**
 * The password of the signed-in member. What was typed is gone as soon as the dialog is closed, also after a lost answer:
 * whoever opens it next may be somebody else.
 */
export function PasswordRow() {
  const client = useQueryClient();
  const email = useSession().data?.member.email;
  const [isOpen, setOpen] = useState(false);
  const [currentPassword, setCurrent] = useState('');
  const [newPassword, setNew] = useState('');
  const close = (): void => {
    setOpen(false);
    setCurrent('');
    setNew('');
  };
  const order = useOrder(
    () => api.post(securityPath('/web/v1/security/password'), { body: { currentPassword, newPassword } }),
    (session) => {
      client.setQueryData(SESSION_KEY, keepSession(session));
      close();
      tell('The password is changed. All your other sessions have ended.');
    },
  );
  const open = (): void => {
    // A refusal of what was typed before says nothing about what is typed next.
    if (order.error !== null && !mayBeDone(order.error)) order.reset();
    setOpen(true);
  };
  return (
    <>
      <FactorRow icon={PasswordIcon} name="Password" about="You are asked for it first.">
        <Button onClick={open}>Change</Button>
      </FactorRow>
      <Modal isOpen={isOpen} close={close} title="Change your password" about={ENDS}>
        <OrderForm order={order} act="Change password" stays="The password is as before." close={close}>
          {/* Password managers read the account from this field. */}
          <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
          <TextField
            label="Current password"
            type="password"
            name="current"
            autoComplete="current-password"
            autoFocus
            required
            value={currentPassword}
            onValue={setCurrent}
          />
          <TextField
            label="New password"
            hint="At least 12 characters: a few words are good."
            type="password"
            name="new"
            autoComplete="new-password"
            minLength={12}
            required
            wrong={wrongOf(order.error, 'newPassword')}
            value={newPassword}
            onValue={setNew}
          />
        </OrderForm>
      </Modal>
    </>
  );
}
