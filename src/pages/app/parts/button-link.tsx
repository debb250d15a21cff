import { Link } from '@tanstack/react-router';
import { lookOf, type ButtonWords } from './button.js';

/** A link to another page of the application that looks like a button. */
export function ButtonLink({
  to,
  look = 'plain',
  icon: Sign,
  search = {},
  children,
}: ButtonWords & { readonly to: string; readonly search?: Readonly<Record<string, string>> }) {
  return (
    <Link to={to} search={search} className={lookOf(look)}>
      {Sign !== undefined && <Sign size={16} />}
      {children}
    </Link>
  );
}
