import { z } from 'zod';
import type { AnswerOfEndpoint } from '../../db/webhooks/endpoint-answers.js';
import type { DeliveryView, StoredDelivery } from '../../db/webhooks/delivery-views.js';
import type { WebhookEndpoint } from '../../db/webhooks/webhook-endpoints.js';
import type { Shown } from '../requests/reply.js';
import { idOf } from '../requests/schemas.js';
import { shownMerchantName, shownMoment } from './fields.js';
import { iso } from './iso.js';
import { merchantOf } from './lost-merchants.js';
import {
  deliverySchema,
  showDelivery,
  showWebhookEndpoint,
  showWholeDelivery,
  webhookEndpointSchema,
  wholeDeliverySchema,
} from './webhooks.js';

const ofMerchant = { merchantId: idOf('mer'), merchantName: shownMerchantName };

/** The schema of {@link showEndpointToOperator}'s answer. */
export const operatorEndpointSchema = z
  .strictObject({
    ...webhookEndpointSchema.shape,
    ...ofMerchant,
    lastAnswers: z
      .array(
        z.strictObject({
          deliveryId: idOf('dlv'),
          at: shownMoment,
          durationMs: z
            .int()
            .min(0)
            .meta({ examples: [84] }),
          statusCode: z
            .int()
            .nullable()
            .meta({ examples: [500] }),
          errorClass: z
            .string()
            .nullable()
            .meta({ examples: ['status'] }),
          errorMessage: z
            .string()
            .nullable()
            .meta({ examples: ['answered 500'] }),
        }),
      )
      .meta({ description: 'The latest attempts of its latest deliveries, newest first.' }),
  })
  .meta({ id: 'OperatorWebhookEndpoint' });

/** The schema of {@link showDeliveryToOperator}'s answer. */
export const operatorDeliverySchema = z
  .strictObject({ ...deliverySchema.shape, ...ofMerchant })
  .meta({ id: 'OperatorWebhookDelivery' });

/** The schema of {@link showWholeDeliveryToOperator}'s answer. */
export const wholeOperatorDeliverySchema = z
  .strictObject({ ...wholeDeliverySchema.shape, ...ofMerchant })
  .meta({ id: 'WholeOperatorWebhookDelivery' });

type Names = ReadonlyMap<string, string>;

/** Shows an endpoint to an operator, with its merchant and its latest attempts. */
export function showEndpointToOperator(
  endpoint: WebhookEndpoint,
  { names, answers }: { readonly names: Names; readonly answers: readonly AnswerOfEndpoint[] },
): Shown<typeof operatorEndpointSchema> {
  return {
    ...showWebhookEndpoint(endpoint),
    ...merchantOf(endpoint, names),
    lastAnswers: answers
      .filter(({ endpointId }) => endpointId === endpoint.endpointId)
      .map(({ deliveryId, startedAtMs, durationMs, statusCode, errorClass, errorMessage }) => ({
        deliveryId,
        at: iso(startedAtMs),
        durationMs,
        statusCode,
        errorClass,
        errorMessage,
      })),
  };
}

/** Shows a delivery to an operator, with its merchant. */
export function showDeliveryToOperator(
  delivery: DeliveryView,
  names: Names,
): Shown<typeof operatorDeliverySchema> {
  return { ...showDelivery(delivery), ...merchantOf(delivery, names) };
}

/** Shows a delivery to an operator, with its body and every attempt. */
export function showWholeDeliveryToOperator(
  found: StoredDelivery,
  { names, ...showing }: { readonly names: Names } & Parameters<typeof showWholeDelivery>[1],
): Shown<typeof wholeOperatorDeliverySchema> {
  return { ...showWholeDelivery(found, showing), ...merchantOf(found.delivery, names) };
}
