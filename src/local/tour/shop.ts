import { QuittanceApiError, type Schemas } from '../../client/client.js';
import type { PatientClient } from '../../client/patient-client.js';
import { BASIC_EVENT_TYPES } from '../../domain/webhooks/events.js';
import { findSecret, writeSecret } from '../secrets.js';
import type { Timeline } from './timeline.js';
import { startWebhookReceiver, type WebhookReceiver } from './webhook-receiver.js';

/** What is kept of the endpoint under `DATA_DIR`. The API shows the secret only when the endpoint is made. */
type KeptEndpoint = Pick<Schemas['CreatedWebhookEndpoint'], 'id' | 'url' | 'secret'>;

/** Starts the shop's receiver, and registers it unless an earlier tour has done so. */
export async function openShop(options: {
  readonly dataDir: string;
  readonly merchant: PatientClient;
  readonly timeline: Timeline;
}): Promise<WebhookReceiver> {
  const { dataDir, merchant, timeline } = options;
  const text = findSecret({ dataDir, name: 'webhook-receiver.json' });
  const kept = text === undefined ? null : (JSON.parse(text) as KeptEndpoint);
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
      const endpoint = await merchant.post('/web/v1/webhook-endpoints', {
        body: { url: receiver.url, events: [...BASIC_EVENT_TYPES], description: 'the shop of the tour' },
      });
      receiver.setSecret(endpoint.secret);
      writeSecret({ dataDir, name: 'webhook-receiver.json', value: JSON.stringify(endpoint) });
    }
  } catch (error) {
    await receiver.stop();
    throw error;
  }
  timeline.tell(
    'merchant',
    `asks for ${BASIC_EVENT_TYPES.length} kinds of event, by webhooks to ${receiver.url}`,
  );
  return receiver;
}

async function isEnabled(merchant: PatientClient, { id: endpointId }: KeptEndpoint): Promise<boolean> {
  try {
    const { status } = await merchant.get('/web/v1/webhook-endpoints/{endpointId}', { path: { endpointId } });
    return status === 'enabled';
  } catch (error) {
    if (error instanceof QuittanceApiError && error.code === 'not_found') return false;
    throw error;
  }
}
