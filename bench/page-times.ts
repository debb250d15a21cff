import { request } from 'undici';
import { insertMember } from '../src/db/people/members.js';
import { DASHBOARD } from '../src/pages/app/dashboard/routes.js';
import type { Bench, BenchContext, Measurement } from './harness/bench.js';
import { silentChain, startApi } from './parts/api.js';
import { fillDashboard, type FilledDashboard } from './parts/dashboard-rows.js';
import { insertOpenInvoices, merchantKey } from './parts/open-invoices.js';
import { createDatabase, startDatabaseServer } from './parts/postgres.js';
import { startBrowser } from './parts/slow-browser.js';
import { followerDependencies } from './parts/stepped-follower.js';

/** Invoices, and as many deliveries. `PAGE_TIMES_ROWS` has another number. */
const ROWS = Number(process.env['PAGE_TIMES_ROWS'] ?? 1_000_000);
const WARM_UP = 5;
const ROUNDS = 40;
const P95 = 0.95;
const BUDGET_MS = 100;
const EMAIL = 'ada@shop.example';
const PASSWORD = 'correct horse battery staple';

/** What the pages ask with filters, besides what each asks when it is opened. */
const FILTERS: Readonly<Record<string, readonly string[]>> = {
  '/v1/invoices': [
    'search=order-500',
    'status=completed',
    'status=paid,underpaid',
    'held=true',
    'limit=25&search=none',
  ],
  '/v1/withdrawals': ['search=none', 'status=pending_approval', `txHash=0x${'0'.repeat(64)}`],
  '/v1/balances/transactions': ['createdFrom=2099-01-01T00:00:00Z', 'account=held'],
  '/web/v1/webhook-deliveries': [
    'status=failed',
    'outcome=timeout',
    'outcome=tls',
    'neverDelivered=true',
    'event=invoice.created',
    'event=withdrawal.failed',
  ],
};

interface Prepared {
  readonly baseUrl: string;
  readonly key: string;
  readonly ids: FilledDashboard;
}

async function prepare(context: BenchContext): Promise<Prepared> {
  const serverUrl = await startDatabaseServer(context);
  const { chain, token, chainsFile } = silentChain(context);
  const { db, url: databaseUrl } = await createDatabase(context, { serverUrl, name: 'page_times' });
  const deps = followerDependencies(context, { db, chain });
  const filled = { db, url: databaseUrl };
  const { merchantId } = await insertOpenInvoices(context, filled, { deps, token, count: ROWS });
  const ids = await fillDashboard(filled, merchantId);
  context.say(`${ROWS} invoices and deliveries are there`);
  await insertMember(db, {
    membership: { kind: 'merchant', merchantId, role: 'owner' },
    ...{ email: EMAIL, name: 'Ada', password: PASSWORD },
  });
  const key = await merchantKey(db, merchantId);
  const { baseUrl } = await startApi(context, {
    name: 'page-times',
    databaseUrl,
    chainsFile,
    redisUrl: null,
  });
  return { baseUrl, key, ids };
}

/** Opens every page in a browser, and returns what they ask the API: path and query. */
async function listRequests(context: BenchContext, { baseUrl, ids }: Prepared): Promise<ReadonlySet<string>> {
  const browser = await startBrowser(context);
  const { page } = await browser.open();
  const asked = new Set<string>();
  page.on('request', (sent) => {
    const { pathname, search } = new URL(sent.url());
    if (sent.method() === 'GET' && /^\/(web\/)?v1\//.test(pathname) && pathname !== '/web/v1/session')
      asked.add(`${pathname}${search}`);
  });
  await page.goto(`${baseUrl}/dashboard`);
  await page.getByLabel('Email').fill(EMAIL);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  const known: Readonly<Record<string, string>> = { ...ids };
  for (const { path: template } of DASHBOARD.pages) {
    context.signal.throwIfAborted();
    const path = template.replaceAll(/\$(\w+)/g, (_, name: string) => known[name] ?? '');
    if (path.includes('//') || path.endsWith('/')) if (path !== '/') continue;
    await page.goto(`${baseUrl}/dashboard${path}`);
    await page.locator('h1, .blank').first().waitFor();
    await page.waitForLoadState('networkidle');
  }
  for (const [list, filters] of Object.entries(FILTERS))
    for (const filter of filters) asked.add(`${list}?${filter}`);
  return asked;
}

/** @returns the time that 95 of 100 answers keep to, in ms. */
async function timeOf(
  { signal }: BenchContext,
  { baseUrl, key }: Prepared,
  path: string,
): Promise<number | null> {
  const tookMs: number[] = [];
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
    const startedAtMs = performance.now();
    const headers = { authorization: `Bearer ${key}` };
    const { statusCode, body } = await request(`${baseUrl}${path}`, { headers, signal });
    await body.text();
    // A few paths answer only to a session.
    if (statusCode === 401) return null;
    if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}.`);
    if (round >= WARM_UP) tookMs.push(performance.now() - startedAtMs);
  }
  return tookMs.sort((a, b) => a - b)[Math.ceil(P95 * ROUNDS) - 1] ?? 0;
}

async function run(context: BenchContext): Promise<readonly Measurement[]> {
  const prepared = await prepare(context);
  const paths = await listRequests(context, prepared);
  const times: { readonly path: string; readonly ms: number }[] = [];
  for (const path of paths) {
    const ms = await timeOf(context, prepared, path);
    if (ms !== null) times.push({ path, ms });
  }
  times.sort((a, b) => b.ms - a.ms);
  for (const { path, ms } of times) context.say(`${ms.toFixed(1)} ms: ${path}`);
  const [slowest] = times;
  if (slowest === undefined) throw new Error('The pages asked for nothing.');
  const above = times.filter(({ ms }) => ms > BUDGET_MS).length;
  return [
    {
      ...{
        measure: `the slowest of ${times.length} requests, p95: ${slowest.path}`,
        value: slowest.ms,
        unit: 'ms',
      },
      ...{ reference: 'its budget', referenceValue: BUDGET_MS },
    },
    {
      ...{ measure: `requests above ${BUDGET_MS} ms`, value: above, unit: 'requests' },
      ...{ reference: 'all of them', referenceValue: times.length },
    },
  ];
}

export const pageTimes: Bench = {
  name: 'page-times',
  summary:
    'every request of every page of the dashboard with a million invoices and deliveries, p95, against 100 ms',
  run,
};
