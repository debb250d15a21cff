import { z } from 'zod';
import { DELIVERY_STATUSES, findDelivery } from '../../../db/webhooks/delivery-views.js';
import { listDeliveries } from '../../../db/webhooks/list-deliveries.js';
import { QuittanceError } from '../../../domain/core/errors.js';
import { DELIVERY_OUTCOMES } from '../../../domain/webhooks/response-class.js';
import { EVENT_TYPES } from '../../../domain/webhooks/events.js';
import { merchants } from '../../requests/caller.js';
import { csvRoute } from '../../requests/csv-route.js';
import { given } from '../../requests/given-fields.js';
import { pageFields, pageReply } from '../../requests/pagination.js';
import { dataOf, dataReply, pageOf } from '../../requests/reply.js';
import { readRoute } from '../../requests/route.js';
import { yesOrNo, idOf, moment, oneOrMore } from '../../requests/schemas.js';
import { showingBody } from '../../views/altered-invoices.js';
import {
  deliverySchema,
  showDelivery,
  showWholeDelivery,
  wholeDeliverySchema,
} from '../../views/webhooks.js';

/** GET /web/v1/webhook-deliveries */
export const listWebhookDeliveriesRoute = readRoute({
  path: '/web/v1/webhook-deliveries',
  summary: 'List deliveries',
  description: 'Newest first.',
  access: merchants('webhooks:read'),
  reply: pageOf(deliverySchema),
  query: z.strictObject({
    ...pageFields('dlv'),
    endpointId: idOf('we').optional(),
    event: z.enum(EVENT_TYPES).optional(),
    status: oneOrMore(DELIVERY_STATUSES).optional(),
    invoiceId: idOf('inv').optional(),
    withdrawalId: idOf('wd').optional(),
    eventId: idOf('evt').optional(),
    outcome: oneOrMore(DELIVERY_OUTCOMES).optional(),
    neverDelivered: yesOrNo
      .meta({
        description:
          'True: the delivery has ended, and the endpoint never accepted its event. If there are several deliveries of the event, the newest one is listed.',
      })
      .optional(),
    createdFrom: moment.optional(),
    createdTo: moment.optional(),
  }),
  async read(deps, { query: { limit, cursor, createdFrom, createdTo, ...filters }, caller: { merchantId } }) {
    const found = await listDeliveries(deps.db, {
      merchantId,
      filters: given({ ...filters, createdFromMs: createdFrom, createdToMs: createdTo }),
      limit: limit + 1,
      ...given({ afterId: cursor }),
    });
    return pageReply(found, { limit, idOf: ({ deliveryId }) => deliveryId, show: showDelivery });
  },
});

/** GET /web/v1/webhook-deliveries.csv */
export const exportWebhookDeliveriesRoute = csvRoute(listWebhookDeliveriesRoute, {
  name: 'deliveries',
  columns: [
    ...['deliveryId', 'eventId', 'event', 'endpointId', 'invoiceId', 'withdrawalId', 'status', 'outcome'],
    ...['attemptCount', 'nextAttemptAt', 'createdAt', 'finishedAt', 'origin', 'redeliveryOf', 'cancelReason'],
  ],
});

/** GET /web/v1/webhook-deliveries/{deliveryId} */
export const getWebhookDeliveryRoute = readRoute({
  path: '/web/v1/webhook-deliveries/:deliveryId',
  summary: 'Read a delivery',
  description: 'With its body and every attempt.',
  access: merchants('webhooks:read'),
  reply: dataOf(wholeDeliverySchema),
  params: z.strictObject({ deliveryId: idOf('dlv') }),
  async read(deps, { params: { deliveryId }, caller: { merchantId } }) {
    const found = await findDelivery(deps.db, { deliveryId, merchantId });
    if (found === undefined) throw new QuittanceError('not_found', `There is no delivery ${deliveryId}.`);
    return dataReply(showWholeDelivery(found, showingBody(found, deps)));
  },
});
