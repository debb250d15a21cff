import { z } from 'zod';
import { EVENT_TYPES, EVERY_EVENT } from '../../../domain/webhooks/events.js';
import { guardUrl } from '../../../webhooks/guard-url.js';
import type { AppDeps } from '../../requests/app-deps.js';
import { line } from '../../requests/schemas.js';

const URL_LENGTH_MAX = 2048;

/** The fields of a webhook endpoint that a merchant sets. */
export const endpointFields = {
  url: z
    .string()
    .min(1)
    .max(URL_LENGTH_MAX)
    .meta({ examples: ['https://shop.example/hooks'] }),
  events: z
    .array(z.enum([...EVENT_TYPES, EVERY_EVENT]))
    .min(1)
    .max(EVENT_TYPES.length + 1)
    .refine((events) => new Set(events).size === events.length, 'an event is listed twice')
    .meta({
      description: '`*` is every event, also of later versions.',
      uniqueItems: true,
      examples: [['invoice.paid', 'invoice.completed']],
    }),
  description: line({ max: 256 })
    .meta({ examples: ['Orders'] })
    .nullable(),
};

/**
 * Checks the URL of a new or changed endpoint. It looks up the host, so it must run before any transaction.
 *
 * @returns a warning for the merchant if the host doesn't resolve. Null: it resolves.
 * @throws QuittanceError `url_not_allowed`.
 */
export async function judgeEndpointUrl(
  { webhookUrlPolicy, resolveWebhookHost }: Pick<AppDeps, 'webhookUrlPolicy' | 'resolveWebhookHost'>,
  text: string,
): Promise<string | null> {
  const { resolved, url } = await guardUrl(text, webhookUrlPolicy, resolveWebhookHost);
  return resolved
    ? null
    : `${url.host} does not resolve now. Deliveries fail until it does. Each attempt looks it up again.`;
}
