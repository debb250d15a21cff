import { useState, type SubmitEvent } from 'react';
import { failureWords } from '../parts/states.js';
import { Notice } from '../parts/status.js';

/**
 * What a form of one question needs: it is sent once at a time, and says why it was refused. It is busy until what comes
 * `then` is over too.
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

/** Says why what was given was refused: by the API, or by the browser. */
export function Refused({ error }: { readonly error: unknown }) {
  if (error === null || error === undefined) return null;
  return (
    <div role="alert">
      <Notice tone="failed" title={failureWords(error)} />
    </div>
  );
}
