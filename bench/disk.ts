import { openClient } from '../src/temporal/connection.js';
import { openDatabase, type Database } from '../src/db/core/database.js';
import type { Bench, BenchContext, Measurement } from './harness/bench.js';
import { startBlockMaker, type BlockMaker } from './parts/block-maker.js';
import { approveWithdrawals, fund, requestWithdrawals } from './parts/payouts.js';
import { startDatabaseServer } from './parts/postgres.js';
import { createInvoices, paymentsFor, startProduct, type Product } from './parts/product.js';
import { openReceiver } from './parts/receiver.js';
import { until } from './parts/wait.js';

const WARM_UP_INVOICES = 50;
const INVOICES = 600;
const WARM_UP_WITHDRAWALS = 20;
const WITHDRAWALS = 300;
const SLOTS_IN_AN_EPOCH = 4;
/** The number of invoices, and of withdrawals, whose histories are measured. Those of one kind are nearly the same. */
const HISTORIES = 20;
const EVENTS = [
  'invoice.created',
  'invoice.paid',
  'invoice.completed',
  'withdrawal.approved',
  'withdrawal.completed',
] as const;
/** The group of all other tables. Their rows are deleted, or do not depend on the number of payments. */
const PASSING = 'rows that are deleted within a day, and rows of blocks';
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  'invoices and payments': ['invoices', 'transfers', 'custody_addresses'],
  ledger: ['ledger_accounts', 'ledger_entries', 'ledger_postings'],
  'events, deliveries and their attempts': ['events', 'deliveries', 'delivery_attempts'],
  'withdrawals, sweeps and their transactions': [
    'withdrawals',
    'withdrawal_approvals',
    'approved_payments',
    'sent_transactions',
    'movements',
    'movement_parts',
  ],
  'audit log and hash chains': ['audit_log', 'merchant_audit', 'hash_chains'],
};

type Sizes = ReadonlyMap<string, number>;

