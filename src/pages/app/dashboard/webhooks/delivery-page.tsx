import { useNavigate, useParams } from '@tanstack/react-router';
import type { Schemas } from '../../../../client/client.js';
import { useCan, useOrder, useRead } from '../../data/queries.js';
import { Button } from '../../parts/button.js';
import { SendIcon } from '../../parts/icons.js';
import { AppPage } from '../../parts/layout.js';
import { Read, Refusal } from '../../parts/states.js';
import { tell } from '../../parts/toast.js';
import { isBeingSent, WholeDelivery } from '../../both/webhooks/whole-delivery.js';

function Redeliver({ deliveryId, status }: Pick<Schemas['WholeWebhookDelivery'], 'deliveryId' | 'status'>) {
  const navigate = useNavigate();
  const canWrite = useCan('webhooks:write');
  const order = useOrder(
    (_given: undefined, post) =>
      post('/web/v1/webhook-deliveries/{deliveryId}/redeliver', { path: { deliveryId } }),
    (made) => {
      tell('It is being sent again.');
      return navigate({ to: `/webhooks/deliveries/${made.deliveryId}` });
    },
  );
  if (!canWrite) return null;
  return (
    <>
      <Button
        look={status === 'succeeded' ? 'plain' : 'primary'}
        icon={SendIcon}
        busy={order.isPending}
        onClick={() => order.mutate(undefined)}
      >
        Redeliver
      </Button>
      <Refusal error={order.error} stays="Nothing was sent." />
    </>
  );
}

/** One delivery: its body, every attempt, and the answers. */
export default function DeliveryPage() {
  const { deliveryId = '' }: { deliveryId?: string } = useParams({ strict: false });
  const found = useRead(
    '/web/v1/webhook-deliveries/{deliveryId}',
    { path: { deliveryId } },
    { changesSoon: isBeingSent },
  );
  return (
    <Read query={found}>
      {(delivery) => (
        <AppPage
          title={`Delivery of ${delivery.event}`}
          back={['/webhooks/deliveries', 'Deliveries']}
          actions={<Redeliver {...delivery} />}
        >
          <WholeDelivery delivery={delivery} />
        </AppPage>
      )}
    </Read>
  );
}
