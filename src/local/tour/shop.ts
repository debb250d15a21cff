import { randomUUID } from 'node:crypto';
import { EVENT_TYPES } from '../../domain/webhooks/events.js';
import { findSecret, writeSecret } from '../secrets.js';
import { ApiRefusal, type ApiClient } from './api-client.js';
import type { Timeline } from './timeline.js';
import { startWebhookReceiver, type WebhookReceiver } from './webhook-receiver.js';

/** The nine standard events; the others are opt-in. */
const EVENTS = EVENT_TYPES.slice(0, 9);

/**
 * An endpoint as the API shows it at its creation. It is kept under `DATA_DIR`, because the secret is shown only once.
 */
interface Endpoint {
  readonly id: string;
  readonly url: string;
  readonly secret: string;
}

/** Starts the shop's receiver, and registers it unless an earlier tour has done so. */
export async function openShop(options: {
  readonly dataDir: string;
  readonly merchant: ApiClient;
  readonly timeline: Timeline;
}): Promise<WebhookReceiver> {
  const { dataDir, merchant, timeline } = options;
  const text = findSecret({ dataDir, name: 'webhook-receiver.json' });
  const kept = text === undefined ? null : (JSON.parse(text) as Endpoint);
  const receiver = await startWebhookReceiver({
    port: kept === null ? null : Number(new URL(kept.url).port),
    onWebhook: ({ event, data }) => {
      timeline.tell('webhook', `${event} (${String(data['status'])}), both signatures verified`);
    },
  });
  try {
    const isSame = kept !== null && kept.url === receiver.url;
    // Deliveries that an earlier tour has left may arrive at once.
    if (isSame) receiver.setSecret(kept.secret);
    if (!isSame || !(await isEnabled(merchant, kept))) {
      const endpoint = await merchant.post<Endpoint>('/web/v1/webhook-endpoints', {
        idempotencyKey: randomUUID(),
        body: { url: receiver.url, events: EVENTS, description: 'the shop of the tour' },
      });
      receiver.setSecret(endpoint.secret);
      writeSecret({ dataDir, name: 'webhook-receiver.json', value: JSON.stringify(endpoint) });
    }
  } catch (error) {
    await receiver.stop();
    throw error;
  }
  timeline.tell('merchant', `asks for ${EVENTS.length} kinds of event, by webhooks to ${receiver.url}`);
  return receiver;
}

async function isEnabled(merchant: ApiClient, { id }: Endpoint): Promise<boolean> {
  try {
    const { status } = await merchant.get<{ status: string }>(`/web/v1/webhook-endpoints/${id}`);
    return status === 'enabled';
  } catch (error) {
    if (error instanceof ApiRefusal && error.code === 'not_found') return false;
    throw error;
  }
}
