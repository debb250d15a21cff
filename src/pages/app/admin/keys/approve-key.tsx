import type { ReactNode } from 'react';
import type { Schemas } from '../../../../client/client.js';
import { useList, useOrder, useRead } from '../../data/queries.js';
import { api } from '../../data/session.js';
import { At, Quoted } from '../../parts/figures.js';
import { Facts } from '../../parts/layout.js';
import { OrderForm } from '../../parts/order-form.js';
import { Bones, failureWords } from '../../parts/states.js';
import { Notice } from '../../parts/status.js';
import { tell } from '../../parts/toast.js';
import { WhitelistShown } from '../../parts/whitelist.js';
import { requesterOf } from '../requester.js';

type Key = Schemas['OwnedApiKey'];

interface Origin {
  readonly isLoading: boolean;
  readonly owner: string | null;
  /** Who made the key, and from where. Null: the audit log does not say. */
  readonly madeBy: ReactNode;
  /** The first of two approvals, which waits. */
  readonly waiting: Schemas['PolicyChange'] | undefined;
  /**
   * Why a fact could not be read. The page shows it, so that nobody takes a missing fact for one that does not exist.
   */
  readonly error: Error | null;
}

/** Reads what the key itself does not say: who made it, whose it is, and whether an approval waits already. */
function useOrigin({ apiKeyId, merchantId, merchantName, operatorId }: Key): Origin {
  const isOfMerchant = merchantId !== null;
  const made = useList(
    '/admin/v1/audit-log',
    { objectId: apiKeyId, action: 'api_key.create' },
    { limit: 1, enabled: isOfMerchant },
  );
  const members = useRead(
    '/admin/v1/merchants/{merchantId}/members',
    { path: { merchantId: merchantId ?? '' }, query: { limit: 100 } },
    { enabled: isOfMerchant, stays: true },
  );
  const operator = useRead(
    '/admin/v1/operators/{operatorId}',
    { path: { operatorId: operatorId ?? '' } },
    { enabled: operatorId !== null, stays: true },
  );
  const changes = useList(
    '/admin/v1/policy-changes',
    { merchantId: merchantId ?? undefined, status: 'waiting' },
    { limit: 100, enabled: isOfMerchant },
  );
  const [entry] = made.items;
  const member = members.data?.find(({ memberId }) => memberId === entry?.memberId);
  const maker = entry?.memberId ?? entry?.apiKeyId ?? null;
  return {
    isLoading: made.isPending || changes.isPending || members.isLoading || operator.isLoading,
    owner: merchantName ?? operator.data?.name ?? operatorId,
    madeBy: maker !== null && (
      <>
        {member === undefined ? (
          maker
        ) : (
          <>
            <Quoted name={member.name} /> (<bdi>{member.email}</bdi>)
          </>
        )}
        {entry?.ip != null && `, from ${entry.ip}`}
      </>
    ),
    error: made.error ?? members.error ?? operator.error ?? changes.error,
    waiting: changes.items.find(({ kind, objectId }) => kind === 'api_key' && objectId === apiKeyId),
  };
}

/** The facts for the decision, in the order in which a careful person checks them. */
function factsOf(apiKey: Key, { owner, madeBy, waiting }: Origin): readonly (readonly [string, ReactNode])[] {
  const { scopes, ips } = apiKey;
  return [
    ['Owner', owner],
    ['Made by', madeBy],
    ['Made', <At key="" time={apiKey.createdAt} />],
    ['Ends', apiKey.expiresAt === null ? 'Never' : <At key="" time={apiKey.expiresAt} />],
    [
      'May do',
      scopes.map((scope) => (
        <span key={scope} className="block">
          {scope}
        </span>
      )),
    ],
    ['From', ips.length === 0 ? 'Anywhere' : ips.join(', ')],
    [
      'Withdraws to',
      scopes.some((scope) => scope === 'withdrawals:write') && <WhitelistShown key="" whitelist={apiKey} />,
    ],
    [
      'Approved already',
      waiting !== undefined && (
        <>
          By {requesterOf(waiting)}, <At time={waiting.requestedAt} />. It works from{' '}
          <At time={waiting.holdsFrom} /> on, or by a second operator&apos;s approval.
        </>
      ),
    ],
  ];
}

/** Shows the facts about a key, and the button that approves it. */
export function ApproveKey({ apiKey, close }: { readonly apiKey: Key; readonly close: () => void }) {
  const origin = useOrigin(apiKey);
  const order = useOrder(
    () => api.post('/admin/v1/api-keys/{apiKeyId}/approve', { path: { apiKeyId: apiKey.apiKeyId } }),
    ({ status }) => {
      close();
      tell(
        status === 'approved'
          ? 'The key works now.'
          : 'Your approval is counted. A key that can take money out also waits: for its time, or for a second operator.',
      );
    },
  );
  // The button must not move while the rest is being read.
  if (origin.isLoading) return <Bones lines={6} />;
  return (
    <OrderForm order={order} act="Approve key" stays="The key is as before." close={close} leave="Not now">
      <Facts of={factsOf(apiKey, origin)} />
      {origin.error !== null && (
        <Notice tone="attention" title="Who made it, or who has approved it, could not be read">
          {failureWords(origin.error)}
        </Notice>
      )}
    </OrderForm>
  );
}
