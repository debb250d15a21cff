import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createInvoiceActivities } from '../../activities/invoices/invoice-activities.js';
import { releaseDueTimers } from '../../src/db/chains/chain-timers.js';
import { storeBlock } from '../../src/db/chains/store-blocks.js';
import { takeOverChain, type FollowerClaim } from '../../src/db/chains/chain-cursor.js';
import { findInvoice, type Invoice } from '../../src/db/invoices/invoices.js';
import { listBalances } from '../../src/db/ledger/balances.js';
import { createOutboxDispatcher, type OutboxDispatcher } from '../../src/temporal/outbox-dispatcher.js';
import { createWorkflowStarter } from '../../src/temporal/workflow-starter.js';
import { invoiceWorkflowId, TASK_QUEUES, WORKFLOW_TYPES } from '../../src/temporal/messages.js';
import {
  blockOf,
  depositAddressOf,
  insertInvoice,
  insertMerchant,
  testChain,
  transferIn,
} from '../helpers/facts/facts.js';
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

const MAX_EVENTS_OF_A_PAID_INVOICE = 25;

let engine: TestEngine;
let database: TestDatabase;
let dispatcher: OutboxDispatcher;
let claim: FollowerClaim;
let merchantId: string;

beforeAll(async () => {
  engine = await startTestEngine();
  database = await createTestDatabase();
  const { db } = database;
  const starter = createWorkflowStarter(engine.client, {
    log: silentLog,
    maxAttempts: 5,
    startDeliveriesEagerly: false,
  });
  dispatcher = createOutboxDispatcher({ db, starter, log: silentLog });
  merchantId = await insertMerchant(db);
  ({ claim } = await takeOverChain(db, 'local'));
  await engine.startWorkers({
    core: createInvoiceActivities({
      db,
      chains: new Map([['local', testChain]]),
      depositAddress: depositAddressOf,
      now: Date.now,
      log: silentLog,
      dispatchOutbox: () => Promise.resolve(),
    }),
  });
});
afterAll(async () => {
  await engine.close();
  await database.drop();
});

let height = 10;
/** Reads one block, with or without a payment, and wakes what waits for it. */
const readBlock = async (payTo?: Invoice): Promise<void> => {
  const block = blockOf(height);
  height += 1;
  const transfers =
    payTo === undefined ? [] : [transferIn(block, { to: payTo.depositAddress, txHash: block.hash })];
  await storeBlock(database.db, claim, { block, transfers, receipts: [], spends: [] });
  const { number, timestampMs } = block;
  await releaseDueTimers(database.db, { chainCode: 'local', height: number, blockTimeMs: timestampMs });
  await dispatcher.dispatchNow();
};
const handleOf = ({ invoiceId }: Invoice) => engine.client.workflow.getHandle(invoiceWorkflowId(invoiceId));
const countOf = async (invoice: Invoice, event: string): Promise<number> =>
  (await historyOf(handleOf(invoice))).events.filter((name) => name === event).length;
/** Waits until the invoice is settled so many times and waits again. */
const untilAllDone = (invoice: Invoice, times: number): Promise<void> =>
  until(
    `the invoice is settled ${times} times`,
    async () => (await countOf(invoice, 'markerRecorded')) === times,
  );

/** Makes an invoice that is paid, confirmed and credited, and whose workflow has closed. */
const payOne = async (): Promise<Invoice> => {
  const invoice = await insertInvoice(database.db, { merchantId });
  await dispatcher.dispatchNow();
  await untilAllDone(invoice, 1);
  await readBlock(invoice);
  await untilAllDone(invoice, 2);
  await readBlock();
  await readBlock();
  await handleOf(invoice).result();
  return invoice;
};

describe('the workflow of an invoice paid in one transfer', () => {
  it('stays within its budget of events', async () => {
    const invoice = await payOne();
    const { events } = await historyOf(handleOf(invoice));
    expect(events.at(-1)).toBe('workflowExecutionCompleted');
    expect(events.length).toBeLessThanOrEqual(MAX_EVENTS_OF_A_PAID_INVOICE);
  });

  it('tells operators in words where the invoice stands, and is searchable', async () => {
    const invoice = await payOne();
    const description = await handleOf(invoice).describe();
    expect(await description.staticSummary()).toBe('100.000000 USDC on local');
    expect(await description.staticDetails()).toContain(invoice.invoiceId);
    expect(await searchAttributesOf(handleOf(invoice))).toMatchObject({
      MerchantId: merchantId,
      InvoiceId: invoice.invoiceId,
      ChainCode: 'local',
      BusinessStatus: 'completed',
    });
    expect(await currentDetailsOf(handleOf(invoice))).toMatch(/^\*\*completed\*\*: 100\.000000 USDC/);
    const { summaries } = await historyOf(handleOf(invoice));
    expect(summaries).toContainEqual(expect.stringMatching(/^waits for a payment until 20\d\d-/));
    expect(summaries).toContain('paid, 1 of 3 confirmations; waits until its payment is confirmed');
  });

  it('starts a new run with the same id when a later fact comes, which ends when nothing is due', async () => {
    const invoice = await payOne();
    const { runId } = await handleOf(invoice).describe();
    await readBlock(invoice);
    await until('a new run', async () => (await handleOf(invoice).describe()).runId !== runId);
    // Blocks are read only after the run waits for them. A follower would read more, but this test reads only two.
    await untilAllDone(invoice, 1);
    await readBlock();
    await readBlock();
    await handleOf(invoice).result();
    const balances = await listBalances(database.db, merchantId);
    expect(balances.map(({ tokenSymbol }) => tokenSymbol)).toEqual(['USDC']);
    expect(await findInvoice(database.db, invoice)).toMatchObject({ status: 'completed', overpaid: true });
  });
});

describe('a workflow for an invoice that the database does not know', () => {
  it('fails at once, with an explanation', async () => {
    const start = {
      workflowId: 'invoice-inv_unknown',
      taskQueue: TASK_QUEUES.core,
      args: [{ invoiceId: 'inv_unknown' }],
    };
    const result = engine.client.workflow.execute(WORKFLOW_TYPES.invoice, start);
    await expect(result).rejects.toMatchObject({
      cause: { message: expect.stringContaining('There is no invoice inv_unknown'), type: 'RecordNotFound' },
    });
  });
});
