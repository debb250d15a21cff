import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { SpinnerIcon, type IconType } from './icons.js';

type ButtonLook = 'primary' | 'plain' | 'quiet' | 'danger' | 'danger primary';

export interface ButtonWords {
  /** One primary button a page: what is to be done next. */
  readonly look?: ButtonLook;
  readonly icon?: IconType;
  readonly children?: ReactNode;
}

/** The classes of what looks like a button. */
export const lookOf = (look: ButtonLook, extra = ''): string => `button ${look} ${extra}`.trim();

/** A second order is not taken: neither from the button, nor from Enter in a field of its form. */
const refuse = (event: MouseEvent): void => event.preventDefault();

/**
 * A button whose words are a verb. `busy`: its order is under way. It keeps the focus meanwhile, which a disabled button
 * would lose.
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

/** A button that has only an icon; its label is read out and shown at the pointer. */
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
