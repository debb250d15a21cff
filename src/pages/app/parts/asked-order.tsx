import { useState } from 'react';
import { useOrder } from '../data/queries.js';
import { Button, type ButtonWords } from './button.js';
import { Modal } from './modal.js';
import { OrderForm } from './order-form.js';

/** A button that asks once more, because what it orders can't be undone. It is quiet; the one that gives the order is red. */
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
  /** A verb and its object: what both buttons say. */
  readonly act: string;
  readonly title: string;
  /** What follows from it. */
  readonly about: string;
  /** What is still true when it was refused. */
  readonly stays: string;
  readonly send: () => Promise<Made>;
  readonly then: (made: Made) => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  const order = useOrder(send, (made: Made) => {
    close();
    then(made);
  });
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
