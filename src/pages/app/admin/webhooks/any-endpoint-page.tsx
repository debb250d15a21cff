import { Link, useParams } from '@tanstack/react-router';
import type { Schemas } from '../../../../client/client.js';
import { durationOf } from '../../data/figures.js';
import { useList, useRead } from '../../data/queries.js';
import { DataTable } from '../../parts/data-table.js';
import { At } from '../../parts/figures.js';
import { SendIcon } from '../../parts/icons.js';
import { AppPage, Card } from '../../parts/layout.js';
import { Empty, Read } from '../../parts/states.js';
import { StatusWord } from '../../parts/status.js';
import { DeliveryTable } from '../../both/webhooks/delivery-table.js';
import { EndpointFacts, HealthNotice, TriedAgain } from '../../both/webhooks/endpoint-cards.js';
import { useWorkflowsLink } from '../workflow-link.js';
import { answerWords } from './answer-words.js';

type Endpoint = Schemas['OperatorWebhookEndpoint'];

function LastAnswers({ endpoint }: { readonly endpoint: Endpoint }) {
  if (endpoint.lastAnswers.length === 0) return null;
  return (
    <Card title="Last answers" bare>
      <DataTable
        label="Last answers"
        rows={endpoint.lastAnswers}
        keyOf={({ deliveryId, at }) => `${deliveryId}/${at}`}
        linkOf={({ deliveryId }) => `/deliveries/${deliveryId}`}
        columns={[
          {
            head: 'Answer',
            cell: (answer) => (
              <StatusWord tone={answer.errorClass === null ? 'done' : 'failed'}>
                {answerWords(answer)}
              </StatusWord>
            ),
          },
          { head: 'Detail', wideOnly: true, cell: ({ errorMessage }) => errorMessage ?? '' },
          { head: 'Took', right: true, cell: ({ durationMs }) => durationOf(durationMs) },
          {
            head: 'Time',
            right: true,
            cell: ({ at }) => (
              <span className="later">
                <At time={at} precision="second" />
              </span>
            ),
          },
        ]}
      />
    </Card>
  );
}

function WholeEndpointOfAny({ endpoint }: { readonly endpoint: Endpoint }) {
  const deliveries = useList('/admin/v1/webhook-deliveries', { endpointId: endpoint.id });
  const workflows = useWorkflowsLink('EndpointId', endpoint.id);
  return (
    <AppPage
      title={new URL(endpoint.url).host}
      about={endpoint.url}
      back={['/endpoints', 'Webhook endpoints']}
    >
      <HealthNotice endpoint={endpoint} />
      <TriedAgain path="/admin/v1/webhook-deliveries" endpoint={endpoint} />
      <div className="split">
        <div className="stack">
          <LastAnswers endpoint={endpoint} />
          <Card title="Deliveries" bare>
            <DeliveryTable list={deliveries} empty={<Empty icon={SendIcon} title="Nothing was sent yet" />} />
          </Card>
        </div>
        <EndpointFacts
          endpoint={endpoint}
          more={[
            [
              'Merchant',
              <Link key="" to={`/merchants/${endpoint.merchantId}`}>
                {endpoint.merchantName}
              </Link>,
            ],
            ['Workflows', workflows],
          ]}
        />
      </div>
    </AppPage>
  );
}

/** One endpoint of any merchant: its health, its answers, and its deliveries. */
export default function AnyEndpointPage() {
  const { endpointId = '' }: { endpointId?: string } = useParams({ strict: false });
  const endpoint = useRead('/admin/v1/webhook-endpoints/{endpointId}', { path: { endpointId } });
  return <Read query={endpoint}>{(found) => <WholeEndpointOfAny endpoint={found} />}</Read>;
}
