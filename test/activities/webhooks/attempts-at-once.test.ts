import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ServerResponse } from 'node:http';
import type { DeliveryProgress } from '../../../activities/contract.js';
import { transaction } from '../../../src/db/core/database.js';
import { changeWebhookEndpoint } from '../../../src/db/webhooks/webhook-orders.js';
import { createAttempts, type Attempts } from '../../helpers/facts/attempts.js';
import {
  insertDelivery,
  insertEndpoint,
  type TestEndpoint,
  readDelivery,
} from '../../helpers/facts/deliveries.js';
import { insertMerchant } from '../../helpers/facts/facts.js';
import { untilWaiting } from '../../helpers/facts/orders.js';
import { createTestDatabase, type TestDatabase } from '../../helpers/services/postgres.js';
import { until } from '../../helpers/until.js';
import { startReceiver, type Receiver } from '../../webhooks/receiver.js';

const AT_ONCE = 32;
const AT_ONCE_FAILING = 5;
/** More slots than one endpoint can have, so that this limit matters only in its own tests. */
const UNHEALTHY_MAX = 40;
const LEASE_MS = 5_000 + 60_000;

let database: TestDatabase;
let receiver: Receiver;
/** Two worker processes, as far as attempts are concerned. */
let workers: readonly Attempts[];
let endpoint: TestEndpoint;
let nowMs: number;
/** Requests that wait for their answer. */
let hanging: ServerResponse[];
let underWay: Promise<DeliveryProgress>[];

beforeAll(async () => {
  database = await createTestDatabase();
  receiver = await startReceiver((_request, response) => hanging.push(response));
  workers = [1, 2].map(() =>
    createAttempts({
      db: database.as('quittance_webhooks'),
      now: () => nowMs,
      timeoutMs: 60_000,
      unhealthyMax: UNHEALTHY_MAX,
    }),
  );
});
afterAll(async () => {
  await receiver[Symbol.asyncDispose]();
  await database.drop();
});
beforeEach(async () => {
  nowMs = Date.now();
  hanging = [];
  underWay = [];
  endpoint = await newEndpoint();
});
afterEach(async () => {
  answerAll(204);
  await Promise.all(underWay);
});

const newEndpoint = async (): Promise<TestEndpoint> =>
  insertEndpoint(database.db, { merchantId: await insertMerchant(database.db), port: receiver.port });
const newDelivery = (): Promise<string> => insertDelivery(database.db, endpoint, { nowMs });
const newDeliveries = async (count: number): Promise<string[]> => {
  const ids = [];
  for (let made = 0; made < count; made += 1) ids.push(await newDelivery());
  return ids;
};
const attempt = (deliveryId: string, worker = 0): Promise<DeliveryProgress> => {
  const made = workers[worker]?.attempt(deliveryId, null);
  if (made === undefined) throw new Error('there are two workers');
  underWay.push(made);
  return made;
};
const answerAll = (status: number): void => {
  for (const response of hanging.splice(0)) response.writeHead(status).end();
};
const setEndpoint = (fields: object): Promise<unknown> =>
  database.db('webhook_endpoints').where({ endpoint_id: endpoint.endpointId }).update(fields);
const woken = async (): Promise<string[]> => {
  // One statement: with two, a row written between the read and the removal would be lost.
  const { rows } = await database.db.raw<{ rows: { target_id: string }[] }>(
    `WITH taken AS (DELETE FROM outbox RETURNING outbox_id, target_id)
     SELECT target_id FROM taken ORDER BY outbox_id`,
  );
  return rows.map(({ target_id }) => target_id);
};
const queue = () =>
  database
    .db('deliveries')
    .where({ endpoint_id: endpoint.endpointId })
    .whereNotNull('queued_at')
    .orderBy('queued_at')
    .select<{ delivery_id: string; leased_until: Date | null }[]>('delivery_id', 'leased_until');
const deliveryOf = (deliveryId: string) => readDelivery(database.db, deliveryId);

