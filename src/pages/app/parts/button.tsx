import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { useKeepsOpen } from './keeps-open.js';
import { SpinnerIcon, type IconType } from './icons.js';

type ButtonLook = 'primary' | 'plain' | 'quiet' | 'danger' | 'danger primary';

export interface ButtonWords {
  /** A page has one primary button: the next thing to do. */
  readonly look?: ButtonLook;
  readonly icon?: IconType;
  readonly children?: ReactNode;
}

/** Returns the classes of an element that looks like a button. */
export const lookOf = (look: ButtonLook, extra = ''): string => `button ${look} ${extra}`.trim();

/** Refuses a second order, both from the button and from Enter in a field of its form. */
const refuse = (event: MouseEvent): void => event.preventDefault();

/**
 * A button whose label begins with a verb. `busy`: its order is under way. A busy button is not disabled, because a
 * disabled one would lose the focus.
 */
export function Button({
  look = 'plain',
  icon: Sign,
  busy = false,
  wide = false,
  children,
  ...others
}: ButtonWords & { readonly busy?: boolean; readonly wide?: boolean } & Omit<
    ComponentProps<'button'>,
    'className'
  >) {
  useKeepsOpen(busy);
  return (
    <button
      type="button"
      {...others}
      className={lookOf(look, wide ? 'wide' : '')}
      {...(busy ? { 'aria-busy': true, 'aria-disabled': true, onClick: refuse } : {})}
    >
      {busy ? <SpinnerIcon size={16} className="turning" /> : Sign !== undefined && <Sign size={16} />}
      {children}
    </button>
  );
}

/** A button with only an icon. Its label is read aloud, and shown at the pointer. */
export function IconButton({
  label,
  icon: Sign,
  ...others
}: { readonly label: string; readonly icon: IconType } & Omit<ComponentProps<'button'>, 'className'>) {
  return (
    <button type="button" {...others} className="button quiet icon-only" aria-label={label} title={label}>
      <Sign size={16} />
    </button>
  );
}
