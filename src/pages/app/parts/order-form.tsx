import { useState, type ReactNode } from 'react';
import { mayBeDone } from '../data/post-once.js';
import { Button } from './button.js';
import type { IconType } from './icons.js';
import { useKeepsFilled } from './keeps-open.js';
import { Refusal } from './states.js';

/** The form of one order in a dialog: its fields, the reason of a refusal, and the button that gives it. */
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
  /** The label of the button: a verb. */
  readonly act: string;
  readonly icon?: IconType;
  /** Says what is still true if the order is refused. */
  readonly stays: string;
  readonly close: () => void;
  /** True: the fields are filled in. */
  readonly isReady?: boolean;
  /** True: the order stops or refuses something, so its button is red. */
  readonly isGrave?: boolean;
  /** The label of the button that closes the dialog. It is not "Cancel" where that could be mistaken for the order. */
  readonly leave?: string;
  /** The fields. Left out: the dialog only asks for a confirmation. */
  readonly children?: ReactNode;
}) {
  // A refusal from before the dialog was opened says nothing about this order, so it is not shown. A failure of an
  // order that may have been carried out is shown.
  const [before] = useState(mayBeDone(order.error) ? null : order.error);
  useKeepsFilled(order.error !== null && mayBeDone(order.error));
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        order.mutate(undefined);
      }}
    >
      {children}
      <Refusal error={order.error === before ? null : order.error} stays={stays} />
      <div className="actions">
        {/* An order that was sent can't be taken back by leaving, and its answer may be shown only once. */}
        <Button onClick={close} resting={order.isPending}>
          {leave}
        </Button>
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
