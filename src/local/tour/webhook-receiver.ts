import { createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { readWebhookBody } from '../../webhooks/read-webhook-body.js';
import { choosePort } from '../ports.js';

/** Further webhooks are acknowledged and not kept, because nobody reads them. */
const KEPT_MAX = 1_000;

/** A received webhook whose two signatures are right: the one over the body, and that of Standard Webhooks. */
export interface ReceivedWebhook {
  readonly event: string;
  /** The same in every attempt. */
  readonly webhookId: string;
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The webhook receiver of the merchant's shop. */
export interface WebhookReceiver {
  readonly url: string;
  /** Returns the webhooks in the order of their arrival, each event once. */
  received(): readonly ReceivedWebhook[];
  /** Returns how many requests were refused because a signature was wrong. */
  refusedCount(): number;
  /** Sets the secret of its endpoint, which verifies the signatures. Until it is set, requests are refused. */
  setSecret(secret: string): void;
  stop(): Promise<void>;
}

/** Listens on loopback, on `port` if it is free, otherwise on any port. `onWebhook` is called for each new event. */
export async function startWebhookReceiver(options: {
  readonly port: number | null;
  readonly onWebhook: (webhook: ReceivedWebhook) => void;
}): Promise<WebhookReceiver> {
  const port = await choosePort({
    usedBy: "the shop's webhook receiver",
    wanted: { port: options.port ?? 0, isFixed: false },
    log: () => undefined,
  });
  const byId = new Map<string, ReceivedWebhook>();
  let secret: string | null = null;
  let refusedCount = 0;
  const receive = async (request: IncomingMessage): Promise<number> => {
    const body = await readWebhookBody(request);
    if (secret === null) return 503;
    const webhook = verify({ request, body, secret });
    if (webhook === null) {
      refusedCount += 1;
      return 401;
    }
    if (!byId.has(webhook.webhookId) && byId.size < KEPT_MAX) {
      byId.set(webhook.webhookId, webhook);
      options.onWebhook(webhook);
    }
    return 204;
  };
  const server = createServer((request, response) => {
    receive(request).then(
      (status) => response.writeHead(status).end(),
      () => response.writeHead(400).end(),
    );
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${port}/webhooks`,
    received: () => [...byId.values()],
    refusedCount: () => refusedCount,
    setSecret(value) {
      secret = value;
    },
    stop: () => close(server),
  };
}

/**
 * Verifies a webhook as a merchant would: over the raw bytes, before they are parsed. Returns null if it is not
 * genuine.
 */
function verify(received: SignedRequest): ReceivedWebhook | null {
  if (!hasServiceSignature(received) || !isStandardWebhook(received)) return null;
  const envelope = JSON.parse(received.body.toString('utf8')) as Omit<ReceivedWebhook, 'webhookId'>;
  return { ...envelope, webhookId: headerOf(received.request, 'webhook-id') };
}

interface SignedRequest {
  readonly request: IncomingMessage;
  readonly body: Buffer;
  readonly secret: string;
}

function hasServiceSignature({ request, body, secret }: SignedRequest): boolean {
  const given = Buffer.from(headerOf(request, 'x-service-signature'), 'utf8');
  const wanted = Buffer.from(createHmac('sha256', secret).update(body).digest('hex'), 'utf8');
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

function isStandardWebhook({ request, body, secret }: SignedRequest): boolean {
  const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
  const headers = Object.fromEntries(names.map((name) => [name, headerOf(request, name)]));
  try {
    new Webhook(secret).verify(body.toString('utf8'), headers);
    return true;
  } catch {
    return false;
  }
}

function headerOf(request: IncomingMessage, name: string): string {
  const value = request.headers[name];
  return typeof value === 'string' ? value : '';
}

async function close(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}
