import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Client } from '@temporalio/client';
import { setTimeout as pause } from 'node:timers/promises';
import { transaction } from '../../src/db/core/database.js';
import { findDelivery } from '../../src/db/webhooks/delivery-views.js';
import { insertDeliveries } from '../../src/db/webhooks/events.js';
import { newId } from '../../src/db/core/new-id.js';
import { enqueue, takeOutbox, type OutboxTarget } from '../../src/db/outbox/outbox.js';
import { UNHEALTHY_HANGING_MANY, UNHEALTHY_UNSEEN_MAX } from '../../src/domain/webhooks/webhook-fairness.js';
import { anyFreePort } from '../../src/local/ports.js';
import { openClient } from '../../src/temporal/connection.js';
import { createOutboxDispatcher } from '../../src/temporal/outbox-dispatcher.js';
import {
  createWorkflowStarter,
  TemporalAwayError,
  type WorkflowStarter,
} from '../../src/temporal/workflow-starter.js';
import { deliveryWorkflowId, invoiceWorkflowId } from '../../src/temporal/messages.js';
import { insertDelivery, insertEndpoint } from '../helpers/facts/deliveries.js';
import { insertInvoice, insertMerchant } from '../helpers/facts/facts.js';
import { createTestDatabase, type TestDatabase } from '../helpers/services/postgres.js';
import { historyOf, silentLog, startTestEngine, type TestEngine } from '../helpers/services/test-engine.js';
import { until } from '../helpers/until.js';

let engine: TestEngine;
let database: TestDatabase;
let starter: WorkflowStarter;
let merchantId: string;

const options = { log: silentLog, maxAttempts: 5, startDeliveriesEagerly: false };

beforeAll(async () => {
  engine = await startTestEngine();
  database = await createTestDatabase();
  starter = createWorkflowStarter(engine.client, options);
  merchantId = await insertMerchant(database.db);
});
afterAll(async () => {
  await engine.close();
  await database.drop();
});
beforeEach(async () => {
  await database.db('outbox').delete();
});

const dispatcherOf = (by: Pick<WorkflowStarter, 'dispatch'>) =>
  createOutboxDispatcher({ db: database.db, starter: by, log: silentLog });
const waiting = async (): Promise<number> => (await database.db('outbox').select('outbox_id')).length;
const isRunning = async (invoiceId: string): Promise<boolean> => {
  const { status } = await engine.client.workflow.getHandle(invoiceWorkflowId(invoiceId)).describe();
  return status.name === 'RUNNING';
};

describe('a signal for a delivery that looks new', () => {
  it('reaches its workflow when the workflow already runs', async () => {
    const endpoint = await insertEndpoint(database.db, { merchantId, port: 1 });
    const deliveryId = await insertDelivery(database.db, endpoint);
    const dispatcher = dispatcherOf(starter);
    const { workflow } = engine.client;
    const events = async () =>
      (await historyOf(workflow.getHandle(deliveryWorkflowId(deliveryId)))).events.filter(
        (event) => event === 'workflowExecutionSignaled',
      );
    await dispatcher.dispatchNow();
    // The workflow's first run checks anyway.
    expect(await events()).toEqual([]);
    await transaction(database.db, (trx) => enqueue(trx, [{ kind: 'delivery', targetId: deliveryId }]));
    await dispatcher.dispatchNow();
    expect(await events()).toHaveLength(1);
  });
});

