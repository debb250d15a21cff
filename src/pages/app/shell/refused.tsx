import { useState, type SubmitEvent } from 'react';
import { Copyable } from '../parts/copyable.js';
import { refusalWords, requestIdOf } from '../parts/states.js';
import { Notice } from '../parts/status.js';

/**
 * The state of a simple form. Only one request is sent at a time, and its error is kept. The form stays busy until `then`
 * is done too.
 */
export function useForm<Made>(send: () => Promise<Made>, then: (made: Made) => void | Promise<void>) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setBusy(true);
    setError(null);
    send()
      .then(then)
      .catch(setError)
      .finally(() => setBusy(false));
  };
  return { isBusy, error, submit };
}

/** Says why the API or the browser refused. */
export function Refused({ error }: { readonly error: unknown }) {
  if (error === null || error === undefined) return null;
  const requestId = requestIdOf(error);
  return (
    <div role="alert">
      <Notice tone="failed" title={refusalWords(error)}>
        {requestId !== null && (
          <span className="small muted">
            Request <Copyable text={requestId} what="request id" />
          </span>
        )}
      </Notice>
    </div>
  );
}
