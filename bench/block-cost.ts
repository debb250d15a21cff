import { createInvoiceActivities } from '../activities/invoices/invoice-activities.js';
import type { FollowerDependencies } from '../activities/chains/follower.js';
import type { Bench, BenchContext, Measurement } from './harness/bench.js';
import { describeSpread, median } from './harness/statistics.js';
import { startBlockMaker, strangersPayments, type BlockMaker } from './parts/block-maker.js';
import { insertOpenInvoices, paymentsOf } from './parts/open-invoices.js';
import { createDatabase, startDatabaseServer, type BenchDatabase } from './parts/postgres.js';
import {
  followerDependencies,
  readHeight,
  startSteppedFollower,
  type SteppedFollower,
} from './parts/stepped-follower.js';
import { createNamespace, startTemporalServer } from './parts/temporal.js';
import { residentMemory } from './parts/memory.js';
import { until } from './parts/wait.js';
import { startWorker } from './parts/worker.js';

const OPEN_INVOICES = [1_000, 100_000, 1_000_000];
const TRANSFERS_PER_BLOCK = 150;
const BLOCKS = 150;
const WARM_UP_BLOCKS = 20;
/** The finalized block is twice as far behind the head, so every block is read as one near the head. */
const SLOTS_IN_AN_EPOCH = 32;
/** Blocks that whole workers read for the memory figure. One sample follows each block of the second half. */
const MEMORY_BLOCKS = 100;
/** The smallest interval: the figures must not include the follower's wait between two blocks. */
const POLL_INTERVAL_MS = 1;

/** The same chain, followed with a given number of open invoices. */
interface Level {
  readonly openInvoices: number;
  readonly database: BenchDatabase;
  readonly deps: FollowerDependencies;
  readonly follower: SteppedFollower;
  readonly blockMs: number[];
}

async function prepareLevel(
  context: BenchContext,
  { serverUrl, maker, openInvoices }: { serverUrl: string; maker: BlockMaker; openInvoices: number },
): Promise<Level> {
  const chain = { ...maker.chain, pollIntervalMs: POLL_INTERVAL_MS };
  const database = await createDatabase(context, { serverUrl, name: `open_${openInvoices}` });
  const deps = followerDependencies(context, { db: database.db, chain });
  const startedAtMs = performance.now();
  await insertOpenInvoices(context, database, { deps, token: maker.token, count: openInvoices });
  const seconds = ((performance.now() - startedAtMs) / 1_000).toFixed(0);
  context.say(`${openInvoices} open invoices in ${seconds} s`);
  const follower = startSteppedFollower(context, { deps, chain });
  return { openInvoices, database, deps, follower, blockMs: [] };
}

/** Settles the invoices that the follower woke, as their workflows do. Each paid one then waits for confirmations. */
async function settleWoken({ database: { db }, deps }: Level): Promise<void> {
  const activities = createInvoiceActivities(deps);
  const rows = await db('outbox').delete().returning<{ kind: string; target_id: string }[]>('*');
  const woken = rows.filter(({ kind }) => kind === 'invoice').map((row) => row.target_id);
  for (const invoiceId of new Set(woken)) await activities.settleInvoice({ invoiceId });
}

/** Mines a block of many transfers. One of them pays an invoice, which has the same address in every database. */
async function mineBlock(
  maker: BlockMaker,
  { levels, invoiceNumber }: { levels: readonly Level[]; invoiceNumber: number },
): Promise<number> {
  const [level] = levels;
  if (level === undefined) throw new Error('There is no level to measure.');
  const payments = await paymentsOf(level.database.db, [invoiceNumber]);
  const strangers = strangersPayments(TRANSFERS_PER_BLOCK - 1);
  const middle = strangers.length >> 1;
  await maker.send([...strangers.slice(0, middle), ...payments, ...strangers.slice(middle)]);
  return (await maker.mine()).height;
}

