import type { AuditVerb } from '../../domain/core/audit-actions.js';
import { QuittanceError } from '../../domain/core/errors.js';
import { pingData } from '../../domain/webhooks/event-data.js';
import { appendAudit, type AuditActor } from '../audit/audit-log.js';
import type { Transaction } from '../core/database.js';
import { closeGeneration, countPendingDeliveries } from './endpoint-closings.js';
import { disableEndpoint } from './endpoint-health.js';
import { insertDeliveries, insertEvent } from './events.js';
import { lockMerchant } from '../merchants/merchants.js';
import { newId } from '../core/new-id.js';
import type { SecretBox } from '../core/secret-box.js';
import {
  countWebhookEndpoints,
  enableWebhookEndpoint,
  insertWebhookEndpoint,
  forgetHealth,
  lockWebhookEndpoint,
  markEndpointDeleted,
  replaceEndpointSecret,
  updateWebhookEndpoint,
  type EndpointChanges,
  type NewWebhookEndpoint,
  type WebhookEndpoint,
} from './webhook-endpoints.js';

/** The endpoint of an order, its merchant, and the actor who gives the order. */
export interface EndpointOrder {
  readonly endpointId: string;
  readonly merchantId: string;
  readonly actor: AuditActor;
  readonly nowMs: number;
}

const DISABLED = 'The merchant disabled the endpoint.';
const DELETED = 'The merchant deleted the endpoint.';

/**
 * Registers an endpoint.
 *
 * @param endpointsMax how many the merchant may have; disabled ones count, deleted ones don't.
 * @throws QuittanceError `limit_exceeded`.
 */
export async function createWebhookEndpoint(
  trx: Transaction,
  {
    actor,
    endpointsMax,
    ...endpoint
  }: NewWebhookEndpoint & { readonly actor: AuditActor; readonly endpointsMax: number },
): Promise<WebhookEndpoint> {
  // Only one is created at a time, so that the count is right.
  await lockMerchant(trx, endpoint.merchantId);
  if ((await countWebhookEndpoints(trx, endpoint.merchantId)) >= endpointsMax) {
    throw new QuittanceError(
      'limit_exceeded',
      `A merchant may have ${endpointsMax} webhook endpoints, and this one has as many. Delete one, or subscribe one of them to more events.`,
    );
  }
  const created = await insertWebhookEndpoint(trx, endpoint);
  await auditEndpoint(trx, { actor, endpointId: created.endpointId }, 'create', { after: shown(created) });
  return created;
}

/**
 * Changes an endpoint. Disabling it cancels its pending deliveries. Enabling it does not bring them back: a recovery
 * sends missed events.
 *
 * @throws QuittanceError `not_found`.
 */
export async function changeWebhookEndpoint(
  trx: Transaction,
  order: EndpointOrder,
  { status, ...changes }: EndpointChanges & { readonly status?: WebhookEndpoint['status'] },
): Promise<WebhookEndpoint> {
  const { endpointId, nowMs } = order;
  const before = await lockWebhookEndpoint(trx, order);
  await updateWebhookEndpoint(trx, endpointId, changes);
  // Deliveries to the old URL say nothing about the new one.
  if (changes.url !== undefined && changes.url !== before.url) await forgetHealth(trx, endpointId);
  if (status === 'disabled' && before.status === 'enabled') {
    await disableEndpoint(trx, { endpointId, reason: DISABLED, nowMs });
  }
  if (status === 'enabled' && before.status === 'disabled') await enableWebhookEndpoint(trx, endpointId);
  const after = await lockWebhookEndpoint(trx, order);
  await auditEndpoint(trx, order, 'update', { before: shown(before), after: shown(after) });
  return after;
}

/**
 * Deletes an endpoint and cancels its pending deliveries; of very many, the first ones at once and the rest soon after.
 *
 * @returns how many deliveries were pending.
 * @throws QuittanceError `not_found`.
 */
export async function deleteWebhookEndpoint(
  trx: Transaction,
  order: EndpointOrder,
): Promise<{ readonly cancelled: number }> {
  const { endpointId, nowMs } = order;
  // Before the lock, since counting very many takes a while.
  const pending = await countPendingDeliveries(trx, order);
  const before = await lockWebhookEndpoint(trx, order);
  await markEndpointDeleted(trx, { endpointId, reason: DELETED, nowMs });
  const { count, isAll } = await closeGeneration(trx, { endpointId, reason: DELETED, nowMs });
  const cancelled = isAll ? count : Math.max(count, pending);
  await auditEndpoint(trx, order, 'delete', { before: shown(before), after: { cancelled } });
  return { cancelled };
}

/**
 * Gives an endpoint a new secret. The old one still works during the overlap; one from an earlier rotation ends.
 *
 * @returns the endpoint, and from when on (epoch ms) `X-Service-Signature` is made with the new secret.
 * @throws QuittanceError `not_found`.
 */
