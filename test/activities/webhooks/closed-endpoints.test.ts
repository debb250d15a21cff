import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ServerResponse } from 'node:http';
import { cancelForClosedEndpoints } from '../../../activities/webhooks/cancel-for-closed-endpoints.js';
import { openDatabase, transaction, type Transaction } from '../../../src/db/core/database.js';
import { listDeliveries } from '../../../src/db/webhooks/list-deliveries.js';
import { CANCELLED_AT_ONCE, cancelNextOfClosed } from '../../../src/db/webhooks/endpoint-closings.js';
import { findMissedEvents, recoverDeliveries } from '../../../src/db/webhooks/recover-deliveries.js';
import {
  changeWebhookEndpoint,
  deleteWebhookEndpoint,
  redeliver,
  type EndpointOrder,
} from '../../../src/db/webhooks/webhook-orders.js';
import { createAttempts, type Attempts } from '../../helpers/facts/attempts.js';
import {
  insertDelivery,
  insertEndpoint,
  type TestEndpoint,
  readDelivery,
} from '../../helpers/facts/deliveries.js';
import { startDyingRelay, untilMissed } from '../../helpers/processes/dying-relay.js';
import { insertMerchant } from '../../helpers/facts/facts.js';
import { createTestDatabase, type TestDatabase } from '../../helpers/services/postgres.js';
import { startReceiver, type Receiver } from '../../webhooks/receiver.js';

const DISABLED = 'The merchant disabled the endpoint.';
const DELETED = 'The merchant deleted the endpoint.';
const GONE = 'The endpoint answered 410 Gone.';
/** Far more messages than the longest run has, so that the last run is one without a death. */
const MESSAGES_MAX = 60;

let database: TestDatabase;
let receiver: Receiver;
let worker: Attempts;
let endpoint: TestEndpoint;
let answer: (response: ServerResponse) => void;
let nowMs: number;

beforeAll(async () => {
  database = await createTestDatabase();
  worker = createAttempts({ db: database.as('quittance_webhooks'), now: () => nowMs });
});
afterAll(() => database.drop());
beforeEach(async () => {
  nowMs = Date.now();
  receiver = await startReceiver((_request, response) => answer(response));
  answer = (response) => response.writeHead(204).end();
  await cancelForClosedEndpoints(deps());
  const merchantId = await insertMerchant(database.db);
  endpoint = await insertEndpoint(database.db, { merchantId, port: receiver.port });
});
afterEach(async () => {
  await receiver[Symbol.asyncDispose]();
});

const deps = () => ({ db: database.db, now: () => nowMs });
const orderOf = (): EndpointOrder => ({
  ...endpoint,
  actor: { kind: 'system', id: null, ip: null },
  nowMs,
});
const inOrder = <T>(decide: (trx: Transaction, order: EndpointOrder) => Promise<T>): Promise<T> =>
  transaction(database.db, (trx) => decide(trx, orderOf()));
const setStatus = (status: 'enabled' | 'disabled'): Promise<unknown> =>
  inOrder((trx, order) => changeWebhookEndpoint(trx, order, { status }));
const newDelivery = (): Promise<string> => insertDelivery(database.db, endpoint, { nowMs });
const deliveryOf = (deliveryId: string) => readDelivery(database.db, deliveryId);

/** Inserts many deliveries of one event, one per second, all queued for a slot. @returns their ids. */
async function insertWaiting(count: number): Promise<string[]> {
  const first = await newDelivery();
  const { rows } = await database.db.raw<{ rows: { delivery_id: string }[] }>(
    `INSERT INTO deliveries (delivery_id, event_id, endpoint_id, merchant_id, generation, created_at, next_attempt_at,
                             queued_at, redelivery_of)
     SELECT delivery_id || lpad(n::text, 6, '0'), event_id, endpoint_id, merchant_id, generation, created_at,
            created_at, created_at - interval '1 day' + n * interval '1 second', delivery_id
       FROM deliveries, generate_series(1, :count - 1) AS n WHERE delivery_id = :first
     RETURNING delivery_id`,
    { first, count },
  );
  await database.db.raw('ANALYZE deliveries');
  return [first, ...rows.map(({ delivery_id }) => delivery_id)];
}

