import { useState, type ReactNode } from 'react';
import { sendSecondFactor, signIn, signOut, type AppSession } from '../data/session.js';
import { Button } from '../parts/button.js';
import { TextField } from '../parts/field.js';
import { FactorForm } from './factor-form.js';
import { Refused, useForm } from './refused.js';

interface SignInProps {
  readonly then: (session: AppSession) => void;
  /** Who is asked to sign in again; undefined: anybody. */
  readonly email?: string | undefined;
}

function PasswordForm({ then, email: given }: SignInProps) {
  const [email, setEmail] = useState(given ?? '');
  const [password, setPassword] = useState('');
  const form = useForm(() => signIn(email.trim(), password), then);
  return (
    <form className="form" onSubmit={form.submit}>
      <TextField
        label="Email"
        type="email"
        name="email"
        autoComplete="username"
        autoFocus={given === undefined}
        required
        value={email}
        onValue={setEmail}
      />
      <TextField
        label="Password"
        type="password"
        name="password"
        autoComplete="current-password"
        autoFocus={given !== undefined}
        required
        value={password}
        onValue={setPassword}
      />
      <Refused error={form.error} />
      <Button type="submit" look="primary" wide busy={form.isBusy}>
        Sign in
      </Button>
    </form>
  );
}

/** Email and password, and then the second factor of whoever has one. `begun`: the session that waits for it. */
export function SignInForm({
  then,
  email,
  begun = null,
}: SignInProps & { readonly begun?: AppSession | null }) {
  const [waiting, setWaiting] = useState(begun);
  if (waiting !== null)
    return (
      <FactorForm
        factors={waiting.secondFactors}
        send={sendSecondFactor}
        then={then}
        ended={() => setWaiting(null)}
        words="Sign in"
        giveUp={() => void signOut().finally(() => setWaiting(null))}
        giveUpWords="Start again"
      />
    );
  return (
    <PasswordForm
      email={email}
      then={(session) => {
        if (session.needsSecondFactor) setWaiting(session);
        else then(session);
      }}
    />
  );
}

/** The mark of the product. */
export function Brand({ children }: { readonly children: ReactNode }) {
  return (
    <div className="brand">
      <svg width="28" height="28" viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="8" fill="var(--accent)" />
        <path
          d="m9 17 5 5 10-12"
          fill="none"
          stroke="var(--on-accent)"
          strokeWidth="3.5"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      {children}
    </div>
  );
}

/** The page of whoever is not signed in. It stands under the address that was asked for, which then opens. */
export function SignInPage({
  name,
  begun,
  then,
}: {
  readonly name: string;
  /** The session that waits for the second factor; null: nobody has begun one. */
  readonly begun: AppSession | null;
  readonly then: (session: AppSession) => void;
}) {
  return (
    <main className="door">
      <div className="box">
        <Brand>Quittance</Brand>
        <div className="panel form">
          <h1>{`Sign in to the ${name}`}</h1>
          <SignInForm then={then} begun={begun} />
        </div>
        <p className="after">Whoever invited you can set your password anew.</p>
      </div>
    </main>
  );
}
