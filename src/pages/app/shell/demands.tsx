import { useQueryClient } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { SESSION_KEY, useSession } from '../data/queries.js';
import { confirmAgain, demands, type AppSession, type OpenDemand } from '../data/session.js';
import { Button } from '../parts/button.js';
import { TextField } from '../parts/field.js';
import { Modal } from '../parts/modal.js';
import { failureWords } from '../parts/states.js';
import { Notice } from '../parts/status.js';
import { SignInForm, useForm } from './sign-in.js';

function ConfirmForm({
  open,
  keep,
}: {
  readonly open: OpenDemand;
  readonly keep: (made: AppSession) => void;
}) {
  const [password, setPassword] = useState('');
  const form = useForm(
    () => confirmAgain(password),
    (session) => {
      if (session !== null) keep(session);
      open.fulfil();
    },
  );
  return (
    <form className="form" onSubmit={form.submit}>
      <TextField
        label="Password"
        type="password"
        name="password"
        autoComplete="current-password"
        autoFocus
        required
        value={password}
        onValue={setPassword}
      />
      {form.error !== null && (
        <div role="alert">
          <Notice tone="failed" title={failureWords(form.error)} />
        </div>
      )}
      <div className="actions">
        <Button onClick={open.giveUp}>Cancel</Button>
        <Button type="submit" look="primary" busy={form.isBusy}>
          Confirm
        </Button>
      </div>
    </form>
  );
}

/** Asks for what a request waits for, above the page, so that the work on it is kept. */
export function Demands() {
  const open = useSyncExternalStore((listener) => demands.subscribe(listener), demands.current);
  const client = useQueryClient();
  const { data: session } = useSession();
  if (open === null) return null;
  const keep = (made: AppSession): void => void client.setQueryData(SESSION_KEY, made);
  if (open.demand === 'confirm')
    return (
      <Modal
        isOpen
        close={open.giveUp}
        title="Confirm that it is you"
        about="This concerns money, keys or people. It holds for ten minutes."
      >
        <ConfirmForm open={open} keep={keep} />
      </Modal>
    );
  return (
    <Modal
      isOpen
      close={() => undefined}
      title="You were signed out"
      about="Sign in again to go on: what you entered is kept."
    >
      <SignInForm
        email={session?.member.email}
        then={(made) => {
          // Somebody else's page must not be shown to whoever signed in now.
          if (session !== undefined && session?.member.memberId !== made.member.memberId) location.reload();
          keep(made);
          open.fulfil();
        }}
      />
    </Modal>
  );
}
