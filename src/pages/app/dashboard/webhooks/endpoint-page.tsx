import { useParams } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import type { Schemas } from '../../../../client/client.js';
import { useCan, useList, useRead } from '../../data/queries.js';
import { Button } from '../../parts/button.js';
import { ButtonLink } from '../../parts/button-link.js';
import { SendIcon } from '../../parts/icons.js';
import { AppPage, Card } from '../../parts/layout.js';
import { Modal } from '../../parts/modal.js';
import { Empty, Read } from '../../parts/states.js';
import { DeliveryTable } from './delivery-table.js';
import { EndpointFacts, HealthNotice } from './endpoint-cards.js';
import { EditEndpoint } from './endpoint-form.js';
import { EndpointSwitch, RecoverEndpoint, RotateSecret, SendTest } from './endpoint-orders.js';

/** The code of all languages is loaded when somebody looks at an endpoint. */
const ReceiverCode = lazy(() => import('./receiver-code.js'));

type Endpoint = Schemas['WebhookEndpoint'];

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
              <ButtonLink to="/webhooks/deliveries" search={{ endpoint: endpoint.id }} look="quiet">
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
