import { z } from 'zod';
import { createWebhookEndpoint } from '../../../db/webhooks/webhook-orders.js';
import { generateWebhookSecret } from '../../../webhooks/sign.js';
import { auditActor, merchants } from '../../requests/caller.js';
import { dataOf, dataReply } from '../../requests/reply.js';
import { createRoute } from '../../requests/route.js';
import { createdEndpointSchema, showWebhookEndpoint } from '../../views/webhooks.js';
import { endpointFields, judgeEndpointUrl } from './webhook-endpoint-fields.js';

/** POST /web/v1/webhook-endpoints */
export const createWebhookEndpointRoute = createRoute({
  path: '/web/v1/webhook-endpoints',
  summary: 'Register a webhook endpoint',
  description: "The endpoint's `secret` is shown only in this answer.",
  access: merchants('webhooks:write'),
  needsConfirmation: true,
  reply: dataOf(createdEndpointSchema),
  errors: ['url_not_allowed', 'limit_exceeded'],
  body: z
    .strictObject({ ...endpointFields, description: endpointFields.description.default(null) })
    .meta({ id: 'NewWebhookEndpoint' }),
  async prepare(deps, { body, caller }) {
    return { body, caller, warning: await judgeEndpointUrl(deps, body.url) };
  },
  async create(deps, trx, { body, caller, warning }) {
    const secret = generateWebhookSecret();
    const { secretBox } = deps;
    const endpoint = await createWebhookEndpoint(trx, {
      ...body,
      merchantId: caller.merchantId,
      secret,
      secretBox,
      actor: auditActor(caller),
      endpointsMax: deps.webhookEndpointsMax,
      nowMs: deps.now(),
    });
    return dataReply({ ...showWebhookEndpoint(endpoint), secret, warning });
  },
});
