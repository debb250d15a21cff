import type { ReactNode } from 'react';
import type { Schemas } from '../../../../client/client.js';
import { useList } from '../../data/queries.js';
import { Copyable } from '../../parts/copyable.js';
import { At, FromNow } from '../../parts/figures.js';
import { Card, Facts } from '../../parts/layout.js';
import { FailureBox } from '../../parts/states.js';
import { Notice } from '../../parts/status.js';
import { endpointHealth } from './endpoint-health.js';

type Endpoint = Schemas['WebhookEndpoint'];

const describeFailures = (count: number): string =>
  count === 1 ? 'The last attempt was not taken' : `The last ${count} attempts were not taken`;

/** Says why nothing is sent to an endpoint, or since when it takes nothing. */
export function HealthNotice({
  endpoint,
  actions,
}: {
  readonly endpoint: Endpoint;
  /** Orders that help once the receiver works again. */
  readonly actions?: ReactNode;
}) {
  const [tone] = endpointHealth(endpoint);
  if (endpoint.status === 'disabled')
    return (
      <Notice tone={tone} title="Nothing is sent to this endpoint" actions={actions}>
        {endpoint.disabledReason ?? 'It was disabled'}. Enable it, then recover the missed events.
      </Notice>
    );
  if (endpoint.failingSince === null) return null;
  return (
    <Notice tone={tone} title={describeFailures(endpoint.consecutiveFailures)} actions={actions}>
      Failing since <At time={endpoint.failingSince} />. It is disabled when nothing is taken for 5 days.
    </Notice>
  );
}

/** At most this many waiting deliveries are read. */
const WAITING_MAX = 100;

/**
 * Says how many deliveries failed and are tried again, while the endpoint takes others. `actions`: the links to them.
 */
export function TriedAgain({
  path,
  endpoint: { id, status, failingSince },
  actions,
}: {
  readonly path: '/web/v1/webhook-deliveries' | '/admin/v1/webhook-deliveries';
  readonly endpoint: Endpoint;
  readonly actions?: ReactNode;
}) {
  const enabled = status === 'enabled' && failingSince === null;
  const waiting = useList(path, { endpointId: id, status: 'pending' }, { limit: WAITING_MAX, enabled });
  if (enabled && waiting.error !== null && waiting.items.length === 0)
    return <FailureBox error={waiting.error} retry={waiting.retry} />;
  const count = waiting.items.filter(({ attemptCount }) => attemptCount > 0).length;
  if (!enabled || count === 0) return null;
  const many = count === 1 && !waiting.hasMore ? '1 delivery was' : `${count} deliveries were`;
  return (
    <Notice
      tone="waiting"
      title={`${waiting.hasMore ? 'At least ' : ''}${many} not taken, and will be tried again`}
      actions={actions}
    >
      The endpoint takes others meanwhile.
    </Notice>
  );
}

/** Rounds down, so that 100 % means all. The addend makes up for products such as 0.29 × 100, which is 28.999…. */
const percentOf = (rate: number): number => Math.floor(rate * 100 + 1e-6);

/** The details of an endpoint. `more`: facts that stand above the others. */
export function EndpointFacts({
  endpoint,
  more = [],
}: {
  readonly endpoint: Endpoint;
  readonly more?: readonly (readonly [name: string, value: ReactNode])[];
}) {
  const { events, lastSuccessAt, successRate, legacySwitchesAt } = endpoint;
  return (
    <Card title="Details">
      <Facts
        of={[
          ...more,
          ['Endpoint', <Copyable key="" text={endpoint.id} what="endpoint id" />],
          ['Description', endpoint.description],
          ['Events', events.includes('*') ? 'All, also those of later versions' : events.join(', ')],
          ['Last success', lastSuccessAt === null ? 'Never' : <FromNow key="" time={lastSuccessAt} />],
          ['Taken', successRate === null ? null : `${percentOf(successRate)} % of the latest`],
          ['Old secret ends', legacySwitchesAt === null ? null : <At key="" time={legacySwitchesAt} />],
          ['Created', <At key="" time={endpoint.createdAt} />],
        ]}
      />
    </Card>
  );
}
