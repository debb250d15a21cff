import { Logger, run as runQueue, type Runner } from 'graphile-worker';
import { request } from 'undici';
import type { Database } from '../src/db/core/database.js';
import { generateWebhookSecret, signWebhook } from '../src/webhooks/sign.js';
import type { Bench, BenchContext, Measurement } from './harness/bench.js';
import { median } from './harness/statistics.js';
import { recordEvents } from './parts/many-events.js';
import { runOneActivityWorkflows } from './parts/one-activity/run-one-activity.js';
import { withConnection } from './parts/postgres.js';
import { startProductOnDatabase } from './parts/product.js';
import { until } from './parts/wait.js';
import { openLiveEndpoint, type LiveEndpoint } from './parts/webhook-endpoints.js';

const WARM_UP = 100;
/** Our deliveries and the bare ones alternate, so that other load on the machine slows both. */
const ROUNDS = 4;
const DELIVERIES_A_ROUND = 250;
const BARE_WORKFLOWS_A_ROUND = 200;
const JOBS = 1_000;
const JOBS_AT_ONCE = 32;

/**
 * Records the events together and waits until each delivery is recorded as succeeded.
 *
 * @returns deliveries a second.
 */
async function deliverMany(
  context: BenchContext,
  { db, merchantId, count }: { db: Database; merchantId: string; count: number },
): Promise<number> {
  const pending = async (): Promise<number> => {
    const { rows } = await db.raw<{ rows: { count: number }[] }>(
      `SELECT count(*) FROM deliveries WHERE status = 'pending'`,
    );
    return rows[0]?.count ?? 0;
  };
  await recordEvents(db, { merchantId, type: 'withdrawal.completed', count });
  const startedAtMs = performance.now();
  await until(context, `${count} deliveries succeeded`, async () => (await pending()) === 0, {
    everyMs: 100,
  });
  return count / ((performance.now() - startedAtMs) / 1_000);
}

/** Posts the same body, signed the same way, to the same receiver by jobs of a queue in the same PostgreSQL. */
async function runJobs(
  context: BenchContext,
  { serverUrl, live }: { serverUrl: string; live: LiveEndpoint },
): Promise<number> {
  const secret = generateWebhookSecret();
  const body = JSON.stringify({ event: 'invoice.completed', data: { invoiceId: 'inv_bench' } });
  const url = new URL(serverUrl);
  url.pathname = '/bench_queue';
  await withConnection(serverUrl, (client) => client.query('CREATE DATABASE bench_queue'));
  let done = 0;
  const runner: Runner = await runQueue({
    connectionString: url.href,
    concurrency: JOBS_AT_ONCE,
    maxPoolSize: JOBS_AT_ONCE,
    noHandleSignals: true,
    crontab: '',
    logger: new Logger(() => () => undefined),
    taskList: {
      async deliver(payload) {
        const headers = signWebhook({
          body,
          eventId: `job-${String((payload as { number: number }).number)}`,
          timestampSeconds: Math.floor(Date.now() / 1_000),
          secrets: [secret],
          legacySecret: secret,
        });
        const { body: answer } = await request(live.url, { method: 'POST', headers, body });
        await answer.dump();
        done += 1;
      },
    },
  });
  context.onEnd(() => runner.stop());
  const addJobs = (count: number): Promise<unknown> =>
    withConnection(url.href, (client) =>
      client.query(
        `SELECT graphile_worker.add_job('deliver', json_build_object('number', n)) FROM generate_series(1, $1) AS n`,
        [count],
      ),
    );
  await addJobs(WARM_UP);
  await until(context, 'the queue is warm', () => done === WARM_UP);
  const startedAtMs = performance.now();
  await addJobs(JOBS);
  await until(context, `${JOBS} jobs are done`, () => done === WARM_UP + JOBS);
  const perSecond = JOBS / ((performance.now() - startedAtMs) / 1_000);
  context.say(`jobs of graphile-worker: ${perSecond.toFixed(1)} a second`);
  return perSecond;
}

async function run(context: BenchContext): Promise<readonly Measurement[]> {
  const { product, db, serverUrl } = await startProductOnDatabase(context);
  const { merchantId } = product.merchant;
  const live = await openLiveEndpoint(context, { product, events: ['withdrawal.completed'] });
  await deliverMany(context, { db, merchantId, count: WARM_UP });
  const delivered: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const ours = await deliverMany(context, { db, merchantId, count: DELIVERIES_A_ROUND });
    context.say(`deliveries: ${ours.toFixed(1)} a second`);
    delivered.push(ours);
    const figures = await runOneActivityWorkflows(context, {
      address: product.temporalAddress,
      workflows: BARE_WORKFLOWS_A_ROUND,
    });
    bare.push(figures.perSecond);
  }
  const value = median(delivered);
  const jobs = await runJobs(context, { serverUrl, live });
  const measure = 'deliveries, from event to recorded success';
  return [
    {
      measure,
      value,
      unit: 'per second',
      reference: 'bare workflows of one activity on the same Temporal',
      referenceValue: median(bare),
    },
    {
      measure,
      value,
      unit: 'per second',
      reference: 'jobs of graphile-worker on the same PostgreSQL, posting to the same receiver',
      referenceValue: jobs,
    },
  ];
}

export const deliveries: Bench = {
  name: 'deliveries',
  summary: 'deliveries a second, against bare workflows of one activity and against a job queue',
  run,
};
