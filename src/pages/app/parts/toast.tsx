import { useSyncExternalStore } from 'react';
import { CheckCircleIcon } from './icons.js';

const SHOWN_MS = 5_000;

let shown: readonly { readonly id: number; readonly words: string }[] = [];
let last = 0;
const listeners = new Set<() => void>();
const change = (next: typeof shown): void => {
  shown = next;
  for (const listener of listeners) listener();
};

/** Says for a moment what was done. Anything that has to be read belongs in the page instead. */
export function tell(words: string): void {
  last += 1;
  const id = last;
  change([...shown, { id, words }]);
  setTimeout(() => change(shown.filter((each) => each.id !== id)), SHOWN_MS);
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
      {toasts.map(({ id, words }) => (
        <div key={id} className="toast">
          <CheckCircleIcon size={16} />
          {words}
        </div>
      ))}
    </div>
  );
}
