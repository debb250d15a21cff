import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { MockActivityEnvironment } from '@temporalio/testing';
import type { ServerResponse } from 'node:http';
import { beginAttempt } from '../../../src/db/webhooks/begin-attempt.js';
import { findWebhookEndpoint } from '../../../src/db/webhooks/webhook-endpoints.js';
import { createAttempts, type Attempts } from '../../helpers/facts/attempts.js';
import {
  insertDelivery,
  insertEndpoint,
  type TestEndpoint,
  readDelivery,
} from '../../helpers/facts/deliveries.js';
import { insertMerchant } from '../../helpers/facts/facts.js';
import { createTestDatabase, type TestDatabase } from '../../helpers/services/postgres.js';
import { until } from '../../helpers/until.js';
import { startReceiver, type Receiver } from '../../webhooks/receiver.js';

const DAY_MS = 86_400_000;

let database: TestDatabase;
let receiver: Receiver;
let worker: Attempts;
let endpoint: TestEndpoint;
let answer: (response: ServerResponse) => void;
let nowMs: number;

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
});

const answering = (status: number) => (response: ServerResponse) => response.writeHead(status).end('said');
const attempt: Attempts['attempt'] = (...asked) => worker.attempt(...asked);
const newDelivery = (): Promise<string> => insertDelivery(database.db, endpoint, { nowMs });
const deliveryOf = (deliveryId: string) => readDelivery(database.db, deliveryId);
/** Leaves a delivery as a worker does that dies in the middle of an attempt. */
const cutOff = (deliveryId: string, number: number) =>
  beginAttempt(database.db, { deliveryId, number, maxAttempts: 5, nowMs, leaseMs: 10_000 });
const requestsFor = async (deliveryId: string) => {
  const { delivery } = await deliveryOf(deliveryId);
  return receiver.requests.filter(({ headers }) => headers['webhook-id'] === delivery.eventId);
};

