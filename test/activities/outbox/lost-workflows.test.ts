import { createWithdrawal } from '../../../src/db/withdrawals/create-withdrawal.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { WorkflowNotFoundError, type WorkflowHandle } from '@temporalio/client';
import type { ServerResponse } from 'node:http';
import type { WithdrawalProgress } from '../../../activities/contract.js';
import { createInvoiceActivities } from '../../../activities/invoices/invoice-activities.js';
import { createRestart, restartLost } from '../../../activities/outbox/restart-lost.js';
import { createWebhookActivities } from '../../../activities/webhooks/webhook-activities.js';
import { takeOverChain } from '../../../src/db/chains/chain-cursor.js';
import { storeBlock } from '../../../src/db/chains/store-blocks.js';
import { transaction, type Transaction } from '../../../src/db/core/database.js';
import { findInvoice } from '../../../src/db/invoices/invoices.js';
import { postEntry } from '../../../src/db/ledger/post-entry.js';
import { listOverdueDeliveries } from '../../../src/db/outbox/overdue.js';
import { moveWithdrawal } from '../../../src/db/withdrawals/move-withdrawal.js';
import type { Withdrawal } from '../../../src/db/withdrawals/withdrawals.js';
import { createOutboxDispatcher, type OutboxDispatcher } from '../../../src/temporal/outbox-dispatcher.js';
import { createWorkflowStarter, type WorkflowStarter } from '../../../src/temporal/workflow-starter.js';
import { resolveHost } from '../../../src/webhooks/resolve-host.js';
import {
  deliveryWorkflowId,
  invoiceWorkflowId,
  withdrawalWorkflowId,
} from '../../../src/temporal/messages.js';
import {
  insertDelivery,
  insertEndpoint,
  loopbackPolicy,
  secretBox,
  type TestEndpoint,
  readDelivery,
} from '../../helpers/facts/deliveries.js';
import {
  addressOf,
  blockOf,
  depositAddressOf,
  insertInvoice,
  insertMerchant,
  testChain,
  usdc,
} from '../../helpers/facts/facts.js';
import { testDepositAddress } from '../../helpers/facts/test-xpub.js';
import { createTestDatabase, type TestDatabase } from '../../helpers/services/postgres.js';
import {
  currentDetailsOf,
  historyOf,
  silentLog,
  startTestEngine,
  type TestEngine,
} from '../../helpers/services/test-engine.js';
import { until } from '../../helpers/until.js';
import { startReceiver, type Receiver } from '../../webhooks/receiver.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** The delay after which a row counts as overdue and is checked. */
const OVERDUE_MS = 5 * MINUTE_MS;

let engine: TestEngine;
let database: TestDatabase;
let receiver: Receiver;
let starter: WorkflowStarter;
let dispatcher: OutboxDispatcher;
let merchantId: string;
let endpoint: TestEndpoint;
let answer: (response: ServerResponse) => void;
/** The time by which the service's clock is ahead of the machine's. */
let aheadMs = 0;
let funded = 0;
/** The withdrawals whose workflows have checked, one entry for each check. */
const advanced: string[] = [];

const deps = {
  get db() {
    return database.db;
  },
  chains: new Map([['local', testChain]]),
  depositAddress: depositAddressOf,
  now: () => Date.now() + aheadMs,
  log: silentLog,
  secretBox,
  dispatchOutbox: () => dispatcher.dispatchNow(),
  webhooks: { policy: loopbackPolicy, resolve: resolveHost, retryDelaysMs: [0, HOUR_MS], timeoutMs: 5_000 },
};

beforeAll(async () => {
  engine = await startTestEngine();
  database = await createTestDatabase();
  receiver = await startReceiver((_request, response) => answer(response));
  starter = createWorkflowStarter(engine.client, {
    log: silentLog,
    maxAttempts: 2,
    startDeliveriesEagerly: false,
  });
  dispatcher = createOutboxDispatcher({ db: database.db, starter, log: silentLog });
  merchantId = await insertMerchant(database.db);
  await engine.startWorkers({
    webhooks: createWebhookActivities({ ...deps, depositAddress: testDepositAddress }),
    core: {
      ...createInvoiceActivities(deps),
      advanceWithdrawal: ({ withdrawalId }: { withdrawalId: string }): Promise<WithdrawalProgress> => {
        advanced.push(withdrawalId);
        return Promise.resolve({
          said: 'waits',
          status: 'approved',
          next: 'wait',
          details: 'waits',
          checkAtMs: null,
          waitingFor: 'waits',
          waitsAs: 'waits',
        });
      },
    },
  });
});
afterAll(async () => {
  await receiver[Symbol.asyncDispose]();
  await engine.close();
  await database.drop();
});
beforeEach(async () => {
  aheadMs = 0;
  answer = (response) => response.writeHead(500).end();
  endpoint = await insertEndpoint(database.db, {
    merchantId: await insertMerchant(database.db),
    port: receiver.port,
  });
});

/**
 * A busy Temporal may not answer a start in time. Then the row stays in the outbox, and the workflow is started once
 * more.
 */
