import { useState } from 'react';
import { useOrder, useSession, type Send } from '../../data/queries.js';
import { TextField } from '../../parts/field.js';
import { EndField, IpRangesField, linesOf, ScopeFields, useEnd } from '../../parts/key-fields.js';
import { Modal } from '../../parts/modal.js';
import { OrderForm } from '../../parts/order-form.js';
import { OneTimeSecret } from '../../parts/one-time-secret.js';
import { OPERATOR_SCOPE_WORDS, type ShownScope } from './operator-words.js';

export interface KeyAsked {
  readonly name: string;
  readonly scopes: ShownScope[];
  readonly ips: string[];
  readonly expiresAt: string | null;
}

interface KeyFormProps {
  readonly hint: string;
  readonly send: Send<KeyAsked, { readonly key: string }>;
  readonly close: () => void;
}

function KeyForm({ hint, send, close, then }: KeyFormProps & { readonly then: (key: string) => void }) {
  const own = useSession().data?.member.scopes ?? [];
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly ShownScope[]>(['reports:read']);
  const [ips, setIps] = useState('');
  const end = useEnd();
  const order = useOrder(
    (_given: undefined, post) =>
      send({ name: name.trim(), scopes: [...scopes], ips: linesOf(ips), expiresAt: end.expiresAt() }, post),
    ({ key }) => then(key),
  );
  return (
    <OrderForm
      order={order}
      act="Make the key"
      stays="Nothing was made."
      close={close}
      isReady={scopes.length > 0}
    >
      <TextField label="Name" name="name" hint={hint} autoFocus required value={name} onValue={setName} />
      <ScopeFields
        words={OPERATOR_SCOPE_WORDS}
        legend="What the key may do"
        value={scopes}
        onValue={setScopes}
        isOpen={(scope) => own.includes(scope)}
      />
      <IpRangesField value={ips} onValue={setIps} />
      <EndField {...end.field} />
    </OrderForm>
  );
}

/** Asks what a new key may do, and shows the key once. */
export function KeyModal({
  isOpen,
  title,
  ...form
}: KeyFormProps & { readonly isOpen: boolean; readonly title: string }) {
  const [key, setKey] = useState<string | null>(null);
  const end = (): void => {
    setKey(null);
    form.close();
  };
  return (
    <Modal
      isOpen={isOpen}
      close={end}
      title={key === null ? title : 'The new key'}
      about={
        key === null
          ? 'You can give only the scopes that you have. Keys of approvers are made at the command line.'
          : 'It is shown now and never again.'
      }
    >
      {key === null ? (
        <KeyForm {...form} close={end} then={setKey} />
      ) : (
        <OneTimeSecret secret={key} what="key" kept={end} />
      )}
    </Modal>
  );
}
