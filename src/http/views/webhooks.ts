import { z } from 'zod';
import {
  DELIVERY_STATUSES,
  type DeliveryView,
  type StoredDelivery,
} from '../../db/webhooks/delivery-views.js';
import type { WebhookEndpoint } from '../../db/webhooks/webhook-endpoints.js';
import type { DeriveDeposit } from '../../domain/invoices/proven-deposit.js';
import { DELIVERY_OUTCOMES } from '../../domain/webhooks/response-class.js';
import { EVENT_TYPES, EVERY_EVENT } from '../../domain/webhooks/events.js';
import { whyNotShown } from '../../domain/webhooks/proven-body.js';
import type { Shown } from '../requests/reply.js';
import { idOf } from '../requests/schemas.js';
import { shownCount, shownMoment } from './fields.js';
import { iso, isoOrNull } from './iso.js';

const shownEvent = z.enum(EVENT_TYPES).meta({ id: 'EventType', examples: ['invoice.completed'] });

const endpointFields = {
  id: idOf('we'),
  url: z.string().meta({ examples: ['https://shop.example/hooks'] }),
  events: z.array(z.union([shownEvent, z.literal(EVERY_EVENT)])),
  description: z
    .string()
    .nullable()
    .meta({ examples: ['Orders'] }),
  status: z.enum(['enabled', 'disabled']),
  disabledReason: z
    .string()
    .nullable()
    .meta({ examples: [null] }),
  createdAt: shownMoment,
  lastSuccessAt: shownMoment.nullable(),
  consecutiveFailures: shownCount.meta({ examples: [0] }),
  successRate: z
    .number()
    .min(0)
    .max(1)
    .nullable()
    .meta({
      description:
        'The share of the latest 100 deliveries that succeeded, from 0 to 1. Null: there are no deliveries.',
      examples: [0.99],
    }),
  failingSince: shownMoment.nullable().meta({ examples: [null] }),
  failingNoticeAt: shownMoment.nullable().meta({
    description: 'When `endpoint.failing` was sent to your other endpoints.',
    examples: [null],
  }),
  legacySwitchesAt: shownMoment.nullable().meta({
    description:
      'Until this moment, `X-Service-Signature` is made with the secret from before the last rotation.',
    examples: [null],
  }),
};

/** The schema of {@link showWebhookEndpoint}'s answer. */
export const webhookEndpointSchema = z.strictObject(endpointFields).meta({ id: 'WebhookEndpoint' });

const secret = z.string().meta({
  description: 'Shown only once. Keep it, because deliveries are signed with it.',
  examples: ['whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDazfgh5g0FkE='],
});
const warning = z
  .string()
  .nullable()
  .meta({ description: 'A warning that the host of the URL does not resolve now.', examples: [null] });

/** A changed endpoint. */
export const warnedEndpointSchema = z
  .strictObject({ ...endpointFields, warning })
  .meta({ id: 'ChangedWebhookEndpoint' });

/** A new endpoint. */
export const createdEndpointSchema = z
  .strictObject({ ...endpointFields, secret, warning })
  .meta({ id: 'CreatedWebhookEndpoint' });

/** An endpoint after the rotation of its secret. */
export const rotatedEndpointSchema = z
  .strictObject({ ...endpointFields, secret, legacySwitchesAt: shownMoment })
  .meta({ id: 'RotatedWebhookEndpoint' });

export const deletedEndpointSchema = z
  .strictObject({ id: idOf('we'), deleted: z.literal(true), cancelledDeliveries: shownCount })
  .meta({ id: 'DeletedWebhookEndpoint' });

/** The result of a recovery, and the start of the next one. */
export const recoverySchema = z
  .strictObject({
    since: shownMoment,
    sent: shownCount.meta({ description: 'How many deliveries were created, at most 500.' }),
    remaining: shownCount.meta({
      description:
        'How many events were found and not sent yet. If the history is too long for one search, there may be more.',
      examples: [0],
    }),
    nextSince: shownMoment
      .nullable()
      .meta({ description: 'If it is not null, call again with it as `since`.', examples: [null] }),
  })
  .meta({ id: 'Recovery' });