describe('attempts to one endpoint at the same time', () => {
  it('are limited across all workers; one above the limit waits without an attempt, a socket or a slot', async () => {
    const ids = await newDeliveries(AT_ONCE + 8);
    ids.forEach((id, index) => void attempt(id, index % 2));
    await until('all slots are taken', () => hanging.length === AT_ONCE);
    await until('the others are told to wait', async () => {
      return (await queue()).length === 8;
    });
    expect(hanging).toHaveLength(AT_ONCE);
    const queued = (await queue()).map(({ delivery_id }) => delivery_id);
    for (const deliveryId of queued) {
      const { delivery, attempts } = await deliveryOf(deliveryId);
      expect([delivery.status, delivery.attemptCount, attempts]).toEqual(['pending', 0, []]);
    }
    const progress = await attempt(queued[0] ?? '');
    expect(progress).toMatchObject({
      state: 'retry',
      number: 1,
      waitingFor: `waits for a slot: ${AT_ONCE} are under way to this endpoint`,
    });
    expect(progress.details).toContain(
      `- next: attempt 1, as soon as it has a slot: ${AT_ONCE} are under way`,
    );
    if (progress.state === 'retry') expect(progress.delayMs).toBeGreaterThanOrEqual(10_000);
  });

  it('pass their slots on to the deliveries that have waited longest, which are woken', async () => {
    const ids = await newDeliveries(AT_ONCE);
    for (const id of ids) void attempt(id);
    await until('all slots are taken', () => hanging.length === AT_ONCE);
    const waiting = await newDeliveries(3);
    for (const id of waiting) {
      nowMs += 1;
      expect(await attempt(id)).toMatchObject({ state: 'retry', number: 1 });
    }
    await woken();
    for (const response of hanging.splice(0, 2)) response.writeHead(204).end();
    const granted = async () =>
      (await queue()).filter((row) => row.leased_until !== null).map(({ delivery_id }) => delivery_id);
    await until('two are done', async () => (await granted()).length === 2);
    expect(await granted()).toEqual(waiting.slice(0, 2));
    expect((await woken()).sort()).toEqual(waiting.slice(0, 2).sort());
    // No other delivery can take these slots: neither a new one nor one further behind.
    expect(await attempt(await newDelivery())).toMatchObject({ state: 'retry' });
    expect(await attempt(waiting[2] ?? '')).toMatchObject({ state: 'retry' });
    const [first] = waiting;
    void attempt(first ?? '', 1);
    await until('it is sent', () => hanging.length === AT_ONCE - 1);
  });

  it('are limited to fewer while the endpoint fails, and to as many as before after one success', async () => {
    await setEndpoint({ consecutive_failures: 10 });
    const ids = await newDeliveries(AT_ONCE_FAILING);
    for (const id of ids) void attempt(id);
    await until('all slots are taken', () => hanging.length === AT_ONCE_FAILING);
    const waiting = await newDeliveries(8);
    for (const id of waiting) expect(await attempt(id)).toMatchObject({ state: 'retry' });
    await woken();
    hanging.shift()?.writeHead(204).end();
    const awake: string[] = [];
    await until('all have a slot', async () => {
      awake.push(...(await woken()));
      return awake.length === 8;
    });
    expect(awake.sort()).toEqual([...waiting].sort());
  });

  it('free their slots by themselves after a crash, or start again at once in their own slot', async () => {
    await setEndpoint({ consecutive_failures: 10 });
    const lost = await newDeliveries(AT_ONCE_FAILING);
    await database
      .db('deliveries')
      .whereIn('delivery_id', lost)
      .update({ leased_until: new Date(nowMs + LEASE_MS) });
    const other = await newDelivery();
    expect(await attempt(other)).toMatchObject({ state: 'retry' });
    void attempt(lost[0] ?? '');
    await until('it is sent again', () => hanging.length === 1);
    nowMs += LEASE_MS + 1;
    void attempt(other);
    await until('the other has a slot', () => hanging.length === 2);
  });

  it('do not delay a cancellation: a waiting delivery is cancelled and woken when its endpoint is disabled', async () => {
    const ids = await newDeliveries(AT_ONCE);
    for (const id of ids) void attempt(id);
    await until('all slots are taken', () => hanging.length === AT_ONCE);
    const waiting = await newDelivery();
    await attempt(waiting);
    await woken();
    await transaction(database.db, (trx) =>
      changeWebhookEndpoint(
        trx,
        { ...endpoint, actor: { kind: 'system', id: null, ip: null }, nowMs },
        { status: 'disabled' },
      ),
    );
    expect(await woken()).toContain(waiting);
    expect(await attempt(waiting)).toMatchObject({
      state: 'cancelled',
      details: expect.stringContaining('The merchant disabled the endpoint.'),
    });
  });
});

describe('however many endpoints are dead', () => {
  it('a part of each worker is reserved for endpoints that answer', async () => {
    for (let dead = 0; dead < UNHEALTHY_MAX; dead += 1) {
      endpoint = await newEndpoint();
      void attempt(await newDelivery());
    }
    await until('the dead have their share', () => hanging.length === UNHEALTHY_MAX);
    endpoint = await newEndpoint();
    const unknown = await newDelivery();
    expect(await attempt(unknown)).toMatchObject({
      state: 'retry',
      number: 1,
      waitingFor: expect.stringContaining('many endpoints that do not answer'),
    });
    expect((await deliveryOf(unknown)).attempts).toEqual([]);
    // The other worker has room.
    void attempt(unknown, 1);
    await until('it is sent elsewhere', () => hanging.length === UNHEALTHY_MAX + 1);
    endpoint = await newEndpoint();
    await setEndpoint({ last_success_at: new Date() });
    void attempt(await newDelivery());
    await until('the live one is sent', () => hanging.length === UNHEALTHY_MAX + 2);
  });

  it('the reserved part of a worker stays free when attempts start at the same moment', async () => {
    const beyond = 5;
    const ids: string[] = [];
    for (let dead = 0; dead < UNHEALTHY_MAX + beyond; dead += 1) {
      endpoint = await newEndpoint();
      ids.push(await newDelivery());
    }
    const waiting: DeliveryProgress[] = [];
    for (const id of ids) void attempt(id).then((progress) => waiting.push(progress));
    await until('each is sent or waits', () => hanging.length + waiting.length === UNHEALTHY_MAX + beyond);
    expect(hanging).toHaveLength(UNHEALTHY_MAX);
    expect(waiting).toHaveLength(beyond);
  });
});

describe('attempts that fail together', () => {
  it('are recorded a few at a time, so that an acknowledged attempt does not queue behind them', async () => {
    const failing: string[] = [];
    while (failing.length < 15) {
      failing.push(await insertDelivery(database.db, await newEndpoint(), { nowMs }));
    }
    const live = await newDelivery();
    for (const id of failing) void attempt(id);
    await until('all are under way', () => hanging.length === failing.length);
    await transaction(database.db, async (trx) => {
      await trx('deliveries').whereIn('delivery_id', failing).forUpdate();
      answerAll(500);
      // Some wait to be recorded.
      await untilWaiting(database.db, 3);
      const acknowledged = attempt(live);
      await until('it is sent', () => hanging.length === 1);
      answerAll(204);
      expect(await acknowledged).toMatchObject({ state: 'succeeded' });
    });
  });
});