/** Counts the endpoint's deliveries for each status and reason. */
async function countByStatus(): Promise<Record<string, number>> {
  const { rows } = await database.db.raw<{ rows: { state: string; count: number }[] }>(
    `SELECT concat_ws(': ', status, cancel_reason) AS state, count(*) FROM deliveries
      WHERE endpoint_id = ? GROUP BY 1`,
    [endpoint.endpointId],
  );
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}

/** Cancels in a process that dies at a given message to the database. @returns whether it died. */
async function cancelUntilDeath(death: {
  readonly at: number;
  readonly moment: 'unsent' | 'unanswered';
}): Promise<boolean> {
  const relay = await startDyingRelay(database.url, death);
  const db = openDatabase({ url: relay.url });
  let isDead = false;
  void relay.died.then(() => {
    isDead = true;
  });
  await cancelForClosedEndpoints({ db, now: () => nowMs }).catch((error: unknown) => {
    if (!isDead) throw error;
  });
  expect(relay.messages()).toBeLessThan(MESSAGES_MAX);
  await db.destroy();
  relay.close();
  await untilMissed(database.db);
  return isDead;
}

describe('an endpoint that is closed with more waiting deliveries than one transaction cancels', () => {
  it('is closed at once; the waiting deliveries are cancelled in batches, each with the reason and a wake', async () => {
    const count = 2 * CANCELLED_AT_ONCE + 500;
    await insertWaiting(count);
    await database.db('outbox').delete();
    await setStatus('disabled');
    for (const cancelled of [CANCELLED_AT_ONCE, 2 * CANCELLED_AT_ONCE, count]) {
      const pending = cancelled === count ? {} : { pending: count - cancelled };
      expect(await countByStatus()).toEqual({ [`cancelled: ${DISABLED}`]: cancelled, ...pending });
      expect(await database.db('outbox').distinct('target_id')).toHaveLength(cancelled);
      await transaction(database.db, (trx) => cancelNextOfClosed(trx, { nowMs }));
    }
    expect(await transaction(database.db, (trx) => cancelNextOfClosed(trx, { nowMs }))).toBeUndefined();
  });

  it('is deleted at once, and the answer counts all waiting deliveries', async () => {
    const count = CANCELLED_AT_ONCE + 3;
    await insertWaiting(count);
    expect(await inOrder(deleteWebhookEndpoint)).toEqual({ cancelled: count });
    await cancelForClosedEndpoints(deps());
    expect(await countByStatus()).toEqual({ [`cancelled: ${DELETED}`]: count });
  });

  it('is closed in the same way by an answer 410', async () => {
    const [first = ''] = await insertWaiting(CANCELLED_AT_ONCE + 3);
    await database
      .db('deliveries')
      .where({ delivery_id: first })
      .update({ queued_at: new Date(0) });
    answer = (response) => response.writeHead(410).end();
    expect(await worker.attempt(first, null)).toMatchObject({ state: 'cancelled' });
    expect(await countByStatus()).toMatchObject({ pending: 2 });
    await cancelForClosedEndpoints(deps());
    expect(await countByStatus()).toEqual({ [`cancelled: ${GONE}`]: CANCELLED_AT_ONCE + 3 });
  });

  it('gets no attempt of a delivery that is not cancelled yet; that delivery says so, and ends when it is checked', async () => {
    const ids = await insertWaiting(CANCELLED_AT_ONCE + 3);
    await setStatus('disabled');
    const pending = await listDeliveries(database.db, {
      merchantId: endpoint.merchantId,
      filters: { status: ['pending'] },
      limit: 10,
    });
    expect(pending).toHaveLength(3);
    for (const delivery of pending) {
      expect(ids).toContain(delivery.deliveryId);
      expect(delivery).toMatchObject({ cancelReason: DISABLED, nextAttemptAtMs: null });
      const { state, details } = await worker.attempt(delivery.deliveryId, null);
      expect([state, details.split('\n').at(-1)]).toEqual([
        'cancelled',
        `- next: nothing is sent any more: ${DISABLED}`,
      ]);
    }
    expect(await countByStatus()).toEqual({ [`cancelled: ${DISABLED}`]: CANCELLED_AT_ONCE + 3 });
    expect(receiver.requests).toEqual([]);
  });

  it.each(['unsent', 'unanswered'] as const)(
    'has every waiting delivery cancelled, even if the process dies with a message %s, tried at each of its messages',
    async (moment) => {
      const count = 4 * CANCELLED_AT_ONCE + 1;
      const ids = await insertWaiting(count);
      await database.db('outbox').delete();
      await setStatus('disabled');
      let at = 1;
      while (await cancelUntilDeath({ at, moment })) at += 1;
      expect(at).toBeGreaterThan(8);
      expect(await countByStatus()).toEqual({ [`cancelled: ${DISABLED}`]: count });
      expect(await database.db('outbox').distinct('target_id')).toHaveLength(count);
      for (const id of [ids[0], ids.at(-1)])
        expect(await worker.attempt(id ?? '', null)).toMatchObject({ state: 'cancelled' });
      expect(receiver.requests).toEqual([]);
    },
  );
});

