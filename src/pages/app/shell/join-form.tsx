import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import { QuittanceApiError, type Schemas } from '../../../client/client.js';
import { Button } from '../parts/button.js';
import { TextField } from '../parts/field.js';
import { At } from '../parts/figures.js';
import { roleName, type RoleWords } from '../parts/role-words.js';
import { failureWords, Read, wrongOf } from '../parts/states.js';
import { Notice } from '../parts/status.js';
import { useForm } from './refused.js';
import { Brand } from './sign-in.js';

type PresentedLink = Schemas['PresentedLink'];

/** The application's requests about links, and the words for its roles. */
export interface Joining {
  readonly basePath: string;
  readonly words: RoleWords;
  readonly read: (token: string) => Promise<PresentedLink>;
  readonly use: (said: {
    readonly token: string;
    readonly name?: string;
    readonly password: string;
  }) => Promise<unknown>;
}

function Door({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Quittance`;
  }, [title]);
  return (
    <main className="door">
      <div className="box">
        <Brand>Quittance</Brand>
        <div className="panel form">{children}</div>
      </div>
    </main>
  );
}

/** Says that a link no longer works, or is incomplete. */
function Dead({ joining, words }: { readonly joining: Joining; readonly words: string }) {
  return (
    <>
      <h1>This link does not work</h1>
      <p className="muted">{words}</p>
      <a className="button wide" href={joining.basePath}>
        Sign in instead
      </a>
    </>
  );
}

function useJoining(joining: Joining, token: string, link: PresentedLink) {
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const isNew = link.kind === 'invitation';
  const form = useForm(
    () => joining.use({ token, password, ...(isNew ? { name: name.trim() } : {}) }),
    // The page is loaded anew in the new session, because somebody else may have been signed in before.
    () => location.replace(joining.basePath),
  );
  return { ...form, isNew, name, setName, password, setPassword };
}

function JoinFields({ form }: { readonly form: ReturnType<typeof useJoining> }) {
  return (
    <>
      {form.isNew && (
        <TextField
          label="Your name"
          name="name"
          autoComplete="name"
          autoFocus
          required
          maxLength={200}
          wrong={wrongOf(form.error, 'name')}
          value={form.name}
          onValue={form.setName}
        />
      )}
      <TextField
        label="Password"
        type="password"
        name="password"
        autoComplete="new-password"
        hint="At least 12 characters."
        autoFocus={!form.isNew}
        required
        minLength={12}
        maxLength={256}
        wrong={wrongOf(form.error, 'password')}
        value={form.password}
        onValue={form.setPassword}
      />
    </>
  );
}

function JoinForm({
  joining,
  token,
  link,
}: {
  readonly joining: Joining;
  readonly token: string;
  readonly link: PresentedLink;
}) {
  const form = useJoining(joining, token, link);
  const role = link.role === null ? null : joining.words[link.role];
  return (
    <>
      <div>
        <h1>{form.isNew ? `Join ${link.ownerName}` : 'Choose a new password'}</h1>
        <p className="muted">
          {form.isNew && link.role !== null
            ? `As ${roleName(joining.words, link.role)}: ${role?.[1] ?? ''}`
            : `For ${link.ownerName}. It signs you out everywhere else.`}
        </p>
      </div>
      <form className="form" onSubmit={form.submit}>
        <TextField
          label="Email"
          type="email"
          name="email"
          autoComplete="username"
          readOnly
          value={link.email}
          onValue={() => undefined}
        />
        <JoinFields form={form} />
        {form.error !== null && (
          <div role="alert">
            <Notice tone="failed" title={failureWords(form.error)} />
          </div>
        )}
        <Button type="submit" look="primary" wide busy={form.isBusy}>
          {form.isNew ? 'Join' : 'Set the password'}
        </Button>
        <p className="small muted">
          This link works once, until <At time={link.expiresAt} />.
        </p>
      </form>
    </>
  );
}

/** The page of an invitation or of a link for a new password. It needs no session. */
export function JoinPage({ joining }: { readonly joining: Joining }) {
  // Browsers do not send the part after # to any server. Another link in the same window changes nothing but this part.
  const token = useLocation({ select: ({ hash }) => hash });
  const link = useQuery({
    queryKey: ['join', token],
    queryFn: () => joining.read(token),
    enabled: token !== '',
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });
  const isDead = link.error instanceof QuittanceApiError && link.error.status === 404;
  if (token === '' || isDead)
    return (
      <Door title="Join">
        <Dead
          joining={joining}
          words={
            token === '' ? 'The address has nothing after #. Copy the whole link.' : failureWords(link.error)
          }
        />
      </Door>
    );
  return (
    <Door title="Join">
      <Read query={link}>
        {(found) => <JoinForm key={token} joining={joining} token={token} link={found} />}
      </Read>
    </Door>
  );
}
