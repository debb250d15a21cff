import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Schemas } from '../../../../client/client.js';
import { useCan, useList } from '../../data/queries.js';
import { Button } from '../../parts/button.js';
import { ListTable, type Column } from '../../parts/data-table.js';
import { FromNow } from '../../parts/figures.js';
import { PlusIcon, WebhookIcon } from '../../parts/icons.js';
import { AppPage } from '../../parts/layout.js';
import { Modal } from '../../parts/modal.js';
import { OneTimeSecret } from '../../parts/one-time-secret.js';
import { Empty } from '../../parts/states.js';
import { Notice, StatusOf } from '../../parts/status.js';
import { endpointHealth } from '../../both/webhooks/endpoint-health.js';
import { EndpointForm } from './endpoint-form.js';
import { WebhookTabs } from './webhook-tabs.js';

type Created = Schemas['CreatedWebhookEndpoint'];

/** The secret of a new endpoint, which is never shown again. */
function NewSecret({ made }: { readonly made: Created }) {
  const navigate = useNavigate();
  return (
    <OneTimeSecret
      secret={made.secret}
      what="secret"
      kept={() => void navigate({ to: `/webhooks/${made.id}` })}
    >
      {made.warning !== null && <Notice tone="attention" title={made.warning} />}
    </OneTimeSecret>
  );
}

const ENDPOINT_TABLE: readonly Column<Schemas['WebhookEndpoint']>[] = [
  { head: 'URL', cell: ({ url }) => <span className="clip block">{url}</span> },
  {
    head: 'Health',
    cell: (endpoint) => <StatusOf words={endpointHealth(endpoint)} />,
  },
  {
    head: 'Events',
    wideOnly: true,
    cell: ({ events }) => (events.includes('*') ? 'All' : `${events.length}`),
  },
  {
    head: 'Last success',
    right: true,
    cell: ({ lastSuccessAt }) => (
      <span className="later">{lastSuccessAt === null ? 'Never' : <FromNow time={lastSuccessAt} />}</span>
    ),
  },
];

/** All endpoints, with their health. */
export default function EndpointsPage() {
  const [isOpen, setOpen] = useState(false);
  const [made, setMade] = useState<Created | null>(null);
  const canWrite = useCan('webhooks:write');
  const list = useList('/web/v1/webhook-endpoints');
  const add = canWrite && (
    <Button look="primary" icon={PlusIcon} onClick={() => setOpen(true)}>
      Add endpoint
    </Button>
  );
  return (
    <AppPage title="Webhooks" about="Where your systems receive events." actions={add}>
      <WebhookTabs />
      <ListTable
        label="Endpoints"
        list={list}
        noun={['endpoint', 'endpoints']}
        keyOf={({ id }) => id}
        linkOf={({ id }) => `/webhooks/${id}`}
        empty={
          <Empty icon={WebhookIcon} title="No endpoints yet" actions={add}>
            An endpoint is a URL of yours. Quittance sends it a signed message when an invoice is paid.
          </Empty>
        }
        columns={ENDPOINT_TABLE}
      />
      <Modal
        isOpen={isOpen}
        close={() => {
          setOpen(false);
          setMade(null);
        }}
        title={made === null ? 'Add an endpoint' : 'The secret of this endpoint'}
        about={
          made === null
            ? undefined
            : 'Your receiver needs it to verify signatures. It is shown now and never again.'
        }
      >
        {made === null ? (
          <EndpointForm close={() => setOpen(false)} then={setMade} />
        ) : (
          <NewSecret made={made} />
        )}
      </Modal>
    </AppPage>
  );
}
