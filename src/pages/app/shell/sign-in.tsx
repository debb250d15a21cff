import { useState, type ReactNode, type SubmitEvent } from 'react';
import { sendSecondFactor, signIn, type AppSession } from '../data/session.js';
import { Button } from '../parts/button.js';
import { TextField } from '../parts/field.js';
import { failureWords } from '../parts/states.js';
import { Notice } from '../parts/status.js';

/** What a form of one question needs: it is sent once at a time, and says why it was refused. */
export function useForm<Made>(send: () => Promise<Made>, then: (made: Made) => void) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setBusy(true);
    setError(null);
    send()
      .then(then, setError)
      .finally(() => setBusy(false));
  };
  return { isBusy, error, submit };
}

function Refused({ error }: { readonly error: unknown }) {
  if (error === null) return null;
  return (
    <div role="alert">
      <Notice tone="failed" title={failureWords(error)} />
    </div>
  );
}

interface SignInProps {
  readonly then: (session: AppSession) => void;
  /** Who is asked to sign in again; undefined: anybody. */
  readonly email?: string | undefined;
}

function PasswordForm({ then, email: given }: SignInProps) {
  const [email, setEmail] = useState(given ?? '');
  const [password, setPassword] = useState('');
  const form = useForm(
    () => signIn(email.trim(), password),
    (session) => session !== null && then(session),
  );
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

function CodeForm({ then }: { readonly then: (session: AppSession) => void }) {
  const [code, setCode] = useState('');
  const form = useForm(
    () => sendSecondFactor(code.replaceAll(' ', '')),
    (session) => session !== null && then(session),
  );
  return (
    <form className="form" onSubmit={form.submit}>
      <TextField
        label="Code"
        hint="Six digits from your authenticator, or one of your recovery codes."
        name="code"
        autoComplete="one-time-code"
        autoFocus
        required
        value={code}
        onValue={setCode}
      />
      <Refused error={form.error} />
      <Button type="submit" look="primary" wide busy={form.isBusy}>
        Go on
      </Button>
    </form>
  );
}

/** Email and password, and the code where the member has a second factor. */
export function SignInForm({ then, email, begun }: SignInProps & { readonly begun?: boolean }) {
  const [isHalf, setHalf] = useState(begun ?? false);
  if (isHalf) return <CodeForm then={then} />;
  return (
    <PasswordForm
      email={email}
      then={(session) => {
        if (session.needsSecondFactor) setHalf(true);
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
  readonly begun: boolean;
  readonly then: (session: AppSession) => void;
}) {
  return (
    <main className="door">
      <div className="box">
        <Brand>Quittance</Brand>
        <div className="panel form">
          <h1>{begun ? 'One more step' : `Sign in to the ${name}`}</h1>
          <SignInForm then={then} begun={begun} />
        </div>
        <p className="after">Whoever invited you can set your password anew.</p>
      </div>
    </main>
  );
}
