import type { ReactNode } from 'react';
import { Button } from './button.js';
import type { IconType } from './icons.js';
import { Refusal } from './states.js';

/** The form of one order in a dialog: its fields, why it was refused, and the button that gives it. */
export function OrderForm({
  order,
  act,
  icon,
  stays,
  close,
  isReady = true,
  isGrave = false,
  leave = 'Cancel',
  children,
}: {
  readonly order: {
    readonly mutate: (given: undefined) => void;
    readonly error: Error | null;
    readonly isPending: boolean;
  };
  /** A verb: what the button does. */
  readonly act: string;
  readonly icon?: IconType;
  /** What is still true when it was refused. */
  readonly stays: string;
  readonly close: () => void;
  /** Whether enough is filled in for it to be given. */
  readonly isReady?: boolean;
  /** It stops or refuses something: its button is red. */
  readonly isGrave?: boolean;
  /** What the button says that gives no order. Where "Cancel" could be taken for the order, it says something else. */
  readonly leave?: string;
  /** Left out: there is nothing to fill in, only to be asked. */
  readonly children?: ReactNode;
}) {
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        order.mutate(undefined);
      }}
    >
      {children}
      <Refusal error={order.error} stays={stays} />
      <div className="actions">
        <Button onClick={close}>{leave}</Button>
        <Button
          type="submit"
          {...(icon === undefined ? {} : { icon })}
          look={isGrave ? 'danger primary' : 'primary'}
          busy={order.isPending}
          disabled={!isReady}
        >
          {act}
        </Button>
      </div>
    </form>
  );
}