describe('a committed outbox row', () => {
  it('has its workflow after the fast path, and is deleted', async () => {
    const { invoiceId } = await insertInvoice(database.db, { merchantId });
    await dispatcherOf(starter).dispatchNow();
    expect(await isRunning(invoiceId)).toBe(true);
    expect(await waiting()).toBe(0);
  });

  it('is dispatched whatever number of calls come at once, in any number of processes', async () => {
    const invoices = [];
    for (let i = 0; i < 30; i += 1) invoices.push(await insertInvoice(database.db, { merchantId }));
    const dispatchers = [dispatcherOf(starter), dispatcherOf(starter)];
    await Promise.all(
      dispatchers.flatMap((dispatcher) => Array.from({ length: 10 }, () => dispatcher.dispatchNow())),
    );
    expect(await waiting()).toBe(0);
    for (const { invoiceId } of invoices) expect(await isRunning(invoiceId)).toBe(true);
  });

  it('is found by a call after the commit, even while an earlier call runs', async () => {
    const dispatcher = dispatcherOf(starter);
    const invoices: string[] = [];
    await Promise.all(
      Array.from({ length: 10 }, async () => {
        const { invoiceId } = await insertInvoice(database.db, { merchantId });
        invoices.push(invoiceId);
        await dispatcher.dispatchNow();
        expect(await isRunning(invoiceId)).toBe(true);
      }),
    );
    expect(invoices).toHaveLength(10);
  });

  it('starts a new invoice without a signal, and signals one whose workflow runs', async () => {
    const { invoiceId } = await insertInvoice(database.db, { merchantId });
    await dispatcherOf(starter).dispatchNow();
    const history = () => historyOf(engine.client.workflow.getHandle(invoiceWorkflowId(invoiceId)));
    expect((await history()).events).not.toContain('workflowExecutionSignaled');
    await transaction(database.db, (trx) => enqueue(trx, [{ kind: 'invoice', targetId: invoiceId }]));
    await dispatcherOf(starter).dispatchNow();
    expect((await history()).events.filter((event) => event === 'workflowExecutionSignaled')).toHaveLength(1);
  });

  it('is dispatched once with all the rows that name the same workflow', async () => {
    const rows: OutboxTarget[] = Array.from({ length: 5 }, () => ({ kind: 'invoice', targetId: 'inv_same' }));
    await transaction(database.db, (trx) => enqueue(trx, rows));
    const told: OutboxTarget[] = [];
    await takeOutbox(database.db, { kinds: ['invoice'], limit: 10, olderThanMs: 0 }, (_trx, targets) => {
      told.push(...targets);
      return Promise.resolve(targets);
    });
    expect(told).toHaveLength(1);
    expect(await waiting()).toBe(0);
  });
});

describe('a batch whose calls to Temporal are slow', () => {
  it('keeps what was told before its time was over, and leaves the rest to the next one', async () => {
    for (let i = 0; i < 20; i += 1) await insertInvoice(database.db, { merchantId });
    const DISPATCH_MS = 50;
    const told: string[] = [];
    const start = async (_type: string, { workflowId }: { workflowId: string }): Promise<void> => {
      await pause(2 * DISPATCH_MS);
      told.push(workflowId);
    };
    const client = { withDeadline: <T>(_at: number, work: () => Promise<T>) => work(), workflow: { start } };
    const slow = createWorkflowStarter(client as unknown as Client, { ...options, dispatchMs: DISPATCH_MS });
    const take = (): Promise<{ taken: number; done: number }> =>
      takeOutbox(database.db, { kinds: ['invoice'], limit: 50, olderThanMs: 0 }, (trx, targets) =>
        slow.dispatch(trx, targets),
      );
    const first = await take();
    expect([first.taken, first.done, await waiting()]).toEqual([20, 16, 4]);
    expect((await take()).done).toBe(4);
    expect(new Set(told).size).toBe(20);
    expect(told).toHaveLength(20);
  });
});

