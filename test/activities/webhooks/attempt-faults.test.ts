import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { MockActivityEnvironment } from '@temporalio/testing';
import type { ServerResponse } from 'node:http';
import { openDatabase, transaction, type Database } from '../../../src/db/core/database.js';
import { createSecretBox } from '../../../src/db/core/secret-box.js';
import {
  changeWebhookEndpoint,
  deleteWebhookEndpoint,
  rotateWebhookSecret,
} from '../../../src/db/webhooks/webhook-orders.js';
import { findWebhookEndpoint, updateWebhookEndpoint } from '../../../src/db/webhooks/webhook-endpoints.js';
import { generateWebhookSecret } from '../../../src/webhooks/sign.js';
import { serviceSignature } from '../../../src/webhooks/signatures.js';
import { createAttempts, type Attempts } from '../../helpers/facts/attempts.js';
import {
  insertDelivery,
  insertEndpoint,
  secretsKey,
  type TestEndpoint,
  readDelivery,
} from '../../helpers/facts/deliveries.js';
import { insertMerchant } from '../../helpers/facts/facts.js';
import { createTestDatabase, type TestDatabase } from '../../helpers/services/postgres.js';
import { startRelay, type Relay } from '../../helpers/processes/relay.js';
import { until } from '../../helpers/until.js';
import { startReceiver, type Receiver } from '../../webhooks/receiver.js';

let database: TestDatabase;
let receiver: Receiver;
let worker: Attempts;
let endpoint: TestEndpoint;
let answer: (response: ServerResponse) => void;
let nowMs: number;
let sentBefore: number;

beforeAll(async () => {
  database = await createTestDatabase();
  worker = createAttempts({ db: database.as('quittance_webhooks'), now: () => nowMs });
  receiver = await startReceiver((_request, response) => answer(response));
});
afterAll(async () => {
  await receiver[Symbol.asyncDispose]();
  await database.drop();
});
beforeEach(async () => {
  const merchantId = await insertMerchant(database.db);
  endpoint = await insertEndpoint(database.db, { merchantId, port: receiver.port });
  nowMs = Date.UTC(2026, 5, 1);
  answer = (response) => response.writeHead(204).end();
  sentBefore = receiver.requests.length;
});

const newDelivery = (): Promise<string> => insertDelivery(database.db, endpoint, { nowMs });
const sent = () => receiver.requests.slice(sentBefore);
const shown = () => findWebhookEndpoint(database.db, endpoint);
const deliveryOf = (deliveryId: string) => readDelivery(database.db, deliveryId);
const placeOf = (deliveryId: string) =>
  database
    .db('deliveries')
    .where({ delivery_id: deliveryId })
    .first<{ leased_until: Date | null; queued_at: Date | null }>('leased_until', 'queued_at');

describe('while PostgreSQL is down after the request was sent', () => {
  let relay: Relay;
  let db: Database;
  beforeAll(async () => {
    const url = new URL(database.url);
    relay = await startRelay(url.host);
    url.port = String(relay.port);
    db = openDatabase({ url: url.href });
  });
  afterAll(async () => {
    await db.destroy();
    await relay.goDown();
  });

  it.each([204, 500])(
    'a result (%i) is kept until it can be recorded, and nothing is sent again',
    async (status) => {
      const cutOff = createAttempts({ db, now: () => nowMs });
      let respond: () => void = () => undefined;
      answer = (response) => {
        respond = () => response.writeHead(status).end();
      };
      const deliveryId = await newDelivery();
      const environment = new MockActivityEnvironment();
      let beats = 0;
      environment.on('heartbeat', () => {
        beats += 1;
      });
      const underWay = cutOff.attempt(deliveryId, null, environment);
      await until('the request has arrived', () => sent().length === 1);
      await relay.goDown();
      respond();
      const before = beats;
      await until('the worker still beats', () => beats > before + 1);
      await relay.comeUp();
      expect(await underWay).toMatchObject({ state: status === 204 ? 'succeeded' : 'retry' });
      expect(sent()).toHaveLength(1);
      expect((await deliveryOf(deliveryId)).attempts).toEqual([
        expect.objectContaining({ number: 1, statusCode: status }),
      ]);
    },
  );
});

