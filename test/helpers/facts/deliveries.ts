import { randomBytes } from 'node:crypto';
import { transaction, type Database } from '../../../src/db/core/database.js';
import { recordEvent } from '../../../src/db/webhooks/events.js';
import { newId } from '../../../src/db/core/new-id.js';
import type { EventType } from '../../../src/domain/webhooks/events.js';
import { createSecretBox } from '../../../src/db/core/secret-box.js';
import { insertWebhookEndpoint } from '../../../src/db/webhooks/webhook-endpoints.js';
import { EXAMPLE_DATA } from '../../../src/webhooks/example-event.js';
import { generateWebhookSecret } from '../../../src/webhooks/sign.js';

/** Key with which a test's worker encrypts and decrypts. */
export const secretsKey = randomBytes(32);
export const secretBox = createSecretBox(secretsKey);

/** Policy that allows the webhook URLs of tests: plain http on the loopback interface. */
export const loopbackPolicy = { allowHttp: true, allowCidrs: ['127.0.0.0/8'] };

export interface TestEndpoint {
  readonly merchantId: string;
  readonly endpointId: string;
  readonly secret: string;
}

/** Inserts an enabled endpoint that gets `invoice.paid`, or the events that are named. */
export async function insertEndpoint(
  db: Database,
  {
    merchantId,
    port,
    events = ['invoice.paid'],
  }: { merchantId: string; port: number; events?: readonly EventType[] },
): Promise<TestEndpoint> {
  const secret = generateWebhookSecret();
  const { endpointId } = await transaction(db, (trx) =>
    insertWebhookEndpoint(trx, {
      merchantId,
      url: `http://127.0.0.1:${port}/hooks/not-for-histories`,
      events,
      description: null,
      ...{ secret, secretBox },
      nowMs: Date.now(),
    }),
  );
  return { merchantId, endpointId, secret };
}

/** Records an event and returns the delivery that it makes for the endpoint. */
export async function insertDelivery(
  db: Database,
  { merchantId, endpointId }: Pick<TestEndpoint, 'merchantId' | 'endpointId'>,
  { nowMs = Date.now(), invoiceId }: { nowMs?: number; invoiceId?: string } = {},
): Promise<string> {
  const dedupeKey = newId('evt');
  await transaction(db, (trx) =>
    recordEvent(trx, {
      merchantId,
      ...(invoiceId === undefined ? {} : { invoiceId }),
      type: 'invoice.paid',
      dedupeKey,
      occurredAtMs: nowMs,
      data: EXAMPLE_DATA['invoice.paid'],
    }),
  );
  const row = await db('deliveries as d')
    .join('events as e', 'e.event_id', 'd.event_id')
    .where({ 'e.dedupe_key': dedupeKey, 'd.endpoint_id': endpointId })
    .first<{ delivery_id: string } | undefined>('d.delivery_id');
  if (row === undefined) throw new Error('The event made no delivery for the endpoint');
  return row.delivery_id;
}
