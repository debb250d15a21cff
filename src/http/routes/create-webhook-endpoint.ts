import { z } from 'zod';
import { insertWebhookEndpoint } from '../../db/webhook-endpoints.js';
import { EVENT_TYPES } from '../../domain/events.js';
import { guardUrl } from '../../webhooks/guard-url.js';
import { generateWebhookSecret } from '../../webhooks/sign.js';
import { merchants } from '../caller.js';
import { dataReply } from '../reply.js';
import { createRoute } from '../route.js';
import { line } from '../schemas.js';
import { showWebhookEndpoint } from '../views/webhooks.js';

const URL_LENGTH_MAX = 2048;

/** POST /web/v1/webhook-endpoints */
export const createWebhookEndpointRoute = createRoute({
  path: '/web/v1/webhook-endpoints',
  access: merchants('webhooks:write'),
  body: z.strictObject({
    url: z.string().min(1).max(URL_LENGTH_MAX),
    events: z
      .array(z.enum(EVENT_TYPES))
      .min(1)
      .max(EVENT_TYPES.length)
      .refine((events) => new Set(events).size === events.length, 'an event is listed twice'),
    description: line({ max: 256 }).nullable().default(null),
  }),
  async prepare(deps, { body, caller }) {
    const { resolved, url } = await guardUrl(body.url, deps.webhookUrlPolicy);
    return { ...body, merchantId: caller.merchantId, unresolvedHost: resolved ? null : url.host };
  },
  async create(deps, trx, { unresolvedHost, ...asked }) {
    const secret = generateWebhookSecret();
    const endpoint = await insertWebhookEndpoint(trx, {
      ...asked,
      secretEncrypted: deps.secretBox.seal(secret),
      nowMs: deps.now(),
    });
    const warning =
      unresolvedHost === null
        ? null
        : `${unresolvedHost} does not resolve at present. Deliveries fail until it does; each attempt looks it up again.`;
    return dataReply({ ...showWebhookEndpoint(endpoint), secret, warning }, { status: 201 });
  },
});
