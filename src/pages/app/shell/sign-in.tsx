import { useRef, useState, useSyncExternalStore, type ComponentProps, type ReactNode } from 'react';
import { sendSecondFactor, signIn, signOut, type AppKind, type AppSession } from '../data/session.js';
import { Button } from '../parts/button.js';
import { FieldFrame } from '../parts/field.js';
import { FactorForm } from './factor-form.js';
import { Refused, useForm } from './refused.js';

interface SignInProps {
  readonly then: (session: AppSession) => void | Promise<void>;
  /** The person who has to sign in again. Undefined: anybody may. */
  readonly email?: string | undefined;
}

/** A field whose value the browser holds, so that text that was typed before the script ran is kept. */
function EarlyField({
  label,
  ...input
}: { readonly label: string } & Omit<ComponentProps<'input'>, 'id' | 'className'>) {
  return (
    <FieldFrame label={label}>{(ids) => <input {...input} {...ids} required className="input" />}</FieldFrame>
  );
}

const never = () => () => undefined;
/** Says whether the script runs. In the HTML that was rendered at build time it does not. */
const useAnswers = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

function PasswordForm({ then, email: given }: SignInProps) {
  const email = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const answers = useAnswers();
  const form = useForm(() => signIn(email.current?.value.trim() ?? '', password.current?.value ?? ''), then);
  return (
    <form className="form" onSubmit={form.submit}>
      <EarlyField
        label="Email"
        type="email"
        name="email"
        autoComplete="username"
        autoFocus={given === undefined}
        defaultValue={given}
        ref={email}
      />
      <EarlyField
        label="Password"
        type="password"
        name="password"
        autoComplete="current-password"
        autoFocus={given !== undefined}
        ref={password}
      />
      <Refused error={form.error} />
      <Button type="submit" look="primary" wide busy={form.isBusy} disabled={!answers}>
        Sign in
      </Button>
    </form>
  );
}

/** Asks for email and password, then for a second factor if there is one. `begun`: the session that waits for that factor. */
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
      then={(session) => (session.needsSecondFactor ? setWaiting(session) : then(session))}
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

const NAMES: Readonly<Record<AppKind, string>> = { merchant: 'dashboard', operator: 'console' };

/** The sign-in. It is shown at the requested address, and that page opens afterwards. */
export function SignInPage({
  kind,
  begun,
  then,
}: {
  readonly kind: AppKind;
  /** The session that waits for the second factor. Null: there is none. */
  readonly begun: AppSession | null;
  readonly then: SignInProps['then'];
}) {
  return (
    <main className="door">
      <div className="box">
        <Brand>Quittance</Brand>
        <div className="panel form">
          <h1>{`Sign in to the ${NAMES[kind]}`}</h1>
          <SignInForm then={then} begun={begun} />
        </div>
        <p className="after">
          Forgot your password? The person who invited you can make a link for a new one.
        </p>
      </div>
    </main>
  );
}