export async function rotateWebhookSecret(
  trx: Transaction,
  order: EndpointOrder,
  {
    overlapMs,
    ...sealing
  }: { readonly secret: string; readonly secretBox: SecretBox; readonly overlapMs: number },
): Promise<{ readonly endpoint: WebhookEndpoint; readonly legacySwitchesAtMs: number }> {
  const { endpointId, nowMs } = order;
  await lockWebhookEndpoint(trx, order);
  const legacySwitchesAtMs = nowMs + overlapMs;
  await replaceEndpointSecret(trx, {
    endpointId,
    ...sealing,
    legacySwitchesAtMs: overlapMs === 0 ? null : legacySwitchesAtMs,
  });
  await auditEndpoint(trx, order, 'rotate_secret', {
    after: { legacySwitchesAt: new Date(legacySwitchesAtMs).toISOString() },
  });
  return { endpoint: await lockWebhookEndpoint(trx, order), legacySwitchesAtMs };
}

/**
 * Sends a `ping` to the endpoint, subscribed or not, in the same way as every event.
 *
 * @returns the delivery's id.
 * @throws QuittanceError `not_found`, `invalid_state`.
 */
export async function sendPing(trx: Transaction, order: EndpointOrder): Promise<string> {
  const { endpointId, merchantId, nowMs } = order;
  const { generation } = await lockOpenEndpoint(trx, order);
  const eventId = await insertEvent(trx, {
    merchantId,
    type: 'ping',
    dedupeKey: `${endpointId}/${newId('evt', nowMs)}`,
    occurredAtMs: nowMs,
    data: pingData({ endpointId }),
  });
  if (eventId === undefined) throw new Error('The ping was not written');
  const [deliveryId] = await insertDeliveries(
    trx,
    [{ eventId, endpointId, generation, origin: 'test', atMs: nowMs }],
    order,
  );
  if (deliveryId === undefined) throw new Error('The delivery was not written');
  await auditEndpoint(trx, order, 'test', { after: { deliveryId } });
  return deliveryId;
}

/**
 * Sends a delivery's event again, whatever its status: the same bytes under the same `webhook-id`. Without
 * `merchantId`, it takes a delivery of any merchant.
 *
 * @returns the new delivery's id.
 * @throws QuittanceError `not_found`, `invalid_state`.
 */
export async function redeliver(
  trx: Transaction,
  order: {
    readonly deliveryId: string;
    readonly merchantId?: string;
    readonly actor: AuditActor;
    readonly nowMs: number;
  },
): Promise<string> {
  const { deliveryId, actor, nowMs } = order;
  const row = await trx('deliveries')
    .where({
      delivery_id: deliveryId,
      ...(order.merchantId === undefined ? {} : { merchant_id: order.merchantId }),
    })
    .first<{ event_id: string; endpoint_id: string; merchant_id: string } | undefined>();
  if (row === undefined) throw new QuittanceError('not_found', `There is no delivery ${deliveryId}.`);
  const { event_id: eventId, endpoint_id: endpointId, merchant_id: merchantId } = row;
  const { generation } = await lockOpenEndpoint(trx, { endpointId, merchantId }).catch((error: unknown) => {
    if (!(error instanceof QuittanceError) || error.code !== 'not_found') throw error;
    throw new QuittanceError('invalid_state', 'The endpoint of the delivery was deleted.');
  });
  const [newDeliveryId] = await insertDeliveries(
    trx,
    [{ eventId, endpointId, generation, origin: 'redelivery', redeliveryOf: deliveryId, atMs: nowMs }],
    { merchantId },
  );
  if (newDeliveryId === undefined) throw new Error('The delivery was not written');
  await appendAudit(trx, {
    actor,
    action: 'webhook_delivery.redeliver',
    objectKind: 'webhook_delivery',
    objectId: deliveryId,
    after: { deliveryId: newDeliveryId },
  });
  return newDeliveryId;
}

/** Locks an enabled endpoint. @throws QuittanceError `not_found`, `invalid_state`. */
export async function lockOpenEndpoint(
  trx: Transaction,
  endpoint: Pick<EndpointOrder, 'endpointId' | 'merchantId'>,
): Promise<WebhookEndpoint> {
  return assertOpen(await lockWebhookEndpoint(trx, endpoint));
}

/** @throws QuittanceError `invalid_state` when it is disabled. */
export function assertOpen(endpoint: WebhookEndpoint): WebhookEndpoint {
  if (endpoint.status === 'enabled') return endpoint;
  throw new QuittanceError(
    'invalid_state',
    `The endpoint is disabled: ${endpoint.disabledReason ?? ''} Enable it first, by PATCH {"status":"enabled"}.`,
  );
}

/** Returns an endpoint as the audit log keeps it, with the origin of its URL only: the path may be a secret. */
function shown({ url, events, description, status }: WebhookEndpoint): object {
  return { origin: new URL(url).origin, events, description, status };
}

/** Adds an order about an endpoint to the audit log. */
export async function auditEndpoint(
  trx: Transaction,
  { actor, endpointId }: Pick<EndpointOrder, 'actor' | 'endpointId'>,
  verb: AuditVerb<'webhook_endpoint'>,
  change: { readonly before?: object; readonly after?: object },
): Promise<void> {
  await appendAudit(trx, {
    actor,
    action: `webhook_endpoint.${verb}`,
    objectKind: 'webhook_endpoint',
    objectId: endpointId,
    ...change,
  });
}