const deliveryFields = {
  deliveryId: idOf('dlv'),
  eventId: idOf('evt'),
  event: shownEvent,
  endpointId: idOf('we'),
  invoiceId: idOf('inv').nullable(),
  withdrawalId: idOf('wd')
    .nullable()
    .meta({ examples: [null] }),
  status: z.enum(DELIVERY_STATUSES).meta({ examples: ['succeeded'] }),
  attemptCount: shownCount.meta({ examples: [1] }),
  nextAttemptAt: shownMoment.nullable().meta({ examples: [null] }),
  createdAt: shownMoment,
  finishedAt: shownMoment.nullable(),
  redeliveryOf: idOf('dlv')
    .nullable()
    .meta({ examples: [null] }),
  origin: z.enum(['event', 'test', 'redelivery', 'recovery']),
  cancelReason: z
    .string()
    .nullable()
    .meta({ description: 'Why a `pending` delivery will be cancelled.', examples: [null] }),
  outcome: z
    .enum(DELIVERY_OUTCOMES)
    .meta({ id: 'DeliveryOutcome', examples: ['2xx'] })
    .nullable()
    .meta({ description: 'The result of the last attempt. Null: no attempt has ended yet.' }),
};

/** The schema of {@link showDelivery}'s answer. */
export const deliverySchema = z.strictObject(deliveryFields).meta({ id: 'WebhookDelivery' });

const shownHeaders = z
  .record(z.string(), z.string())
  .meta({ id: 'Headers', examples: [{ 'content-type': 'application/json' }] });

/** The schema of {@link showWholeDelivery}'s answer. */
export const wholeDeliverySchema = z
  .strictObject({
    ...deliveryFields,
    body: z
      .string()
      .nullable()
      .meta({
        description: 'The exact text that is sent. Null: `bodyRefused` says why.',
        examples: ['{"event":"invoice.completed","timestamp":"2026-01-31T12:00:00.000Z","data":{}}'],
      }),
    bodyRefused: z
      .string()
      .nullable()
      .meta({
        description: 'Why the stored body is neither shown nor sent: somebody has altered it.',
        examples: [null],
      }),
    attempts: z.array(
      z.strictObject({
        number: z
          .int()
          .min(1)
          .meta({ examples: [1] }),
        startedAt: shownMoment,
        durationMs: z
          .int()
          .min(0)
          .nullable()
          .meta({
            description:
              'Null: the attempt is under way, or a crash has cut it off. Then it is repeated with the same number.',
            examples: [84],
          }),
        statusCode: z
          .int()
          .nullable()
          .meta({ examples: [200] }),
        errorClass: z
          .string()
          .nullable()
          .meta({
            description: '`dns`, `connect`, `tls`, `timeout`, `status`, `redirect` or `url_not_allowed`.',
            examples: [null],
          }),
        errorMessage: z
          .string()
          .nullable()
          .meta({ examples: [null] }),
        requestHeaders: shownHeaders.nullable(),
        responseHeaders: shownHeaders.nullable(),
        responseBody: z
          .string()
          .nullable()
          .meta({ description: 'At most the first 16 KiB.', examples: ['ok'] }),
      }),
    ),
  })
  .meta({ id: 'WholeWebhookDelivery' });

/** Shows an endpoint, without its secret. */
export function showWebhookEndpoint(endpoint: WebhookEndpoint): Shown<typeof webhookEndpointSchema> {
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

export function showDelivery(delivery: DeliveryView): Shown<typeof deliverySchema> {
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
    outcome: delivery.outcome,
  };
}

/** Shows a delivery with its body and every attempt. `onRefused` is called if somebody has altered the body. */
export function showWholeDelivery(
  { delivery, ...found }: StoredDelivery,
  { derive, onRefused }: { readonly derive: DeriveDeposit; readonly onRefused: (cause: string) => void },
): Shown<typeof wholeDeliverySchema> {
  const { merchantId, eventId, event: eventType } = delivery;
  const refused = whyNotShown(derive, eventId, { ...found, merchantId, eventType });
  if (refused !== null) onRefused(refused.cause);
  return {
    ...showDelivery(delivery),
    body: refused === null ? found.body : null,
    bodyRefused: refused?.words ?? null,
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
