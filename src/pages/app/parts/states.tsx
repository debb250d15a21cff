import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { QuittanceApiError } from '../../../client/client.js';
import { PasskeyFailure } from '../data/passkeys.js';
import { EarlierOpen, failureAfter, MAY_BE_DONE, mayBeDone } from '../data/post-once.js';
import { GivenUp } from '../data/session.js';
import { Button } from './button.js';
import { Copyable } from './copyable.js';
import { AlertIcon, InboxIcon, KeyIcon, RefreshIcon, type IconType } from './icons.js';
import { Notice } from './status.js';

/** Says why an order or a sign-in was not answered as asked. */
export function refusalWords(error: unknown): string {
  if (saysItself(error)) return error.message;
  return navigator.onLine ? 'The server did not answer.' : 'This device is offline.';
}

const saysItself = (error: unknown): error is Error =>
  [QuittanceApiError, EarlierOpen, GivenUp, PasskeyFailure].some((known) => error instanceof known);

/** Says why something could not be read, in words for the reader of the page. */
export function failureWords(error: unknown): string {
  const words = refusalWords(error);
  return saysItself(error) ? words : `${words} What is shown may be old.`;
}

/** Returns the API's refusal, also if an earlier attempt got no answer. */
const refusalOf = (error: unknown): unknown => (error instanceof EarlierOpen ? error.cause : error);

/** Returns the id of the request that failed. Null: the API did not name one. */
export function requestIdOf(error: unknown): string | null {
  const refusal = refusalOf(error);
  return refusal instanceof QuittanceApiError && refusal.requestId !== 'unknown' ? refusal.requestId : null;
}

/** Returns what the API says is wrong with one field of a form. */
export function wrongOf(error: unknown, path: string): string | undefined {
  const refusal = refusalOf(error);
  if (!(refusal instanceof QuittanceApiError)) return undefined;
  // For a list, the path names the entry: `frameOrigins.0`.
  return refusal.details.find((detail) => detail.path === path || detail.path.startsWith(`${path}.`))
    ?.message;
}

/** The words where a role does not allow something. */
export const NOT_ALLOWED = {
  title: 'Your role does not allow this',
  next: 'Ask somebody who manages roles for another role.',
};

/** Replaces content that could not be read. */
export function FailureBox({ error, retry }: { readonly error: unknown; readonly retry?: () => void }) {
  const requestId = requestIdOf(error);
  const status = error instanceof QuittanceApiError ? error.status : 0;
  const isMissing = status === 404;
  // Other refusals with this status, such as that the merchant is suspended, are not about the role.
  const isForbidden = error instanceof QuittanceApiError && error.code === 'missing_scope';
  const title = isForbidden ? NOT_ALLOWED.title : 'This could not be read';
  return (
    <div className="blank" role="alert">
      {isForbidden ? <KeyIcon size={20} /> : <AlertIcon size={20} />}
      <p className="title">{isMissing ? 'There is no such thing here' : title}</p>
      <p>
        {failureWords(error)}
        {isForbidden && ` ${NOT_ALLOWED.next}`}
      </p>
      {requestId !== null && (
        <p className="small">
          Request <Copyable text={requestId} what="request id" />
        </p>
      )}
      {retry !== undefined && !isMissing && !isForbidden && (
        <div className="actions">
          <Button icon={RefreshIcon} onClick={retry}>
            Try again
          </Button>
        </div>
      )}
    </div>
  );
}

/** Says below a form why its order was refused. `stays` says what is still true, if the order was refused for certain. */
export function Refusal({ error, stays }: { readonly error: unknown; readonly stays?: string }) {
  if (error === null || error === undefined) return null;
  const requestId = requestIdOf(error);
  const details = error instanceof QuittanceApiError ? error.details : [];
  // The details are shown instead of the message, which only repeats the first of them.
  const each = new Set(details.map(({ path, message }) => `${path}: ${message}.`));
  return (
    <div role="alert">
      {/* What may have been carried out has not failed. */}
      <Notice
        tone={mayBeDone(error) ? 'attention' : 'failed'}
        title={each.size === 0 ? refusalWords(error) : 'Not taken as it is'}
      >
        {[...each].join(' ')}
        {mayBeDone(error) ? ` ${MAY_BE_DONE} ` : stays !== undefined && <> {stays} </>}
        {requestId !== null && (
          <span className="small muted">
            Request <Copyable text={requestId} what="request id" />
          </span>
        )}
      </Notice>
    </div>
  );
}

