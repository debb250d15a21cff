import { request } from 'undici';
import type { Bench, BenchContext, Measurement } from './harness/bench.js';
import { describeSpread, median } from './harness/statistics.js';
import { silentChain, startApi } from './parts/api.js';
import { insertOpenInvoices, merchantKey } from './parts/open-invoices.js';
import { createDatabase, startDatabaseServer } from './parts/postgres.js';
import { followerDependencies } from './parts/stepped-follower.js';

const INVOICES = [1_000, 1_000_000];
const PAGE = 25;
const WARM_UP = 50;
/** Few and many take turns, so that what else the machine does falls on both. */
const ROUNDS = 400;

/** The same merchant's business, with so many invoices in it. */
interface Level {
  readonly invoices: number;
  readonly url: string;
  readonly key: string;
  readonly tookMs: number[];
}

async function prepareLevel(
  context: BenchContext,
  { serverUrl, invoices }: { serverUrl: string; invoices: number },
): Promise<Level> {
  const { chain, token, chainsFile } = silentChain(context);
  const { db, url: databaseUrl } = await createDatabase(context, { serverUrl, name: `list_${invoices}` });
  const deps = followerDependencies(context, { db, chain });
  const { merchantId } = await insertOpenInvoices(
    context,
    { db, url: databaseUrl },
    { deps, token, count: invoices },
  );
  context.say(`${invoices} invoices are there`);
  const { baseUrl } = await startApi(context, {
    name: `list-${invoices}`,
    databaseUrl,
    chainsFile,
    redisUrl: null,
  });
  const key = await merchantKey(db, merchantId);
  return { invoices, url: `${baseUrl}/v1/invoices?limit=${PAGE}`, key, tookMs: [] };
}

async function list({ signal }: BenchContext, { url, key }: Level): Promise<number> {
  const startedAtMs = performance.now();
  const { body, statusCode } = await request(url, { headers: { authorization: `Bearer ${key}` }, signal });
  const { data } = (await body.json()) as { data: readonly unknown[] };
  const tookMs = performance.now() - startedAtMs;
  if (statusCode !== 200 || data.length !== PAGE) throw new Error(`${url} did not answer ${PAGE} invoices.`);
  return tookMs;
}

async function run(context: BenchContext): Promise<readonly Measurement[]> {
  const serverUrl = await startDatabaseServer(context);
  const levels: Level[] = [];
  for (const invoices of INVOICES) levels.push(await prepareLevel(context, { serverUrl, invoices }));
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
    for (const level of round % 2 === 0 ? levels : levels.toReversed()) {
      const tookMs = await list(context, level);
      if (round >= WARM_UP) level.tookMs.push(tookMs);
    }
  }
  for (const { invoices, tookMs } of levels) {
    context.say(`${invoices} invoices: a list of ${PAGE} in ${describeSpread(tookMs, 'ms')}`);
  }
  const [few, many] = levels.map(({ tookMs }) => median(tookMs));
  return [
    {
      measure: `a list of ${PAGE} with ${INVOICES[1] ?? 0} invoices`,
      value: many ?? NaN,
      unit: 'ms',
      reference: `with ${INVOICES[0] ?? 0}`,
      referenceValue: few ?? NaN,
    },
  ];
}

export const listInvoices: Bench = {
  name: 'list-invoices',
  summary: 'a list of 25 with a million invoices, against one with a thousand',
  run,
};