const dispatchAll = (): Promise<void> =>
  until('all is dispatched', async () => {
    await dispatcher.dispatchNow();
    return (await database.db('outbox').select('outbox_id')).length === 0;
  });
const handleOf = (workflowId: string) => engine.client.workflow.getHandle(workflowId);
/** Waits until a run is idle. The work of a terminated run would otherwise continue, and might settle altered rows. */
const untilItWaits = (handle: WorkflowHandle): Promise<void> =>
  until(`${handle.workflowId} waits`, async () => (await historyOf(handle)).events.includes('timerStarted'));
const deliveryOf = (deliveryId: string) => readDelivery(database.db, deliveryId);
/** Makes a delivery whose first attempt failed and whose workflow waits for the next one. */
async function insertWaiting(): Promise<string> {
  const deliveryId = await insertDelivery(database.db, endpoint);
  await dispatcher.dispatchNow();
  const details = () => currentDetailsOf(handleOf(deliveryWorkflowId(deliveryId)));
  await until('it waits for its second attempt', async () => (await details()).includes('next: attempt 2'), {
    describe: details,
  });
  return deliveryId;
}

/** Makes a withdrawal that waits for its approval, with the money for it. */
async function insertPending(trx: Transaction): Promise<Withdrawal> {
  const asset = usdc();
  const postings = [
    { account: 'custody_hot', amountAtomic: 100n },
    { account: 'available', amountAtomic: -100n },
  ] as const;
  funded += 1;
  await postEntry(trx, { cause: `test/${merchantId}/${funded}`, kind: 'test', asset, merchantId, postings });
  return createWithdrawal(trx, {
    merchantId,
    asset,
    amountAtomic: 100n,
    address: addressOf(77),
    merchantReference: null,
    metadata: {},
    nowMs: deps.now(),
  });
}

describe('a delivery that is overdue', () => {
  it('gets a new workflow when its workflow is lost, and is delivered by its next attempt', async () => {
    const deliveryId = await insertWaiting();
    await handleOf(deliveryWorkflowId(deliveryId)).terminate('its history is lost');
    answer = (response) => response.writeHead(204).end();
    aheadMs = HOUR_MS + OVERDUE_MS - MINUTE_MS;
    await restartLost(deps, starter);
    expect(await deliveryOf(deliveryId)).toMatchObject({ delivery: { status: 'pending', attemptCount: 1 } });
    aheadMs = HOUR_MS + OVERDUE_MS + MINUTE_MS;
    await restartLost(deps, starter);
    await handleOf(deliveryWorkflowId(deliveryId)).result();
    const { delivery, attempts } = await deliveryOf(deliveryId);
    expect(delivery.status).toBe('succeeded');
    expect(attempts.map(({ number, statusCode }) => [number, statusCode])).toEqual([
      [1, 500],
      [2, 204],
    ]);
  });

  it('is left alone while its workflow runs, and is not checked again at once', async () => {
    const deliveryId = await insertWaiting();
    const handle = handleOf(deliveryWorkflowId(deliveryId));
    const { events: before } = await historyOf(handle);
    aheadMs = HOUR_MS + OVERDUE_MS + MINUTE_MS;
    const isOverdue = async (): Promise<boolean> => {
      const overdue = { before: deps.now() - OVERDUE_MS, limit: 1_000 };
      const found = await listOverdueDeliveries(database.db, overdue);
      return found.some((each) => each.deliveryId === deliveryId);
    };
    expect(await isOverdue()).toBe(true);
    await restartLost(deps, starter);
    expect((await historyOf(handle)).events).toEqual(before);
    aheadMs += OVERDUE_MS - MINUTE_MS;
    expect(await isOverdue()).toBe(false);
    aheadMs += 2 * MINUTE_MS;
    expect(await isOverdue()).toBe(true);
  });
});

describe('a delivery that waits until others are started', () => {
  it('does not count as overdue', async () => {
    const deliveryId = await insertDelivery(database.db, endpoint);
    aheadMs = HOUR_MS;
    await restartLost(deps, starter);
    await expect(handleOf(deliveryWorkflowId(deliveryId)).describe()).rejects.toThrow(WorkflowNotFoundError);
    await dispatcher.dispatchNow();
    await handleOf(deliveryWorkflowId(deliveryId)).describe();
  });
});

describe("a run that somebody terminates in Temporal's UI", () => {
  it('is started again while its row is open, without an order and before anything is due', async () => {
    const restart = createRestart(deps, starter);
    const open = await insertInvoice(database.db, { merchantId });
    const ended = await insertInvoice(database.db, { merchantId });
    const deliveryId = await insertWaiting();
    const { withdrawalId } = await transaction(database.db, insertPending);
    await dispatchAll();
    const handles = [
      invoiceWorkflowId(open.invoiceId),
      withdrawalWorkflowId(withdrawalId),
      deliveryWorkflowId(deliveryId),
      invoiceWorkflowId(ended.invoiceId),
    ].map(handleOf);
    for (const handle of handles) {
      await untilItWaits(handle);
      await handle.terminate('an operator did');
    }
    await database.db('invoices').where({ invoice_id: ended.invoiceId }).update({ status: 'cancelled' });
    const statuses = async (): Promise<string> => {
      await restart();
      const descriptions = await Promise.all(handles.map((handle) => handle.describe()));
      return descriptions.map(({ status }) => status.name).join(' ');
    };
    const wanted = 'RUNNING RUNNING RUNNING TERMINATED';
    // Temporal lists a run some time after its end.
    await until('they run again', async () => (await statuses()) === wanted, { describe: statuses });
    const runs = async () => Promise.all(handles.map(async (handle) => (await handle.describe()).runId));
    const before = await runs();
    await restart();
    expect(await runs()).toEqual(before);
  });
});

