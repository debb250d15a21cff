import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ServerResponse } from 'node:http';
import { transaction } from '../../../src/db/core/database.js';
import { findDelivery } from '../../../src/db/webhooks/delivery-views.js';
import { listDeliveries } from '../../../src/db/webhooks/list-deliveries.js';
import { findWebhookEndpoint, insertWebhookEndpoint } from '../../../src/db/webhooks/webhook-endpoints.js';
import { changeWebhookEndpoint } from '../../../src/db/webhooks/webhook-orders.js';
import { createAttempts, type Attempts } from '../../helpers/facts/attempts.js';
import {
  insertDelivery,
  insertEndpoint,
  secretBox,
  type TestEndpoint,
} from '../../helpers/facts/deliveries.js';
import { insertMerchant } from '../../helpers/facts/facts.js';
import { createTestDatabase, type TestDatabase } from '../../helpers/services/postgres.js';
import { startReceiver, type Receiver } from '../../webhooks/receiver.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const START_MS = Date.UTC(2026, 5, 1);

let database: TestDatabase;
let receiver: Receiver;
let worker: Attempts;
let endpoint: TestEndpoint;
let watcher: string;
let answer: (response: ServerResponse) => void;
let nowMs: number;

beforeAll(async () => {
  database = await createTestDatabase();
  receiver = await startReceiver((_request, response) => answer(response));
  worker = createAttempts({ db: database.as('quittance_webhooks'), now: () => nowMs });
});
afterAll(async () => {
  await receiver[Symbol.asyncDispose]();
  await database.drop();
});
beforeEach(async () => {
  nowMs = START_MS;
  const merchantId = await insertMerchant(database.db);
  endpoint = await insertEndpoint(database.db, { merchantId, port: receiver.port });
  await subscribe(endpoint.endpointId, ['invoice.paid', 'endpoint.failing']);
  ({ endpointId: watcher } = await transaction(database.db, (trx) =>
    insertWebhookEndpoint(trx, {
      merchantId,
      url: `http://127.0.0.1:${receiver.port}/alarms`,
      events: ['endpoint.failing'],
      description: null,
      secret: 'whsec_AAAA',
      secretBox,
      nowMs,
    }),
  ));
  answer = (response) => response.writeHead(500).end();
});

const subscribe = (endpointId: string, events: string[]): Promise<unknown> =>
  database.db('webhook_endpoints').where({ endpoint_id: endpointId }).update({ events });
const newDelivery = (): Promise<string> => insertDelivery(database.db, endpoint, { nowMs });
const tryOnce = async (): Promise<string> => {
  const deliveryId = await newDelivery();
  await worker.attempt(deliveryId, null);
  return deliveryId;
};
const failAll = async (): Promise<string> => {
  const deliveryId = await tryOnce();
  for (const number of [2, 3, 4, 5]) await worker.attempt(deliveryId, number);
  return deliveryId;
};
const shown = () => findWebhookEndpoint(database.db, endpoint);
const notices = () =>
  listDeliveries(database.db, {
    merchantId: endpoint.merchantId,
    filters: { event: 'endpoint.failing' },
    limit: 10,
  });