/** Returns the bytes of each group of tables, with their indexes. */
async function readSizes(db: Database): Promise<Sizes> {
  const { rows } = await db.raw<{ rows: { name: string; bytes: bigint }[] }>(
    `SELECT relname AS name, pg_total_relation_size(oid) AS bytes FROM pg_class
      WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
  );
  const sizes = new Map<string, number>();
  for (const { name, bytes } of rows) {
    const [group = PASSING] = Object.entries(GROUPS).find(([, tables]) => tables.includes(name)) ?? [];
    sizes.set(group, (sizes.get(group) ?? 0) + Number(bytes));
  }
  return sizes;
}

/** Prints the bytes that one invoice or withdrawal takes in each group. @returns the bytes of it that stay. */
function sayDifference(
  { say }: BenchContext,
  { what, count, before, after }: { what: string; count: number; before: Sizes; after: Sizes },
): number {
  let stays = 0;
  for (const [group, bytes] of after) {
    const each = (bytes - (before.get(group) ?? 0)) / count;
    say(`${what}: ${each.toFixed(0)} bytes of ${group}`);
    if (group !== PASSING) stays += each;
  }
  return stays;
}

/** Mines until every payment is completed, delivered by webhooks and swept. */
async function untilDone(
  context: BenchContext,
  { db, maker }: { db: Database; maker: BlockMaker },
): Promise<void> {
  await until(
    context,
    'everything is completed, delivered and swept',
    async () => {
      await maker.mineEmpty(1);
      const { rows } = await db.raw<{ rows: { open: bigint }[] }>(
        `SELECT (SELECT count(*) FROM invoices WHERE status <> 'completed')
              + (SELECT count(*) FROM withdrawals WHERE status <> 'completed')
              + (SELECT count(*) FROM deliveries WHERE status <> 'succeeded')
              + (SELECT count(*) FROM movements WHERE outcome IS NULL)
              + (SELECT count(*) FROM outbox)
              + (SELECT count(*) FROM ledger_accounts WHERE kind = 'custody_deposit' AND balance > 0) AS open`,
      );
      return Number(rows[0]?.open) === 0;
    },
    { everyMs: maker.chain.pollIntervalMs },
  );
}

/**
 * Returns the mean history size of these invoices or withdrawals, in bytes. The histories of their deliveries count
 * too.
 */
async function historyBytes(
  context: BenchContext,
  product: Product,
  { attribute, ids, workflows }: { attribute: string; ids: readonly string[]; workflows: number },
): Promise<number> {
  const { connection, workflow } = openClient({
    address: product.temporalAddress,
    namespace: 'default',
    apiKey: null,
    tls: null,
  });
  context.onEnd(() => connection.close());
  let sum = 0;
  for (const id of ids) {
    const query = `${attribute}="${id}"`;
    await until(context, `${id} has ${workflows} closed workflows`, async () => {
      const { count } = await workflow.count(`${query} AND ExecutionStatus="Completed"`);
      return count >= workflows;
    });
    for await (const { workflowId, runId } of workflow.list({ query })) {
      const { historySize = 0 } = await workflow.getHandle(workflowId, runId).describe();
      sum += historySize;
    }
  }
  return sum / ids.length;
}

async function run(context: BenchContext): Promise<readonly Measurement[]> {
  const maker = await startBlockMaker(context, { slotsInAnEpoch: SLOTS_IN_AN_EPOCH });
  const databaseUrl = await startDatabaseServer(context);
  const product = await startProduct(context, { CHAINS_FILE: maker.chainsFile, DATABASE_URL: databaseUrl });
  const db = openDatabase({ url: databaseUrl, maxConnections: 1 });
  context.onEnd(() => db.destroy());
  await openReceiver(context, { product, events: EVENTS });
  await fund(maker, product.hotWalletAddress);
  await fund(maker, product.sweepWalletAddress);

  const sell = async (count: number): Promise<string[]> => {
    const invoices = await createInvoices(product, count);
    await maker.send(paymentsFor(invoices));
    await untilDone(context, { db, maker });
    return invoices.map(({ invoiceId }) => invoiceId);
  };
  const payOut = async (count: number): Promise<string[]> => {
    const requested = await requestWithdrawals(product, count);
    await approveWithdrawals(context, product, requested);
    await untilDone(context, { db, maker });
    return requested.map(({ withdrawalId }) => withdrawalId);
  };
  await sell(WARM_UP_INVOICES);
  await payOut(WARM_UP_WITHDRAWALS);
  const start = await readSizes(db);
  const sold = await sell(INVOICES);
  const between = await readSizes(db);
  const paidOut = await payOut(WITHDRAWALS);
  const end = await readSizes(db);

  const ofInvoice = { what: 'an invoice', count: INVOICES, before: start, after: between };
  const ofWithdrawal = { what: 'a withdrawal', count: WITHDRAWALS, before: between, after: end };
  const [invoiceId = ''] = sold;
  const body = await product.merchant.api.get('/v1/invoices/{invoiceId}', { path: { invoiceId } });
  const against = {
    unit: 'bytes',
    reference: 'the invoice as JSON',
    referenceValue: JSON.stringify(body).length,
  };
  const three = { attribute: 'InvoiceId', ids: sold.slice(0, HISTORIES), workflows: 4 };
  const two = { attribute: 'WithdrawalId', ids: paidOut.slice(0, HISTORIES), workflows: 3 };
  return [
    {
      measure: 'PostgreSQL, for good: a completed invoice with three webhooks and its sweep',
      value: sayDifference(context, ofInvoice),
      ...against,
    },
    {
      measure: 'PostgreSQL, for good: a completed withdrawal with two webhooks',
      value: sayDifference(context, ofWithdrawal),
      ...against,
    },
    {
      measure: "Temporal's histories of that invoice and its deliveries",
      value: await historyBytes(context, product, three),
      ...against,
    },
    {
      measure: "Temporal's histories of that withdrawal and its deliveries",
      value: await historyBytes(context, product, two),
      ...against,
    },
  ];
}

export const disk: Bench = {
  name: 'disk',
  summary:
    'bytes that an invoice and a withdrawal take in PostgreSQL and Temporal, against the invoice as JSON',
  run,
};
