import { z } from 'zod';
import { findWebhookEndpoint, listWebhookEndpoints } from '../../../db/webhooks/webhook-endpoints.js';
import { QuittanceError } from '../../../domain/core/errors.js';
import { merchants } from '../../requests/caller.js';
import { given } from '../../requests/given-fields.js';
import { pageFields, pageReply } from '../../requests/pagination.js';
import { dataOf, dataReply, pageOf } from '../../requests/reply.js';
import { readRoute } from '../../requests/route.js';
import { idOf } from '../../requests/schemas.js';
import { showWebhookEndpoint, webhookEndpointSchema } from '../../views/webhooks.js';

/** GET /web/v1/webhook-endpoints */
export const listWebhookEndpointsRoute = readRoute({
  path: '/web/v1/webhook-endpoints',
  summary: 'List webhook endpoints',
  description: 'Newest first.',
  access: merchants('webhooks:read'),
  reply: pageOf(webhookEndpointSchema),
  query: z.strictObject(pageFields('we')),
  async read(deps, { query: { limit, cursor }, caller: { merchantId } }) {
    const found = await listWebhookEndpoints(deps.db, {
      merchantId,
      limit: limit + 1,
      ...given({ afterId: cursor }),
    });
    return pageReply(found, { limit, idOf: ({ endpointId }) => endpointId, show: showWebhookEndpoint });
  },
});

/** GET /web/v1/webhook-endpoints/{endpointId} */
export const getWebhookEndpointRoute = readRoute({
  path: '/web/v1/webhook-endpoints/:endpointId',
  summary: 'Read a webhook endpoint',
  access: merchants('webhooks:read'),
  reply: dataOf(webhookEndpointSchema),
  params: z.strictObject({ endpointId: idOf('we') }),
  async read(deps, { params: { endpointId }, caller: { merchantId } }) {
    const endpoint = await findWebhookEndpoint(deps.db, { endpointId, merchantId });
    if (endpoint === undefined)
      throw new QuittanceError('not_found', `There is no webhook endpoint ${endpointId}.`);
    return dataReply(showWebhookEndpoint(endpoint));
  },
});