describe('a webhook secret that is encrypted with another key', () => {
  it('stops the attempt before it begins, takes no slot, and says what to do', async () => {
    const misconfigured = createAttempts({
      db: database.db,
      now: () => nowMs,
      secretBox: createSecretBox(Buffer.alloc(32, 7)),
    });
    const deliveryId = await newDelivery();
    await expect(misconfigured.attempt(deliveryId, null)).rejects.toThrow(
      new RegExp(`${endpoint.endpointId}.*Set SECRETS_KEY to the value.*rotate the secret`, 's'),
    );
    expect(sent()).toEqual([]);
    expect((await deliveryOf(deliveryId)).attempts).toEqual([]);
    expect(await placeOf(deliveryId)).toMatchObject({ leased_until: null });
    const mended = createAttempts({
      db: database.db,
      now: () => nowMs,
      secretBox: createSecretBox(secretsKey),
    });
    expect(await mended.attempt(deliveryId, null)).toMatchObject({ state: 'succeeded' });
  });

  it('delays nothing after its merchant has rotated it, even during the overlap', async () => {
    const keyAfterLoss = createSecretBox(Buffer.alloc(32, 7));
    const afterLoss = createAttempts({
      db: database.as('quittance_webhooks'),
      now: () => nowMs,
      secretBox: keyAfterLoss,
    });
    const secret = generateWebhookSecret();
    const order = { ...endpoint, actor: { kind: 'system', id: null, ip: null } as const, nowMs };
    await transaction(database.db, (trx) =>
      rotateWebhookSecret(trx, order, { secret, secretBox: keyAfterLoss, overlapMs: 86_400_000 }),
    );
    expect(await afterLoss.attempt(await newDelivery(), null)).toMatchObject({ state: 'succeeded' });
    const [request] = sent();
    expect(request?.headers['webhook-signature']?.toString().split(' ')).toHaveLength(1);
    expect(request?.headers['x-service-signature']).toBe(
      serviceSignature({ body: request?.body ?? '', secret }),
    );
  });
});

describe("an attempt to the endpoint's former URL", () => {
  const moveWhileUnderWay = async (status: number): Promise<string> => {
    const deliveryId = await newDelivery();
    const url = `http://127.0.0.1:${receiver.port}/moved`;
    answer = (response) => {
      void transaction(database.db, (trx) => updateWebhookEndpoint(trx, endpoint.endpointId, { url })).then(
        () => response.writeHead(status).end(),
      );
    };
    await worker.attempt(deliveryId, null);
    return deliveryId;
  };

  it.each([410, 500])(
    'changes nothing for the endpoint when it is answered %i; the next attempt goes to the new URL',
    async (status) => {
      const deliveryId = await moveWhileUnderWay(status);
      expect(await shown()).toMatchObject({
        status: 'enabled',
        consecutiveFailures: 0,
        failingSinceMs: null,
      });
      expect((await deliveryOf(deliveryId)).delivery).toMatchObject({ status: 'pending', attemptCount: 1 });
      answer = (response) => response.writeHead(204).end();
      nowMs += 300_000;
      expect(await worker.attempt(deliveryId, 2)).toMatchObject({ state: 'succeeded' });
      expect(sent().at(-1)?.path).toBe('/moved');
    },
  );

  it('ends the delivery when it is acknowledged, and proves nothing about the new URL', async () => {
    const deliveryId = await moveWhileUnderWay(200);
    expect((await deliveryOf(deliveryId)).delivery).toMatchObject({ status: 'succeeded' });
    expect(await shown()).toMatchObject({ lastSuccessAtMs: null });
  });
});

