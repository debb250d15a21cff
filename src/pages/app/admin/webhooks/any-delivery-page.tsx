import { Link, useParams } from '@tanstack/react-router';
import { useRead } from '../../data/queries.js';
import { AppPage } from '../../parts/layout.js';
import { Read } from '../../parts/states.js';
import { isBeingSent, WholeDelivery } from '../../both/webhooks/whole-delivery.js';
import { DeliveryTimeline } from './delivery-timeline.js';

/** One delivery of any merchant: its body, every attempt, and the answers. */
export default function AnyDeliveryPage() {
  const { deliveryId = '' }: { deliveryId?: string } = useParams({ strict: false });
  const found = useRead(
    '/admin/v1/webhook-deliveries/{deliveryId}',
    { path: { deliveryId } },
    { changesSoon: isBeingSent },
  );
  return (
    <Read query={found}>
      {(delivery) => (
        <AppPage title={`Delivery of ${delivery.event}`} back={['/deliveries', 'Deliveries']}>
          <WholeDelivery
            delivery={delivery}
            life={<DeliveryTimeline delivery={delivery} />}
            more={[
              [
                'Merchant',
                <Link key="" to={`/merchants/${delivery.merchantId}`}>
                  {delivery.merchantName}
                </Link>,
              ],
            ]}
          />
        </AppPage>
      )}
    </Read>
  );
}
