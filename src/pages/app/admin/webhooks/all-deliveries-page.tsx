import { Link } from '@tanstack/react-router';
import type { Schemas } from '../../../../client/client.js';
import { useList } from '../../data/queries.js';
import type { Column } from '../../parts/data-table.js';
import { SendIcon } from '../../parts/icons.js';
import { AppPage } from '../../parts/layout.js';
import { Empty } from '../../parts/states.js';
import { FilterTime, useTime } from '../../both/filters/filter-time.js';
import { Filters, FilterId, isAnySet, NothingFits } from '../../both/filters/filters.js';
import { useKnownFilters } from '../../both/filters/known-filters.js';
import { wholeId } from '../../both/filters/known-values.js';
import { DeliveryStateFilters, KNOWN_STATES } from '../../both/webhooks/delivery-filters.js';
import { DeliveryTable } from '../../both/webhooks/delivery-table.js';
import { WebhookTabsOfAll } from './webhook-tabs-of-all.js';

const KNOWN = { ...KNOWN_STATES, merchant: wholeId('mer'), endpoint: wholeId('we') };

const MERCHANT: Column<Schemas['OperatorWebhookDelivery']> = {
  head: 'Merchant',
  cell: ({ merchantId, merchantName }) => (
    <Link to={`/merchants/${merchantId}`} className="clip block">
      {merchantName}
    </Link>
  ),
};

/** The deliveries of all merchants. */
export default function AllDeliveriesPage() {
  const { filters, dropped } = useKnownFilters(KNOWN);
  const query = {
    merchantId: filters['merchant'],
    endpointId: filters['endpoint'],
    event: filters['event'],
    status: filters['status'],
    outcome: filters['outcome'],
    ...useTime(),
  };
  const list = useList('/admin/v1/webhook-deliveries', query);
  const isFiltered = isAnySet(query);
  return (
    <AppPage title="Deliveries" about="What was sent to the endpoints of all merchants.">
      <WebhookTabsOfAll />
      <Filters dropped={dropped}>
        <FilterId name="merchant" label="Merchant id" prefix="mer" />
        <FilterId name="endpoint" label="Endpoint id" prefix="we" />
        <DeliveryStateFilters />
        <FilterTime />
      </Filters>
      <DeliveryTable
        list={list}
        extra={[MERCHANT]}
        empty={
          isFiltered ? (
            <NothingFits icon={SendIcon} title="No delivery fits these filters" />
          ) : (
            <Empty icon={SendIcon} title="No deliveries yet">
              Each event that is sent to an endpoint of a merchant is shown here, with its attempts and the
              answers.
            </Empty>
          )
        }
      />
    </AppPage>
  );
}
