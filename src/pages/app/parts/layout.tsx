import { Link } from '@tanstack/react-router';
import { useEffect, useRef, type ComponentProps, type ReactNode } from 'react';
import { useFocusOfPage } from '../data/focus.js';
import { ArrowLeftIcon, CheckCircleIcon } from './icons.js';

/** Content that has replaced a form. It takes over the form's focus, so that screen readers read it aloud. */
export function InPlace({ children }: { readonly children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <div ref={place} tabIndex={-1} className="in-place">
      {children}
    </div>
  );
}

/** A page: its head, and its content. `narrow`: one column, for forms and details. */
export function AppPage({
  title,
  head,
  about,
  actions,
  back,
  narrow = false,
  holding,
  children,
}: {
  /** Also the title of the window. */
  readonly title: string;
  /** Replaces the title in the page, for a figure. */
  readonly head?: ReactNode;
  readonly about?: ReactNode;
  readonly actions?: ReactNode;
  readonly back?: readonly [to: string, words: string];
  readonly narrow?: boolean;
  /** The events of the page that keep its parts from moving. */
  readonly holding?: Pick<
    ComponentProps<'div'>,
    'onPointerEnter' | 'onPointerMove' | 'onPointerLeave' | 'onFocus' | 'onKeyDown' | 'onBlur'
  >;
  readonly children: ReactNode;
}) {
  const heading = useFocusOfPage();
  useEffect(() => {
    document.title = `${title} · Quittance`;
  }, [title]);
  return (
    <div className={narrow ? 'page narrow' : 'page'} {...holding}>
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

/** A box. `bare`: the content reaches its edges, as a table does. */
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

/** Names with their values. A name without a value is left out. */
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

/** A row with an order, its explanation and its button. `isDone`: this step is done. */
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

/** Links between the pages of one section. */
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
