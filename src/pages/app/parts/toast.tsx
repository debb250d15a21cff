import { useSyncExternalStore } from 'react';
import { MAY_BE_DONE, mayBeDone } from '../data/post-once.js';
import { IconButton } from './button.js';
import { Copyable } from './copyable.js';
import { CheckCircleIcon, CloseIcon } from './icons.js';
import { refusalWords, requestIdOf } from './states.js';
import { TONE_ICONS } from './status.js';

const SHOWN_MS = 5_000;

interface Toast {
  readonly id: number;
  readonly words: string;
  /** Why an order was refused. Absent: the toast says what was done. */
  readonly error?: unknown;
  /** True: the order may have been carried out. So it has not failed, and has the sign of what needs a look. */
  readonly isOpen?: boolean;
}

let shown: readonly Toast[] = [];
let last = 0;
const listeners = new Set<() => void>();
const change = (next: typeof shown): void => {
  shown = next;
  for (const listener of listeners) listener();
};

const remove = (id: number): void => change(shown.filter((each) => each.id !== id));

function add(toast: Omit<Toast, 'id'>): number {
  last += 1;
  change([...shown, { ...toast, id: last }]);
  return last;
}

/** Says for a moment what was done. Anything that has to be read belongs in the page instead. */
export function tell(words: string): void {
  const id = add({ words });
  setTimeout(() => remove(id), SHOWN_MS);
}

/**
 * Says why an order was refused, until the reader closes it. It is for buttons in lists, which have no place beside
 * them.
 *
 * @param stays what is still true for certain: `No file was made.` Left out: nothing has changed, if the API has
 * refused.
 */
export function tellFailure(error: unknown, stays?: string): void {
  const words = refusalWords(error);
  const isOpen = stays === undefined && mayBeDone(error);
  const said = isOpen ? `${words} ${MAY_BE_DONE}` : `${stays ?? 'Nothing has changed.'} ${words}`;
  add({ words: said, error, isOpen });
}

function Failure({ toast: { id, words, error, isOpen } }: { readonly toast: Toast }) {
  const requestId = requestIdOf(error);
  const Sign = TONE_ICONS[isOpen === true ? 'attention' : 'failed'];
  return (
    <div className="toast" role="alert">
      <Sign size={16} />
      <p>
        {words}
        {requestId !== null && (
          <>
            {' '}
            Request <Copyable text={requestId} what="request id" />
          </>
        )}
      </p>
      <IconButton icon={CloseIcon} label="Close" onClick={() => remove(id)} />
    </div>
  );
}

export function Toasts() {
  const toasts = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
  );
  return (
    <div className="toasts" role="status">
      {toasts.map((toast) =>
        'error' in toast ? (
          <Failure key={toast.id} toast={toast} />
        ) : (
          <div key={toast.id} className="toast">
            <CheckCircleIcon size={16} />
            {toast.words}
          </div>
        ),
      )}
    </div>
  );
}