describe('an endpoint that is enabled again while some deliveries are not cancelled yet', () => {
  const COUNT = CANCELLED_AT_ONCE + 200;

  it('gets new deliveries, which do not wait for the old ones; the old ones are cancelled', async () => {
    const before = await insertWaiting(COUNT);
    await setStatus('disabled');
    await setStatus('enabled');
    const after = await newDelivery();
    expect((await deliveryOf(after)).delivery).toMatchObject({ cancelReason: null, nextAttemptAtMs: nowMs });
    expect(await worker.attempt(after, null)).toMatchObject({ state: 'succeeded' });
    const last = before.at(-1) ?? '';
    expect((await deliveryOf(last)).delivery).toMatchObject({ status: 'pending', cancelReason: DISABLED });
    expect(await worker.attempt(last, null)).toMatchObject({ state: 'cancelled' });
    await cancelForClosedEndpoints(deps());
    expect(await countByStatus()).toEqual({ [`cancelled: ${DISABLED}`]: COUNT, succeeded: 1 });
    expect(receiver.requests).toHaveLength(1);
  });

  it('can be closed once more for another reason, and each delivery shows the reason for which it was cancelled', async () => {
    await insertWaiting(COUNT);
    await setStatus('disabled');
    await setStatus('enabled');
    await insertWaiting(5);
    await inOrder(deleteWebhookEndpoint);
    await cancelForClosedEndpoints(deps());
    expect(await countByStatus()).toEqual({
      [`cancelled: ${DISABLED}`]: COUNT,
      [`cancelled: ${DELETED}`]: 5,
    });
  });

  it('has the cancelled deliveries sent again when the merchant asks for it, because they count as missed', async () => {
    const before = await insertWaiting(COUNT);
    await setStatus('disabled');
    await setStatus('enabled');
    const sinceMs = nowMs - 1_000;
    const missed = await findMissedEvents(database.db, endpoint, { sinceMs });
    expect(missed).toMatchObject({ remaining: 0, nextSinceMs: null });
    expect(await inOrder((trx, order) => recoverDeliveries(trx, order, { missed, sinceMs }))).toBe(1);
    // The deliveries of this recovery are under way, and not missed.
    expect((await findMissedEvents(database.db, endpoint, { sinceMs })).eventIds).toEqual([]);
    const again = await inOrder((trx, { actor }) =>
      redeliver(trx, { deliveryId: before.at(-1) ?? '', actor, nowMs }),
    );
    await cancelForClosedEndpoints(deps());
    expect(await countByStatus()).toEqual({ [`cancelled: ${DISABLED}`]: COUNT, pending: 2 });
    expect(await worker.attempt(again, null)).toMatchObject({ state: 'succeeded' });
  });

  it('makes no further attempt of an old delivery when its running attempt then fails', async () => {
    const closed: Promise<unknown>[] = [];
    answer = (response) => {
      const close = setStatus('disabled')
        .then(() => setStatus('enabled'))
        .then(() => response.writeHead(500).end());
      closed.push(close);
    };
    const deliveryId = await newDelivery();
    expect(await worker.attempt(deliveryId, null)).toMatchObject({ state: 'cancelled' });
    await Promise.all(closed);
    expect((await deliveryOf(deliveryId)).delivery).toMatchObject({
      status: 'cancelled',
      cancelReason: DISABLED,
      attemptCount: 1,
    });
  });
});
