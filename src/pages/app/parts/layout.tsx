import { Link } from '@tanstack/react-router';
import { useEffect, useRef, type ReactNode } from 'react';
import { useFocusOfPage } from '../data/focus.js';
import { ArrowLeftIcon, CheckCircleIcon } from './icons.js';

/** What has come in place of a form. It takes the focus that the form had, so that it is read out. */
export function InPlace({ children }: { readonly children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <div ref={place} tabIndex={-1} className="in-place">
      {children}
    </div>
  );
}

/** A page: its head, and what stands below. `narrow`: one column, for forms and details. */
export function AppPage({
  title,
  head,
  about,
  actions,
  back,
  narrow = false,
  children,
}: {
  /** Of the window too. */
  readonly title: string;
  /** In place of the title in the page, for a figure. */
  readonly head?: ReactNode;
  readonly about?: ReactNode;
  readonly actions?: ReactNode;
  readonly back?: readonly [to: string, words: string];
  readonly narrow?: boolean;
  readonly children: ReactNode;
}) {
  const heading = useFocusOfPage();
  useEffect(() => {
    document.title = `${title} · Quittance`;
  }, [title]);
  return (
    <div className={narrow ? 'page narrow' : 'page'}>
      <header className="page-head">
        {back !== undefined && (
          <div className="back-line">
            <Link to={back[0]} className="back">
              <ArrowLeftIcon size={16} />
              {back[1]}
            </Link>
          </div>
        )}
        <div className="words">
          <h1 ref={heading} tabIndex={-1}>
            {head ?? title}
          </h1>
          {about !== undefined && <p>{about}</p>}
        </div>
        {actions !== undefined && <div className="actions">{actions}</div>}
      </header>
      {children}
    </div>
  );
}

/** A section of a page without a box. */
export function PageSection({
  title,
  actions,
  children,
}: {
  readonly title: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <section className="section">
      <header>
        <h2>{title}</h2>
        {actions}
      </header>
      {children}
    </section>
  );
}

/** A box. `bare`: what is in it reaches its edges, as a table does. */
export function Card({
  title,
  actions,
  foot,
  bare = false,
  children,
}: {
  readonly title?: string;
  readonly actions?: ReactNode;
  readonly foot?: ReactNode;
  readonly bare?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <section className="card">
      {title !== undefined && (
        <header>
          <h2>{title}</h2>
          {actions}
        </header>
      )}
      {bare ? children : <div className="inside">{children}</div>}
      {foot !== undefined && <footer>{foot}</footer>}
    </section>
  );
}

/** Names and what they stand for. Those without a value are left out. */
export function Facts({ of }: { readonly of: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="facts">
      {of
        .filter(([, value]) => value !== null && value !== undefined && value !== false && value !== '')
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

/** Something that can be ordered, what it does, and its button. `isDone`: of steps, that this one is behind. */
export function OrderRow({
  name,
  about,
  isDone = false,
  children,
}: {
  readonly name: string;
  readonly about: ReactNode;
  readonly isDone?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <div className={isDone ? 'order-row is-done' : 'order-row'}>
      <div>
        <p className="name">
          {name}
          {isDone && <CheckCircleIcon size={16} aria-label="Done" />}
        </p>
        <p className="small muted">{about}</p>
      </div>
      {children}
    </div>
  );
}

/** The pages of one section. */
export function Tabs({ of }: { readonly of: readonly (readonly [to: string, words: string])[] }) {
  return (
    <nav className="tabs" aria-label="In this section">
      {of.map(([to, words]) => (
        <Link key={to} to={to} activeOptions={{ exact: true }}>
          {words}
        </Link>
      ))}
    </nav>
  );
}
