import { useState, type ReactNode } from 'react';
import { useOrder } from '../data/queries.js';
import { Button } from '../parts/button.js';
import { TextField } from '../parts/field.js';
import { Modal } from '../parts/modal.js';
import { OrderForm } from '../parts/order-form.js';
import { tell } from '../parts/toast.js';

/** A button that asks for a reason before it gives its order. The audit log keeps the reason. */
export function OrderWithReason<Made>({
  verb,
  act = verb,
  title,
  about,
  facts,
  send,
  done,
  look = 'plain',
  isGrave = false,
  label,
  stays,
}: {
  readonly verb: string;
  /** The label of the button in the dialog, if it says more: the act and the amount. */
  readonly act?: string;
  /** The title of the dialog. */
  readonly title: string;
  /** Says what the order does. */
  readonly about: ReactNode;
  /** The facts for the decision. */
  readonly facts?: ReactNode;
  readonly send: (reason: string) => Promise<Made>;
  /** Returns the message to show once the order is carried out. */
  readonly done: (made: Made) => string;
  readonly look?: 'plain' | 'primary';
  /** True: the order stops something, so the button in the dialog is red. */
  readonly isGrave?: boolean;
  /** Names the thing that the order is about, for screen readers. */
  readonly label?: string;
  /** Says what is still true if the order is refused. */
  readonly stays: string;
}) {
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const close = (): void => setOpen(false);
  const sent = useOrder(
    () => send(reason),
    (made) => {
      close();
      setReason('');
      tell(done(made));
    },
  );
  return (
    <>
      <Button look={look} aria-label={label} onClick={() => setOpen(true)}>
        {verb}
      </Button>
      <Modal isOpen={isOpen} close={close} title={title} about={about}>
        <OrderForm {...{ order: sent, act, stays, isGrave, close }} leave="Leave it">
          {facts}
          <TextField
            label="Reason, for the audit log"
            value={reason}
            onValue={setReason}
            maxLength={500}
            required
            autoComplete="off"
          />
        </OrderForm>
      </Modal>
    </>
  );
}