/** The attempts of a form that may have been carried out. */
interface Lost {
  /** Keeps what an attempt has come to. A request that the API has refused for certain is not open any more. */
  readonly keep: (request: string, error: Error | null) => void;
  /** Returns the failure to show for the latest attempt of a request. Null: nothing has failed, and no attempt is open. */
  readonly after: (request: string, error: Error | null) => Error | null;
}

/** Keeps the attempts that may have been carried out, each by its request, while their form is open and may give the order again. */
export function useLost(): Lost {
  const [open, setOpen] = useState<ReadonlyMap<string, Error>>(new Map());
  const besides = (request: string): [string, Error][] => [...open].filter(([each]) => each !== request);
  return {
    keep: (request, error) => {
      if (error === null) return;
      setOpen(new Map(mayBeDone(error) ? [...besides(request), [request, error]] : besides(request)));
    },
    after: (request, error) => {
      const lost = (error === null ? [...open] : besides(request)).at(-1)?.[1] ?? null;
      return error === null ? lost : failureAfter(lost, error);
    },
  };
}

/** Replaces an empty list: what it will show, and the step that fills it. */
export function Empty({
  icon: Sign = InboxIcon,
  title,
  children,
  actions,
}: {
  readonly icon?: IconType;
  readonly title: string;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}) {
  return (
    <div className="blank">
      <Sign size={20} />
      <p className="title">{title}</p>
      {children !== undefined && <p>{children}</p>}
      {actions !== undefined && <div className="actions">{actions}</div>}
    </div>
  );
}

/** The bar above the page that says that this device is offline. */
export function OfflineBar() {
  const isOnline = useSyncExternalStore(
    (listener) => {
      addEventListener('online', listener);
      addEventListener('offline', listener);
      return () => {
        removeEventListener('online', listener);
        removeEventListener('offline', listener);
      };
    },
    () => navigator.onLine,
  );
  if (isOnline) return null;
  return (
    <div className="offline" role="status">
      This device is offline. What is shown may be old. It is read again when the connection is back.
    </div>
  );
}

/** Says whether the data is gone, or the reader may not see it any more. Data that was read before is then hidden. */
export function isTakenAway(error: unknown): boolean {
  return error instanceof QuittanceApiError && [403, 404].includes(error.status);
}

const PATIENCE_MS = 150;

/** Says whether loading takes so long that a placeholder is shown. */
export function useLate(isPending: boolean): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isPending) return undefined;
    const timer = setTimeout(() => setLate(true), PATIENCE_MS);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isPending]);
  return isPending && isLate;
}

/** A placeholder for content that is loading. */
export function Bones({ lines = 3 }: { readonly lines?: number }) {
  return (
    <div className="bones" role="status" aria-label="Loading">
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className="bone" style={{ width: `${70 - ((line * 17) % 40)}%` }} />
      ))}
    </div>
  );
}

/** Shows the data of a query, or that it is loading (`lines: 0` leaves this out), or why it could not be read. */
export function Read<Data>({
  query,
  children,
  lines = 4,
}: {
  readonly query: {
    readonly data: Data | undefined;
    readonly error: Error | null;
    readonly isPending: boolean;
    readonly refetch: () => unknown;
  };
  readonly children: (data: Data) => ReactNode;
  readonly lines?: number;
}) {
  if (query.data !== undefined && !isTakenAway(query.error)) return children(query.data);
  if (query.error !== null) return <FailureBox error={query.error} retry={() => void query.refetch()} />;
  return lines > 0 && <Bones lines={lines} />;
}
