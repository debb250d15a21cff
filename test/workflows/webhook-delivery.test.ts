import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ServerResponse } from 'node:http';
import { failVisibly } from '../../activities/fail-visibly.js';
import { createWebhookActivities } from '../../activities/webhooks/webhook-activities.js';
import { Webhook } from 'standardwebhooks';
import { transaction } from '../../src/db/core/database.js';
import { findDelivery } from '../../src/db/webhooks/delivery-views.js';
import {
  changeWebhookEndpoint,
  deleteWebhookEndpoint,
  redeliver,
  sendPing,
} from '../../src/db/webhooks/webhook-orders.js';
import { createOutboxDispatcher, type OutboxDispatcher } from '../../src/temporal/outbox-dispatcher.js';
import { createWorkflowStarter } from '../../src/temporal/workflow-starter.js';
import { resolveHost } from '../../src/webhooks/resolve-host.js';
import { deliveryWorkflowId } from '../../src/temporal/messages.js';
import {
  insertDelivery,
  insertEndpoint,
  loopbackPolicy,
  secretBox,
  type TestEndpoint,
} from '../helpers/facts/deliveries.js';
import { testDepositAddress } from '../helpers/facts/test-xpub.js';
import { insertInvoice, insertMerchant } from '../helpers/facts/facts.js';
import { createTestDatabase, type TestDatabase } from '../helpers/services/postgres.js';
import {
  currentDetailsOf,
  historyOf,
  searchAttributesOf,
  silentLog,
  startTestEngine,
  type TestEngine,
} from '../helpers/services/test-engine.js';
import { until } from '../helpers/until.js';
import { startReceiver, type Receiver } from '../webhooks/receiver.js';

const MAX_EVENTS_OF_A_DELIVERY = 12;
const RETRY_DELAYS_MS = [0, 1_000, 1_000, 60_000, 60_000];

let engine: TestEngine;
let database: TestDatabase;
let receiver: Receiver;
let dispatcher: OutboxDispatcher;
let endpoint: TestEndpoint;
let answer: (response: ServerResponse) => void;

beforeAll(async () => {
  engine = await startTestEngine();
  database = await createTestDatabase();
  receiver = await startReceiver((_request, response) => answer(response));
  const { db } = database;
  const starter = createWorkflowStarter(engine.client, {
    log: silentLog,
    maxAttempts: RETRY_DELAYS_MS.length,
    startDeliveriesEagerly: true,
  });
  dispatcher = createOutboxDispatcher({ db, starter, log: silentLog });
  const webhooks = createWebhookActivities({
    db,
    log: silentLog,
    now: Date.now,
    secretBox,
    depositAddress: testDepositAddress,
    dispatchOutbox: () => dispatcher.dispatchNow(),
    webhooks: {
      policy: loopbackPolicy,
      resolve: resolveHost,
      retryDelaysMs: RETRY_DELAYS_MS,
      timeoutMs: 5_000,
    },
  });
  await engine.startWorkers({
    webhooks: { attemptDelivery: failVisibly(webhooks.attemptDelivery.bind(webhooks)) },
  });
});
afterAll(async () => {
  await engine.close();
  await receiver[Symbol.asyncDispose]();
  await database.drop();
});
beforeEach(async () => {
  const merchantId = await insertMerchant(database.db);
  endpoint = await insertEndpoint(database.db, { merchantId, port: receiver.port });
  answer = (response) => response.writeHead(204).end();
});

const handleOf = (deliveryId: string) => engine.client.workflow.getHandle(deliveryWorkflowId(deliveryId));
const deliver = async (about: { invoiceId?: string } = {}): Promise<string> => {
  const deliveryId = await insertDelivery(database.db, endpoint, about);
  await dispatcher.dispatchNow();
  return deliveryId;
};

