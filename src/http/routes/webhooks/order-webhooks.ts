import { z } from 'zod';
import type { Transaction } from '../../../db/core/database.js';
import { findDelivery } from '../../../db/webhooks/delivery-views.js';
import { findMissedEvents, recoverDeliveries } from '../../../db/webhooks/recover-deliveries.js';
import {
  redeliver,
  rotateWebhookSecret,
  sendPing,
  type EndpointOrder,
} from '../../../db/webhooks/webhook-orders.js';
import { assert } from '../../../domain/core/errors.js';
import { generateWebhookSecret } from '../../../webhooks/sign.js';
import type { AppDeps } from '../../requests/app-deps.js';
import { auditActor, merchants, type MerchantCaller } from '../../requests/caller.js';
import { dataOf, dataReply, type Data, type Shown } from '../../requests/reply.js';
import { createRoute } from '../../requests/route.js';
import { idOf, moment } from '../../requests/schemas.js';
import { iso } from '../../views/iso.js';
import {
  deliverySchema,
  recoverySchema,
  rotatedEndpointSchema,
  showDelivery,
  showWebhookEndpoint,
} from '../../views/webhooks.js';

const access = merchants('webhooks:write');
const params = z.strictObject({ endpointId: idOf('we') });

const OVERLAP_SECONDS_MAX = 604_800;
const OVERLAP_SECONDS_DEFAULT = 86_400;

interface Asked {
  readonly params: { readonly endpointId: string };
  readonly caller: MerchantCaller;
}

function orderOf(deps: AppDeps, { params: { endpointId }, caller }: Asked): EndpointOrder {
  return { endpointId, merchantId: caller.merchantId, actor: auditActor(caller), nowMs: deps.now() };
}

async function createdDelivery(
  trx: Transaction,
  deliveryId: string,
): Promise<Data<Shown<typeof deliverySchema>>> {
  const found = await findDelivery(trx, { deliveryId });
  assert(found !== undefined, 'a delivery that was just written exists');
  return dataReply(showDelivery(found.delivery));
}

/** POST /web/v1/webhook-endpoints/{endpointId}/rotate-secret */
export const rotateWebhookSecretRoute = createRoute({
  path: '/web/v1/webhook-endpoints/:endpointId/rotate-secret',
  summary: "Rotate an endpoint's secret",
  description:
    'The new `secret` is shown only in this answer. During an overlap, `webhook-signature` has a signature with each secret. `X-Service-Signature` is made with the old secret until `legacySwitchesAt`.',
  access,
  needsConfirmation: true,
  status: 200,
  reply: dataOf(rotatedEndpointSchema),
  params,
  body: z
    .strictObject({
      overlapSeconds: z.int().min(0).max(OVERLAP_SECONDS_MAX).default(OVERLAP_SECONDS_DEFAULT),
    })
    .prefault({}),
  prepare: (_deps, input) => Promise.resolve(input),
  async create(deps, trx, asked) {
    const secret = generateWebhookSecret();
    const { endpoint, legacySwitchesAtMs } = await rotateWebhookSecret(trx, orderOf(deps, asked), {
      secret,
      secretBox: deps.secretBox,
      overlapMs: asked.body.overlapSeconds * 1_000,
    });
    return dataReply({
      ...showWebhookEndpoint(endpoint),
      secret,
      legacySwitchesAt: iso(legacySwitchesAtMs),
    });
  },
});

/** POST /web/v1/webhook-endpoints/{endpointId}/test */
export const testWebhookEndpointRoute = createRoute({
  path: '/web/v1/webhook-endpoints/:endpointId/test',
  summary: 'Send a test',
  description: 'Sends a signed `ping`, which is delivered like every event.',
  access,
  reply: dataOf(deliverySchema),
  errors: ['invalid_state'],
  params,
  prepare: (_deps, input) => Promise.resolve(input),
  create: async (deps, trx, asked) => createdDelivery(trx, await sendPing(trx, orderOf(deps, asked))),
});

/** POST /web/v1/webhook-endpoints/{endpointId}/recover */
export const recoverWebhookEndpointRoute = createRoute({
  path: '/web/v1/webhook-endpoints/:endpointId/recover',
  summary: 'Send missed events again',
  description:
    'Sends every event since `since` whose delivery failed or was missed, oldest first, at most 500 in one call. Events from before the creation of the endpoint are included: use its `createdAt` as `since` to leave them out. Call it again with `nextSince` as `since` until `nextSince` is null. No event is left out or sent twice between calls, even if many have the same time.',
  access,
  status: 200,
  reply: dataOf(recoverySchema),
  errors: ['invalid_state'],
  params,
  body: z.strictObject({ since: moment }),
  async prepare(deps, asked) {
    const sinceMs = asked.body.since;
    return { asked, sinceMs, missed: await findMissedEvents(deps.db, orderOf(deps, asked), { sinceMs }) };
  },
  async create(deps, trx, { asked, sinceMs, missed }) {
    const sent = await recoverDeliveries(trx, orderOf(deps, asked), { missed, sinceMs });
    const { remaining, nextSinceMs } = missed;
    return dataReply({
      since: iso(sinceMs),
      sent,
      remaining,
      nextSince: nextSinceMs === null ? null : iso(nextSinceMs),
    });
  },
});

/** POST /web/v1/webhook-deliveries/{deliveryId}/redeliver */
export const redeliverWebhookRoute = createRoute({
  path: '/web/v1/webhook-deliveries/:deliveryId/redeliver',
  summary: 'Send a delivery again',
  description: 'Sends the same bytes in a new delivery.',
  access,
  reply: dataOf(deliverySchema),
  errors: ['invalid_state'],
  params: z.strictObject({ deliveryId: idOf('dlv') }),
  prepare: (_deps, input) => Promise.resolve(input),
  async create(deps, trx, { params: { deliveryId }, caller }) {
    const newDeliveryId = await redeliver(trx, {
      deliveryId,
      merchantId: caller.merchantId,
      actor: auditActor(caller),
      nowMs: deps.now(),
    });
    return createdDelivery(trx, newDeliveryId);
  },
});
