import { useState } from 'react';
import type { Schemas } from '../../../../client/client.js';
import { useOrder, useRead, type Send } from '../../data/queries.js';
import { api } from '../../data/session.js';
import { Button } from '../../parts/button.js';
import { CheckField, TextField } from '../../parts/field.js';
import { OrderForm } from '../../parts/order-form.js';
import { wrongOf } from '../../parts/states.js';
import { Notice } from '../../parts/status.js';
import { EVENT_NAMES } from '../../both/webhooks/event-names.js';

type Endpoint = Schemas['WebhookEndpoint'];
type EventChoice = Endpoint['events'][number];
interface Fields {
  url: string;
  events: EventChoice[];
  description: string | null;
}

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

/** Returns only the changed fields, so that another person's change of the others is kept. */
function changesOf(read: Endpoint, { url, description, events }: Fields): Partial<Fields> {
  const key = (some: readonly EventChoice[]): string => [...some].sort().join();
  return {
    ...(url !== read.url && { url }),
    ...(description !== read.description && { description }),
    ...(key(events) !== key(read.events) && { events }),
  };
}

/** Changes an endpoint. */
export function EditEndpoint({
  endpoint,
  close,
}: {
  readonly endpoint: Endpoint;
  readonly close: () => void;
}) {
  const [read] = useState(endpoint);
  const [warning, setWarning] = useState<string | null>(null);
  if (warning !== null)
    return (
      <div className="form">
        <Notice tone="attention" title={warning}>
          The endpoint is changed all the same.
        </Notice>
        <div className="actions">
          <Button onClick={close}>Close</Button>
        </div>
      </div>
    );
  return (
    <EndpointFields
      initial={read}
      act="Save"
      close={close}
      save={async (fields) => {
        const body = changesOf(read, fields);
        if (Object.keys(body).length === 0) return null;
        const path = { endpointId: endpoint.id };
        return (await api.patch('/web/v1/webhook-endpoints/{endpointId}', { path, body })).warning;
      }}
      then={(warns) => (warns === null ? close() : setWarning(warns))}
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
  readonly save: Send<Fields, Made>;
  readonly then: (made: Made) => void;
}) {
  const [url, setUrl] = useState(initial.url);
  const [description, setDescription] = useState(initial.description ?? '');
  const [events, setEvents] = useState<readonly EventChoice[]>(initial.events);
  const others = useRead('/web/v1/webhook-endpoints', { query: { limit: 100 } }, { refresh: false });
  const isThere = url !== initial.url && others.data?.some((other) => other.url === url.trim()) === true;
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
      {isThere && (
        <Notice tone="attention" title="This URL is an endpoint already">
          It would get each event twice, signed with a different secret each time.
        </Notice>
      )}
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