describe('deliveries', () => {
  it('are started while the signals for a full block are slow', async () => {
    const rows: OutboxTarget[] = [
      { kind: 'invoice', targetId: 'inv_slow' },
      { kind: 'delivery', targetId: 'del_quick' },
    ];
    await transaction(database.db, (trx) => enqueue(trx, rows));
    const told: string[] = [];
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    const dispatcher = dispatcherOf({
      dispatch: async (_q, targets) => {
        if (targets.some(({ kind }) => kind === 'invoice')) await answered;
        told.push(...targets.map(({ targetId }) => targetId));
        return targets;
      },
    });
    const dispatched = dispatcher.dispatchNow();
    await until('the delivery is started', () => told.includes('del_quick'));
    expect(told).toEqual(['del_quick']);
    answer();
    await dispatched;
    expect(told).toEqual(['del_quick', 'inv_slow']);
    expect(await waiting()).toBe(0);
  });
});

describe('with very many older rows', () => {
  const FLOOD_ROWS = 1_000;
  const flood = (): Promise<void> =>
    transaction(database.db, (trx) =>
      enqueue(
        trx,
        Array.from({ length: FLOOD_ROWS }, (_, i) => ({
          kind: 'delivery' as const,
          targetId: `dlv_old_${i}`,
        })),
      ),
    );
  const addNew = (): Promise<void> =>
    transaction(database.db, (trx) => enqueue(trx, [{ kind: 'delivery', targetId: 'dlv_new' }]));

  it('a newly committed row is dispatched soon, and no row is left out', async () => {
    await flood();
    await addNew();
    const told: string[] = [];
    const dispatcher = dispatcherOf({
      dispatch: (_q, targets) => {
        told.push(...targets.map(({ targetId }) => targetId));
        return Promise.resolve(targets);
      },
    });
    await dispatcher.dispatchNow();
    expect(told.indexOf('dlv_new')).toBeLessThan(FLOOD_ROWS / 4);
    expect(told.indexOf('dlv_old_0')).toBeLessThan(FLOOD_ROWS / 4);
    expect(told).toHaveLength(FLOOD_ROWS + 1);
    expect(await waiting()).toBe(0);
  });

  it('a row that can be dispatched is not blocked by rows that cannot', async () => {
    await flood();
    await addNew();
    const dispatcher = dispatcherOf({
      dispatch: (_q, targets) => Promise.resolve(targets.filter(({ targetId }) => targetId === 'dlv_new')),
    });
    await dispatcher.dispatchNow();
    expect(await waiting()).toBe(FLOOD_ROWS);
  });
});

describe('very many deliveries to endpoints that are not known to answer', () => {
  const COUNT = 600;

  it('are started as fast as they are tried, and delay no delivery to an endpoint that answers', async () => {
    const { db } = database;
    const ofDead = await insertMerchant(db);
    const dead = await insertEndpoint(db, { merchantId: ofDead, port: 1 });
    const first = await insertDelivery(db, dead);
    const { eventId = '' } = (await findDelivery(db, { deliveryId: first }))?.delivery ?? {};
    const again = {
      eventId,
      endpointId: dead.endpointId,
      generation: 0,
      origin: 'redelivery',
      redeliveryOf: first,
      atMs: Date.now(),
    } as const;
    const ids = await transaction(db, (trx) =>
      insertDeliveries(
        trx,
        Array.from({ length: COUNT }, () => again),
        { merchantId: ofDead },
      ),
    );
    const told: string[] = [];
    const dispatcher = dispatcherOf({
      dispatch: (_q, targets) => {
        told.push(...targets.map(({ targetId }) => targetId));
        return Promise.resolve(targets);
      },
    });
    await dispatcher.dispatchNow();
    await dispatcher.dispatchNow();
    expect(told.length).toBeGreaterThanOrEqual(UNHEALTHY_UNSEEN_MAX);
    expect(told.length).toBeLessThan(UNHEALTHY_UNSEEN_MAX + 50);

    const live = await insertEndpoint(db, { merchantId: await insertMerchant(db), port: 1 });
    await db('webhook_endpoints')
      .where({ endpoint_id: live.endpointId })
      .update({ last_success_at: new Date() });
    const toLive = await insertDelivery(db, live);
    await dispatcher.dispatchNow();
    expect(told.at(-1)).toBe(toLive);

    const begin = (): Promise<unknown> =>
      db('deliveries')
        .whereIn('delivery_id', told)
        .update({ leased_until: new Date(Date.now() + 60_000) });
    for (let round = 0; round < 20; round += 1) {
      await begin();
      await dispatcher.dispatchNow();
    }
    expect(told.length).toBeGreaterThanOrEqual(UNHEALTHY_HANGING_MANY);
    expect(told.length).toBeLessThan(COUNT);
    const hanging = told.length;
    await until('the next ones are started, more slowly', async () => {
      await dispatcher.dispatchNow();
      return told.length > hanging;
    });
    expect(told.length).toBeLessThanOrEqual(hanging + 2 * UNHEALTHY_UNSEEN_MAX);

    // Some wait for a slot. These delay nothing.
    const inLine = told.slice(0, 100);
    await db('deliveries')
      .whereIn('delivery_id', inLine)
      .update({ leased_until: null, queued_at: new Date() });
    const startedBefore = told.length;
    await dispatcher.dispatchNow();
    expect(told.length).toBeGreaterThan(startedBefore);
    expect(told.length).toBeLessThan(COUNT);
    await db('deliveries')
      .where({ endpoint_id: dead.endpointId })
      .update({ status: 'cancelled', leased_until: null });
    await dispatcher.dispatchNow();
    expect(new Set(told)).toEqual(new Set([first, ...ids, toLive]));
    expect(await waiting()).toBe(0);
  });
});

