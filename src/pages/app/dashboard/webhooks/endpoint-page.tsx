import { useParams } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import type { Schemas } from '../../../../client/client.js';
import { useCan, useList, useRead } from '../../data/queries.js';
import { Button, ButtonLink } from '../../parts/button.js';
import { Copyable } from '../../parts/copyable.js';
import { At, FromNow } from '../../parts/figures.js';
import { SendIcon } from '../../parts/icons.js';
import { AppPage, Card, Facts } from '../../parts/layout.js';
import { Modal } from '../../parts/modal.js';
import { Empty, Read } from '../../parts/states.js';
import { Notice } from '../../parts/status.js';
import { DeliveryTable } from './delivery-table.js';
import { EditEndpoint, endpointHealth } from './endpoint-form.js';
import { EndpointSwitch, RecoverEndpoint, RotateSecret, SendTest } from './endpoint-orders.js';

/** The code of all languages is loaded when somebody looks at an endpoint. */
const ReceiverCode = lazy(() => import('./receiver-code.js'));

type Endpoint = Schemas['WebhookEndpoint'];

const describeFailures = (count: number): string =>
  count === 1 ? 'The last attempt was not taken' : `The last ${count} attempts were not taken`;

function HealthNotice({ endpoint }: { readonly endpoint: Endpoint }) {
  const [tone] = endpointHealth(endpoint);
  if (endpoint.status === 'disabled')
    return (
      <Notice tone={tone} title="Nothing is sent to this endpoint">
        {endpoint.disabledReason ?? 'It was disabled'}. Enable it, then recover what was missed.
      </Notice>
    );
  if (endpoint.failingSince === null) return null;
  return (
    <Notice tone={tone} title={describeFailures(endpoint.consecutiveFailures)}>
      Failing since <At time={endpoint.failingSince} />. It is disabled when nothing is taken for 5 days.
    </Notice>
  );
}

function EndpointFacts({ endpoint }: { readonly endpoint: Endpoint }) {
  const { events, lastSuccessAt, successRate, legacySwitchesAt } = endpoint;
  return (
    <Card title="Details">
      <Facts
        of={[
          ['Endpoint', <Copyable key="" text={endpoint.id} what="endpoint id" />],
          ['Description', endpoint.description],
          ['Events', events.includes('*') ? 'All, also those of later versions' : events.join(', ')],
          ['Last success', lastSuccessAt === null ? 'Never' : <FromNow key="" time={lastSuccessAt} />],
          ['Taken', successRate === null ? null : `${Math.round(successRate * 100)} %`],
          ['Old secret ends', legacySwitchesAt === null ? null : <At key="" time={legacySwitchesAt} />],
          ['Created', <At key="" time={endpoint.createdAt} />],
        ]}
      />
    </Card>
  );
}

function WholeEndpoint({ endpoint }: { readonly endpoint: Endpoint }) {
  const [isEditing, setEditing] = useState(false);
  const canWrite = useCan('webhooks:write');
  const deliveries = useList('/web/v1/webhook-deliveries', { endpointId: endpoint.id }, { limit: 10 });
  return (
    <AppPage
      title={endpoint.description ?? new URL(endpoint.url).host}
      about={endpoint.url}
      back={['/webhooks', 'Webhooks']}
    >
      <HealthNotice endpoint={endpoint} />
      {canWrite && (
        <div className="filters">
          <Button onClick={() => setEditing(true)}>Edit</Button>
          <SendTest endpoint={endpoint} />
          <RotateSecret endpoint={endpoint} />
          <RecoverEndpoint endpoint={endpoint} />
          <EndpointSwitch endpoint={endpoint} />
        </div>
      )}
      <div className="split">
        <div className="stack">
          <Card
            title="Deliveries"
            bare
            actions={
              <ButtonLink to={`/webhooks/deliveries?endpoint=${endpoint.id}`} look="quiet">
                All, with filters
              </ButtonLink>
            }
          >
            <DeliveryTable
              list={deliveries}
              empty={
                <Empty icon={SendIcon} title="Nothing was sent yet">
                  A test shows whether the receiver takes what arrives.
                </Empty>
              }
            />
          </Card>
          <Suspense>
            <ReceiverCode />
          </Suspense>
        </div>
        <EndpointFacts endpoint={endpoint} />
      </div>
      <Modal isOpen={isEditing} close={() => setEditing(false)} title="Edit the endpoint">
        <EditEndpoint endpoint={endpoint} close={() => setEditing(false)} />
      </Modal>
    </AppPage>
  );
}

/** One endpoint: how it is, what was sent to it, and what can be done. */
export default function EndpointPage() {
  const { endpointId = '' }: { endpointId?: string } = useParams({ strict: false });
  const endpoint = useRead('/web/v1/webhook-endpoints/{endpointId}', { path: { endpointId } });
  return <Read query={endpoint}>{(found) => <WholeEndpoint endpoint={found} />}</Read>;
}
