import { z } from 'zod';
import { listMerchantNames } from '../../../db/merchants/merchant-details.js';
import { DELIVERY_STATUSES, findDelivery } from '../../../db/webhooks/delivery-views.js';
import { listDeliveries } from '../../../db/webhooks/list-deliveries.js';
import { listLastAnswers } from '../../../db/webhooks/endpoint-answers.js';
import { findWebhookEndpoint, listWebhookEndpoints } from '../../../db/webhooks/webhook-endpoints.js';
import { QuittanceError } from '../../../domain/core/errors.js';
import { DELIVERY_OUTCOMES } from '../../../domain/webhooks/response-class.js';
import { EVENT_TYPES } from '../../../domain/webhooks/events.js';
import { operators } from '../../requests/caller.js';
import { given } from '../../requests/given-fields.js';
import { pageFields, pageReply } from '../../requests/pagination.js';
import { dataOf, dataReply, pageOf } from '../../requests/reply.js';
import { readRoute } from '../../requests/route.js';
import { idOf, moment, oneOrMore } from '../../requests/schemas.js';
import { showingBody } from '../../views/altered-invoices.js';
import { hasLostMerchant } from '../../views/lost-merchants.js';
import {
  operatorDeliverySchema,
  operatorEndpointSchema,
  showDeliveryToOperator,
  showEndpointToOperator,
  showWholeDeliveryToOperator,
  wholeOperatorDeliverySchema,
} from '../../views/operator-webhooks.js';

const access = operators('reports:read');

/** GET /admin/v1/webhook-endpoints: the endpoints of all merchants, or of one. */
export const listAllWebhookEndpointsRoute = readRoute({
  path: '/admin/v1/webhook-endpoints',
  summary: 'List webhook endpoints of all merchants',
  description:
    'Newest first. `failing=true` lists the endpoints that are enabled and have failed every attempt since `failingSince`.',
  access,
  reply: pageOf(operatorEndpointSchema),
  query: z.strictObject({
    ...pageFields('we'),
    merchantId: idOf('mer').optional(),
    status: z.enum(['enabled', 'disabled']).optional(),
    failing: z.literal('true').optional(),
  }),
  async read(deps, { query: { limit, cursor, failing, ...filters } }) {
    const found = await listWebhookEndpoints(deps.db, {
      limit: limit + 1,
      isFailing: failing === 'true',
      ...given({ ...filters, afterId: cursor }),
    });
    const names = await listMerchantNames(
      deps.db,
      found.map(({ merchantId }) => merchantId),
    );
    const answers = await listLastAnswers(
      deps.db,
      found.map(({ endpointId }) => endpointId),
    );
    return pageReply(found, {
      limit,
      idOf: ({ endpointId }) => endpointId,
      isRefused: ({ merchantId, endpointId }) =>
        hasLostMerchant({ merchantId, objectId: endpointId }, names, deps),
      show: (endpoint) => showEndpointToOperator(endpoint, { names, answers }),
    });
  },
});

/** GET /admin/v1/webhook-endpoints/{endpointId} */
export const getAnyWebhookEndpointRoute = readRoute({
  path: '/admin/v1/webhook-endpoints/:endpointId',
  summary: 'Read a webhook endpoint of any merchant',
  access,
  reply: dataOf(operatorEndpointSchema),
  params: z.strictObject({ endpointId: idOf('we') }),
  async read(deps, { params: { endpointId } }) {
    const endpoint = await findWebhookEndpoint(deps.db, { endpointId });
    if (endpoint === undefined)
      throw new QuittanceError('not_found', `There is no webhook endpoint ${endpointId}.`);
    const names = await listMerchantNames(deps.db, [endpoint.merchantId]);
    const answers = await listLastAnswers(deps.db, [endpointId]);
    return dataReply(showEndpointToOperator(endpoint, { names, answers }));
  },
});

/** GET /admin/v1/webhook-deliveries: the deliveries of all merchants, or of one. */
export const listAllWebhookDeliveriesRoute = readRoute({
  path: '/admin/v1/webhook-deliveries',
  summary: 'List deliveries of all merchants',
  description: 'Newest first.',
  access,
  reply: pageOf(operatorDeliverySchema),
  query: z.strictObject({
    ...pageFields('dlv'),
    merchantId: idOf('mer').optional(),
    endpointId: idOf('we').optional(),
    event: z.enum(EVENT_TYPES).optional(),
    status: oneOrMore(DELIVERY_STATUSES).optional(),
    outcome: oneOrMore(DELIVERY_OUTCOMES).optional(),
    invoiceId: idOf('inv').optional(),
    withdrawalId: idOf('wd').optional(),
    eventId: idOf('evt').optional(),
    createdFrom: moment.optional(),
    createdTo: moment.optional(),
  }),
  async read(deps, { query: { limit, cursor, merchantId, createdFrom, createdTo, ...filters } }) {
    const found = await listDeliveries(deps.db, {
      filters: given({ ...filters, createdFromMs: createdFrom, createdToMs: createdTo }),
      limit: limit + 1,
      ...given({ merchantId, afterId: cursor }),
    });
    const names = await listMerchantNames(
      deps.db,
      found.map((delivery) => delivery.merchantId),
    );
    return pageReply(found, {
      limit,
      idOf: ({ deliveryId }) => deliveryId,
      isRefused: (one) => hasLostMerchant({ ...one, objectId: one.deliveryId }, names, deps),
      show: (delivery) => showDeliveryToOperator(delivery, names),
    });
  },
});

/** GET /admin/v1/webhook-deliveries/{deliveryId} */
export const getAnyWebhookDeliveryRoute = readRoute({
  path: '/admin/v1/webhook-deliveries/:deliveryId',
  summary: 'Read a delivery of any merchant',
  description: 'With its body and every attempt.',
  access,
  reply: dataOf(wholeOperatorDeliverySchema),
  params: z.strictObject({ deliveryId: idOf('dlv') }),
  async read(deps, { params: { deliveryId } }) {
    const found = await findDelivery(deps.db, { deliveryId });
    if (found === undefined) throw new QuittanceError('not_found', `There is no delivery ${deliveryId}.`);
    const names = await listMerchantNames(deps.db, [found.delivery.merchantId]);
    return dataReply(showWholeDeliveryToOperator(found, { names, ...showingBody(found, deps) }));
  },
});
