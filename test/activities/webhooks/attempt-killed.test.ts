import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MockActivityEnvironment } from '@temporalio/testing';
import { DefaultLogger } from '@temporalio/worker';
import { openDatabase } from '../../../src/db/core/database.js';
import { findDelivery } from '../../../src/db/webhooks/delivery-views.js';
import { findWebhookEndpoint } from '../../../src/db/webhooks/webhook-endpoints.js';
import { createAttempts } from '../../helpers/facts/attempts.js';
import { insertDelivery, insertEndpoint, type TestEndpoint } from '../../helpers/facts/deliveries.js';
import { startDyingRelay, untilMissed } from '../../helpers/processes/dying-relay.js';
import { insertMerchant } from '../../helpers/facts/facts.js';
import { createTestDatabase, type TestDatabase } from '../../helpers/services/postgres.js';
import { startReceiver, type Receiver } from '../../webhooks/receiver.js';

/** More messages than an attempt takes, so that the last run is one without a death. */
const MESSAGES_MAX = 60;
const ATTEMPTS = 5;

type Moment = 'unsent' | 'unanswered';

let database: TestDatabase;
let receiver: Receiver;
let status: number;

beforeAll(async () => {
  database = await createTestDatabase();
  receiver = await startReceiver((_request, response) => response.writeHead(status).end());
});
afterAll(async () => {
  await receiver[Symbol.asyncDispose]();
  await database.drop();
});

const newEndpoint = async (): Promise<TestEndpoint> =>
  insertEndpoint(database.db, { merchantId: await insertMerchant(database.db), port: receiver.port });
const newWorker = () => createAttempts({ db: database.as('quittance_webhooks'), now: Date.now });

/** Has a worker make the attempt that dies at a given message to the database. @returns whether it died. */
async function dieAt(
  asked: { readonly deliveryId: string; readonly number: number | null },
  death: { readonly at: number; readonly moment: Moment },
): Promise<boolean> {
  const relay = await startDyingRelay(database.url, death);
  const db = openDatabase({ url: relay.url });
  const environment = new MockActivityEnvironment({}, { logger: new DefaultLogger('ERROR') });
  let isDead = false;
  void relay.died.then(() => {
    isDead = true;
    // A dead worker does not retry.
    environment.cancel();
  });
  const dying = createAttempts({ db, now: Date.now });
  await dying.attempt(asked.deliveryId, asked.number, environment).catch((error: unknown) => {
    if (!isDead) throw error;
  });
  expect(relay.messages()).toBeLessThan(MESSAGES_MAX);
  await db.destroy();
  relay.close();
  await untilMissed(database.db);
  return isDead;
}

async function sentOf(deliveryId: string): Promise<number> {
  const found = await findDelivery(database.db, { deliveryId });
  return receiver.requests.filter(({ headers }) => headers['webhook-id'] === found?.delivery.eventId).length;
}

/** Checks the end of a delivery, which must be the same whatever died. */
async function assertWhole(
  endpoint: TestEndpoint,
  deliveryId: string,
  expected: { readonly status: string; readonly attempts: number; readonly failures: number },
): Promise<void> {
  const found = await findDelivery(database.db, { deliveryId });
  expect(found?.delivery).toMatchObject({
    status: expected.status,
    attemptCount: expected.attempts,
    nextAttemptAtMs: null,
  });
  expect(found?.attempts.map(({ number, statusCode }) => [number, statusCode])).toEqual(
    Array.from({ length: expected.attempts }, (_, i) => [i + 1, status]),
  );
  // The attempt that was cut off may have been sent already, and is sent once more.
  const sent = await sentOf(deliveryId);
  expect(sent).toBeGreaterThanOrEqual(expected.attempts);
  expect(sent).toBeLessThanOrEqual(expected.attempts + 1);
  expect(await findWebhookEndpoint(database.db, endpoint)).toMatchObject({
    consecutiveFailures: expected.failures,
  });
  const slot = await database
    .db('deliveries')
    .where({ delivery_id: deliveryId })
    .first<{ leased_until: Date | null }>('leased_until');
  expect(slot).toEqual({ leased_until: null });
}

/**
 * Makes a delivery for each message at which its worker can die, until a worker survives. @returns the number of
 * deaths.
 */
async function atEveryMessage(walk: (at: number) => Promise<boolean>): Promise<number> {
  let at = 1;
  while (await walk(at)) at += 1;
  return at - 1;
}

describe.each(['unsent', 'unanswered'] as const)(
  'a worker that dies with a database message %s, tried at each of its messages',
  (moment) => {
    it.each([1, 3, ATTEMPTS])(
      'makes five attempts when it dies in attempt %i: none is skipped or doubled, and each counts once',
      async (cutOff) => {
        status = 500;
        const deaths = await atEveryMessage(async (at) => {
          const endpoint = await newEndpoint();
          const deliveryId = await insertDelivery(database.db, endpoint);
          let hasDied = false;
          for (let number = 1; number <= ATTEMPTS; number += 1) {
            // As the workflow does: it asks for the first attempt without a number, for the others by their number.
            const asked = { deliveryId, number: number === 1 ? null : number };
            if (number === cutOff) hasDied = await dieAt(asked, { at, moment });
            const progress = await newWorker().attempt(asked.deliveryId, asked.number);
            expect(progress).toMatchObject(
              number === ATTEMPTS ? { state: 'failed' } : { state: 'retry', number: number + 1 },
            );
          }
          await assertWhole(endpoint, deliveryId, {
            status: 'failed',
            attempts: ATTEMPTS,
            failures: ATTEMPTS,
          });
          return hasDied;
        });
        expect(deaths).toBeGreaterThan(8);
      },
    );

    it('leaves the delivery succeeded when it dies in an acknowledged attempt', async () => {
      status = 204;
      const deaths = await atEveryMessage(async (at) => {
        const endpoint = await newEndpoint();
        const deliveryId = await insertDelivery(database.db, endpoint);
        const hasDied = await dieAt({ deliveryId, number: null }, { at, moment });
        expect(await newWorker().attempt(deliveryId, null)).toMatchObject({ state: 'succeeded' });
        await assertWhole(endpoint, deliveryId, { status: 'succeeded', attempts: 1, failures: 0 });
        return hasDied;
      });
      expect(deaths).toBeGreaterThan(4);
    });

    it('cancels the delivery, disables the endpoint and tells the others once when it dies in an attempt answered 410', async () => {
      status = 410;
      const deaths = await atEveryMessage(async (at) => {
        const endpoint = await newEndpoint();
        const { merchantId } = endpoint;
        await insertEndpoint(database.db, { merchantId, port: receiver.port, events: ['endpoint.failing'] });
        const deliveryId = await insertDelivery(database.db, endpoint);
        const hasDied = await dieAt({ deliveryId, number: null }, { at, moment });
        expect(await newWorker().attempt(deliveryId, null)).toMatchObject({ state: 'cancelled' });
        await assertWhole(endpoint, deliveryId, { status: 'cancelled', attempts: 1, failures: 1 });
        expect(await findWebhookEndpoint(database.db, endpoint)).toMatchObject({ status: 'disabled' });
        const told = await database.db('events').where({ merchant_id: merchantId, type: 'endpoint.failing' });
        expect(told).toHaveLength(1);
        return hasDied;
      });
      expect(deaths).toBeGreaterThan(8);
    });
  },
);
