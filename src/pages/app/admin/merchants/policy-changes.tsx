import type { Schemas } from '../../../../client/client.js';
import { useNetworkName } from '../../data/networks.js';
import { hasSomething, useCan, useList } from '../../data/queries.js';
import { api } from '../../data/session.js';
import { ButtonLink } from '../../shell/button-link.js';
import { ListTable, type Column } from '../../parts/data-table.js';
import { At, FromNow } from '../../parts/figures.js';
import { Card, Facts } from '../../parts/layout.js';
import { OrderWithReason } from '../order-with-reason.js';
import { requesterOf } from '../requester.js';
import { changedTo, policyChangeWords } from './merchant-words.js';

type PolicyChange = Schemas['PolicyChange'];

/** The facts for the decision about a change: whose policy it is, what changes, and who asked. */
function ChangeFacts({ change }: { readonly change: PolicyChange }) {
  const words = policyChangeWords(change, useNetworkName());
  const { merchantId, merchantName, objectName } = change;
  return (
    <Facts
      of={[
        [merchantId === null ? 'Operator' : 'Merchant', merchantName ?? objectName],
        ['Of', merchantId !== null && objectName],
        ['Change', <strong key="">{words}</strong>],
        ['Asked for by', requesterOf(change)],
        ['Asked for', <At key="" time={change.requestedAt} />],
        ['Otherwise in force', <At key="" time={change.holdsFrom} />],
      ]}
    />
  );
}

const keysOf = ({ merchantId }: PolicyChange): Readonly<Record<string, string>> =>
  merchantId === null ? {} : { merchant: merchantId };

function ChangeOrders({ change }: { readonly change: PolicyChange }) {
  const networkName = useNetworkName();
  if (change.status !== 'waiting') return null;
  const path = { policyChangeId: change.policyChangeId };
  const what = policyChangeWords(change, networkName);
  const act = changedTo(change);
  return (
    <span className="row-words row-orders">
      <OrderWithReason
        verb="Stop"
        act={`Stop ${act}`}
        isGrave
        label={`Stop: ${what}`}
        title="Stop this change"
        about="This is final: the change would have to be asked for again."
        facts={<ChangeFacts change={change} />}
        send={(reason) =>
          api.post('/admin/v1/policy-changes/{policyChangeId}/stop', { path, body: { reason } })
        }
        done={() => 'The change is stopped. Everything is as before.'}
        stays="It waits as before."
      />
      {change.kind === 'api_key' ? (
        // A key is approved on the page of the keys: only there is shown who made it, from where, and what it may do.
        <ButtonLink to="/keys" search={keysOf(change)}>
          To its approval
        </ButtonLink>
      ) : (
        <OrderWithReason
          verb="Confirm"
          act={`Confirm ${act}`}
          label={`Confirm: ${what}`}
          title="Confirm this change"
          about="It is in force at once. The person who asked for it cannot confirm it."
          facts={<ChangeFacts change={change} />}
          send={(reason) =>
            api.post('/admin/v1/policy-changes/{policyChangeId}/confirm', { path, body: { reason } })
          }
          done={() => 'The change is in force.'}
          stays="It waits as before."
        />
      )}
    </span>
  );
}

function ChangeInWords({ change }: { readonly change: PolicyChange }) {
  return <span className="anywhere">{policyChangeWords(change, useNetworkName())}</span>;
}

/** The change that was asked for. */
export const CHANGE: Column<PolicyChange> = {
  head: 'Change',
  cell: (change) => <ChangeInWords change={change} />,
};

export const ASKED_BY: Column<PolicyChange> = {
  head: 'Asked for by',
  cell: (change) => (
    <>
      <span className="card-label">Asked for by</span>
      <span className="clip narrow block" title={change.requestedById ?? undefined}>
        {requesterOf(change)}
      </span>
      <span className="under">
        <At time={change.requestedAt} />
      </span>
    </>
  ),
};

/** Only changes that wait have orders. */
export const CHANGE_ORDERS: Column<PolicyChange> = {
  head: 'Orders',
  isOrders: true,
  right: true,
  cell: (change) => <ChangeOrders change={change} />,
};

/** The changes of a merchant that are not in force yet: who asked for each, and when it comes into force. */
export function WaitingChanges({ merchantId }: { readonly merchantId: string }) {
  const canDecide = useCan('merchants:write');
  const list = useList('/admin/v1/policy-changes', { merchantId, status: 'waiting' });
  if (!hasSomething(list)) return null;
  return (
    <Card title="Changes that wait" bare>
      <ListTable
        label="Changes that wait"
        list={list}
        noun={['change', 'changes']}
        keyOf={({ policyChangeId }) => policyChangeId}
        columns={[
          CHANGE,
          ASKED_BY,
          { head: 'In force', cell: ({ holdsFrom }) => <FromNow time={holdsFrom} /> },
          ...(canDecide ? [CHANGE_ORDERS] : []),
        ]}
        empty={null}
      />
    </Card>
  );
}
