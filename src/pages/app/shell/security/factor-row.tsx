import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { SESSION_KEY, useOrder, type Send, type Then } from '../../data/queries.js';
import { Button } from '../../parts/button.js';
import type { IconType } from '../../parts/icons.js';
import { Modal } from '../../parts/modal.js';
import { OrderForm } from '../../parts/order-form.js';

/** An order about one's own factors. The session lists them, so it is read again too. */
export function useFactorOrder<Given, Made>(send: Send<Given, Made>, then?: Then<Given, Made>) {
  const client = useQueryClient();
  return useOrder(send, (made: Made, given: Given) => {
    void client.invalidateQueries({ queryKey: SESSION_KEY });
    return then?.(made, given);
  });
}

/** One way to sign in, with its orders. */
export function FactorRow({
  icon: Sign,
  name,
  about,
  children,
}: {
  readonly icon: IconType;
  readonly name: ReactNode;
  readonly about: ReactNode;
  readonly children?: ReactNode;
}) {
  return (
    <div className="factor">
      <Sign size={20} aria-hidden="true" />
      <div className="words">
        <p className="name">{name}</p>
        <p className="about">{about}</p>
      </div>
      {children !== undefined && <div className="orders">{children}</div>}
    </div>
  );
}

/** A button that asks again before it removes a factor. */
export function RemoveFactor({
  what,
  title,
  about,
  send,
}: {
  /** Names the factor for screen readers. */
  readonly what: string;
  readonly title: string;
  readonly about: string;
  readonly send: () => Promise<unknown>;
}) {
  const [isOpen, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  const order = useFactorOrder(send, close);
  return (
    <>
      <Button look="quiet" aria-label={`Remove ${what}`} onClick={() => setOpen(true)}>
        Remove
      </Button>
      <Modal isOpen={isOpen} close={close} title={title} about={about}>
        <OrderForm
          order={order}
          act="Remove"
          stays="Nothing was changed."
          close={close}
          isGrave
          leave="Keep it"
        />
      </Modal>
    </>
  );
}
