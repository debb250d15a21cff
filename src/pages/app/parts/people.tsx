import { useState, type ReactNode } from 'react';
import { isolate } from '../../design/isolate.js';
import type { Schemas } from '../../../client/client.js';
import type { PostOnce } from '../data/post-once.js';
import { useOrder, type Send } from '../data/queries.js';
import { ChoiceField, TextField, type Options } from './field.js';
import { At, FromNow } from './figures.js';
import { Modal } from './modal.js';
import { OrderForm } from './order-form.js';
import { roleNames, type RoleWords } from './role-words.js';
import { OneTimeSecret } from './one-time-secret.js';
import { Notice, StatusWord } from './status.js';

type NewLink = Schemas['CreatedInvitation'];

/** A link that is shown once, and what to do with it. */
function LinkOnce({ made, close }: { readonly made: NewLink; readonly close: () => void }) {
  return (
    <OneTimeSecret secret={made.url} what="link" kept={close}>
      <p className="small muted">
        Give it to <bdi>{made.email}</bdi> yourself: no mail is sent. It works once, until{' '}
        <At time={made.expiresAt} />.
      </p>
      {made.policyChangeId !== null && (
        <Notice tone="waiting" title="The right to move money waits">
          The rest of the role applies at once. This right waits: for its time, or until an operator confirms
          it.
        </Notice>
      )}
    </OneTimeSecret>
  );
}

function InviteForm({
  words,
  roles,
  send,
  then,
  close,
}: {
  readonly words: RoleWords;
  readonly roles: readonly string[];
  readonly send: Send<{ readonly email: string; readonly role: string }, NewLink>;
  readonly then: (made: NewLink) => void;
  readonly close: () => void;
}) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState(roles.at(-1) ?? '');
  const order = useOrder((_given: undefined, post) => send({ email: email.trim(), role }, post), then);
  return (
    <OrderForm order={order} act="Make the link" stays="Nobody was invited." close={close}>
      <TextField
        label="Email"
        type="email"
        name="email"
        hint="They sign in with it."
        autoFocus
        required
        value={email}
        onValue={setEmail}
      />
      <ChoiceField
        label="Role"
        name="role"
        hint={words[role]?.[1]}
        choices={roles.map((each): Options[number] => [each, words[each]?.[0] ?? each])}
        value={role}
        onValue={setRole}
      />
    </OrderForm>
  );
}

/** Asks whom to invite in which role, and shows the link. */
export function InviteModal({
  isOpen,
  close,
  title,
  ...form
}: {
  readonly isOpen: boolean;
  readonly close: () => void;
  readonly title: string;
} & Omit<Parameters<typeof InviteForm>[0], 'then'>) {
  const [made, setMade] = useState<NewLink | null>(null);
  const end = (): void => {
    setMade(null);
    close();
  };
  return (
    <Modal
      isOpen={isOpen}
      close={end}
      title={made === null ? title : 'The link is ready'}
      about={
        made === null
          ? 'You get a link, by which they choose their own password.'
          : 'It is shown now and never again.'
      }
    >
      {made === null ? (
        <InviteForm {...form} close={end} then={setMade} />
      ) : (
        <LinkOnce made={made} close={end} />
      )}
    </Modal>
  );
}

/** Asks before it makes a link for a new password, and shows the link. */
export function ResetModal({
  isOpen,
  close,
  name,
  about,
  send,
}: {
  readonly isOpen: boolean;
  readonly close: () => void;
  readonly name: string;
  readonly about: ReactNode;
  readonly send: (post: PostOnce) => Promise<NewLink>;
}) {
  const [made, setMade] = useState<NewLink | null>(null);
  const order = useOrder((_given: undefined, post) => send(post), setMade);
  const end = (): void => {
    setMade(null);
    close();
  };
  return (
    <Modal
      isOpen={isOpen}
      close={end}
      title={made === null ? `A new password for ${isolate(name)}` : 'The link is ready'}
      about={made === null ? about : 'It is shown now and never again.'}
    >
      {made === null ? (
        <OrderForm order={order} act="Make the link" stays="No link was made." close={end} />
      ) : (
        <LinkOnce made={made} close={end} />
      )}
    </Modal>
  );
}

/** Asks for another role. */
export function RoleModal({
  isOpen,
  close,
  member,
  words,
  roles,
  send,
}: {
  readonly isOpen: boolean;
  readonly close: () => void;
  readonly member: Schemas['Member'];
  readonly words: RoleWords;
  readonly roles: readonly string[];
  readonly send: (role: string) => Promise<unknown>;
}) {
  const [role, setRole] = useState<string>(member.role);
  const order = useOrder((_given: undefined) => send(role), close);
  return (
    <Modal
      isOpen={isOpen}
      close={close}
      title={`The role of ${isolate(member.name)}`}
      about="Changing the role ends their sessions. They have to sign in again."
    >
      <OrderForm
        order={order}
        act="Change role"
        stays="The role is as before."
        close={close}
        isReady={role !== member.role}
      >
        <ChoiceField
          label="Role"
          hint={words[role]?.[1]}
          choices={roleNames(words)
            .filter(([each]) => roles.includes(each) || each === member.role)
            .map(([each]): Options[number] => [each, words[each]?.[0] ?? each])}
          value={role}
          onValue={setRole}
        />
      </OrderForm>
    </Modal>
  );
}

/** Asks before it disables somebody's sign-in. */
export function DisableModal({
  isOpen,
  close,
  name,
  send,
}: {
  readonly isOpen: boolean;
  readonly close: () => void;
  readonly name: string;
  readonly send: () => Promise<unknown>;
}) {
  const order = useOrder((_given: undefined) => send(), close);
  return (
    <Modal
      isOpen={isOpen}
      close={close}
      title={`Disable ${isolate(name)}`}
      about="They are signed out at once and can't sign in. Open links that they made are withdrawn. You can enable them again."
    >
      <OrderForm order={order} act="Disable" stays="Nothing was changed." close={close} isGrave />
    </Modal>
  );
}

/** Says whether somebody can sign in, and whether the right to move money still waits. */
export function MemberState({ member }: { readonly member: Schemas['Member'] }) {
  if (member.status === 'disabled') return <StatusWord tone="ended">Disabled</StatusWord>;
  const { waitingRole } = member;
  if (waitingRole === null) return <StatusWord tone="done">Active</StatusWord>;
  if (waitingRole.status === 'stopped')
    return <StatusWord tone="failed">Moves no money: stopped by an operator</StatusWord>;
  return (
    <StatusWord tone="attention">
      <span>
        Moves money <FromNow time={waitingRole.holdsFrom} />
      </span>
    </StatusWord>
  );
}
