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

/** Refuses a click on the button, and Enter in a field of its form. */
const refuse = (event: MouseEvent): void => event.preventDefault();

/**
 * A button whose label begins with a verb. `busy`: its order is under way. `resting`: it can't be pressed for now. Neither
 * is disabled, because a disabled button would lose the focus.
 */
export function Button({
  look = 'plain',
  icon: Sign,
  busy = false,
  resting = false,
  wide = false,
  children,
  ...others
}: ButtonWords & {
  readonly busy?: boolean;
  readonly resting?: boolean;
  readonly wide?: boolean;
} & Omit<ComponentProps<'button'>, 'className'>) {
  useKeepsOpen(busy);
  return (
    <button
      type="button"
      {...others}
      className={lookOf(look, wide ? 'wide' : '')}
      {...(busy ? { 'aria-busy': true } : {})}
      {...(busy || resting ? { 'aria-disabled': true, onClick: refuse } : {})}
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
