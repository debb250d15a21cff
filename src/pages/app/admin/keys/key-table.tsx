import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Schemas } from '../../../../client/client.js';
import type { ListOf } from '../../data/queries.js';
import { useCan } from '../../data/queries.js';
import { ListTable, type Column } from '../../parts/data-table.js';
import { At, FromNow } from '../../parts/figures.js';
import { StatusOf } from '../../parts/status.js';
import { KEY_NAME } from '../../both/keys/key-name.js';
import { KEY_WORDS } from '../../both/status-words.js';
import { KeyApproval } from './key-approval.js';

type Key = Schemas['OwnedApiKey'];

const OWNER: Column<Key> = {
  head: 'Owner',
  cell: ({ merchantId, merchantName, operatorId }) =>
    merchantId === null ? (
      <>
        Operator<span className="under clip narrow block">{operatorId}</span>
      </>
    ) : (
      <Link to={`/merchants/${merchantId}`} className="clip narrow block">
        {merchantName}
      </Link>
    ),
};

const OTHERS: readonly Column<Key>[] = [
  {
    head: 'Status',
    cell: ({ status }) => <StatusOf words={KEY_WORDS[status]} />,
  },
  {
    head: 'May do',
    cell: ({ scopes, ips }) => (
      <>
        {scopes.some((scope) => ['withdrawals:write', 'withdrawals:approve'].includes(scope)) ? (
          <strong>Money out</strong>
        ) : (
          `${scopes.length} ${scopes.length === 1 ? 'scope' : 'scopes'}`
        )}
        <span className="under">
          {ips.length === 0 ? 'From anywhere' : `From ${ips.length} ${ips.length === 1 ? 'range' : 'ranges'}`}
        </span>
      </>
    ),
  },
  {
    head: 'Last used',
    wideOnly: true,
    cell: ({ lastUsedAt }) => (lastUsedAt === null ? 'Never' : <FromNow time={lastUsedAt} />),
  },
  {
    head: 'Created',
    right: true,
    wideOnly: true,
    cell: ({ createdAt }) => (
      <span className="later">
        <At time={createdAt} />
      </span>
    ),
  },
];

const ORDERS: Column<Key> = {
  head: 'Orders',
  isOrders: true,
  right: true,
  cell: (key) => <KeyApproval apiKey={key} />,
};

/** Keys as operators see them: all keys, or those of one merchant. */
export function KeyTable({
  list,
  empty,
  label,
  isOfOne = false,
}: {
  readonly list: ListOf<Key>;
  readonly empty: ReactNode;
  readonly label: string;
  readonly isOfOne?: boolean;
}) {
  const canApprove = useCan('keys:approve');
  return (
    <ListTable
      label={label}
      list={list}
      noun={['key', 'keys']}
      keyOf={({ apiKeyId }) => apiKeyId}
      columns={[KEY_NAME, ...(isOfOne ? [] : [OWNER]), ...OTHERS, ...(canApprove ? [ORDERS] : [])]}
      empty={empty}
    />
  );
}
