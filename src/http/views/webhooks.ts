import type { DeliveryAttemptView, DeliveryView } from '../../db/delivery-views.js';
import type { WebhookEndpoint } from '../../db/webhook-endpoints.js';
import { iso, isoOrNull } from './iso.js';

/** An endpoint; never its secret, which is shown once beside it. */
export function showWebhookEndpoint(endpoint: WebhookEndpoint): object {
  return {
    id: endpoint.endpointId,
    url: endpoint.url,
    events: endpoint.events,
    description: endpoint.description,
    status: endpoint.status,
    disabledReason: endpoint.disabledReason,
    createdAt: iso(endpoint.createdAtMs),
    lastSuccessAt: isoOrNull(endpoint.lastSuccessAtMs),
    consecutiveFailures: endpoint.consecutiveFailures,
    successRate: endpoint.successRate,
    failingSince: isoOrNull(endpoint.failingSinceMs),
    failingNoticeAt: isoOrNull(endpoint.failingToldAtMs),
    legacySwitchesAt: isoOrNull(endpoint.legacySwitchesAtMs),
  };
}

export function showDelivery(delivery: DeliveryView): object {
  return {
    deliveryId: delivery.deliveryId,
    eventId: delivery.eventId,
    event: delivery.event,
    endpointId: delivery.endpointId,
    invoiceId: delivery.invoiceId,
    withdrawalId: delivery.withdrawalId,
    status: delivery.status,
    attemptCount: delivery.attemptCount,
    nextAttemptAt: isoOrNull(delivery.nextAttemptAtMs),
    createdAt: iso(delivery.createdAtMs),
    finishedAt: isoOrNull(delivery.finishedAtMs),
    redeliveryOf: delivery.redeliveryOf,
    origin: delivery.origin,
    cancelReason: delivery.cancelReason,
  };
}

/** With the bytes that are sent and every attempt. */
export function showWholeDelivery(found: {
  readonly delivery: DeliveryView;
  readonly body: string;
  readonly attempts: readonly DeliveryAttemptView[];
}): object {
  return {
    ...showDelivery(found.delivery),
    body: found.body,
    attempts: found.attempts.map((attempt) => ({
      number: attempt.number,
      startedAt: iso(attempt.startedAtMs),
      durationMs: attempt.durationMs,
      statusCode: attempt.statusCode,
      errorClass: attempt.errorClass,
      errorMessage: attempt.errorMessage,
      requestHeaders: attempt.requestHeaders,
      responseHeaders: attempt.responseHeaders,
      responseBody: attempt.responseBody,
    })),
  };
}
