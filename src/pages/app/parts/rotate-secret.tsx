import { useState } from 'react';
import { useOrder, type Send } from '../data/queries.js';
import { ChoiceField } from './field.js';
import { At } from './figures.js';
import { Modal } from './modal.js';
import { OrderForm } from './order-form.js';
import { OneTimeSecret } from './one-time-secret.js';

/** A new secret, and when the old one ends. Null: the old one has ended. */
export interface NewSecret {
  readonly secret: string;
  readonly oldEndsAt: string | null;
}

/** Asks how long the old secret stays valid, and shows the new one once. */
export function RotateModal({
  isOpen,
  close,
  title,
  what,
  send,
}: {
  readonly isOpen: boolean;
  readonly close: () => void;
  readonly title: string;
  /** The word for the secret. */
  readonly what: string;
  readonly send: Send<number, NewSecret>;
}) {
  const [overlap, setOverlap] = useState('86400');
  const order = useOrder((_given: undefined, post) => send(Number(overlap), post));
  const made = order.data;
  const end = (): void => {
    close();
    // After a lost answer the dialog still says so when it is opened again.
    if (made !== undefined) order.reset();
  };
  return (
    <Modal
      isOpen={isOpen}
      close={end}
      title={made === undefined ? title : `The new ${what}`}
      about={
        made === undefined ? (
          `A new ${what} is made. Both are valid until the old one ends.`
        ) : (
          <>
            It is shown now and never again. The old one{' '}
            {made.oldEndsAt === null ? (
              'has ended.'
            ) : (
              <>
                ends <At time={made.oldEndsAt} />.
              </>
            )}
          </>
        )
      }
    >
      {made === undefined ? (
        <OrderForm order={order} act="Rotate" stays={`The ${what} is as before.`} close={end}>
          <ChoiceField
            label={`The old ${what} ends`}
            choices={[
              ['86400', 'In 24 hours'],
              ['3600', 'In an hour'],
              ['0', 'At once, because it has leaked'],
            ]}
            value={overlap}
            onValue={setOverlap}
          />
        </OrderForm>
      ) : (
        <OneTimeSecret secret={made.secret} what={what} kept={end} />
      )}
    </Modal>
  );
}
