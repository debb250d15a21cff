import { request } from 'undici';
import type { Database } from '../src/db/core/database.js';
import type { Bench, BenchContext, Measurement } from './harness/bench.js';
import { describeSpread, median } from './harness/statistics.js';
import { silentChain, startApi } from './parts/api.js';
import { insertOpenInvoices, merchantKey } from './parts/open-invoices.js';
import { createDatabase, startDatabaseServer } from './parts/postgres.js';
import { followerDependencies } from './parts/stepped-follower.js';

const INVOICES = [1_000, 1_000_000];
const PAGE = 25;
const WARM_UP = 50;
/** Few and many alternate, so that other load on the machine slows both. */
const ROUNDS = 400;

/** The same merchant, with a given number of invoices. */
interface Level {
  readonly invoices: number;
  readonly key: string;
  readonly lists: readonly List[];
}

interface List {
  readonly what: string;
  readonly url: string;
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
  const middle = await momentOf(db, { index: invoices / 2 });
  const lists = Object.entries({
    'a list': '',
    // The filter begins in the middle of the list: the newer half must not be read.
    'a list by status and time': `&status=pending&createdTo=${middle}&createdFrom=2026-01-01T00:00:00Z`,
  }).map(([what, filters]) => ({
    what,
    url: `${baseUrl}/v1/invoices?limit=${PAGE}${filters}`,
    tookMs: [],
  }));
  return { invoices, key, lists };
}

async function momentOf(db: Database, { index }: { index: number }): Promise<string> {
  const row = await db('invoices')
    .where({ deposit_index: index })
    .first<{ created_at: Date } | undefined>('created_at');
  if (row === undefined) throw new Error(`There is no invoice with the index ${index}.`);
  return row.created_at.toISOString();
}

async function list(
  { signal }: BenchContext,
  { url, key }: { readonly url: string; readonly key: string },
): Promise<number> {
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
    for (const { key, lists } of round % 2 === 0 ? levels : levels.toReversed()) {
      for (const { url, tookMs } of lists) {
        const took = await list(context, { url, key });
        if (round >= WARM_UP) tookMs.push(took);
      }
    }
  }
  for (const { invoices, lists } of levels) {
    for (const { what, tookMs } of lists)
      context.say(`${invoices} invoices: ${what} of ${PAGE} in ${describeSpread(tookMs, 'ms')}`);
  }
  const [few, many] = levels.map(({ lists }) => lists);
  return (many ?? []).map(({ what, tookMs }, index) => ({
    measure: `${what} of ${PAGE} with ${INVOICES[1] ?? 0} invoices`,
    value: median(tookMs),
    unit: 'ms',
    reference: `with ${INVOICES[0] ?? 0}`,
    referenceValue: median(few?.[index]?.tookMs ?? []),
  }));
}

export const listInvoices: Bench = {
  name: 'list-invoices',
  summary: 'a list of 25, whole and filtered, with a million invoices, against one with a thousand',
  run,
};
