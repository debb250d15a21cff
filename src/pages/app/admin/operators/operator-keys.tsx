import { Link } from '@tanstack/react-router';
import { Fragment, useState } from 'react';
import type { Schemas } from '../../../../client/client.js';
import { isolate } from '../../../design/isolate.js';
import { useOrder } from '../../data/queries.js';
import { api } from '../../data/session.js';
import { KEY_NAME } from '../../both/keys/key-name.js';
import { KEY_WORDS } from '../../both/status-words.js';
import { AskedOrder } from '../../parts/asked-order.js';
import { Button } from '../../parts/button.js';
import { DataTable, type Column } from '../../parts/data-table.js';
import { FromNow, Quoted } from '../../parts/figures.js';
import { KeyIcon, PlusIcon } from '../../parts/icons.js';
import { FromAndUntil } from '../../parts/key-fields.js';
import { Card } from '../../parts/layout.js';
import { OrderButton } from '../../parts/order-button.js';
import { Empty } from '../../parts/states.js';
import { Notice, StatusWord } from '../../parts/status.js';
import { tell } from '../../parts/toast.js';
import { KeyModal } from './key-form.js';
import { OPERATOR_SCOPE_WORDS } from './operator-words.js';

type Key = Schemas['OwnedApiKey'];

const scopeWords = (scopes: Key['scopes']): string =>
  scopes
    .map((scope) => (OPERATOR_SCOPE_WORDS as Readonly<Record<string, string>>)[scope] ?? scope)
    .join('; ');

/** A key that was shut out, and the keys in force that were made with it. */
interface Shut {
  readonly apiKey: Key;
  readonly keysMade: readonly Key[];
}

/** Where a key is listed. */
const placeOf = ({ merchantId, operatorId }: Key) =>
  merchantId === null
    ? { to: `/operators/${operatorId ?? ''}` }
    : { to: '/keys', search: { merchant: merchantId } };

/**
 * Lists the keys in force that were made with a key that was shut out: a thief may have made them. The list is gone
 * once the page is left, so its links open another window.
 */
function KeysMade({ apiKey, keysMade }: Shut) {
  return (
    <div role="alert">
      <Notice
        tone="attention"
        title={`Keys that were made with ${isolate(apiKey.name)} …${apiKey.last4} go on`}
      >
        Shut out each one that you do not know:{' '}
        {keysMade.map((made, at) => (
          <Fragment key={made.apiKeyId}>
            {at > 0 && ', '}
            <Link {...placeOf(made)} target="_blank">
              <Quoted name={made.name} /> …{made.last4}
              {made.merchantName !== null && (
                <>
                  {' of '}
                  <Quoted name={made.merchantName} />
                </>
              )}
            </Link>
          </Fragment>
        ))}
        .
      </Notice>
    </div>
  );
}

/** The orders that shut a key out. */
const SHUTS = [
  ['Disable', 'disabled', 'Programs that use it are refused at once, until somebody enables it again.'],
  ['Revoke', 'revoked', "Programs that use it are refused at once. This can't be undone."],
] as const;

function KeyButtons({ apiKey, whenShut }: { readonly apiKey: Key; readonly whenShut: (shut: Shut) => void }) {
  const { apiKeyId, name, status } = apiKey;
  const set = (next: 'approved' | 'disabled' | 'revoked') =>
    api.patch('/admin/v1/operators/api-keys/{apiKeyId}', { path: { apiKeyId }, body: { status: next } });
  const enable = useOrder(
    () => set('approved'),
    () => tell('The key works again.'),
  );
  const shut = ({ keysMade }: { readonly keysMade: readonly Key[] }): void => {
    tell('The key is refused from now on.');
    whenShut({ apiKey, keysMade });
  };
  return (
    <span className="row-words row-orders">
      {status !== 'approved' && (
        <OrderButton look="quiet" order={enable}>
          Enable
        </OrderButton>
      )}
      {SHUTS.filter(([, next]) => next !== 'disabled' || status === 'approved').map(([act, next, about]) => (
        <AskedOrder
          key={next}
          act={act}
          look="quiet"
          title={`${act} ${isolate(name)}`}
          about={about}
          stays="The key is as before."
          send={() => set(next)}
          then={shut}
        />
      ))}
    </span>
  );
}

const keyTable = (whenShut: (shut: Shut) => void): readonly Column<Key>[] => [
  KEY_NAME,
  {
    head: 'Status',
    cell: ({ status }) => <StatusWord tone={KEY_WORDS[status][0]}>{KEY_WORDS[status][1]}</StatusWord>,
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
  {
    head: 'Orders',
    isOrders: true,
    right: true,
    cell: (apiKey) => <KeyButtons apiKey={apiKey} whenShut={whenShut} />,
  },
];

/** The keys of an operator. They all count as one person. */
export function OperatorKeys({ operator }: { readonly operator: Schemas['Operator'] }) {
  const [isOpen, setOpen] = useState(false);
  const [shut, setShut] = useState<readonly Shut[]>([]);
  const { operatorId, apiKeys } = operator;
  const whenShut = (latest: Shut): void =>
    setShut((before) => [
      latest,
      ...before.filter(({ apiKey }) => apiKey.apiKeyId !== latest.apiKey.apiKeyId),
    ]);
  return (
    <>
      {shut
        .filter(({ keysMade }) => keysMade.length > 0)
        .map((each) => (
          <KeysMade key={each.apiKey.apiKeyId} {...each} />
        ))}
      <Card
        title="API keys"
        bare
        actions={
          <Button icon={PlusIcon} onClick={() => setOpen(true)}>
            New key
          </Button>
        }
      >
        {apiKeys.length === 0 ? (
          <Empty icon={KeyIcon} title="No keys">
            A program of this operator needs one.
          </Empty>
        ) : (
          <DataTable<Key>
            label="API keys"
            rows={apiKeys}
            keyOf={({ apiKeyId }) => apiKeyId}
            columns={keyTable(whenShut)}
          />
        )}
        <KeyModal
          isOpen={isOpen}
          close={() => setOpen(false)}
          title={`A key for ${isolate(operator.name)}`}
          hint="Where it is used: phone, office."
          send={(body, post) =>
            post('/admin/v1/operators/{operatorId}/api-keys', { path: { operatorId }, body })
          }
        />
      </Card>
    </>
  );
}