describe('an endpoint that fails every delivery', () => {
  it('shows since when it fails, and what part of its deliveries succeeded', async () => {
    answer = (response) => response.writeHead(200).end();
    await tryOnce();
    answer = (response) => response.writeHead(500).end();
    nowMs += HOUR_MS;
    await failAll();
    expect(await shown()).toMatchObject({
      lastSuccessAtMs: START_MS,
      failingSinceMs: START_MS + HOUR_MS,
      failingToldAtMs: null,
      consecutiveFailures: 5,
      successRate: 0.5,
    });
  });

  it('is reported once, after a day, to the other endpoints that subscribe to it', async () => {
    await tryOnce();
    nowMs = START_MS + DAY_MS - 1;
    await tryOnce();
    expect(await notices()).toEqual([]);
    nowMs = START_MS + DAY_MS;
    const dispatched = worker.dispatches();
    await tryOnce();
    await tryOnce();
    expect(worker.dispatches()).toBe(dispatched + 1);
    const [notice, ...more] = await notices();
    expect(more).toEqual([]);
    expect(notice).toMatchObject({ endpointId: watcher, status: 'pending' });
    const found = await findDelivery(database.db, { deliveryId: notice?.deliveryId ?? '' });
    expect(JSON.parse(found?.body ?? '')).toEqual({
      event: 'endpoint.failing',
      timestamp: '2026-06-02T00:00:00.000Z',
      data: {
        endpointId: endpoint.endpointId,
        host: `127.0.0.1:${receiver.port}`,
        description: null,
        failingSince: '2026-06-01T00:00:00.000Z',
        lastSuccessAt: null,
        consecutiveFailures: 3,
        status: 'enabled',
        disabledReason: null,
        disablesAt: '2026-06-06T00:00:00.000Z',
      },
    });
    expect(await shown()).toMatchObject({ status: 'enabled', failingToldAtMs: nowMs });
  });

  it('is reported on time and once, even if no attempt is made at that time', async () => {
    await tryOnce();
    nowMs = START_MS + DAY_MS - 1;
    await worker.judgeEndpoints();
    expect(await notices()).toEqual([]);
    nowMs = START_MS + DAY_MS;
    const dispatched = worker.dispatches();
    await Promise.all([worker.judgeEndpoints(), worker.judgeEndpoints()]);
    await worker.judgeEndpoints();
    await tryOnce();
    expect(await notices()).toMatchObject([{ endpointId: watcher, createdAtMs: nowMs }]);
    expect(worker.dispatches()).toBe(dispatched + 1);
    expect(await shown()).toMatchObject({ status: 'enabled', failingToldAtMs: nowMs });
  });

  it('is disabled on time after five days, even if no attempt is made at that time', async () => {
    await failAll();
    nowMs = START_MS + 4 * DAY_MS + HOUR_MS;
    await failAll();
    const waiting = await tryOnce();
    nowMs = START_MS + 5 * DAY_MS - 1;
    await worker.judgeEndpoints();
    expect(await shown()).toMatchObject({ status: 'enabled' });
    nowMs = START_MS + 5 * DAY_MS;
    await worker.judgeEndpoints();
    await worker.judgeEndpoints();
    expect(await shown()).toMatchObject({
      status: 'disabled',
      disabledReason: 'Every delivery to the endpoint has failed for 5 days.',
    });
    expect((await findDelivery(database.db, { deliveryId: waiting }))?.delivery.status).toBe('cancelled');
    expect(await notices()).toHaveLength(2);
  });

  it('is not disabled for old failures when nothing was sent to it since', async () => {
    await failAll();
    nowMs = START_MS + 20 * DAY_MS;
    await worker.judgeEndpoints();
    expect(await shown()).toMatchObject({ status: 'enabled' });
  });

  it('is healthy again after one success, and is reported again when it fails for another day', async () => {
    await tryOnce();
    nowMs += DAY_MS;
    await tryOnce();
    answer = (response) => response.writeHead(204).end();
    await tryOnce();
    expect(await shown()).toMatchObject({
      failingSinceMs: null,
      failingToldAtMs: null,
      consecutiveFailures: 0,
    });
    answer = (response) => response.writeHead(500).end();
    for (let count = 0; count < 2; count += 1) {
      nowMs += DAY_MS;
      await tryOnce();
    }
    expect(await notices()).toHaveLength(2);
  });

  it('is disabled after five days, when a delivery has failed for good; waiting deliveries are cancelled and say so', async () => {
    const waiting = await tryOnce();
    nowMs = START_MS + 5 * DAY_MS - 1;
    await failAll();
    expect(await shown()).toMatchObject({ status: 'enabled' });
    nowMs = START_MS + 5 * DAY_MS;
    await tryOnce();
    expect(await shown()).toMatchObject({ status: 'enabled' });
    const last = await failAll();
    const reason = 'Every delivery to the endpoint has failed for 5 days.';
    expect(await shown()).toMatchObject({ status: 'disabled', disabledReason: reason });
    expect((await findDelivery(database.db, { deliveryId: last }))?.delivery.status).toBe('failed');
    expect((await findDelivery(database.db, { deliveryId: waiting }))?.delivery).toMatchObject({
      status: 'cancelled',
      cancelReason: reason,
    });
    const { details } = await worker.attempt(waiting, 2);
    expect(details.split('\n').at(-1)).toBe(`- next: nothing is sent any more: ${reason}`);
  });

  it('has five days again after it was enabled again', async () => {
    await tryOnce();
    nowMs += 5 * DAY_MS;
    await failAll();
    expect(await shown()).toMatchObject({ status: 'disabled' });
    const order = { ...endpoint, actor: { kind: 'system', id: null, ip: null } as const, nowMs };
    await transaction(database.db, (trx) => changeWebhookEndpoint(trx, order, { status: 'enabled' }));
    await failAll();
    expect(await shown()).toMatchObject({ status: 'enabled', failingSinceMs: nowMs });
  });
});

