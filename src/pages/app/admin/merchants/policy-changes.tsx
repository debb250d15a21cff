import type { Schemas } from '../../../../client/client.js';
import { useCan } from '../../data/queries.js';
import { api } from '../../data/session.js';
import { DataTable, type Column } from '../../parts/data-table.js';
import { At, FromNow } from '../../parts/figures.js';
import { Card } from '../../parts/layout.js';
import { OrderWithReason } from '../order-with-reason.js';
import { policyChangeWords } from './merchant-words.js';

type PolicyChange = Schemas['PolicyChange'];

const WHO = { merchant: 'Merchant', operator: 'Operator', cli: 'Command line' } as const;

function ChangeOrders({ change }: { readonly change: PolicyChange }) {
  if (change.status !== 'waiting') return null;
  const path = { policyChangeId: change.policyChangeId };
  const [what] = policyChangeWords(change);
  return (
    <span className="row-words row-orders">
      <OrderWithReason
        verb="Stop"
        isGrave
        label={`Stop: ${what}`}
        title="Stop this change"
        about="This is final: the change would have to be asked for again."
        send={(reason) =>
          api.post('/admin/v1/policy-changes/{policyChangeId}/stop', { path, body: { reason } })
        }
        done={() => 'The change is stopped. Everything is as before.'}
        stays="It waits as before."
      />
      <OrderWithReason
        verb="Confirm"
        label={`Confirm: ${what}`}
        title="Confirm this change"
        about="It is in force at once. The person who asked for it cannot confirm it."
        send={(reason) =>
          api.post('/admin/v1/policy-changes/{policyChangeId}/confirm', { path, body: { reason } })
        }
        done={() => 'The change is in force.'}
        stays="It waits as before."
      />
    </span>
  );
}

/** The change that was asked for. */
export const CHANGE: Column<PolicyChange> = {
  head: 'Change',
  cell: (change) => {
    const [what, words] = policyChangeWords(change);
    return (
      <>
        {what}
        <span className="under anywhere">{words}</span>
      </>
    );
  },
};

export const ASKED_BY: Column<PolicyChange> = {
  head: 'Asked for by',
  cell: ({ requestedBy, requestedById, requestedAt }) => (
    <>
      <span className="card-label">Asked for by</span>
      {WHO[requestedBy]}
      <span className="under" title={requestedById ?? undefined}>
        <At time={requestedAt} />
      </span>
    </>
  ),
};

/** Only changes that wait have orders. */
export const CHANGE_ORDERS: Column<PolicyChange> = {
  ...{ head: 'Orders', isOrders: true, right: true },
  cell: (change) => <ChangeOrders change={change} />,
};

/** The changes that are not in force yet: who asked for each, and when it comes into force. */
export function WaitingChanges({ changes }: { readonly changes: readonly PolicyChange[] }) {
  const canDecide = useCan('merchants:write');
  if (changes.length === 0) return null;
  return (
    <Card title="Changes that wait" bare>
      <DataTable
        label="Changes that wait"
        rows={changes}
        keyOf={({ policyChangeId }) => policyChangeId}
        columns={[
          CHANGE,
          ASKED_BY,
          { head: 'In force', cell: ({ holdsFrom }) => <FromNow time={holdsFrom} /> },
          ...(canDecide ? [CHANGE_ORDERS] : []),
        ]}
      />
    </Card>
  );
}
