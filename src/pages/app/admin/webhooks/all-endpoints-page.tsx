import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Schemas } from '../../../../client/client.js';
import { useList } from '../../data/queries.js';
import { ListTable, type Column } from '../../parts/data-table.js';
import { At, FromNow } from '../../parts/figures.js';
import { WebhookIcon } from '../../parts/icons.js';
import { AppPage, PageSection } from '../../parts/layout.js';
import { Empty } from '../../parts/states.js';
import { StatusOf } from '../../parts/status.js';
import { Filters, FilterId, NothingFits } from '../../both/filters/filters.js';
import { useKnownFilters } from '../../both/filters/known-filters.js';
import { wholeId } from '../../both/filters/known-values.js';
import { endpointHealth } from '../../both/webhooks/endpoint-health.js';
import { answerWords } from './answer-words.js';
import { WebhookTabsOfAll } from './webhook-tabs-of-all.js';

const KNOWN = { merchant: wholeId('mer') };

type Endpoint = Schemas['OperatorWebhookEndpoint'];

const URL_COLUMN: Column<Endpoint> = {
  head: 'URL',
  cell: ({ url }) => <span className="clip block">{url}</span>,
};
const HEALTH: Column<Endpoint> = {
  head: 'Health',
  cell: (endpoint) => <StatusOf words={endpointHealth(endpoint)} />,
};
const LAST_ANSWER: Column<Endpoint> = {
  head: 'Last answer',
  cell: ({ lastAnswers: [last] }) => (last === undefined ? 'None' : answerWords(last)),
};
const LAST_SUCCESS: Column<Endpoint> = {
  head: 'Last success',
  right: true,
  wideOnly: true,
  cell: ({ lastSuccessAt }) => (
    <span className="later">{lastSuccessAt === null ? 'Never' : <FromNow time={lastSuccessAt} />}</span>
  ),
};
const MERCHANT: Column<Endpoint> = {
  head: 'Merchant',
  cell: ({ merchantId, merchantName }) => (
    <Link to={`/merchants/${merchantId}`} className="clip block">
      {merchantName}
    </Link>
  ),
};
/** The columns of one merchant's endpoints. */
export const ENDPOINTS_OF_MERCHANT = [URL_COLUMN, HEALTH, LAST_ANSWER, LAST_SUCCESS] as const;
const EVERY = [URL_COLUMN, MERCHANT, HEALTH, LAST_ANSWER, LAST_SUCCESS] as const;
const UNWELL: readonly Column<Endpoint>[] = [
  URL_COLUMN,
  MERCHANT,
  {
    head: 'Why',
    cell: ({ disabledReason, consecutiveFailures, lastAnswers: [last] }) => (
      <>
        {disabledReason ?? (last === undefined ? 'No event was taken' : answerWords(last))}
        {consecutiveFailures > 0 && (
          <span className="under">
            {consecutiveFailures} {consecutiveFailures === 1 ? 'attempt' : 'attempts'} in a row
          </span>
        )}
      </>
    ),
  },
  {
    head: 'Since',
    right: true,
    cell: ({ failingSince, createdAt }) => (
      <span className="later">
        <At time={failingSince ?? createdAt} />
      </span>
    ),
  },
];

function EndpointList({
  title,
  query,
  columns,
  empty = null,
}: {
  readonly title: string;
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly columns: readonly Column<Endpoint>[];
  /** Replaces the list and its title when there are no endpoints. */
  readonly empty?: ReactNode;
}) {
  const list = useList('/admin/v1/webhook-endpoints', query);
  if (!list.isPending && list.error === null && list.items.length === 0) return empty;
  return (
    <PageSection title={title}>
      <ListTable
        label={title}
        list={list}
        noun={['endpoint', 'endpoints']}
        keyOf={({ id }) => id}
        linkOf={({ id }) => `/endpoints/${id}`}
        columns={columns}
        empty={null}
      />
    </PageSection>
  );
}

/** The endpoints of all merchants. Failing and disabled ones come first. */
export default function AllEndpointsPage() {
  const { filters, dropped } = useKnownFilters(KNOWN);
  const ofMerchant = { merchantId: filters['merchant'] };
  return (
    <AppPage title="Webhook endpoints" about="Of all merchants. Failing and disabled ones come first.">
      <WebhookTabsOfAll />
      <Filters dropped={dropped}>
        <FilterId name="merchant" label="Merchant id" prefix="mer" />
      </Filters>
      <EndpointList title="Failing" query={{ ...ofMerchant, failing: 'true' }} columns={UNWELL} />
      <EndpointList title="Disabled" query={{ ...ofMerchant, status: 'disabled' }} columns={UNWELL} />
      <EndpointList
        title="All"
        query={ofMerchant}
        columns={EVERY}
        empty={
          ofMerchant.merchantId === undefined ? (
            <Empty icon={WebhookIcon} title="No endpoints yet">
              The URLs at which merchants receive events are shown here.
            </Empty>
          ) : (
            <NothingFits icon={WebhookIcon} title="This merchant has no endpoints" />
          )
        }
      />
    </AppPage>
  );
}
