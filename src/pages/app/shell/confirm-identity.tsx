import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { SESSION_KEY, useSession } from '../data/queries.js';
import { confirmAgain, demands, type AppSession, type OpenDemand } from '../data/session.js';
import { Button } from '../parts/button.js';
import { TextField } from '../parts/field.js';
import { Modal } from '../parts/modal.js';
import { FactorForm } from './factor-form.js';
import { Refused, useForm } from './refused.js';
import { SignInForm } from './sign-in.js';

interface ConfirmProps {
  readonly open: OpenDemand;
  readonly keep: (made: AppSession) => void;
}

function ConfirmByPassword({ open, keep }: ConfirmProps) {
  const [password, setPassword] = useState('');
  const form = useForm(
    () => confirmAgain({ password }),
    (session) => {
      keep(session);
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
      <Refused error={form.error} />
      <div className="actions">
        <Button onClick={open.giveUp}>Cancel</Button>
        <Button type="submit" look="primary" busy={form.isBusy}>
          Confirm
        </Button>
      </div>
    </form>
  );
}

/** Members with a second factor confirm with that, because others may know the password. */
function ConfirmForm({
  session,
  ...asked
}: ConfirmProps & { readonly session: AppSession | null | undefined }) {
  const factors = session?.secondFactors ?? [];
  if (factors.length === 0) return <ConfirmByPassword {...asked} />;
  return (
    <FactorForm
      factors={factors}
      send={confirmAgain}
      then={(made) => {
        asked.keep(made);
        asked.open.fulfil();
      }}
      words="Confirm"
      giveUp={asked.open.giveUp}
      giveUpWords="Cancel"
    />
  );
}

/** Asks for the sign-in or confirmation that a request waits for. It is a dialog, so that the page keeps what was typed. */
export function ConfirmIdentity() {
  const open = useSyncExternalStore((listener) => demands.subscribe(listener), demands.current);
  const client = useQueryClient();
  const { data: session } = useSession();
  const { pathname } = useLocation();
  // A reader who leaves the page gives up the order that waits for the confirmation.
  useEffect(
    () => () => {
      const asked = demands.current();
      if (asked?.demand === 'confirm') asked.giveUp();
    },
    [pathname],
  );
  if (open === null) return null;
  const keep = (made: AppSession): void => void client.setQueryData(SESSION_KEY, made);
  if (open.demand === 'confirm')
    return (
      <Modal
        isOpen
        close={open.giveUp}
        title="Confirm that it is you"
        about="This concerns money, keys or people. Your confirmation holds for ten minutes."
      >
        <ConfirmForm open={open} keep={keep} session={open.session ?? session} />
      </Modal>
    );
  return (
    <Modal
      isOpen
      close={() => undefined}
      title="You were signed out"
      about="Sign in again to go on. What you entered is kept."
    >
      <SignInForm
        email={session?.member.email}
        then={(made) => {
          keep(made);
          open.fulfil();
        }}
      />
    </Modal>
  );
}
