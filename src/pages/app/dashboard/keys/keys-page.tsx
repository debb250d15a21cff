import { useState } from 'react';
import type { Schemas } from '../../../../client/client.js';
import { useCan, useList, useOrder } from '../../data/queries.js';
import { Button } from '../../parts/button.js';
import { ListTable } from '../../parts/data-table.js';
import { TextField } from '../../parts/field.js';
import { FromNow } from '../../parts/figures.js';
import { KeyIcon, PlusIcon } from '../../parts/icons.js';
import { EndField, FromAndUntil, ScopeFields, useEnd } from '../../parts/key-fields.js';
import { AppPage } from '../../parts/layout.js';
import { Modal } from '../../parts/modal.js';
import { OrderForm } from '../../parts/order-form.js';
import { OneTimeSecret } from '../../parts/one-time-secret.js';
import { Empty } from '../../parts/states.js';
import { StatusOf } from '../../parts/status.js';
import { KEY_NAME } from '../../both/keys/key-name.js';
import { KEY_WORDS } from '../../both/status-words.js';
import { KeyOrders } from './key-orders.js';
import { WhitelistOfAll } from './whitelist-of-all.js';

type Scope =
  | 'invoices:read'
  | 'invoices:write'
  | 'withdrawals:read'
  | 'withdrawals:write'
  | 'balances:read'
  | 'webhooks:read'
  | 'webhooks:write'
  | 'keys:write';

/** The scopes of a key, in words. */
const SCOPE_WORDS: Readonly<Record<Scope, string>> = {
  'invoices:read': 'Read invoices and checkouts',
  'invoices:write': 'Make invoices and checkouts, cancel, accept and refund',
  'withdrawals:read': 'Read withdrawals',
  'withdrawals:write': 'Ask for withdrawals',
  'balances:read': 'Read balances and the statement',
  'webhooks:read': 'Read endpoints and deliveries',
  'webhooks:write': 'Change endpoints, redeliver',
  'keys:write': 'Manage keys and whitelists',
};
const scopeWords = (scopes: Schemas['ApiKey']['scopes']): string =>
  scopes.length === Object.keys(SCOPE_WORDS).length
    ? 'Everything'
    : scopes.map((scope) => (SCOPE_WORDS as Readonly<Record<string, string>>)[scope] ?? scope).join('; ');

function NewKeyForm({ close, then }: { readonly close: () => void; readonly then: (key: string) => void }) {
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly Scope[]>(['invoices:read', 'invoices:write']);
  const end = useEnd();
  const order = useOrder(
    (_given: undefined, post) =>
      post('/web/v1/api-keys', {
        body: { name: name.trim(), scopes: [...scopes], expiresAt: end.expiresAt() },
      }),
    ({ key }) => then(key),
  );
  return (
    <OrderForm
      order={order}
      act="Make the key"
      stays="No key was made."
      close={close}
      isReady={scopes.length > 0}
    >
      <TextField
        label="Name"
        name="name"
        hint="The program that uses it: shop, bookkeeping."
        autoFocus
        required
        value={name}
        onValue={setName}
      />
      <ScopeFields words={SCOPE_WORDS} legend="What it may do" value={scopes} onValue={setScopes} />
      <EndField {...end.field} />
    </OrderForm>
  );
}

function NewKey() {
  const [isOpen, setOpen] = useState(false);
  const [key, setKey] = useState<string | null>(null);
  const close = (): void => {
    setOpen(false);
    setKey(null);
  };
  return (
    <>
      <Button look="primary" icon={PlusIcon} onClick={() => setOpen(true)}>
        New key
      </Button>
      <Modal
        isOpen={isOpen}
        close={close}
        title={key === null ? 'New API key' : 'The new key'}
        about={
          key === null
            ? 'An operator approves it before it works.'
            : 'It is shown now and never again. Keep it where your program reads its secrets.'
        }
      >
        {key === null ? (
          <NewKeyForm close={close} then={setKey} />
        ) : (
          <OneTimeSecret secret={key} what="key" kept={close} />
        )}
      </Modal>
    </>
  );
}

/** All keys of the merchant, and what each may do. */
export default function KeysPage() {
  const canWrite = useCan('keys:write');
  const list = useList<'/web/v1/api-keys'>('/web/v1/api-keys');
  return (
    <AppPage title="API keys" about="Your programs call the API with these." actions={canWrite && <NewKey />}>
      <ListTable<Schemas['ApiKey']>
        label="API keys"
        list={list}
        noun={['key', 'keys']}
        keyOf={({ apiKeyId }) => apiKeyId}
        empty={
          <Empty icon={KeyIcon} title="No keys yet">
            A program needs a key to call the API.
          </Empty>
        }
        columns={[
          KEY_NAME,
          {
            head: 'Status',
            cell: ({ status }) => <StatusOf words={KEY_WORDS[status]} />,
          },
          {
            head: 'May do',
            isLine: true,
            cell: (apiKey) => (
              <>
                {scopeWords(apiKey.scopes)}
                <FromAndUntil {...apiKey} />
              </>
            ),
          },
          {
            head: 'Last used',
            cell: ({ lastUsedAt }) => (
              <span className="later">{lastUsedAt === null ? 'Never' : <FromNow time={lastUsedAt} />}</span>
            ),
          },
          ...(canWrite
            ? [
                {
                  head: 'Orders',
                  isOrders: true,
                  right: true,
                  cell: (key: Schemas['ApiKey']) => <KeyOrders apiKey={key} />,
                },
              ]
            : []),
        ]}
      />
      <WhitelistOfAll />
    </AppPage>
  );
}
