import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Schemas } from '../../../../client/client.js';
import { useOrder } from '../../data/queries.js';
import { api } from '../../data/session.js';
import { AskedOrder } from '../../parts/asked-order.js';
import { Button } from '../../parts/button.js';
import { ChoiceField } from '../../parts/field.js';
import { SendIcon } from '../../parts/icons.js';
import { Modal } from '../../parts/modal.js';
import { OrderForm } from '../../parts/order-form.js';
import { RotateModal } from '../../parts/rotate-secret.js';
import { Refusal } from '../../parts/states.js';
import { tell } from '../../parts/toast.js';

type Endpoint = Schemas['WebhookEndpoint'];
interface OfEndpoint {
  readonly endpoint: Endpoint;
}

/** Gives an endpoint a new secret. The old one stays valid for a while, so that the receiver can be changed. */
export function RotateSecret({ endpoint }: OfEndpoint) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Rotate secret</Button>
      <RotateModal
        isOpen={isOpen}
        close={() => setOpen(false)}
        title="Rotate the secret"
        what="secret"
        send={async (overlapSeconds, post) => {
          const { secret, legacySwitchesAt } = await post(
            '/web/v1/webhook-endpoints/{endpointId}/rotate-secret',
            { path: { endpointId: endpoint.id }, body: { overlapSeconds } },
          );
          return { secret, oldEndsAt: legacySwitchesAt };
        }}
      />
    </>
  );
}

/** Sends a signed `ping`, and opens its delivery. */
export function SendTest({ endpoint }: OfEndpoint) {
  const navigate = useNavigate();
  const order = useOrder(
    (_given: undefined, post) =>
      post('/web/v1/webhook-endpoints/{endpointId}/test', { path: { endpointId: endpoint.id } }),
    ({ deliveryId }) => navigate({ to: `/webhooks/deliveries/${deliveryId}` }),
  );
  return (
    <>
      <Button look="primary" icon={SendIcon} busy={order.isPending} onClick={() => order.mutate(undefined)}>
        Send a test
      </Button>
      <Refusal error={order.error} stays="Nothing was sent." />
    </>
  );
}

/** Sends failed and missed events again. */
export function RecoverEndpoint({ endpoint }: OfEndpoint) {
  const [isOpen, setOpen] = useState(false);
  const [hours, setHours] = useState('24');
  // The order has to be the same one when it is given again after a lost answer.
  const [openedMs, setOpenedMs] = useState(0);
  const open = (): void => {
    setOpen(true);
    setOpenedMs(Date.now());
  };
  const order = useOrder(
    (_given: undefined, post) =>
      post('/web/v1/webhook-endpoints/{endpointId}/recover', {
        path: { endpointId: endpoint.id },
        body: { since: new Date(openedMs - Number(hours) * 3_600_000).toISOString() },
      }),
    ({ sent, remaining }) => {
      setOpen(false);
      const again = `${sent} ${sent === 1 ? 'event is' : 'events are'} sent again`;
      if (sent === 0) tell('Nothing was missed since then.');
      else tell(`${again}${remaining === 0 ? '' : `; ${remaining} more wait for the next time`}.`);
    },
  );
  return (
    <>
      <Button onClick={open}>Recover</Button>
      <Modal
        isOpen={isOpen}
        close={() => setOpen(false)}
        title="Send missed events again"
        about="Every event that failed or was never sent to this endpoint is sent again."
      >
        <OrderForm order={order} act="Send again" stays="Nothing was sent." close={() => setOpen(false)}>
          <ChoiceField
            label="Since"
            choices={[
              ['1', 'The last hour'],
              ['24', 'The last 24 hours'],
              ['168', 'The last 7 days'],
            ]}
            value={hours}
            onValue={setHours}
          />
        </OrderForm>
      </Modal>
    </>
  );
}

/** Disables or enables an endpoint. */
export function EndpointSwitch({ endpoint }: OfEndpoint) {
  const next = endpoint.status === 'enabled' ? 'disabled' : 'enabled';
  const change = useOrder(
    () =>
      api.patch('/web/v1/webhook-endpoints/{endpointId}', {
        path: { endpointId: endpoint.id },
        body: { status: next },
      }),
    () => tell(`The endpoint is ${next}.`),
  );
  return (
    <>
      <Button busy={change.isPending} onClick={() => change.mutate(undefined)}>
        {next === 'enabled' ? 'Enable' : 'Disable'}
      </Button>
      <Refusal error={change.error} stays="Nothing was changed." />
    </>
  );
}

/** Deletes an endpoint, and goes back to the list. */
export function DeleteEndpoint({ endpoint }: OfEndpoint) {
  const navigate = useNavigate();
  return (
    <AskedOrder
      act="Delete endpoint"
      title="Delete this endpoint"
      about="Deliveries that wait for it are cancelled. This can't be undone."
      stays="Nothing was changed."
      send={() => api.delete('/web/v1/webhook-endpoints/{endpointId}', { path: { endpointId: endpoint.id } })}
      then={() => navigate({ to: '/webhooks' })}
    />
  );
}
