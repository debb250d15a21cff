import { request } from 'undici';
import type { Database } from '../src/db/core/database.js';
import { insertMember } from '../src/db/people/members.js';
import { insertOperator } from '../src/db/people/operators.js';
import type { Membership } from '../src/domain/people/roles.js';
import { CONSOLE } from '../src/pages/app/admin/routes.js';
import { DASHBOARD } from '../src/pages/app/dashboard/routes.js';
import type { Bench, BenchContext, Measurement } from './harness/bench.js';
import { median, quantile } from './harness/statistics.js';
import { silentChain, startApi } from './parts/api.js';
import { fillPages } from './parts/fill-pages.js';
import { insertOpenInvoices } from './parts/open-invoices.js';
import { OTHERS_SHARE, SMALL_MERCHANT, YEAR_MS, shownInvoices, yearOfInvoices } from './parts/page-rows.js';
import { listPageRequests, type PageRequest, type Visitor } from './parts/page-requests.js';
import { createDatabase, startDatabaseServer } from './parts/postgres.js';
import { followerDependencies } from './parts/stepped-follower.js';

/** Invoices of one merchant. There are as many deliveries. `PAGE_TIMES_ROWS` sets another number. */
const ROWS = Number(process.env['PAGE_TIMES_ROWS'] ?? 1_000_000);
/**
 * Only these newest invoices have an address derived from their index, and only such invoices can be listed. Deriving a
 * million addresses takes minutes.
 */
const NEWEST = Math.min(ROWS, 50_000);
const WARM_UP = 5;
/**
 * The number of rounds. `PAGE_TIMES_ROUNDS` sets another one. With a million rows, a round of all requests takes some
 * 20 s.
 */
const ROUNDS = Number(process.env['PAGE_TIMES_ROUNDS'] ?? 40);
const P95 = 0.95;
const BUDGET_MS = 100;
const PASSWORD = 'correct horse battery staple';

interface Prepared {
  readonly databaseUrl: string;
  readonly chainsFile: string;
  readonly visitors: readonly Visitor[];
}

/** A member who can sign in. */
async function addMember(
  db: Database,
  who: string,
  membership: Membership,
): Promise<Pick<Visitor, 'who' | 'email' | 'password'>> {
  const email = `${who.replaceAll(' ', '-')}@pages.example`;
  await insertMember(db, { membership, email, name: 'Ada', password: PASSWORD });
  return { who, email, password: PASSWORD };
}

async function prepare(context: BenchContext): Promise<Prepared> {
  const serverUrl = await startDatabaseServer(context);
  const { chain, token, chainsFile } = silentChain(context);
  const { db, url: databaseUrl } = await createDatabase(context, { serverUrl, name: 'page_times' });
  const deps = followerDependencies(context, { db, chain });
  const filled = { db, url: databaseUrl };
  const count = Math.ceil((ROWS * OTHERS_SHARE) / (OTHERS_SHARE - 1));
  const shown = shownInvoices(count, NEWEST);
  const { merchantId } = await insertOpenInvoices(context, filled, {
    deps,
    token,
    count,
    overMs: YEAR_MS,
    own: yearOfInvoices(count),
    shown,
  });
  context.say(`${count} invoices are there, ${ROWS} of them of one merchant`);
  const { large, small } = await fillPages(filled, { merchantId, count, newest: NEWEST, say: context.say });
  const { rows } = await db.raw<{ rows: { bytes: bigint }[] }>(
    'SELECT pg_database_size(current_database()) AS bytes',
  );
  const bytes = Number(rows[0]?.bytes ?? 0n);
  context.say(
    `the database has ${Math.round(bytes / 1e6)} MB, ${(bytes / 1e3 / count).toFixed(1)} kB for each invoice`,
  );
  const { operatorId } = await insertOperator(db, { name: 'Night shift' });
  const { operatorId: colleagueId } = await insertOperator(db, { name: 'Day shift' });
  const owner = { kind: 'merchant', role: 'owner' } as const;
  const visitors = [
    {
      ...(await addMember(db, 'large merchant', { ...owner, merchantId })),
      application: DASHBOARD,
      things: large,
      combines: true,
    },
    ...(small === null
      ? []
      : [
          {
            ...(await addMember(db, 'small merchant', { ...owner, merchantId: SMALL_MERCHANT })),
            application: DASHBOARD,
            things: small,
            combines: false,
          },
        ]),
    // Nobody may open every page of the console: an operator who sets the policy may not approve withdrawals.
    {
      ...(await addMember(db, 'manager', { kind: 'operator', operatorId, role: 'manager' })),
      application: CONSOLE,
      things: large,
      combines: true,
    },
    {
      ...(await addMember(db, 'approver', { kind: 'operator', operatorId: colleagueId, role: 'approver' })),
      application: CONSOLE,
      things: large,
      combines: true,
    },
  ];
  return { databaseUrl, chainsFile, visitors };
}

