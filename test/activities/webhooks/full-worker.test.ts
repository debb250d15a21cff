import type { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { WebhookActivities } from '../../../activities/contract.js';
import { createWebhookActivities } from '../../../activities/webhooks/webhook-activities.js';
import { findDelivery } from '../../../src/db/webhooks/delivery-views.js';
import { createOutboxDispatcher, type OutboxDispatcher } from '../../../src/temporal/outbox-dispatcher.js';
import { createWorkflowStarter } from '../../../src/temporal/workflow-starter.js';
import { resolveHost } from '../../../src/webhooks/resolve-host.js';
import { deliveryWorkflowId } from '../../../src/temporal/messages.js';
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

/** Each endpoint is of another merchant. */
const DEAD_ENDPOINTS = 40;
const DELIVERIES_EACH = 3;
const DEAD_DELIVERIES = DEAD_ENDPOINTS * DELIVERIES_EACH;
const LIMITS = { attemptsMax: 40, unhealthyMax: 30 };
const LIVE_DELIVERIES = 5;
/** Far longer than the test, so that a wait for one of these is noticed. */
const TIMEOUT_MS = 540_000;
const RETRY_DELAY_MS = 3_600_000;
/** On an idle machine it takes a quarter of a minute. */
const PATIENCE = { withinMs: 480_000 };

let engine: TestEngine;
let database: TestDatabase;
let dispatcher: OutboxDispatcher;
let dead: Receiver;
let live: Receiver;
let liveEndpoint: TestEndpoint;
/** What the dead receivers do with a connection: at first they say nothing. */
let onConnection = (socket: Socket): void => void socket.resume();
const hanging = new Set<Socket>();
/** The number of activities that the worker runs now. */
let activities = 0;

/** Counts the activities that the worker runs. */
const counted = (counting: WebhookActivities): WebhookActivities => ({
  async attemptDelivery(asked) {
    activities += 1;
    try {
      return await counting.attemptDelivery(asked);
    } finally {
      activities -= 1;
    }
  },
});

beforeAll(async () => {
  engine = await startTestEngine();
  database = await createTestDatabase();
  const db = database.as('quittance_webhooks');
  dead = await startRawReceiver((socket) => {
    hanging.add(socket);
    socket.once('close', () => hanging.delete(socket));
    onConnection(socket);
  });
  live = await startReceiver((_request, response) => response.writeHead(204).end());
  const options = { log: silentLog, maxAttempts: 2, startDeliveriesEagerly: true };
  const starter = createWorkflowStarter(engine.client, options);
  dispatcher = createOutboxDispatcher({ db, starter, log: silentLog });
  const deps = {
    db,
    log: silentLog,
    now: Date.now,
    secretBox,
    depositAddress: testDepositAddress,
    dispatchOutbox: () => dispatcher.dispatchNow(),
    webhooks: {
      policy: loopbackPolicy,
      resolve: resolveHost,
      retryDelaysMs: [0, RETRY_DELAY_MS],
      timeoutMs: TIMEOUT_MS,
    },
  };
  await engine.startWorkers({ webhooks: counted(createWebhookActivities(deps, LIMITS)) });
  liveEndpoint = await endpointAt(live);
});
afterAll(async () => {
  await dispatcher.stop();
  await Promise.all([dead[Symbol.asyncDispose](), live[Symbol.asyncDispose]()]);
  await engine.close();
  await database.drop();
});

const endpointAt = async ({ port }: Receiver): Promise<TestEndpoint> =>
  insertEndpoint(database.db, { merchantId: await insertMerchant(database.db), port });

async function deliverToLive(count: number): Promise<void> {
  for (let sent = 1; sent <= count; sent += 1) {
    const deliveryId = await insertDelivery(database.db, liveEndpoint);
    await dispatcher.dispatchNow();
    await until(
      `delivery ${sent} to the live one`,
      async () => {
        const found = await findDelivery(database.db, { deliveryId });
        return found?.delivery.status === 'succeeded';
      },
      PATIENCE,
    );
  }
}

/** Counts the pending deliveries to the dead endpoints by their progress. */
async function countByProgress(): Promise<{ attempting: number; inLine: number; retrying: number }> {
  const { rows } = await database.db.raw<{
    rows: { attempting: number; inLine: number; retrying: number }[];
  }>(
    `SELECT count(*) FILTER (WHERE leased_until > now())::int AS attempting,
            count(*) FILTER (WHERE queued_at IS NOT NULL AND leased_until IS NULL)::int AS "inLine",
            count(*) FILTER (WHERE attempt_count = 1 AND next_attempt_at > now())::int AS retrying
       FROM deliveries WHERE endpoint_id <> ? AND status = 'pending'`,
    [liveEndpoint.endpointId],
  );
  return rows[0] ?? { attempting: 0, inLine: 0, retrying: 0 };
}

/** Waits until the worker, the database and the sockets all show these counts. A late heartbeat repairs itself. */
const untilCounts = (what: string, wanted: { attempting: number; inLine: number; retrying: number }) =>
  until(
    what,
    async () =>
      JSON.stringify(await countByProgress()) === JSON.stringify(wanted) &&
      activities === wanted.attempting &&
      dead.openConnectionCount() === wanted.attempting,
    PATIENCE,
  );

describe('a worker whose slots for unresponsive endpoints are all taken', () => {
  it('still delivers to a live endpoint; the other deliveries wait without a socket or a slot of the worker', async () => {
    await deliverToLive(1);
    const ids: string[] = [];
    for (let made = 0; made < DEAD_ENDPOINTS; made += 1) {
      const endpoint = await endpointAt(dead);
      for (let each = 0; each < DELIVERIES_EACH; each += 1)
        ids.push(await insertDelivery(database.db, endpoint));
    }
    // Of very many deliveries, those that can be tried are started first, and then the others one after another.
    dispatcher.startRedrive({ intervalMs: 100 });
    const { unhealthyMax } = LIMITS;
    const full = { attempting: unhealthyMax, inLine: DEAD_DELIVERIES - unhealthyMax, retrying: 0 };
    await untilCounts('all slots are taken, and the others are in line', full);
    await deliverToLive(LIVE_DELIVERIES);
    await untilCounts('nothing has changed for the dead ones', full);

    // Now the dead receivers close every connection. Each delivery is tried once, and then waits for its next attempt.
    onConnection = (socket) => void socket.destroy();
    for (const socket of hanging) socket.destroy();
    const resting = { attempting: 0, inLine: 0, retrying: DEAD_DELIVERIES };
    await untilCounts('each has been tried once, and holds nothing', resting);
    await deliverToLive(LIVE_DELIVERIES);
    const heard = new Set(live.requests.map(({ headers }) => headers['webhook-id']));
    expect(heard.size).toBe(1 + 2 * LIVE_DELIVERIES);
    await untilCounts('all of them wait for their next attempt', resting);
    for (const deliveryId of [ids[0] ?? '', ids.at(-1) ?? '']) {
      const { raw } = await engine.client.workflow.getHandle(deliveryWorkflowId(deliveryId)).describe();
      expect(raw.pendingActivities).toEqual([]);
    }
  }, 1_800_000);
});
