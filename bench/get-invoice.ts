import type { Bench, BenchContext, Measurement } from './harness/bench.js';
import { describeSpread, median } from './harness/statistics.js';
import { silentChain, startApi, startBareExpress, type ApiProgram } from './parts/api.js';
import { sendLoad, type Load } from './parts/load/send-load.js';
import { insertOpenInvoices, merchantKey } from './parts/open-invoices.js';
import { createDatabase, startDatabaseServer } from './parts/postgres.js';
import { startRedis } from './parts/redis.js';
import { followerDependencies } from './parts/stepped-follower.js';

const INVOICES = 1_000;
const CONNECTIONS = 16;
const WARM_UP_SECONDS = 5;
const ROUND_SECONDS = 5;
/** The loads alternate, so that other load on the machine slows all of them. */
const ROUNDS = 5;
/** Budget for one request, in ms of CPU time. */
const ACCESS_BUDGET_MS = 1;

/** @returns the CPU time that the API's process used for each answer, in ms. */
async function cpuPerRequest(context: BenchContext, api: ApiProgram, load: Load): Promise<number> {
  const before = await api.cpuMs();
  const { answered } = await sendLoad(context, load);
  return ((await api.cpuMs()) - before) / answered;
}

async function run(context: BenchContext): Promise<readonly Measurement[]> {
  const serverUrl = await startDatabaseServer(context);
  const redisUrl = await startRedis(context);
  const { chain, token, chainsFile } = silentChain(context);
  const database = await createDatabase(context, { serverUrl, name: 'bench_get' });
  const deps = followerDependencies(context, { db: database.db, chain });
  const { invoiceId, merchantId } = await insertOpenInvoices(context, database, {
    deps,
    token,
    count: INVOICES,
  });
  const key = await merchantKey(database.db, merchantId);
  const bareUrl = await startBareExpress(context, { databaseUrl: database.url });
  const api = await startApi(context, { name: 'get', databaseUrl: database.url, chainsFile, redisUrl });

  const load = { key, connections: CONNECTIONS, seconds: ROUND_SECONDS };
  const path = `/v1/invoices/${invoiceId}`;
  const ours: Load = { ...load, url: `${api.baseUrl}${path}` };
  const bare: Load = { ...load, url: `${bareUrl}${path}` };
  const open: Load = { ...load, url: `${api.baseUrl}/healthz` };
  const keyed: Load = { ...load, url: `${api.baseUrl}/v1/assets` };
  for (const one of [ours, bare, open, keyed]) await sendLoad(context, { ...one, seconds: WARM_UP_SECONDS });

  const figures = { ours: [] as number[], bare: [] as number[], access: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    figures.bare.push((await sendLoad(context, bare)).perSecond);
    figures.ours.push((await sendLoad(context, ours)).perSecond);
    const openMs = await cpuPerRequest(context, api, open);
    figures.access.push((await cpuPerRequest(context, api, keyed)) - openMs);
  }
  context.say(`bare Express: ${describeSpread(figures.bare, 'a second')}`);
  context.say(`GET /v1/invoices/{invoiceId}: ${describeSpread(figures.ours, 'a second')}`);
  return [
    {
      measure: 'GET /v1/invoices/{invoiceId} through all middleware',
      value: median(figures.ours),
      unit: 'per second',
      reference: 'bare Express with one SELECT by primary key',
      referenceValue: median(figures.bare),
    },
    {
      measure: "authentication and limits: the API's CPU time for a request, beyond one that needs neither",
      value: median(figures.access),
      unit: 'ms',
      reference: 'its budget',
      referenceValue: ACCESS_BUDGET_MS,
    },
  ];
}

export const getInvoice: Bench = {
  name: 'get-invoice',
  summary:
    'an invoice read through all middleware, against bare Express with one SELECT; and the price of access',
  run,
};