/** Sends every request to a new process of the API. @returns the times, slowest first. */
async function timePages(
  context: BenchContext,
  { visitors, ...filled }: Prepared,
): Promise<readonly Times[]> {
  const { baseUrl } = await startApi(context, { name: 'page-times', ...filled, redisUrl: null });
  return timeAll(context, baseUrl, await listPageRequests(context, { baseUrl, visitors }));
}

/**
 * Sends one request. @returns the time in ms until the whole answer is there. For a file: until its first rows are
 * there.
 */
async function ask(context: BenchContext, baseUrl: string, { path, headers }: PageRequest): Promise<number> {
  const startedAtMs = performance.now();
  const { statusCode, body } = await request(`${baseUrl}${path}`, { headers, signal: context.signal });
  if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}: ${await body.text()}`);
  if (!path.includes('.csv')) {
    await body.arrayBuffer();
    return performance.now() - startedAtMs;
  }
  // Leaving the loop closes the connection too, so the API stops reading rows.
  for await (const _ of body) break;
  return performance.now() - startedAtMs;
}

interface Times {
  readonly asked: string;
  readonly p50Ms: number;
  readonly p95Ms: number;
}

/** Sends all requests in turn, again and again, so that other load slows all of them alike. @returns slowest first. */
async function timeAll(
  context: BenchContext,
  baseUrl: string,
  requests: readonly PageRequest[],
): Promise<readonly Times[]> {
  const all = requests.map((asked) => ({ asked, tookMs: [] as number[] }));
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1)
    for (const { asked, tookMs } of all) {
      const ms = await ask(context, baseUrl, asked);
      if (round >= WARM_UP) tookMs.push(ms);
    }
  return all
    .map(({ asked: { who, path }, tookMs }) => ({
      asked: `${who}: ${path}`,
      p50Ms: median(tookMs),
      p95Ms: quantile(tookMs, P95),
    }))
    .sort((a, b) => b.p95Ms - a.p95Ms);
}

async function run(context: BenchContext): Promise<readonly Measurement[]> {
  const times = await timePages(context, await prepare(context));
  for (const { asked, p50Ms, p95Ms } of times)
    context.say(`${p95Ms.toFixed(1)} ms (half within ${p50Ms.toFixed(1)}): ${asked}`);
  const [slowest] = times;
  if (slowest === undefined) throw new Error('The pages sent no requests.');
  const above = times.filter(({ p95Ms }) => p95Ms > BUDGET_MS).length;
  return [
    {
      measure: `the slowest of ${times.length} requests, p95: ${slowest.asked}`,
      value: slowest.p95Ms,
      unit: 'ms',
      reference: 'its budget',
      referenceValue: BUDGET_MS,
    },
    {
      measure: `requests above ${BUDGET_MS} ms`,
      value: above,
      unit: 'requests',
      reference: 'all of them',
      referenceValue: times.length,
    },
  ];
}

export const pageTimes: Bench = {
  name: 'page-times',
  summary:
    'every request of every page of the dashboard and the console with a million invoices and deliveries, p95, against 100 ms',
  run,
};
