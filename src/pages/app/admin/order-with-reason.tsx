import { useState, type ReactNode } from 'react';
import { useOrder } from '../data/queries.js';
import { Button } from '../parts/button.js';
import { TextField } from '../parts/field.js';
import { Modal } from '../parts/modal.js';
import { OrderForm } from '../parts/order-form.js';
import { tell } from '../parts/toast.js';

/** A button whose order asks for a reason, which the audit log keeps. */
export function OrderWithReason<Made>({
  verb,
  title,
  about,
  send,
  done,
  look = 'plain',
  isGrave = false,
  label,
  stays,
}: {
  readonly verb: string;
  /** Of the window that asks. */
  readonly title: string;
  /** What follows of it. */
  readonly about: ReactNode;
  readonly send: (reason: string) => Promise<Made>;
  /** Says afterwards what was done. */
  readonly done: (made: Made) => string;
  readonly look?: 'plain' | 'primary';
  /** It stops something: its last button is red. */
  readonly isGrave?: boolean;
  /** For those who don't see what the button stands beside. */
  readonly label?: string;
  /** What is still true when it is refused. */
  readonly stays: string;
}) {
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const sent = useOrder(
    () => send(reason),
    (made) => {
      setOpen(false);
      setReason('');
      tell(done(made));
    },
  );
  return (
    <>
      <Button look={look} aria-label={label} onClick={() => setOpen(true)}>
        {verb}
      </Button>
      <Modal isOpen={isOpen} close={() => setOpen(false)} title={title} about={about}>
        <OrderForm
          order={sent}
          act={verb}
          stays={stays}
          close={() => setOpen(false)}
          leave="Leave it"
          isGrave={isGrave}
        >
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
