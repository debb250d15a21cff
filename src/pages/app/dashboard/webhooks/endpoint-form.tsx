import { useState } from 'react';
import type { Schemas } from '../../../../client/client.js';
import { useOrder, type Send } from '../../data/queries.js';
import { api } from '../../data/session.js';
import { CheckField, TextField } from '../../parts/field.js';
import { OrderForm } from '../../parts/order-form.js';
import { wrongOf } from '../../parts/states.js';
import { EVENT_NAMES } from '../../both/webhooks/event-names.js';

type Endpoint = Schemas['WebhookEndpoint'];
type EventChoice = Endpoint['events'][number];

/** The choice of events that an endpoint gets: all events, also future ones, or some. */
function EventChoices({
  events,
  set,
}: {
  readonly events: readonly EventChoice[];
  readonly set: (events: readonly EventChoice[]) => void;
}) {
  const hasAll = events.includes('*');
  return (
    <fieldset className="choices">
      <legend>Events</legend>
      <CheckField
        label="All events"
        hint="Also those that a later version adds."
        checked={hasAll}
        onValue={(checked) => set(checked ? ['*'] : ['invoice.completed'])}
      />
      {!hasAll && (
        <div className="columns">
          {EVENT_NAMES.filter((event) => event !== 'ping').map((event) => (
            <CheckField
              key={event}
              label={event}
              checked={events.includes(event)}
              onValue={(checked) =>
                set(checked ? [...events, event] : events.filter((each) => each !== event))
              }
            />
          ))}
        </div>
      )}
    </fieldset>
  );
}

/** Makes an endpoint. */
export function EndpointForm({
  close,
  then,
}: {
  readonly close: () => void;
  readonly then: (made: Schemas['CreatedWebhookEndpoint']) => void;
}) {
  return (
    <EndpointFields
      initial={{ url: '', description: null, events: ['*'] }}
      act="Add endpoint"
      close={close}
      save={(body, post) => post('/web/v1/webhook-endpoints', { body })}
      then={then}
    />
  );
}

/** Changes an endpoint. */
export function EditEndpoint({
  endpoint,
  close,
}: {
  readonly endpoint: Endpoint;
  readonly close: () => void;
}) {
  return (
    <EndpointFields
      initial={endpoint}
      act="Save"
      close={close}
      save={(body) =>
        api.patch('/web/v1/webhook-endpoints/{endpointId}', { path: { endpointId: endpoint.id }, body })
      }
      then={close}
    />
  );
}

function EndpointFields<Made>({
  initial,
  act,
  close,
  save,
  then,
}: {
  readonly initial: Pick<Endpoint, 'url' | 'description' | 'events'>;
  readonly act: string;
  readonly close: () => void;
  readonly save: Send<{ url: string; events: EventChoice[]; description: string | null }, Made>;
  readonly then: (made: Made) => void;
}) {
  const [url, setUrl] = useState(initial.url);
  const [description, setDescription] = useState(initial.description ?? '');
  const [events, setEvents] = useState<readonly EventChoice[]>(initial.events);
  const order = useOrder(
    (_given: undefined, post) =>
      save(
        { url: url.trim(), events: [...events], description: description === '' ? null : description },
        post,
      ),
    then,
  );
  return (
    <OrderForm order={order} act={act} stays="Nothing was changed." close={close} isReady={events.length > 0}>
      <TextField
        label="URL"
        name="url"
        inputMode="url"
        placeholder="https://shop.example/webhooks"
        spellCheck={false}
        required
        wrong={wrongOf(order.error, 'url')}
        value={url}
        onValue={setUrl}
      />
      <TextField
        label="Description"
        name="description"
        optional
        value={description}
        onValue={setDescription}
      />
      <EventChoices events={events} set={setEvents} />
    </OrderForm>
  );
}
