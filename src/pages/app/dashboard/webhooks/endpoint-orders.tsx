import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Schemas } from '../../../../client/client.js';
import { useOrder } from '../../data/queries.js';
import { api } from '../../data/session.js';
import { AskedOrder } from '../../parts/asked-order.js';
import { Button } from '../../parts/button.js';
import { ChoiceField } from '../../parts/field.js';
import { At } from '../../parts/figures.js';
import { SendIcon } from '../../parts/icons.js';
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

/** Sends failed and missed events again. One order sends a limited number. The next order continues after it. */
export function RecoverForm({ endpoint, close }: OfEndpoint & { readonly close: () => void }) {
  const [hours, setHours] = useState('24');
  // If the answer to an order is lost, the same order is given again. So its time must not move.
  const [openedMs] = useState(Date.now);
  /** Where the next order begins, after one that could not send everything. */
  const [rest, setRest] = useState<{ readonly since: string; readonly sent: number } | null>(null);
  const order = useOrder(
    (_given: undefined, post) =>
      post('/web/v1/webhook-endpoints/{endpointId}/recover', {
        path: { endpointId: endpoint.id },
        body: { since: rest?.since ?? new Date(openedMs - Number(hours) * 3_600_000).toISOString() },
      }),
    ({ sent, nextSince }) => {
      const all = (rest?.sent ?? 0) + sent;
      if (nextSince !== null) {
        setRest({ since: nextSince, sent: all });
        return;
      }
      close();
      if (all === 0) tell('Nothing was missed since then.');
      else tell(`${all} ${all === 1 ? 'event is' : 'events are'} sent again.`);
    },
  );
  return (
    <OrderForm
      order={order}
      act={rest === null ? 'Send again' : 'Send more'}
      stays="Nothing was sent."
      close={close}
      leave={rest === null ? 'Cancel' : 'Leave the rest'}
    >
      {rest === null ? (
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
      ) : (
        <p>
          The oldest {rest.sent} are sent again. More were missed: the next ones begin at{' '}
          <At time={rest.since} precision="second" />.
        </p>
      )}
    </OrderForm>
  );
}

/** Disables or enables an endpoint. */
export function EndpointSwitch({ endpoint: { id: endpointId, status } }: OfEndpoint) {
  const set = (next: Endpoint['status']) =>
    api.patch('/web/v1/webhook-endpoints/{endpointId}', { path: { endpointId }, body: { status: next } });
  const enable = useOrder(
    () => set('enabled'),
    () => tell('The endpoint is enabled.'),
  );
  if (status === 'enabled')
    return (
      <AskedOrder
        act="Disable"
        title="Disable this endpoint"
        about="Nothing is sent until you enable it again. Recover sends what it missed."
        stays="The endpoint is as before."
        send={() => set('disabled')}
        then={() => tell('The endpoint is disabled.')}
      />
    );
  return (
    <>
      <Button busy={enable.isPending} onClick={() => enable.mutate(undefined)}>
        Enable
      </Button>
      <Refusal error={enable.error} stays="Nothing was changed." />
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
