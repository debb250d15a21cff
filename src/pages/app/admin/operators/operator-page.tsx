import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { Schemas } from '../../../../client/client.js';
import { shorten } from '../../data/figures.js';
import { useRead } from '../../data/queries.js';
import { api } from '../../data/session.js';
import { AskedOrder } from '../../parts/asked-order.js';
import { Copyable } from '../../parts/copyable.js';
import { DataTable } from '../../parts/data-table.js';
import { At } from '../../parts/figures.js';
import { AppPage, Card } from '../../parts/layout.js';
import { Empty, Read } from '../../parts/states.js';
import { Notice, StatusWord } from '../../parts/status.js';
import { tell } from '../../parts/toast.js';
import { OperatorKeys } from './operator-keys.js';
import { OperatorSignIn } from './operator-sign-in.js';

type Address = Schemas['ApproverAddress'];

function RemoveAddress({
  of: { operatorId, address },
  whenRemoved,
}: {
  readonly of: Address;
  readonly whenRemoved: (address: string) => void;
}) {
  return (
    <span className="row-words row-orders">
      <AskedOrder
        act="Remove"
        look="quiet"
        title={`Remove ${shorten(address)}`}
        about="Its signatures are no longer approvals. The operator may register it again, and it then waits."
        stays="The address is as before."
        send={() =>
          api.delete('/admin/v1/operators/{operatorId}/approver-addresses/{address}', {
            path: { operatorId, address },
          })
        }
        then={() => {
          tell('The address is removed.');
          whenRemoved(address);
        }}
      />
    </span>
  );
}

function ApproverAddresses({ operator }: { readonly operator: Schemas['Operator'] }) {
  const { approverAddresses } = operator;
  const [removed, setRemoved] = useState<readonly string[]>([]);
  return (
    <>
      <div role="alert">
        {removed.map((address) => (
          <Notice
            key={address}
            tone="attention"
            title={`Take ${shorten(address)} out of SIGNER_APPROVERS too`}
          >
            The signing worker trusts the addresses in its own list, whatever is removed here.
          </Notice>
        ))}
      </div>
      <Card title="Approver addresses" bare>
        {approverAddresses.length === 0 ? (
          <Empty title="None registered">
            The operator registers one on the page Your wallet, by signing with a wallet.
          </Empty>
        ) : (
          <DataTable<Address>
            label="Approver addresses"
            rows={approverAddresses}
            keyOf={({ address }) => address}
            columns={[
              { head: 'Address', cell: ({ address }) => <Copyable text={address} what="address" /> },
              {
                head: 'Status',
                cell: ({ status }) =>
                  status === 'waiting' ? (
                    <StatusWord tone="attention">Waits</StatusWord>
                  ) : (
                    <StatusWord tone="done">In force</StatusWord>
                  ),
              },
              {
                head: 'Registered',
                wideOnly: true,
                cell: ({ registeredAt }) => (
                  <span className="later">
                    <At time={registeredAt} />
                  </span>
                ),
              },
              {
                head: 'Orders',
                isOrders: true,
                right: true,
                cell: (each) => (
                  <RemoveAddress
                    of={each}
                    whenRemoved={(address) => setRemoved((before) => [...new Set([...before, address])])}
                  />
                ),
              },
            ]}
          />
        )}
      </Card>
    </>
  );
}

/** One operator: their sign-in, their API keys, and the addresses that they sign approvals with. */
export default function OperatorPage() {
  const { operatorId = '' }: { operatorId?: string } = useParams({ strict: false });
  const found = useRead('/admin/v1/operators/{operatorId}', { path: { operatorId } });
  return (
    <Read query={found}>
      {(operator) => (
        <AppPage
          title={operator.name}
          back={['/operators', 'Operators']}
          about={<Copyable text={operator.operatorId} what="id" />}
        >
          <div className="stack">
            <OperatorSignIn operator={operator} />
            <OperatorKeys operator={operator} />
            <ApproverAddresses operator={operator} />
          </div>
        </AppPage>
      )}
    </Read>
  );
}
