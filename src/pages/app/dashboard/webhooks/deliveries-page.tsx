import { useList, useRead } from '../../data/queries.js';
import { SendIcon } from '../../parts/icons.js';
import { AppPage } from '../../parts/layout.js';
import { Empty } from '../../parts/states.js';
import { FilterChoice, Filters, FilterText, useFilters } from '../filters.js';
import { DELIVERY_WORDS } from '../words.js';
import { DeliveryTable } from './delivery-table.js';
import { EVENT_NAMES } from './event-names.js';
import { WebhookTabs } from './webhook-tabs.js';

/** All deliveries, by endpoint, event, status or invoice. */
export default function DeliveriesPage() {
  const [filters] = useFilters();
  const endpoints = useRead('/web/v1/webhook-endpoints', {}, { refresh: false });
  const query = {
    status: filters['status'],
    event: filters['event'],
    endpointId: filters['endpoint'],
    invoiceId: filters['invoice'],
  };
  const list = useList('/web/v1/webhook-deliveries', query);
  return (
    <AppPage title="Webhooks" about="What was sent to your endpoints, with every attempt.">
      <WebhookTabs />
      <Filters>
        <FilterText name="invoice" label="Invoice id" />
        <FilterChoice
          name="status"
          label="Status"
          any="Any status"
          choices={Object.entries(DELIVERY_WORDS).map(([status, [, word]]) => [status, word])}
        />
        <FilterChoice
          name="event"
          label="Event"
          any="Any event"
          choices={EVENT_NAMES.map((event) => [event, event])}
        />
        <FilterChoice
          name="endpoint"
          label="Endpoint"
          any="Any endpoint"
          choices={(endpoints.data ?? []).map(({ id, url }) => [id, url])}
        />
      </Filters>
      <DeliveryTable
        list={list}
        empty={
          <Empty icon={SendIcon} title="No deliveries">
            Each event that is sent to an endpoint of yours stands here, with its attempts and the answers.
          </Empty>
        }
      />
    </AppPage>
  );
}