describe('a delivery that succeeds at once', () => {
  it('stays within its budget of events', async () => {
    const deliveryId = await deliver();
    expect(await handleOf(deliveryId).result()).toMatch(
      /^delivered: attempt 1 of 5 answered 204 after \d+ ms$/,
    );
    const { events } = await historyOf(handleOf(deliveryId));
    expect(events.at(-1)).toBe('workflowExecutionCompleted');
    expect(events.length).toBeLessThanOrEqual(MAX_EVENTS_OF_A_DELIVERY);
  });

  it('is found by merchant, invoice, event, endpoint and status', async () => {
    const { invoiceId } = await insertInvoice(database.db, { merchantId: endpoint.merchantId });
    const deliveryId = await deliver({ invoiceId });
    await handleOf(deliveryId).result();
    const found = async (query: string): Promise<readonly string[]> => {
      const ids: string[] = [];
      for await (const { workflowId } of engine.client.workflow.list({ query })) ids.push(workflowId);
      return ids;
    };
    const wanted = [
      `MerchantId = '${endpoint.merchantId}'`,
      `InvoiceId = '${invoiceId}'`,
      `EventType = 'invoice.paid'`,
      `EndpointId = '${endpoint.endpointId}'`,
      `BusinessStatus = 'succeeded'`,
    ];
    await until('it is found', async () => (await found(wanted.join(' AND '))).length > 0);
    expect(await found(wanted.join(' AND '))).toEqual([deliveryWorkflowId(deliveryId)]);
    for (const term of wanted) expect(await found(term)).toContain(deliveryWorkflowId(deliveryId));
    expect(await found([...wanted, `BusinessStatus = 'pending'`].join(' AND '))).toEqual([]);
  });

  it('has a summary that names event and host', async () => {
    const deliveryId = await deliver();
    await handleOf(deliveryId).result();
    const description = await handleOf(deliveryId).describe();
    expect(await description.staticSummary()).toBe(`invoice.paid → 127.0.0.1:${receiver.port}`);
  });

  it('contains no secret, signature, URL path or body in its history', async () => {
    const deliveryId = await deliver();
    await handleOf(deliveryId).result();
    const found = await findDelivery(database.db, { deliveryId });
    const headers = found?.attempts[0]?.requestHeaders ?? {};
    const { text } = await historyOf(handleOf(deliveryId));
    expect(headers['X-Service-Signature']).toMatch(/^[0-9a-f]{64}$/);
    for (const hidden of [
      endpoint.secret,
      headers['X-Service-Signature'] ?? '',
      headers['webhook-signature'] ?? '',
      'not-for-histories',
      'amountCrypto',
    ]) {
      expect(text).not.toContain(hidden);
    }
    expect(text).toContain(deliveryId);
  });
});

describe('a delivery to an endpoint that is not known to answer', () => {
  it('comes after deliveries to endpoints that do answer, when both wait for a worker', async () => {
    answer = (response) => response.writeHead(204).end();
    const priorityOf = async (deliveryId: string) =>
      (await handleOf(deliveryId).describe()).raw.workflowExecutionInfo?.priority?.priorityKey;
    const first = await deliver();
    await handleOf(first).result();
    const next = await deliver();
    expect([await priorityOf(first), await priorityOf(next)]).toEqual([5, 3]);
  });
});

describe('a delivery with failed attempts', () => {
  it('shows operators each attempt with its result, and the time of the next one', async () => {
    answer = (response) => response.writeHead(503).end();
    const deliveryId = await deliver();
    const details = (): Promise<string> => currentDetailsOf(handleOf(deliveryId));
    await until('three attempts', async () => (await details()).includes('next: attempt 4 at 20'));
    const lines = (await details()).split('\n');
    expect(lines[0]).toBe(`**pending**: invoice.paid → 127.0.0.1:${receiver.port}`);
    expect(lines[3]).toMatch(/^- attempt 2 of 5 at 20[-\dT:]+Z: answered 503 after \d+ ms$/);
    const { summaries, events } = await historyOf(handleOf(deliveryId));
    expect(
      events.filter((name) => name.startsWith('activityTask') && name !== 'activityTaskStarted'),
    ).toEqual([1, 2, 3].flatMap(() => ['activityTaskScheduled', 'activityTaskFailed']));
    expect(await searchAttributesOf(handleOf(deliveryId))).toMatchObject({ BusinessStatus: 'retrying' });
    expect(summaries).toEqual([
      `invoice.paid → 127.0.0.1:${receiver.port}`,
      `attempt 1 of 5 → 127.0.0.1:${receiver.port}`,
      'answered 503; retry in 1 second',
      `attempt 2 of 5 → 127.0.0.1:${receiver.port}`,
      'answered 503; retry in 1 second',
      `attempt 3 of 5 → 127.0.0.1:${receiver.port}`,
      'answered 503; retry in 1 minute',
    ]);
  });

  it('shows why there was no answer, in the timer that follows and in the details', async () => {
    answer = (response) => response.socket?.destroy();
    const deliveryId = await deliver();
    const cause = 'the connection was closed before an answer came';
    const summaries = async () => (await historyOf(handleOf(deliveryId))).summaries;
    await until('it waits', async () => (await summaries()).includes(`${cause}; retry in 1 minute`));
    const lines = (await currentDetailsOf(handleOf(deliveryId))).split('\n');
    expect(lines[3]).toMatch(
      new RegExp(`^- attempt 2 of 5 at 20[-\\dT:]+Z: failed after \\d+ ms: ${cause}$`),
    );
  });

  it('continues from the recorded attempts when its workflow was ended and is started again', async () => {
    answer = (response) => response.writeHead(503).end();
    const deliveryId = await deliver();
    const attempts = async () =>
      (await findDelivery(database.db, { deliveryId }))?.delivery.attemptCount ?? 0;
    await until('the third attempt', async () => (await attempts()) === 3);
    await handleOf(deliveryId).terminate('an operator did');
    const { runId } = await handleOf(deliveryId).describe();
    await database.db('outbox').insert({ kind: 'delivery', target_id: deliveryId });
    await dispatcher.dispatchNow();
    await until('it waits again', async () =>
      (await currentDetailsOf(handleOf(deliveryId))).includes('next: attempt 4'),
    );
    expect((await handleOf(deliveryId).describe()).runId).not.toBe(runId);
    expect(await attempts()).toBe(3);
  });
});

