import { z } from 'zod';
import { findWebhookEndpoint, listWebhookEndpoints } from '../../db/webhook-endpoints.js';
import { QuittanceError } from '../../domain/errors.js';
import { merchants } from '../caller.js';
import { given } from '../given.js';
import { pageFields, pageReply } from '../page.js';
import { dataReply } from '../reply.js';
import { readRoute } from '../route.js';
import { idOf } from '../schemas.js';
import { showWebhookEndpoint } from '../views/webhooks.js';

/** GET /web/v1/webhook-endpoints */
export const listWebhookEndpointsRoute = readRoute({
  path: '/web/v1/webhook-endpoints',
  access: merchants('webhooks:read'),
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
  access: merchants('webhooks:read'),
  params: z.strictObject({ endpointId: idOf('we') }),
  async read(deps, { params: { endpointId }, caller: { merchantId } }) {
    const endpoint = await findWebhookEndpoint(deps.db, { endpointId, merchantId });
    if (endpoint === undefined)
      throw new QuittanceError('not_found', `There is no webhook endpoint ${endpointId}.`);
    return dataReply(showWebhookEndpoint(endpoint));
  },
});
