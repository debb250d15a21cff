import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Context } from '@temporalio/activity';
import type {
  DeliveryProgress,
  InvoiceProgress,
  ReconciliationReport,
  SweepProgress,
  WithdrawalProgress,
} from '../../activities/contract.js';
import { TASK_QUEUES, wake, WORKFLOW_TYPES, type FollowerState } from '../../src/temporal/messages.js';
import {
  currentDetailsOf,
  historyOf,
  startTestEngine,
  type TestEngine,
} from '../helpers/services/test-engine.js';
import { until } from '../helpers/until.js';

/** The workflows are the product's. The test gives the answers of the database. */
let engine: TestEngine;
let isOver = false;

const common = { details: 'it waits', waitingFor: 'waits' };
const activities = {
  settleInvoice: (): InvoiceProgress => ({
    ...common,
    said: isOver ? 'completed: all of it' : 'pending',
    checkAtMs: null,
    isWaitShown: true,
    ...(isOver ? { status: 'completed', closed: true } : { status: 'pending', closed: false }),
  }),
  advanceWithdrawal: (): WithdrawalProgress => ({
    ...common,
    said: isOver ? 'rejected: no' : 'waits',
    checkAtMs: null,
    waitsAs: 'approval',
    ...(isOver ? { status: 'rejected', next: 'closed' } : { status: 'pending_approval', next: 'wait' }),
  }),
  attemptDelivery: (): DeliveryProgress =>
    isOver
      ? { state: 'cancelled', said: 'cancelled: it was deleted', failed: null, details: 'over' }
      : {
          ...common,
          state: 'retry',
          said: 'pending',
          failed: null,
          number: 2,
          delayMs: 3_600_000,
          maxAttempts: 5,
          host: 'shop.example',
        },
  sweepChain: (): SweepProgress => ({
    ...common,
    said: isOver ? 'swept' : 'waits',
    notes: [],
    failed: null,
    ...(isOver ? { status: 'swept', open: 0 } : { status: 'sweeping', open: 1 }),
  }),
  reconcile: async (): Promise<ReconciliationReport> => {
    await until('it may end', () => Promise.resolve(isOver));
    return { runId: 1, outcome: 'clean', summary: 'no difference', details: 'no difference' };
  },
  followChain: async (): Promise<FollowerState> => {
    const beat = setInterval(() => Context.current().heartbeat(), 200);
    await Context.current().cancelled.finally(() => clearInterval(beat));
    return { status: 'following' };
  },
};

beforeAll(async () => {
  engine = await startTestEngine();
  const { settleInvoice, advanceWithdrawal, attemptDelivery, sweepChain, reconcile, followChain } =
    activities;
  await engine.startWorkers({
    core: {
      settleInvoice: () => Promise.resolve(settleInvoice()),
      advanceWithdrawal: () => Promise.resolve(advanceWithdrawal()),
      reconcile,
    },
    webhooks: { attemptDelivery: () => Promise.resolve(attemptDelivery()) },
    signer: { sweepChain: () => Promise.resolve(sweepChain()) },
    chain: { followChain },
  });
});
afterAll(async () => {
  await engine.close();
});

const { invoice, withdrawal, delivery, sweep, reconciliation, follower } = WORKFLOW_TYPES;
const input = { host: 'shop.example', nextNumber: 1, maxAttempts: 5, payment: '1.000000 USDC' };
const start = (type: string, taskQueue: string) =>
  engine.client.workflow.start(type, {
    workflowId: `${type}-asked`,
    taskQueue,
    args: [{ ...input, invoiceId: 'inv_1', withdrawalId: 'wd_1', deliveryId: 'dlv_1', chainCode: 'local' }],
  });

describe("a cancellation that is requested in Temporal's UI", () => {
  it.each([
    [invoice, TASK_QUEUES.core, 'POST /v1/invoices/inv_1/cancel', 'completed: all of it'],
    [withdrawal, TASK_QUEUES.core, 'withdrawal stop wd_1', 'rejected: no'],
    [delivery, TASK_QUEUES.webhooks, 'disabling or deleting the endpoint', 'cancelled: it was deleted'],
    [sweep, TASK_QUEUES.core, 'pause the schedule `sweep-local`', null],
  ])('does not stop the workflow %s, whose details say what to use', async (type, queue, use, result) => {
    isOver = false;
    const handle = await start(type, queue);
    await until('it waits', async () => (await currentDetailsOf(handle)).includes('it waits'));
    await handle.cancel();
    const details = () => currentDetailsOf(handle);
    await until('it answers', async () => (await details()).startsWith('**Not stopped by this.**'));
    expect(await details()).toContain(use);
    expect(await details()).toMatch(/\n\nit waits$/);
    expect((await handle.describe()).status.name).toBe('RUNNING');
    const { summaries } = await historyOf(handle);
    expect(summaries).toContainEqual(expect.stringContaining(`not stopped by this: `));
    isOver = true;
    if (result === null)
      return handle.terminate('the rest would take a quarter of a minute').then(() => undefined);
    await handle.signal(wake);
    expect(await handle.result()).toBe(result);
  });

  it('does not stop a reconciliation, which ends as it would have', async () => {
    isOver = false;
    const handle = await start(reconciliation, TASK_QUEUES.core);
    const pending = async () => (await handle.describe()).raw.pendingActivities?.length;
    await until('it compares', async () => (await pending()) === 1);
    await handle.cancel();
    await until('it answers', async () =>
      (await currentDetailsOf(handle)).includes('pause the schedule `reconciliation`'),
    );
    isOver = true;
    expect(await handle.result()).toBe('no difference');
  });

  it('does not stop a follower, nor its activity', async () => {
    const handle = await start(follower, TASK_QUEUES.core);
    const pending = async () => (await handle.describe()).raw.pendingActivities?.length;
    await until('it follows', async () => (await pending()) === 1);
    await handle.cancel();
    await until('it answers', async () =>
      (await currentDetailsOf(handle)).startsWith('**Not stopped by this.**'),
    );
    expect(await pending()).toBe(1);
    expect((await historyOf(handle)).events).not.toContain('activityTaskCancelRequested');
    await handle.terminate('the test is over');
  });
});