describe('a delivery attempt', () => {
  it('is recorded with its time, duration, status, headers and answer, and acknowledges the delivery', async () => {
    answer = answering(200);
    const deliveryId = await newDelivery();
    expect(await attempt(deliveryId, null)).toMatchObject({ state: 'succeeded' });
    const { delivery, attempts } = await deliveryOf(deliveryId);
    expect(delivery).toMatchObject({
      status: 'succeeded',
      attemptCount: 1,
      nextAttemptAtMs: null,
      finishedAtMs: nowMs,
      outcome: '2xx',
    });
    expect(attempts).toEqual([
      expect.objectContaining({
        number: 1,
        startedAtMs: nowMs,
        statusCode: 200,
        errorClass: null,
        responseBody: 'said',
      }),
    ]);
    expect(attempts[0]?.requestHeaders).toMatchObject({ 'webhook-id': delivery.eventId });
  });

  it('takes two round trips to the database when it is acknowledged, whatever came before', async () => {
    answer = answering(500);
    const deliveryId = await newDelivery();
    await attempt(deliveryId, null);
    answer = answering(204);
    const [first, later] = [await newDelivery(), deliveryId];
    nowMs += 300_000;
    for (const asked of [first, later]) {
      const queries: string[] = [];
      const note = ({ sql }: { sql: string }): number => queries.push(sql);
      database.as('quittance_webhooks').on('query', note);
      expect(await attempt(asked, null)).toMatchObject({ state: 'succeeded' });
      database.as('quittance_webhooks').off('query', note);
      expect(queries).toHaveLength(2);
    }
  });

  it('schedules the next one when it fails; the delay counts from its end', async () => {
    answer = (response) => {
      nowMs += 20_000;
      answering(500)(response);
    };
    const deliveryId = await newDelivery();
    expect(await attempt(deliveryId, null)).toMatchObject({ state: 'retry', number: 2, delayMs: 300_000 });
    expect((await deliveryOf(deliveryId)).delivery).toMatchObject({
      status: 'pending',
      attemptCount: 1,
      nextAttemptAtMs: nowMs + 300_000,
      outcome: '5xx',
    });
  });

  it.each([
    ['dns', 'https://no-such-host.quittance.invalid/', 200],
    ['connect', 'http://127.0.0.1:1024/', 200],
    ['tls', 'https://127.0.0.1:<port>/', 200],
    ['timeout', 'http://127.0.0.1:<port>/', null],
    ['redirect', 'http://127.0.0.1:<port>/', 302],
    ['url_not_allowed', 'http://169.254.169.254/', 200],
    ['status', 'http://127.0.0.1:<port>/', 404],
  ] as const)('is retried on the same schedule when it failed for %s', async (errorClass, url, status) => {
    answer = (response) => {
      if (status !== null) response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end();
    };
    await database
      .db('webhook_endpoints')
      .where({ endpoint_id: endpoint.endpointId })
      .update({ url: url.replace('<port>', String(receiver.port)) });
    const patient = createAttempts({
      db: database.as('quittance_webhooks'),
      now: () => nowMs,
      timeoutMs: 300,
    });
    const tries = errorClass === 'timeout' ? patient : worker;
    const deliveryId = await newDelivery();
    const progress: unknown[] = [];
    for (const number of [null, 2, 3, 4, 5]) progress.push(await tries.attempt(deliveryId, number));
    expect(progress).toMatchObject([
      ...[300_000, 1_800_000, 7_200_000, 43_200_000].map((delayMs, index) => ({
        state: 'retry',
        number: index + 2,
        delayMs,
      })),
      { state: 'failed' },
    ]);
    const { delivery, attempts } = await deliveryOf(deliveryId);
    expect(delivery.status).toBe('failed');
    expect(attempts.map((made) => made.errorClass)).toEqual(Array.from({ length: 5 }, () => errorClass));
  });

  it('keeps to the schedule whatever the receiver asks for, and records what the receiver asked for', async () => {
    answer = (response) => response.writeHead(503, { 'Retry-After': '7200' }).end();
    const deliveryId = await newDelivery();
    expect(await attempt(deliveryId, null)).toMatchObject({ state: 'retry', number: 2, delayMs: 300_000 });
    const { attempts } = await deliveryOf(deliveryId);
    expect(attempts[0]?.responseHeaders).toMatchObject({ 'retry-after': '7200' });
  });

  it('is not sent again when the activity runs again after the result was recorded', async () => {
    answer = answering(500);
    const deliveryId = await newDelivery();
    await attempt(deliveryId, null);
    nowMs += 300_000;
    const first = await attempt(deliveryId, 2);
    expect(await attempt(deliveryId, 2)).toEqual(first);
    expect(first).toMatchObject({ state: 'retry', number: 3, delayMs: 1_800_000 });
    expect(await requestsFor(deliveryId)).toHaveLength(2);
  });

  it('is repeated under its own number when it was interrupted', async () => {
    const deliveryId = await newDelivery();
    await cutOff(deliveryId, 1);
    expect(await attempt(deliveryId, null)).toMatchObject({ state: 'succeeded' });
    const { attempts } = await deliveryOf(deliveryId);
    expect(attempts.map(({ number }) => number)).toEqual([1]);
  });

  it('stays open when a shutdown interrupts it, and does not count against the endpoint', async () => {
    answer = () => undefined;
    const deliveryId = await newDelivery();
    const environment = new MockActivityEnvironment();
    const underWay = attempt(deliveryId, null, environment);
    await until('the request has arrived', async () => (await requestsFor(deliveryId)).length === 1);
    environment.cancel();
    await expect(underWay).rejects.toMatchObject({ name: 'CancelledFailure' });
    const { attempts } = await deliveryOf(deliveryId);
    expect(attempts).toEqual([expect.objectContaining({ number: 1, durationMs: null })]);
    expect(await findWebhookEndpoint(database.db, endpoint)).toMatchObject({ consecutiveFailures: 0 });
  });

  it('is not made before its time when its workflow run starts again', async () => {
    answer = answering(500);
    const deliveryId = await newDelivery();
    await attempt(deliveryId, null);
    nowMs += 100_000;
    expect(await attempt(deliveryId, null)).toMatchObject({ state: 'retry', number: 2, delayMs: 200_000 });
    expect(await requestsFor(deliveryId)).toHaveLength(1);
    nowMs += 200_000;
    expect(await attempt(deliveryId, null)).toMatchObject({ state: 'retry', number: 3 });
    expect(await requestsFor(deliveryId)).toHaveLength(2);
  });

  it("is shown to operators without the URL, the secret or the receiver's answer", async () => {
    answer = answering(500);
    const deliveryId = await newDelivery();
    await attempt(deliveryId, null);
    nowMs += 300_000;
    answer = answering(204);
    const { details } = await attempt(deliveryId, 2);
    expect(details.split('\n')).toEqual([
      `**succeeded**: invoice.paid → 127.0.0.1:${receiver.port}`,
      '',
      expect.stringMatching(/^- attempt 1 of 5 at 2026-06-01T00:00:00Z: answered 500 after \d+ ms$/),
      expect.stringMatching(/^- attempt 2 of 5 at 2026-06-01T00:05:00Z: answered 204 after \d+ ms$/),
      '- next: acknowledged; nothing is due',
    ]);
  });
});