describe('an invoice that is open past its end', () => {
  it('gets a new workflow, and expires', async () => {
    const invoice = await insertInvoice(database.db, { merchantId });
    const handle = handleOf(invoiceWorkflowId(invoice.invoiceId));
    await dispatchAll();
    await untilItWaits(handle);
    await handle.terminate('its history is lost');
    const { claim } = await takeOverChain(database.db, 'local');
    const past = { ...blockOf(10), timestampMs: invoice.expiresAtMs + MINUTE_MS };
    await storeBlock(database.db, claim, { block: past, transfers: [], receipts: [], spends: [] });
    // The chain's wake is lost with the history.
    await database.db('chain_timers').where({ target_id: invoice.invoiceId }).delete();
    aheadMs = HOUR_MS + OVERDUE_MS + MINUTE_MS;
    await restartLost(deps, starter);
    await dispatchAll();
    await handle.result();
    expect(await findInvoice(database.db, invoice)).toMatchObject({ status: 'expired' });
  });
});

describe('an approved withdrawal that is not sent', () => {
  async function insertApproved(): Promise<string> {
    return transaction(database.db, async (trx) => {
      const withdrawal = await insertPending(trx);
      const showAddress = (address: string): string => address;
      await moveWithdrawal(trx, withdrawal, { to: 'approved', reason: null, nowMs: deps.now(), showAddress });
      return withdrawal.withdrawalId;
    });
  }
  const looks = (withdrawalId: string): number => advanced.filter((id) => id === withdrawalId).length;

  it('gets a new workflow; a running workflow checks again, because it may have lost its signal', async () => {
    const withdrawalId = await insertApproved();
    const handle = handleOf(withdrawalWorkflowId(withdrawalId));
    await dispatcher.dispatchNow();
    await until('it waits', () => looks(withdrawalId) === 1);
    await restartLost(deps, starter);
    expect(looks(withdrawalId)).toBe(1);
    const { runId } = await handle.describe();
    aheadMs += OVERDUE_MS + MINUTE_MS;
    await restartLost(deps, starter);
    await until('it has looked again', () => looks(withdrawalId) === 2);
    await restartLost(deps, starter);
    expect((await handle.describe()).runId).toBe(runId);

    await handle.terminate('its history is lost');
    aheadMs += OVERDUE_MS + MINUTE_MS;
    await restartLost(deps, starter);
    await until('a new one looks', () => looks(withdrawalId) === 3);
    expect((await handle.describe()).runId).not.toBe(runId);
  });
});

describe('the search for overdue rows', () => {
  const FINISHED = 10_000;
  const OVERDUE = 100;

  it('reads the overdue rows, and no row that has ended', async () => {
    const deliveryId = await insertDelivery(database.db, endpoint);
    await database.db('deliveries').where({ delivery_id: deliveryId }).update({ status: 'cancelled' });
    await database.db('deliveries').where({ status: 'pending' }).update({ status: 'cancelled' });
    await database.db.raw(
      `INSERT INTO deliveries (delivery_id, event_id, endpoint_id, merchant_id, status, next_attempt_at, created_at,
                               redelivery_of)
       SELECT delivery_id || n, event_id, endpoint_id, merchant_id,
              CASE WHEN n <= :overdue THEN 'pending' ELSE 'succeeded' END, created_at - interval '1 day', created_at,
              delivery_id
         FROM deliveries, generate_series(1, :count::int) AS n WHERE delivery_id = :deliveryId`,
      { deliveryId, count: FINISHED + OVERDUE, overdue: OVERDUE },
    );
    await database.db.raw('ANALYZE deliveries');
    const statements: { readonly sql: string; readonly bindings: readonly unknown[] }[] = [];
    const note = (statement: (typeof statements)[number]): void => void statements.push(statement);
    database.db.on('query', note);
    const found = await listOverdueDeliveries(database.db, {
      before: Date.now() - HOUR_MS,
      limit: 2 * OVERDUE,
    });
    database.db.off('query', note);
    expect(found).toHaveLength(OVERDUE);
    const [{ sql, bindings } = { sql: '', bindings: [] }] = statements;
    const { rows } = await database.db.raw<{ rows: { 'QUERY PLAN': string }[] }>(
      `EXPLAIN (ANALYZE) ${sql.replaceAll(/\$\d+/g, '?')}`,
      [...bindings] as string[],
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('Index Scan using deliveries_overdue');
    expect(plan).not.toMatch(/Rows Removed by Filter|Sort/);
  });
});