/** Reads each block at every level before the next block is mined. The levels take turns to be first. */
async function readBlocks(
  { signal }: BenchContext,
  { maker, levels }: { maker: BlockMaker; levels: readonly Level[] },
): Promise<void> {
  for (let number = 1; number <= WARM_UP_BLOCKS + BLOCKS; number += 1) {
    signal.throwIfAborted();
    const height = await mineBlock(maker, { levels, invoiceNumber: number });
    const first = number % levels.length;
    for (const level of [...levels.slice(first), ...levels.slice(0, first)]) {
      const tookMs = await level.follower.readUpTo(height);
      if (number > WARM_UP_BLOCKS) level.blockMs.push(tookMs);
      await settleWoken(level);
    }
  }
}

async function assertPaid({ database: { db } }: Level): Promise<void> {
  const seen = await db('transfers').whereNotNull('invoice_id').count<{ count: number }[]>('* as count');
  if (seen[0]?.count !== WARM_UP_BLOCKS + BLOCKS) throw new Error('The follower did not find every payment.');
}

/**
 * Starts whole workers, each a process as in production. They go on where the followers stopped, and read more blocks.
 *
 * @returns for each level the median of the worker's resident memory, in MB.
 */
async function measureWorkers(
  context: BenchContext,
  { maker, levels }: { maker: BlockMaker; levels: readonly Level[] },
): Promise<readonly number[]> {
  const address = await startTemporalServer(context);
  const workers = await Promise.all(
    levels.map(async ({ openInvoices, database }) => {
      const name = `open-${openInvoices}`;
      const temporal = await createNamespace({ address, namespace: name });
      const { chainsFile } = maker;
      return startWorker(context, { name, databaseUrl: database.url, temporal, chainsFile });
    }),
  );
  const samples = levels.map((): number[] => []);
  for (let number = 1; number <= MEMORY_BLOCKS; number += 1) {
    const invoiceNumber = WARM_UP_BLOCKS + BLOCKS + number;
    const height = await mineBlock(maker, { levels, invoiceNumber });
    for (const [i, level] of levels.entries()) {
      await until(
        context,
        'the worker has read the block',
        async () => (await readHeight(level.database.db, maker.chain)) >= height,
      );
      if (number > MEMORY_BLOCKS / 2) samples[i]?.push(await residentMemory(workers[i]?.pid() ?? 0));
    }
  }
  for (const [i, { openInvoices }] of levels.entries()) {
    context.say(`${openInvoices} open invoices: the worker has ${describeSpread(samples[i] ?? [], 'MB')}`);
  }
  return samples.map(median);
}

async function run(context: BenchContext): Promise<readonly Measurement[]> {
  const serverUrl = await startDatabaseServer(context);
  const maker = await startBlockMaker(context, { slotsInAnEpoch: SLOTS_IN_AN_EPOCH, pollIntervalMs: 100 });
  const levels: Level[] = [];
  for (const openInvoices of OPEN_INVOICES) {
    context.signal.throwIfAborted();
    levels.push(await prepareLevel(context, { serverUrl, maker, openInvoices }));
  }
  await readBlocks(context, { maker, levels });
  for (const level of levels) {
    await assertPaid(level);
    context.say(`${level.openInvoices} open invoices: a block in ${describeSpread(level.blockMs, 'ms')}`);
  }
  const memory = await measureWorkers(context, { maker, levels });
  const against = (
    values: readonly number[],
  ): Pick<Measurement, 'value' | 'reference' | 'referenceValue'> => ({
    value: values.at(-1) ?? NaN,
    reference: `with ${OPEN_INVOICES[0] ?? 0} open invoices`,
    referenceValue: values[0] ?? NaN,
  });
  const levelInWords = `with ${OPEN_INVOICES.at(-1) ?? 0} open invoices`;
  return [
    {
      measure: `time to read a block of ${TRANSFERS_PER_BLOCK} transfers, one of them ours, ${levelInWords}`,
      unit: 'ms',
      ...against(levels.map(({ blockMs }) => median(blockMs))),
    },
    { measure: `memory of the worker that reads them ${levelInWords}`, unit: 'MB', ...against(memory) },
  ];
}

export const blockCost: Bench = {
  name: 'block-cost',
  summary: 'a block with a million open invoices, against one with a thousand: time and memory',
  run,
};