describe('an attempt whose endpoint is closed while it runs', () => {
  const close = async (how: string): Promise<void> => {
    const order = { ...endpoint, actor: { kind: 'system', id: null, ip: null } as const, nowMs };
    await transaction(database.db, async (trx) => {
      if (how === 'deleted') await deleteWebhookEndpoint(trx, order);
      else await changeWebhookEndpoint(trx, order, { status: 'disabled' });
    });
    if (how !== 'disabled and enabled again') return;
    await transaction(database.db, (trx) => changeWebhookEndpoint(trx, order, { status: 'enabled' }));
  };

  it.each([
    ['disabled', 204, 'succeeded'],
    ['disabled', 500, 'cancelled'],
    ['disabled', 410, 'cancelled'],
    ['deleted', 204, 'succeeded'],
    ['deleted', 500, 'cancelled'],
    ['disabled and enabled again', 204, 'succeeded'],
    ['disabled and enabled again', 500, 'cancelled'],
  ])('(%s, answered %i) is recorded, and its delivery is %s', async (how, status, end) => {
    let said: unknown = null;
    answer = (response) => {
      void close(how)
        .catch((error: unknown) => (said = error))
        .finally(() => response.writeHead(status).end());
    };
    const deliveryId = await newDelivery();
    expect(await worker.attempt(deliveryId, null)).toMatchObject({ state: end });
    expect(said).toBeNull();
    const { delivery, attempts } = await deliveryOf(deliveryId);
    expect(delivery).toMatchObject({ status: end, attemptCount: 1, nextAttemptAtMs: null });
    expect(delivery.cancelReason === null).toBe(end === 'succeeded');
    expect(attempts.map(({ number, statusCode }) => [number, statusCode])).toEqual([[1, status]]);
    expect(await placeOf(deliveryId)).toEqual({ leased_until: null, queued_at: null });
    // The wake from the closing causes one more call, which sends nothing.
    expect(await worker.attempt(deliveryId, null)).toMatchObject({ state: end });
    expect(sent()).toHaveLength(1);
  });
});

describe('a worker whose slots are all taken', () => {
  const ATTEMPTS_MAX = 8;
  let hanging: ServerResponse[];
  beforeEach(() => {
    hanging = [];
    answer = (response) => hanging.push(response);
  });

  it('takes no slot of the endpoint for a delivery that it cannot send, and passes its own slots on in order', async () => {
    const full = createAttempts({
      db: database.db,
      now: () => nowMs,
      attemptsMax: ATTEMPTS_MAX,
      timeoutMs: 60_000,
    });
    // As many attempts as one merchant may have.
    const underWay = [];
    for (let count = 0; count < 2; count += 1) {
      endpoint = await insertEndpoint(database.db, { merchantId: endpoint.merchantId, port: receiver.port });
      underWay.push(full.attempt(await newDelivery(), null));
    }
    await until('both are sent', () => hanging.length === 2);
    endpoint = await insertEndpoint(database.db, { merchantId: endpoint.merchantId, port: receiver.port });
    const [first, second] = [await newDelivery(), await newDelivery()];
    // The first delivery was woken because a slot is reserved for it.
    await database
      .db('deliveries')
      .where({ delivery_id: first })
      .update({ queued_at: new Date(nowMs - 10), leased_until: new Date(nowMs + 30_000) });
    for (const deliveryId of [second, first]) {
      expect(await full.attempt(deliveryId, null)).toMatchObject({
        state: 'retry',
        number: 1,
        waitingFor: expect.stringContaining('waits for a slot: the worker waits for many endpoints'),
      });
    }
    expect(await placeOf(first)).toEqual({ leased_until: null, queued_at: new Date(nowMs - 10) });
    expect(await placeOf(second)).toEqual({ leased_until: null, queued_at: new Date(nowMs) });

    await database.db('outbox').delete();
    const dispatched = full.dispatches();
    hanging.shift()?.writeHead(204).end();
    await Promise.race(underWay);
    expect(await database.db('outbox').select('target_id')).toEqual([{ target_id: first }]);
    expect(full.dispatches()).toBe(dispatched + 1);
    expect((await placeOf(first)).leased_until).not.toBeNull();
    expect((await placeOf(second)).leased_until).toBeNull();
    underWay.push(full.attempt(first, null));
    await until('it is sent', () => hanging.length === 2);
    for (const response of hanging.splice(0)) response.writeHead(204).end();
    await Promise.all(underWay);
  });
});

describe('a slot that was freed without a notice', () => {
  it('goes to the delivery that has waited longest, not to a new one', async () => {
    const waiting = await newDelivery();
    await database
      .db('deliveries')
      .where({ endpoint_id: endpoint.endpointId })
      .update({ queued_at: new Date(nowMs - 10) });
    const others = [];
    for (let count = 0; count < 32; count += 1) others.push(await newDelivery());
    const [newcomer = '', ...taken] = others;
    await database
      .db('deliveries')
      .whereIn('delivery_id', taken)
      .update({ leased_until: new Date(nowMs + 60_000) });
    expect(await worker.attempt(newcomer, null)).toMatchObject({ state: 'retry', number: 1 });
    expect((await placeOf(waiting)).leased_until).not.toBeNull();
    expect(await worker.attempt(waiting, null)).toMatchObject({ state: 'succeeded' });
  });
});
