import { useState } from 'react';
import { useOrder, useSession } from '../../data/queries.js';
import { Button } from '../../parts/button.js';
import { SecretOnce } from '../../parts/copyable.js';
import { CheckField, LongTextField, TextField } from '../../parts/field.js';
import { Modal } from '../../parts/modal.js';
import { Refusal } from '../../parts/states.js';
import { OPERATOR_SCOPE_WORDS, OPERATOR_SCOPES_SHOWN, type ShownScope } from './operator-words.js';

/** What a new key is to be. */
export interface KeyAsked {
  readonly name: string;
  readonly scopes: ShownScope[];
  readonly ips: string[];
}

const linesOf = (text: string): string[] =>
  text
    .split(/\s+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

interface KeyFormProps {
  readonly hint: string;
  readonly send: (asked: KeyAsked) => Promise<{ readonly key: string }>;
  readonly close: () => void;
}

function KeyForm({ hint, send, close, then }: KeyFormProps & { readonly then: (key: string) => void }) {
  const own = useSession().data?.member.scopes ?? [];
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly ShownScope[]>(['reports:read']);
  const [ips, setIps] = useState('');
  const order = useOrder(
    () => send({ name: name.trim(), scopes: [...scopes], ips: linesOf(ips) }),
    ({ key }) => then(key),
  );
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault();
        order.mutate(undefined);
      }}
    >
      <TextField label="Name" name="name" hint={hint} autoFocus required value={name} onValue={setName} />
      <fieldset className="choices">
        <legend>What the key may do</legend>
        {OPERATOR_SCOPES_SHOWN.map((scope) => (
          <CheckField
            key={scope}
            label={OPERATOR_SCOPE_WORDS[scope]}
            disabled={!own.includes(scope)}
            checked={scopes.includes(scope)}
            onValue={(checked) =>
              setScopes(checked ? [...scopes, scope] : scopes.filter((each) => each !== scope))
            }
          />
        ))}
      </fieldset>
      <LongTextField
        label="IP addresses"
        hint="One a line, also as ranges. None: it may be used from anywhere."
        optional
        spellCheck={false}
        value={ips}
        onValue={setIps}
      />
      <Refusal error={order.error} stays="Nothing was made." />
      <div className="actions">
        <Button onClick={close}>Cancel</Button>
        <Button type="submit" look="primary" busy={order.isPending} disabled={scopes.length === 0}>
          Make the key
        </Button>
      </div>
    </form>
  );
}

/** Asks what a key may do, and shows it once. */
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
          ? 'Nobody gives more than they have. Keys of approvers come from the command line.'
          : 'It is shown now and never again.'
      }
    >
      {key === null ? (
        <KeyForm {...form} close={end} then={setKey} />
      ) : (
        <>
          <SecretOnce secret={key} what="key" />
          <div className="actions">
            <Button look="primary" onClick={end}>
              I have kept it
            </Button>
          </div>
        </>
      )}
    </Modal>
  );
}