describe('a row that was rolled back', () => {
  it('is never dispatched', async () => {
    const failing = transaction(database.db, async (trx) => {
      await enqueue(trx, [{ kind: 'invoice', targetId: newId('inv') }]);
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    expect(await waiting()).toBe(0);
  });
});

describe('while Temporal is down', () => {
  it('nothing is lost: rows stay, calls do not fail, and a later dispatch sends them when it is back', async () => {
    const { invoiceId } = await insertInvoice(database.db, { merchantId });
    const nobody = openClient({
      ...engine,
      address: `127.0.0.1:${await anyFreePort()}`,
      apiKey: null,
      tls: null,
    });
    const cutOff = createWorkflowStarter(nobody, options);
    await dispatcherOf(cutOff).dispatchNow();
    expect(await waiting()).toBe(1);
    await expect(cutOff.dispatch(database.db, [{ kind: 'invoice', targetId: invoiceId }])).rejects.toThrow(
      TemporalAwayError,
    );

    const dispatcher = dispatcherOf(starter);
    dispatcher.startRedrive({ intervalMs: 100 });
    await until('the re-drive', async () => (await waiting()) === 0);
    await dispatcher.stop();
    expect(await isRunning(invoiceId)).toBe(true);
    await nobody.connection.close();
  });
});

describe('a periodic dispatch', () => {
  it('leaves young rows to the process that wrote them', async () => {
    const startedAtMs = Date.now();
    await insertInvoice(database.db, { merchantId });
    const dispatcher = dispatcherOf(starter);
    dispatcher.startRedrive({ intervalMs: 20 });
    await until('the re-drive', async () => (await waiting()) === 0);
    expect(Date.now() - startedAtMs).toBeGreaterThan(1_500);
    await dispatcher.stop();
  });
});

describe('a row for an unknown object', () => {
  it('is deleted, and blocks nothing else', async () => {
    await transaction(database.db, (trx) =>
      enqueue(trx, [
        { kind: 'invoice', targetId: 'inv_nobody' },
        { kind: 'withdrawal', targetId: 'wd_nobody' },
        { kind: 'delivery', targetId: 'dlv_nobody' },
      ]),
    );
    const { invoiceId } = await insertInvoice(database.db, { merchantId });
    await dispatcherOf(starter).dispatchNow();
    expect(await waiting()).toBe(0);
    expect(await isRunning(invoiceId)).toBe(true);
  });
});
