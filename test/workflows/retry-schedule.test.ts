import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Context } from '@temporalio/activity';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { Worker } from '@temporalio/worker';
import { createWebhookActivities } from '../../activities/webhooks/webhook-activities.js';
import { findDelivery } from '../../src/db/webhooks/delivery-views.js';
import { DEFAULT_RETRY_DELAYS_MS } from '../../src/domain/webhooks/webhook-schedule.js';
import { findTemporalTestServer } from '../helpers/services/temporal-test-server.js';
import { installRuntime } from '../../src/temporal/runtime.js';
import { prepareWorkflowBundle } from '../../src/temporal/workflow-bundle.js';
import { createWorkflowStarter } from '../../src/temporal/workflow-starter.js';
import { resolveHost } from '../../src/webhooks/resolve-host.js';
import { deliveryWorkflowId, SEARCH_ATTRIBUTES, TASK_QUEUES } from '../../src/temporal/messages.js';
import { insertDelivery, insertEndpoint, loopbackPolicy, secretBox } from '../helpers/facts/deliveries.js';
import { testDepositAddress } from '../helpers/facts/test-xpub.js';
import { insertMerchant } from '../helpers/facts/facts.js';
import { createTestDatabase, type TestDatabase } from '../helpers/services/postgres.js';
import { silentLog } from '../helpers/services/test-engine.js';
import { startTimeSkipping } from '../helpers/services/time-skipping.js';
import { startReceiver } from '../webhooks/receiver.js';

const MINUTE_MS = 60_000;

let database: TestDatabase;
let environment: TestWorkflowEnvironment;

beforeAll(async () => {
  database = await createTestDatabase();
  installRuntime(silentLog);
  const path = await findTemporalTestServer({ log: () => undefined });
  environment = await startTimeSkipping(path);
  await environment.connection.operatorService.addSearchAttributes({
    searchAttributes: Object.fromEntries(Object.values(SEARCH_ATTRIBUTES).map(({ name }) => [name, 2])),
  });
});
afterAll(async () => {
  await environment.teardown();
  await database.drop();
});

/** The engine's clock, which skips time. The machine's clock does not. */
const skippedNow = (): number => Context.current().info.currentAttemptScheduledTimestampMs;

describe('a receiver that answers 500 for twelve hours', () => {
  it('is tried five times at the delays of the contract, and the delivery is then marked failed', async () => {
    const { db } = database;
    await using receiver = await startReceiver((_request, response) => response.writeHead(500).end('no'));
    const merchantId = await insertMerchant(db);
    const endpoint = await insertEndpoint(db, { merchantId, port: receiver.port });
    const nowMs = await environment.currentTimeMs();
    const deliveryId = await insertDelivery(db, endpoint, { nowMs });
    const worker = await Worker.create({
      connection: environment.nativeConnection,
      taskQueue: TASK_QUEUES.webhooks,
      workflowBundle: await prepareWorkflowBundle(),
      activities: createWebhookActivities({
        db,
        log: silentLog,
        now: skippedNow,
        secretBox,
        depositAddress: testDepositAddress,
        dispatchOutbox: () => Promise.resolve(),
        webhooks: {
          policy: loopbackPolicy,
          resolve: resolveHost,
          retryDelaysMs: DEFAULT_RETRY_DELAYS_MS,
          timeoutMs: 30_000,
        },
      }),
    });
    const starter = createWorkflowStarter(environment.client, {
      log: silentLog,
      maxAttempts: DEFAULT_RETRY_DELAYS_MS.length,
      startDeliveriesEagerly: false,
    });

    await worker.runUntil(async () => {
      await starter.dispatch(db, [{ kind: 'delivery', targetId: deliveryId }]);
      await environment.client.workflow.getHandle(deliveryWorkflowId(deliveryId)).result();
    });

    const found = await findDelivery(db, { deliveryId });
    expect(found?.delivery).toMatchObject({ status: 'failed', attemptCount: 5, nextAttemptAtMs: null });
    const startedAtMs = found?.attempts.map((attempt) => attempt.startedAtMs) ?? [];
    const waitsMinutes = startedAtMs.map((ms) => Math.round((ms - (startedAtMs[0] ?? 0)) / MINUTE_MS));
    expect(waitsMinutes).toEqual([0, 5, 35, 155, 875]);
    expect(
      found?.attempts.map(({ number, statusCode, errorClass }) => [number, statusCode, errorClass]),
    ).toEqual([1, 2, 3, 4, 5].map((number) => [number, 500, 'status']));
    const bodies = new Set(receiver.requests.map(({ body }) => body.toString('utf8')));
    const ids = new Set(receiver.requests.map(({ headers }) => headers['webhook-id']));
    expect([receiver.requests.length, bodies.size, ids.size]).toEqual([5, 1, 1]);
  });
});
