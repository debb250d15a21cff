import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createWebhookActivities } from '../../../activities/webhooks/webhook-activities.js';
import { findDelivery } from '../../../src/db/webhooks/delivery-views.js';
import { transaction } from '../../../src/db/core/database.js';
import { insertDeliveries } from '../../../src/db/webhooks/events.js';
import { UNHEALTHY_STARTS_MAX } from '../../../src/domain/webhooks/webhook-fairness.js';
import { createOutboxDispatcher, type OutboxDispatcher } from '../../../src/temporal/outbox-dispatcher.js';
import { createWorkflowStarter } from '../../../src/temporal/workflow-starter.js';
import { resolveHost } from '../../../src/webhooks/resolve-host.js';
import {
  insertDelivery,
  insertEndpoint,
  loopbackPolicy,
  secretBox,
  type TestEndpoint,
} from '../../helpers/facts/deliveries.js';
import { testDepositAddress } from '../../helpers/facts/test-xpub.js';
import { insertMerchant } from '../../helpers/facts/facts.js';
import { createTestDatabase, type TestDatabase } from '../../helpers/services/postgres.js';
import { silentLog, startTestEngine, type TestEngine } from '../../helpers/services/test-engine.js';
import { until } from '../../helpers/until.js';
import { startRawReceiver, startReceiver, type Receiver } from '../../webhooks/receiver.js';

/** More than one process starts at once to such receivers, and more than a worker keeps in its memory. */
const DEAD_DELIVERIES = UNHEALTHY_STARTS_MAX + 150;
const LIVE_DELIVERIES = 20;
const AT_ONCE = 32;
/** Far longer than the test, so that a wait for one of these is noticed. */
const TIMEOUT_MS = 540_000;

let engine: TestEngine;
let database: TestDatabase;
let dispatcher: OutboxDispatcher;
let dead: Receiver;
let live: Receiver;

beforeAll(async () => {
  engine = await startTestEngine();
  database = await createTestDatabase();
  const { db } = database;
  dead = await startRawReceiver((socket) => socket.resume());
  live = await startReceiver((_request, response) => response.writeHead(204).end());
  const options = { log: silentLog, maxAttempts: 5, startDeliveriesEagerly: true };
  dispatcher = createOutboxDispatcher({
    db,
    starter: createWorkflowStarter(engine.client, options),
    log: silentLog,
  });
  await engine.startWorkers({
    webhooks: createWebhookActivities({
      db,
      log: silentLog,
      now: Date.now,
      secretBox,
      depositAddress: testDepositAddress,
      dispatchOutbox: () => dispatcher.dispatchNow(),
      webhooks: {
        policy: loopbackPolicy,
        resolve: resolveHost,
        retryDelaysMs: [0, 60_000],
        timeoutMs: TIMEOUT_MS,
      },
    }),
  });
});
afterAll(async () => {
  await dispatcher.stop();
  await Promise.all([dead[Symbol.asyncDispose](), live[Symbol.asyncDispose]()]);
  await engine.close();
  await database.drop();
});

const endpointAt = async ({ port }: Receiver): Promise<TestEndpoint> =>
  insertEndpoint(database.db, { merchantId: await insertMerchant(database.db), port });

/** Sends one event to the endpoint many times, because only deliveries matter here. */
async function insertMany(endpoint: TestEndpoint, count: number): Promise<void> {
  const redeliveryOf = await insertDelivery(database.db, endpoint);
  const found = await findDelivery(database.db, { deliveryId: redeliveryOf });
  const { endpointId } = endpoint;
  const eventId = found?.delivery.eventId ?? '';
  const atMs = Date.now();
  await transaction(database.db, (trx) =>
    insertDeliveries(
      trx,
      Array.from({ length: count - 1 }, () => ({
        eventId,
        endpointId,
        generation: 0,
        origin: 'redelivery' as const,
        redeliveryOf,
        atMs,
      })),
      endpoint,
    ),
  );
}

describe('hundreds of deliveries to a receiver that hangs', () => {
  it('hold no more than its slots, and delay no delivery to a live receiver', async () => {
    const deadEndpoint = await endpointAt(dead);
    const liveEndpoint = await endpointAt(live);
    await insertMany(deadEndpoint, DEAD_DELIVERIES);
    dispatcher.startRedrive({ intervalMs: 100 });
    const count = async (column: string): Promise<number> =>
      (
        await database
          .db('deliveries')
          .where({ endpoint_id: deadEndpoint.endpointId })
          .whereNotNull(column)
          .select('delivery_id')
      ).length;
    await until(
      'all but those with a slot wait',
      async () => (await count('queued_at')) === DEAD_DELIVERIES - AT_ONCE,
      {
        withinMs: 240_000,
      },
    );
    // On a busy machine a heartbeat may come late. Then the attempt is repeated, and its first connection is closed.
    const itsSlotsAreTaken = async (): Promise<boolean> =>
      (await count('leased_until')) === AT_ONCE && dead.openConnectionCount() === AT_ONCE;
    await until('a connection is open for each slot', itsSlotsAreTaken);

    for (let sent = 1; sent <= LIVE_DELIVERIES; sent += 1) {
      const deliveryId = await insertDelivery(database.db, liveEndpoint);
      await dispatcher.dispatchNow();
      await until(`delivery ${sent} to the live one`, async () => {
        const found = await findDelivery(database.db, { deliveryId });
        return found?.delivery.status === 'succeeded';
      });
    }
    expect(live.requests).toHaveLength(LIVE_DELIVERIES);
    await until('no more connections are open than there are slots', itsSlotsAreTaken);
  }, 360_000);
});
