import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { transaction } from '../../../src/db/core/database.js';
import { rotateWebhookSecret } from '../../../src/db/webhooks/webhook-orders.js';
import { generateWebhookSecret } from '../../../src/webhooks/sign.js';
import { serviceSignature } from '../../../src/webhooks/signatures.js';
import { createAttempts, type Attempts } from '../../helpers/facts/attempts.js';
import {
  insertDelivery,
  insertEndpoint,
  secretBox,
  type TestEndpoint,
} from '../../helpers/facts/deliveries.js';
import { insertMerchant } from '../../helpers/facts/facts.js';
import { createTestDatabase, type TestDatabase } from '../../helpers/services/postgres.js';
import { startReceiver, type ReceivedRequest, type Receiver } from '../../webhooks/receiver.js';

const OVERLAP_MS = 3_600_000;

let database: TestDatabase;
let receiver: Receiver;
let worker: Attempts;
let endpoint: TestEndpoint;
let nowMs: number;

beforeAll(async () => {
  database = await createTestDatabase();
  receiver = await startReceiver((_request, response) => response.writeHead(500).end());
  worker = createAttempts({ db: database.as('quittance_webhooks'), now: () => nowMs });
});
afterAll(async () => {
  await receiver[Symbol.asyncDispose]();
  await database.drop();
});
beforeEach(async () => {
  nowMs = Date.now();
  const merchantId = await insertMerchant(database.db);
  endpoint = await insertEndpoint(database.db, { merchantId, port: receiver.port });
});

const rotate = async (overlapMs: number): Promise<string> => {
  const secret = generateWebhookSecret();
  const order = { ...endpoint, actor: { kind: 'system', id: null, ip: null } as const, nowMs };
  await transaction(database.db, (trx) => rotateWebhookSecret(trx, order, { secret, secretBox, overlapMs }));
  return secret;
};
const attempt = async (deliveryId: string, number: number | null): Promise<ReceivedRequest> => {
  await worker.attempt(deliveryId, number);
  const request = receiver.requests.at(-1);
  if (request === undefined) throw new Error('the attempt was received');
  return request;
};

/** Returns which of these secrets verify the request, for each scheme. The official library judges. */
function verifiers({ body, headers }: ReceivedRequest, secrets: Record<string, string>) {
  const standard = Object.entries(secrets).filter(([, secret]) => {
    try {
      // The clock shows the attempt's time, because the library knows no other clock than the machine's.
      const timestamp = Number(headers['webhook-timestamp']);
      const signed = new Webhook(secret).sign(
        String(headers['webhook-id']),
        new Date(timestamp * 1_000),
        body.toString(),
      );
      return String(headers['webhook-signature']).split(' ').includes(signed);
    } catch {
      return false;
    }
  });
  const service = Object.entries(secrets).filter(
    ([, secret]) => serviceSignature({ body, secret }) === headers['x-service-signature'],
  );
  return {
    standard: standard.map(([name]) => name),
    service: service.map(([name]) => name),
    count: String(headers['webhook-signature']).split(' ').length,
  };
}

describe('a rotation with an overlap', () => {
  it('lets either secret verify the standard signature, and the old one X-Service-Signature, until the overlap ends', async () => {
    const deliveryId = await insertDelivery(database.db, endpoint, { nowMs });
    const old = endpoint.secret;
    const before = await attempt(deliveryId, null);
    const fresh = await rotate(OVERLAP_MS);
    const secrets = { old, fresh };
    expect(verifiers(before, secrets)).toEqual({ standard: ['old'], service: ['old'], count: 1 });

    const first = await attempt(deliveryId, 2);
    expect(verifiers(first, secrets)).toEqual({ standard: ['old', 'fresh'], service: ['old'], count: 2 });
    for (const secret of [old, fresh]) {
      const headers = first.headers as Record<string, string>;
      expect(new Webhook(secret).verify(first.body, headers)).toEqual(JSON.parse(first.body.toString()));
    }
    nowMs += OVERLAP_MS - 1;
    expect(verifiers(await attempt(deliveryId, 3), secrets)).toMatchObject({ service: ['old'], count: 2 });
    nowMs += 1;
    const after = await attempt(deliveryId, 4);
    expect(verifiers(after, secrets)).toEqual({ standard: ['fresh'], service: ['fresh'], count: 1 });
    // The bytes and the id stay the same, whichever secret signs them.
    for (const request of [before, first, after]) {
      expect([request.body, request.headers['webhook-id']]).toEqual([
        before.body,
        before.headers['webhook-id'],
      ]);
    }
  });

  it('invalidates the oldest secret when another rotation follows within its overlap', async () => {
    const deliveryId = await insertDelivery(database.db, endpoint, { nowMs });
    const second = await rotate(OVERLAP_MS);
    const third = await rotate(OVERLAP_MS);
    const request = await attempt(deliveryId, null);
    expect(verifiers(request, { first: endpoint.secret, second, third })).toEqual({
      standard: ['second', 'third'],
      service: ['second'],
      count: 2,
    });
  });
});

describe('a rotation without an overlap', () => {
  it('switches both signatures at once', async () => {
    const deliveryId = await insertDelivery(database.db, endpoint, { nowMs });
    const fresh = await rotate(0);
    const request = await attempt(deliveryId, null);
    expect(verifiers(request, { old: endpoint.secret, fresh })).toEqual({
      standard: ['fresh'],
      service: ['fresh'],
      count: 1,
    });
  });
});