describe('a delivery whose endpoint is closed while it waits', () => {
  it.each([
    ['disabled', 'The merchant disabled the endpoint.'],
    ['deleted', 'The merchant deleted the endpoint.'],
  ])('(%s) ends at once as cancelled, says why, and can be found by that status', async (how, reason) => {
    answer = (response) => response.writeHead(503).end();
    const deliveryId = await deliver();
    await until('it waits for a minute', async () =>
      (await currentDetailsOf(handleOf(deliveryId))).includes('next: attempt 4'),
    );
    const order = {
      ...endpoint,
      actor: { kind: 'merchant', id: endpoint.merchantId, ip: null } as const,
      nowMs: Date.now(),
    };
    await transaction(database.db, async (trx) => {
      if (how === 'deleted') await deleteWebhookEndpoint(trx, order);
      else await changeWebhookEndpoint(trx, order, { status: 'disabled' });
    });
    await dispatcher.dispatchNow();
    await handleOf(deliveryId).result();
    const found = await findDelivery(database.db, { deliveryId });
    expect(found?.delivery).toMatchObject({ status: 'cancelled', cancelReason: reason, attemptCount: 3 });
    expect(await searchAttributesOf(handleOf(deliveryId))).toMatchObject({ BusinessStatus: 'cancelled' });
    const details = await currentDetailsOf(handleOf(deliveryId));
    expect(details.split('\n')[0]).toContain('**cancelled**');
    expect(details.split('\n').at(-1)).toBe(`- next: nothing is sent any more: ${reason}`);
  });
});

describe('a delivery that a merchant requests', () => {
  it('is a ping like every event, or the same bytes again, and says so', async () => {
    const order = {
      ...endpoint,
      actor: { kind: 'merchant', id: endpoint.merchantId, ip: null } as const,
      nowMs: Date.now(),
    };
    const pingId = await transaction(database.db, (trx) => sendPing(trx, order));
    await dispatcher.dispatchNow();
    await handleOf(pingId).result();
    const againId = await transaction(database.db, (trx) => redeliver(trx, { ...order, deliveryId: pingId }));
    await dispatcher.dispatchNow();
    await handleOf(againId).result();
    const [ping, again] = receiver.requests.slice(-2);
    expect(JSON.parse(ping?.body.toString() ?? '')).toMatchObject({
      event: 'ping',
      data: { endpointId: endpoint.endpointId },
    });
    expect(
      new Webhook(endpoint.secret).verify(ping?.body ?? '', ping?.headers as Record<string, string>),
    ).toBeTruthy();
    expect(again?.body).toEqual(ping?.body);
    expect(again?.headers['webhook-id']).toBe(ping?.headers['webhook-id']);
    const { summaries } = await historyOf(handleOf(againId));
    expect(summaries[0]).toBe(`ping → 127.0.0.1:${receiver.port} (sent again)`);
  });
});