describe('an endpoint whose URL is changed', () => {
  it('starts with a clean record: neither failures nor successes of the former URL count', async () => {
    answer = (response) => response.writeHead(204).end();
    await tryOnce();
    answer = (response) => response.writeHead(500).end();
    await tryOnce();
    const change = (url: string): Promise<unknown> =>
      transaction(database.db, (trx) => {
        const order = { ...endpoint, actor: { kind: 'system', id: null, ip: null } as const, nowMs };
        return changeWebhookEndpoint(trx, order, { url });
      });
    const { url = '' } = (await shown()) ?? {};
    await change(url);
    expect(await shown()).toMatchObject({ failingSinceMs: nowMs, consecutiveFailures: 1 });
    await change(`${url}/v2`);
    expect(await shown()).toMatchObject({
      failingSinceMs: null,
      failingToldAtMs: null,
      consecutiveFailures: 0,
      lastSuccessAtMs: null,
    });
    nowMs += 5 * DAY_MS;
    await failAll();
    expect(await shown()).toMatchObject({ status: 'enabled', failingSinceMs: nowMs });
  });
});

describe('an endpoint that the service disables', () => {
  const toldOf = async (): Promise<readonly unknown[]> => {
    const bodies: unknown[] = [];
    for (const { deliveryId, endpointId } of await notices()) {
      const found = await findDelivery(database.db, { deliveryId });
      const { data } = JSON.parse(found?.body ?? '') as { data: object };
      bodies.push({ endpointId, data });
    }
    return bodies;
  };

  it('for five days of failures is reported to the others a second time, and nothing more', async () => {
    await tryOnce();
    nowMs += DAY_MS;
    await tryOnce();
    nowMs += 4 * DAY_MS;
    await failAll();
    const data = {
      endpointId: endpoint.endpointId,
      status: 'disabled',
      disabledReason: 'Every delivery to the endpoint has failed for 5 days.',
      disablesAt: new Date(nowMs).toISOString(),
    };
    const [last, first, ...more] = await toldOf();
    expect(last).toMatchObject({ endpointId: watcher, data });
    expect(first).toMatchObject({ endpointId: watcher, data: { status: 'enabled', disabledReason: null } });
    expect(more).toEqual([]);
  });

  it('for a 410 is reported to the others at once, by the next dispatch', async () => {
    answer = (response) => response.writeHead(410).end();
    const dispatched = worker.dispatches();
    await tryOnce();
    expect(worker.dispatches()).toBe(dispatched + 1);
    expect(await toldOf()).toMatchObject([
      {
        endpointId: watcher,
        data: { status: 'disabled', disabledReason: 'The endpoint answered 410 Gone.' },
      },
    ]);
  });

  it('is reported, unlike one that the merchant disables', async () => {
    await tryOnce();
    const order = { ...endpoint, actor: { kind: 'system', id: null, ip: null } as const, nowMs };
    await transaction(database.db, (trx) => changeWebhookEndpoint(trx, order, { status: 'disabled' }));
    expect(await toldOf()).toEqual([]);
  });
});

describe('an endpoint that was disabled and enabled again while an attempt was under way', () => {
  it.each([410, 500])('is not judged by the answer to that attempt: %i', async (statusCode) => {
    let answerNow = (): void => undefined;
    const asked = new Promise<void>((resolve) => {
      answer = (response) => {
        answerNow = () => response.writeHead(statusCode).end();
        resolve();
      };
    });
    const deliveryId = await newDelivery();
    const attempted = worker.attempt(deliveryId, null);
    await asked;
    const order = { ...endpoint, actor: { kind: 'system', id: null, ip: null } as const, nowMs };
    for (const status of ['disabled', 'enabled'] as const)
      await transaction(database.db, (trx) => changeWebhookEndpoint(trx, order, { status }));
    answerNow();
    expect(await attempted).toMatchObject({ state: 'cancelled' });
    expect(await shown()).toMatchObject({
      status: 'enabled',
      disabledReason: null,
      failingSinceMs: null,
      consecutiveFailures: 0,
    });
    expect(await notices()).toEqual([]);
  });
});

describe('an endpoint that answers 410 to the last attempt of a delivery', () => {
  it('is disabled, and the delivery has failed', async () => {
    const deliveryId = await tryOnce();
    for (const number of [2, 3, 4]) await worker.attempt(deliveryId, number);
    answer = (response) => response.writeHead(410).end();
    await database.db('outbox').delete();
    expect(await worker.attempt(deliveryId, 5)).toMatchObject({ state: 'failed' });
    expect(await shown()).toMatchObject({ status: 'disabled' });
    // Its own workflow has ended, so nothing wakes it.
    expect(await database.db('outbox').where({ target_id: deliveryId })).toEqual([]);
  });
});
