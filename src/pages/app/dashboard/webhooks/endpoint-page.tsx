import { useParams } from '@tanstack/react-router';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import type { Schemas } from '../../../../client/client.js';
import { useCan, useList, useRead } from '../../data/queries.js';
import { Button } from '../../parts/button.js';
import { ButtonLink } from '../../shell/button-link.js';
import { SendIcon } from '../../parts/icons.js';
import { AppPage, Card, OrderRow } from '../../parts/layout.js';
import { Modal } from '../../parts/modal.js';
import { Empty, Read } from '../../parts/states.js';
import { StatusOf } from '../../parts/status.js';
import { DeliveryTable } from '../../both/webhooks/delivery-table.js';
import { EndpointFacts, HealthNotice, TriedAgain } from '../../both/webhooks/endpoint-cards.js';
import { endpointHealth } from '../../both/webhooks/endpoint-health.js';
import { EditEndpoint } from './endpoint-form.js';
import { DeleteEndpoint, EndpointSwitch, RecoverForm, RotateSecret, SendTest } from './endpoint-orders.js';

/** The code examples of all languages are loaded only on this page. */
const ReceiverCode = lazy(() => import('./receiver-code.js'));

type Endpoint = Schemas['WebhookEndpoint'];

/** The rare orders about an endpoint, each with its explanation. */
function EndpointOrders({
  endpoint,
  recover,
}: {
  readonly endpoint: Endpoint;
  /** The button that opens the recovery. */
  readonly recover: ReactNode;
}) {
  const isOn = endpoint.status === 'enabled';
  return (
    <Card title="Manage">
      <OrderRow
        name="Secret"
        about="Make a new one when the receiver changes, or when the old one has leaked."
      >
        <RotateSecret endpoint={endpoint} />
      </OrderRow>
      {endpoint.failingSince === null && isOn && (
        <OrderRow name="Missed events" about="Send everything again that failed or was never sent.">
          {recover}
        </OrderRow>
      )}
      <OrderRow
        name={isOn ? 'Pause' : 'Paused'}
        about={isOn ? 'Nothing is sent while it is disabled.' : 'Nothing is sent until it is enabled.'}
      >
        <EndpointSwitch endpoint={endpoint} />
      </OrderRow>
      <OrderRow name="Delete" about="Deletes it for good, and cancels deliveries that wait for it.">
        <DeleteEndpoint endpoint={endpoint} />
      </OrderRow>
    </Card>
  );
}

function LatestDeliveries({ endpointId }: { readonly endpointId: string }) {
  const deliveries = useList('/web/v1/webhook-deliveries', { endpointId }, { limit: 10 });
  return (
    <Card
      title="Deliveries"
      bare
      actions={
        <ButtonLink to="/webhooks/deliveries" search={{ endpoint: endpointId }} look="quiet">
          All deliveries
        </ButtonLink>
      }
    >
      <DeliveryTable
        list={deliveries}
        empty={
          <Empty icon={SendIcon} title="Nothing was sent yet">
            A test shows whether the receiver takes events.
          </Empty>
        }
      />
    </Card>
  );
}

function WholeEndpoint({ endpoint }: { readonly endpoint: Endpoint }) {
  const [open, setOpen] = useState<'edit' | 'recovery' | null>(null);
  const close = (): void => setOpen(null);
  const canWrite = useCan('webhooks:write');
  const recover = <Button onClick={() => setOpen('recovery')}>Recover</Button>;
  return (
    <AppPage
      title={endpoint.description ?? new URL(endpoint.url).host}
      about={
        <>
          <StatusOf words={endpointHealth(endpoint)} /> <span className="address">{endpoint.url}</span>
        </>
      }
      back={['/webhooks', 'Webhooks']}
      actions={
        canWrite && (
          <>
            <Button onClick={() => setOpen('edit')}>Edit</Button>
            <SendTest endpoint={endpoint} />
          </>
        )
      }
    >
      <HealthNotice endpoint={endpoint} actions={canWrite && recover} />
      <TriedAgain
        path="/web/v1/webhook-deliveries"
        endpoint={endpoint}
        actions={
          <ButtonLink to="/webhooks/deliveries" search={{ endpoint: endpoint.id, status: 'pending' }}>
            Look at them
          </ButtonLink>
        }
      />
      <div className="split">
        <LatestDeliveries endpointId={endpoint.id} />
        <div className="stack">
          <EndpointFacts endpoint={endpoint} />
          {canWrite && <EndpointOrders endpoint={endpoint} recover={recover} />}
        </div>
      </div>
      <Suspense>
        <ReceiverCode />
      </Suspense>
      <Modal isOpen={open === 'edit'} close={close} title="Edit the endpoint">
        <EditEndpoint endpoint={endpoint} close={close} />
      </Modal>
      {/*
       * The dialog stands outside the notice, so that it stays open when the endpoint takes events again and the notice
       * goes.
       */}
      <Modal
        isOpen={open === 'recovery'}
        close={close}
        title="Send missed events again"
        about="Every event that failed or was never sent to this endpoint is sent again."
      >
        <RecoverForm endpoint={endpoint} close={close} />
      </Modal>
    </AppPage>
  );
}

/** One endpoint: its health, its deliveries, and the orders about it. */
export default function EndpointPage() {
  const { endpointId = '' }: { endpointId?: string } = useParams({ strict: false });
  const endpoint = useRead('/web/v1/webhook-endpoints/{endpointId}', { path: { endpointId } });
  return <Read query={endpoint}>{(found) => <WholeEndpoint endpoint={found} />}</Read>;
}
