import { Link } from '@tanstack/react-router';
import { lookOf, type ButtonWords } from '../parts/button.js';
import { useMayOpen } from './running-application.js';

/** A link to another page of the application that looks like a button. It is left out where the page is closed to the reader. */
export function ButtonLink({
  to,
  look = 'plain',
  icon: Sign,
  search = {},
  children,
}: ButtonWords & { readonly to: string; readonly search?: Readonly<Record<string, string>> }) {
  const may = useMayOpen();
  if (!may(to)) return null;
  return (
    <Link to={to} search={search} className={lookOf(look)}>
      {Sign !== undefined && <Sign size={16} />}
      {children}
    </Link>
  );
}
