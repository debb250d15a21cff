import { describeSpread, median } from '../harness/statistics.js';
import type { BenchContext, Measurement } from '../harness/bench.js';
import { silentChain, startApi } from './api.js';
import { startBareWorkflows } from './bare-starts.js';
import { sendLoad, type Load } from './load/send-load.js';
import { addMerchant } from './open-invoices.js';
import { createDatabase, startDatabaseServer, type BenchDatabase } from './postgres.js';
import { startRedis } from './redis.js';
import { startTemporalServer } from './temporal.js';
import { until } from './wait.js';

/** The number of customers at the same time, and of bare starts at the same time. */
export const POSTS_AT_ONCE = 16;
const WARM_UP_SECONDS = 5;
const ROUND_SECONDS = 8;
/** Our posts and the bare starts alternate, so that other load on the machine slows both. */
const ROUNDS = 4;
const STEADY_SECONDS = 20;
const LATENCY_BUDGET_MS = 150;

/** The API with everything that a POST needs. */
export interface PostBench {
  readonly database: BenchDatabase;
  readonly baseUrl: string;
  readonly key: string;
  /** The CPU time that the API has used, in ms. */
  readonly cpuMs: () => Promise<number>;
  /** Starts bare workflows on the same Temporal. @returns how many a second. */
  readonly bareStarts: (seconds: number) => Promise<number>;
}

/** Starts the API on servers of its own. Its files carry the name. */
export async function startPostBench(context: BenchContext, name: string): Promise<PostBench> {
  const serverUrl = await startDatabaseServer(context);
  const temporalAddress = await startTemporalServer(context);
  const redisUrl = await startRedis(context);
  const { chainsFile } = silentChain(context);
  const database = await createDatabase(context, { serverUrl, name: `bench_${name}` });
  const key = await addMerchant(database.db);
  const api = await startApi(context, {
    name,
    databaseUrl: database.url,
    chainsFile,
    redisUrl,
    temporalAddress,
  });
  const bareStarts = (seconds: number): Promise<number> =>
    startBareWorkflows(context, { address: temporalAddress, atOnce: POSTS_AT_ONCE, seconds });
  return { database, baseUrl: api.baseUrl, key, cpuMs: () => api.cpuMs(), bareStarts };
}

/** What is posted: a load without its duration. */
export type Posted = Omit<Load, 'key' | 'connections' | 'seconds' | 'perSecond'>;

/**
 * Posts as fast as the API answers and waits until the outbox is empty, in turns with bare starts. Then posts at half the
 * rate of the bare starts.
 *
 * @param options.posted returns what is posted from the given number of posts on.
 */
export async function measurePosts(
  context: BenchContext,
  { database, key, cpuMs, bareStarts }: PostBench,
  options: { readonly what: string; readonly until: string; readonly posted: (after: number) => Posted },
): Promise<readonly Measurement[]> {
  const { what } = options;
  let sent = 0;
  const send = async (load: Pick<Load, 'seconds' | 'perSecond'>) => {
    const figures = await sendLoad(context, {
      ...options.posted(sent),
      key,
      connections: POSTS_AT_ONCE,
      ...load,
    });
    // At the end of a load, each connection may still have one unanswered post.
    sent += figures.answered + POSTS_AT_ONCE;
    return figures;
  };
  const round = async (seconds: number): Promise<number> => {
    const cpuBeforeMs = await cpuMs();
    const { answered, perSecond } = await send({ seconds });
    const answeredAtMs = performance.now();
    await untilDispatched(context, database);
    const lagMs = performance.now() - answeredAtMs;
    const cpuEachMs = ((await cpuMs()) - cpuBeforeMs) / answered;
    context.say(
      `${answered} answers, ${perSecond.toFixed(1)} a second, the last workflow started ${lagMs.toFixed(0)} ms later; ${cpuEachMs.toFixed(1)} ms of the API's CPU time for each`,
    );
    return answered / (answered / perSecond + lagMs / 1_000);
  };
  await round(WARM_UP_SECONDS);
  await bareStarts(WARM_UP_SECONDS);
  const posts: number[] = [];
  const bare: number[] = [];
  for (let i = 0; i < ROUNDS; i += 1) {
    bare.push(await bareStarts(ROUND_SECONDS));
    posts.push(await round(ROUND_SECONDS));
  }
  context.say(`bare starts: ${describeSpread(bare, 'a second')}`);
  const steady = await send({ seconds: STEADY_SECONDS, perSecond: Math.floor(median(bare) / 2) });
  const { p50Ms, p99Ms, perSecond } = steady;
  context.say(
    `at ${perSecond.toFixed(1)} a second half are answered within ${p50Ms} ms, 99 % within ${p99Ms} ms`,
  );
  return [
    {
      measure: `${what}, ${options.until}`,
      value: median(posts),
      unit: 'per second',
      reference: 'bare workflows started on the same Temporal',
      referenceValue: median(bare),
    },
    {
      measure: `${what}: 99th percentile of its answers at half the rate of the bare starts`,
      value: p99Ms,
      unit: 'ms',
      reference: 'its budget',
      referenceValue: LATENCY_BUDGET_MS,
    },
  ];
}

async function untilDispatched(context: BenchContext, { db }: BenchDatabase): Promise<void> {
  await until(context, 'every invoice has its workflow', async () => {
    const rows = await db('outbox').count<{ count: number }[]>('* as count');
    return rows[0]?.count === 0;
  });
}
