import { useState } from 'react';
import { useOrder } from '../data/queries.js';
import { Button, type ButtonWords } from './button.js';
import { Modal } from './modal.js';
import { OrderForm } from './order-form.js';

/** A button for an order that stops something. It asks again first, and the button that gives the order is red. */
export function AskedOrder<Made>({
  act,
  look = 'plain',
  icon,
  title,
  about,
  stays,
  send,
  then,
}: Pick<ButtonWords, 'look' | 'icon'> & {
  /** The label of both buttons: a verb and its object. */
  readonly act: string;
  readonly title: string;
  /** Says what the order does. */
  readonly about: string;
  /** Says what is still true if the order is refused. */
  readonly stays: string;
  readonly send: () => Promise<Made>;
  readonly then: (made: Made) => void | Promise<void>;
}) {
  const [isOpen, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  const order = useOrder(
    (_given: undefined) => send(),
    (made) => {
      close();
      return then(made);
    },
  );
  return (
    <>
      <Button look={look} {...(icon === undefined ? {} : { icon })} onClick={() => setOpen(true)}>
        {act}
      </Button>
      <Modal isOpen={isOpen} close={close} title={title} about={about}>
        <OrderForm order={order} act={act} stays={stays} close={close} isGrave leave="Keep it" />
      </Modal>
    </>
  );
}