describe('an endpoint', () => {
  it('counts its failures in a row, and starts again after a success', async () => {
    answer = answering(500);
    const deliveryId = await newDelivery();
    await attempt(deliveryId, null);
    await attempt(deliveryId, 2);
    expect(await findWebhookEndpoint(database.db, endpoint)).toMatchObject({ consecutiveFailures: 2 });
    answer = answering(200);
    await attempt(deliveryId, 3);
    expect(await findWebhookEndpoint(database.db, endpoint)).toMatchObject({
      consecutiveFailures: 0,
      lastSuccessAtMs: nowMs,
      status: 'enabled',
    });
  });

  it('is disabled and says so when it answers 410, and its waiting deliveries are cancelled', async () => {
    answer = answering(500);
    const waiting = await newDelivery();
    await attempt(waiting, null);
    answer = answering(410);
    const gone = await newDelivery();
    expect(await attempt(gone, null)).toMatchObject({ state: 'cancelled' });
    expect(await findWebhookEndpoint(database.db, endpoint)).toMatchObject({
      status: 'disabled',
      disabledReason: 'The endpoint answered 410 Gone.',
    });
    expect((await deliveryOf(gone)).attempts).toEqual([
      expect.objectContaining({ number: 1, statusCode: 410 }),
    ]);
    expect((await deliveryOf(waiting)).delivery).toMatchObject({
      status: 'cancelled',
      nextAttemptAtMs: null,
    });
    expect(await attempt(waiting, 2)).toMatchObject({ state: 'cancelled' });
    expect(await requestsFor(waiting)).toHaveLength(1);
  });

  it('gets nothing more when it was deleted', async () => {
    const deliveryId = await newDelivery();
    await database
      .db('webhook_endpoints')
      .where({ endpoint_id: endpoint.endpointId })
      .update({ deleted_at: new Date() });
    expect(await attempt(deliveryId, null)).toMatchObject({ state: 'cancelled' });
    expect(await requestsFor(deliveryId)).toHaveLength(0);
    expect((await deliveryOf(deliveryId)).delivery.status).toBe('cancelled');
  });

  it('is disabled when every delivery has failed for five days', async () => {
    answer = answering(500);
    const failAll = async (): Promise<void> => {
      const deliveryId = await newDelivery();
      for (const number of [null, 2, 3, 4, 5]) await attempt(deliveryId, number);
    };
    await failAll();
    nowMs += 4 * DAY_MS;
    await failAll();
    expect(await findWebhookEndpoint(database.db, endpoint)).toMatchObject({ status: 'enabled' });
    nowMs += DAY_MS;
    await failAll();
    expect(await findWebhookEndpoint(database.db, endpoint)).toMatchObject({
      status: 'disabled',
      disabledReason: 'Every delivery to the endpoint has failed for 5 days.',
    });
  });
});
