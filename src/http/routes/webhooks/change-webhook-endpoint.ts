import { z } from 'zod';
import {
  changeWebhookEndpoint,
  deleteWebhookEndpoint,
  type EndpointOrder,
} from '../../../db/webhooks/webhook-orders.js';
import type { AppDeps } from '../../requests/app-deps.js';
import { auditActor, merchants, type MerchantCaller } from '../../requests/caller.js';
import { given } from '../../requests/given-fields.js';
import { dataOf, dataReply } from '../../requests/reply.js';
import { orderRoute } from '../../requests/route.js';
import { idOf } from '../../requests/schemas.js';
import { deletedEndpointSchema, showWebhookEndpoint, warnedEndpointSchema } from '../../views/webhooks.js';
import { endpointFields, judgeEndpointUrl } from './webhook-endpoint-fields.js';

const { url, events, description } = endpointFields;
const path = '/web/v1/webhook-endpoints/:endpointId';
const params = z.strictObject({ endpointId: idOf('we') });

function orderOf(deps: AppDeps, endpointId: string, caller: MerchantCaller): EndpointOrder {
  return { endpointId, merchantId: caller.merchantId, actor: auditActor(caller), nowMs: deps.now() };
}

/** PATCH /web/v1/webhook-endpoints/{endpointId} */
export const updateWebhookEndpointRoute = orderRoute({
  method: 'patch',
  path,
  summary: 'Change a webhook endpoint',
  description: 'A field that is left out stays as it is. `status` disables the endpoint or enables it again.',
  access: merchants('webhooks:write'),
  needsConfirmation: true,
  reply: dataOf(warnedEndpointSchema),
  errors: ['url_not_allowed'],
  params,
  body: z
    .strictObject({
      url: url.optional(),
      events: events.optional(),
      description: description.optional(),
      status: z.enum(['enabled', 'disabled']).optional(),
    })
    .refine((changes) => Object.keys(changes).length > 0, 'say what is to change')
    .meta({ id: 'WebhookEndpointChanges', minProperties: 1, examples: [{ status: 'enabled' }] }),
  async prepare(deps, { body }) {
    return body.url === undefined ? null : judgeEndpointUrl(deps, body.url);
  },
  async order(deps, trx, { params: { endpointId }, body, caller }, warning) {
    const endpoint = await changeWebhookEndpoint(trx, orderOf(deps, endpointId, caller), given(body));
    return dataReply({ ...showWebhookEndpoint(endpoint), warning });
  },
});

/** DELETE /web/v1/webhook-endpoints/{endpointId} */
export const deleteWebhookEndpointRoute = orderRoute({
  method: 'delete',
  path,
  summary: 'Delete a webhook endpoint',
  description:
    'Its deliveries under way are cancelled and counted in the answer. If there are more than 2,000, the others are cancelled within seconds after it.',
  access: merchants('webhooks:write'),
  reply: dataOf(deletedEndpointSchema),
  params,
  async order(deps, trx, { params: { endpointId }, caller }) {
    const { cancelled } = await deleteWebhookEndpoint(trx, orderOf(deps, endpointId, caller));
    return dataReply({ id: endpointId, deleted: true as const, cancelledDeliveries: cancelled });
  },
});
