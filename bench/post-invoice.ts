import type { Bench, BenchContext, Measurement } from './harness/bench.js';
import { describeSpread, median } from './harness/statistics.js';
import { silentChain, startApi } from './parts/api.js';
import { startBareWorkflows } from './parts/bare-starts.js';
import { sendLoad, type Load } from './parts/load/send-load.js';
import { addMerchant } from './parts/open-invoices.js';
import { createDatabase, startDatabaseServer, type BenchDatabase } from './parts/postgres.js';
import { startRedis } from './parts/redis.js';
import { startTemporalServer } from './parts/temporal.js';
import { until } from './parts/wait.js';

/** The number of customers at the same time, and of bare starts at the same time. */
const AT_ONCE = 16;
const WARM_UP_SECONDS = 5;
const ROUND_SECONDS = 8;
/** Ours and the bare starts alternate, so that other load on the machine slows both. */
const ROUNDS = 4;
const STEADY_SECONDS = 20;
const LATENCY_BUDGET_MS = 150;

const INVOICE = {
  amountFiat: '25.00',
  fiatCurrency: 'USD',
  tokenSymbol: 'USDC',
  chainCode: 'local',
  expiresInSeconds: 21_600,
  merchantReference: 'order-1001',
  metadata: { basket: 'b-1001' },
};

/** Sends the load and waits until the last invoice's workflow is started. @returns invoices a second over all of it. */
async function createMany(context: BenchContext, { db }: BenchDatabase, load: Load): Promise<number> {
  const { answered, perSecond } = await sendLoad(context, load);
  const answeredAtMs = performance.now();
  await until(context, 'every invoice has its workflow', async () => {
    const rows = await db('outbox').count<{ count: number }[]>('* as count');
    return rows[0]?.count === 0;
  });
  const lagMs = performance.now() - answeredAtMs;
  context.say(
    `${answered} invoices, ${perSecond.toFixed(1)} a second, the last started ${lagMs.toFixed(0)} ms later`,
  );
  return answered / (answered / perSecond + lagMs / 1_000);
}

async function run(context: BenchContext): Promise<readonly Measurement[]> {
  const serverUrl = await startDatabaseServer(context);
  const temporalAddress = await startTemporalServer(context);
  const redisUrl = await startRedis(context);
  const { chainsFile } = silentChain(context);
  const database = await createDatabase(context, { serverUrl, name: 'bench_post' });
  const key = await addMerchant(database.db);
  const { baseUrl } = await startApi(context, {
    name: 'post',
    databaseUrl: database.url,
    chainsFile,
    redisUrl,
    temporalAddress,
  });
  const load: Load = {
    url: `${baseUrl}/v1/invoices`,
    key,
    connections: AT_ONCE,
    seconds: ROUND_SECONDS,
    json: INVOICE,
  };
  const starts = (seconds: number): Promise<number> =>
    startBareWorkflows(context, { address: temporalAddress, atOnce: AT_ONCE, seconds });
  await createMany(context, database, { ...load, seconds: WARM_UP_SECONDS });
  await starts(WARM_UP_SECONDS);
  const created: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    bare.push(await starts(ROUND_SECONDS));
    created.push(await createMany(context, database, load));
  }
  context.say(`bare starts: ${describeSpread(bare, 'a second')}`);
  const steady: Load = { ...load, seconds: STEADY_SECONDS, perSecond: Math.floor(median(bare) / 2) };
  const { p50Ms, p99Ms, perSecond } = await sendLoad(context, steady);
  context.say(
    `at ${perSecond.toFixed(1)} a second half are answered within ${p50Ms} ms, 99 % within ${p99Ms} ms`,
  );
  return [
    {
      measure: 'POST /v1/invoices, from the request to the start of the workflow',
      value: median(created),
      unit: 'per second',
      reference: 'bare workflows started on the same Temporal',
      referenceValue: median(bare),
    },
    {
      measure: 'POST /v1/invoices: 99th percentile of its answers at half the rate of the bare starts',
      value: p99Ms,
      unit: 'ms',
      reference: 'its budget',
      referenceValue: LATENCY_BUDGET_MS,
    },
  ];
}

export const postInvoice: Bench = {
  name: 'post-invoice',
  summary: 'invoices created, against bare workflows started on the same Temporal; and their 99th percentile',
  run,
};
