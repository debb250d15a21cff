import { useList, useRead } from '../../data/queries.js';
import { ButtonLink } from '../../shell/button-link.js';
import { SendIcon } from '../../parts/icons.js';
import { AppPage } from '../../parts/layout.js';
import { Empty } from '../../parts/states.js';
import { FilterTime, useTime } from '../../both/filters/filter-time.js';
import {
  FilterChoice,
  Filters,
  FilterText,
  isAnySet,
  NothingFits,
  SaveCsv,
} from '../../both/filters/filters.js';
import { useKnownFilters } from '../../both/filters/known-filters.js';
import { wholeId, oneOf } from '../../both/filters/known-values.js';
import { DeliveryStateFilters, KNOWN_STATES } from '../../both/webhooks/delivery-filters.js';
import { DeliveryTable } from '../../both/webhooks/delivery-table.js';
import { WebhookTabs } from './webhook-tabs.js';

const NEVER = [
  ['true', 'Never delivered'],
  ['false', 'Delivered or under way'],
] as const;
const KNOWN = { ...KNOWN_STATES, never: oneOf(NEVER), endpoint: wholeId('we') };

const FILTER_OF_PREFIX: Readonly<Record<string, 'invoiceId' | 'withdrawalId' | 'eventId' | 'endpointId'>> = {
  inv: 'invoiceId',
  wd: 'withdrawalId',
  evt: 'eventId',
  we: 'endpointId',
};

/** A merchant has more endpoints only if WEBHOOK_ENDPOINTS_MAX is raised. The filter by id finds those. */
const ALL_ENDPOINTS = { query: { limit: 100 } };

/** Returns the filter for an id. Undefined: the typed text is not an id that finds deliveries. */
function filterOfId(id: string | undefined): Readonly<Record<string, string>> | undefined {
  if (id === undefined) return {};
  const filter = /^[a-z]+_[0-9a-z]{26}$/.test(id) ? FILTER_OF_PREFIX[id.split('_')[0] ?? ''] : undefined;
  return filter === undefined ? undefined : { [filter]: id };
}

function useDeliveries() {
  const { filters, dropped } = useKnownFilters(KNOWN);
  const byId = filterOfId(filters['id']);
  const query = {
    status: filters['status'],
    outcome: filters['outcome'],
    event: filters['event'],
    endpointId: filters['endpoint'],
    neverDelivered: filters['never'],
    ...useTime(),
    ...byId,
  };
  const list = useList('/web/v1/webhook-deliveries', query, { enabled: byId !== undefined });
  const isFiltered = isAnySet(query);
  return { list, query, dropped, isFiltered, typed: byId === undefined ? (filters['id'] ?? '') : null };
}

function DeliveryFilters({
  query,
  dropped,
  typed,
}: Pick<ReturnType<typeof useDeliveries>, 'query' | 'dropped' | 'typed'>) {
  const endpoints = useRead('/web/v1/webhook-endpoints', ALL_ENDPOINTS, { refresh: false });
  return (
    <Filters
      dropped={dropped}
      end={typed === null && <SaveCsv path="/web/v1/webhook-deliveries" query={query} />}
    >
      <FilterText name="id" label="Search deliveries" hint="Search by id" />
      <DeliveryStateFilters />
      <FilterChoice
        name="endpoint"
        label="Endpoint"
        any="Any endpoint"
        choices={(endpoints.data ?? []).map(({ id, url }) => [id, url])}
      />
      <FilterTime />
      <FilterChoice name="never" label="Delivered" any="Delivered or not" choices={NEVER} />
    </Filters>
  );
}

/** All deliveries, filtered by their subject, answer and success. */
export default function DeliveriesPage() {
  const { list, query, dropped, isFiltered, typed } = useDeliveries();
  return (
    <AppPage title="Webhooks" about="What was sent to your endpoints, with every attempt.">
      <WebhookTabs />
      <DeliveryFilters query={query} dropped={dropped} typed={typed} />
      {typed !== null ? (
        <NothingFits icon={SendIcon} title="Deliveries are not found by this">
          A search takes a whole id that begins with inv_, wd_, evt_ or we_.
        </NothingFits>
      ) : (
        <DeliveryTable
          list={list}
          empty={
            isFiltered ? (
              <NothingFits icon={SendIcon} title="No delivery fits these filters" />
            ) : (
              <Empty
                icon={SendIcon}
                title="No deliveries yet"
                actions={<ButtonLink to="/webhooks">Endpoints</ButtonLink>}
              >
                Each event that is sent to an endpoint of yours is shown here, with its attempts and the
                answers.
              </Empty>
            )
          }
        />
      )}
    </AppPage>
  );
}
