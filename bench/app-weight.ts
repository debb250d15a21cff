import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { readApplications } from '../src/pages/app-assets.js';
import { DASHBOARD } from '../src/pages/app/dashboard/routes.js';
import type { TestBrowser } from '../test/pages/chromium.js';
import type { Bench, BenchContext, Measurement } from './harness/bench.js';
import { describeSpread, median } from './harness/statistics.js';
import { createInvoice, startProduct, type Product } from './parts/product.js';
import { slowDown, startBrowser } from './parts/slow-browser.js';

const VISITS = 5;
const KIB = 1_024;
const FIRST_PAGE_KIB = 250;
const FURTHER_PAGE_KIB = 60;
const USABLE_MS = 3_000;
const BUILD_MS = 3_000;

/** Builds the pages from nothing, as an installation does. @returns the time in ms. */
function buildOnce(): number {
  rmSync('dist/pages/app', { recursive: true, force: true });
  const startedAtMs = performance.now();
  execFileSync(process.execPath, ['src/pages/build-assets.mjs'], { stdio: 'inherit' });
  return performance.now() - startedAtMs;
}

async function signIn(page: Page, { baseUrl, merchant }: Product): Promise<void> {
  await page.goto(`${baseUrl}/dashboard`);
  await page.getByLabel('Email').fill(merchant.email);
  await page.getByLabel('Password').fill(merchant.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
}

interface FirstVisit {
  readonly kib: number;
  /** Until the fields of the sign-in take what is typed. */
  readonly typedMs: number;
  /** Until the sign-in is sent. */
  readonly usableMs: number;
}

/** What a new visitor's first page takes until it can be used, and all that comes with it. */
async function visitFirst(browser: TestBrowser, { baseUrl }: Product): Promise<FirstVisit> {
  const { context, page } = await browser.open();
  try {
    const bytes = await slowDown(await context.newCDPSession(page));
    const startedAtMs = performance.now();
    await page.goto(`${baseUrl}/dashboard`, { waitUntil: 'commit' });
    await page.getByLabel('Email').fill('ada@shop.example');
    await page.getByLabel('Password').fill('a password that is wrong');
    const typedMs = performance.now() - startedAtMs;
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await sent;
    const usableMs = performance.now() - startedAtMs;
    await page.waitForLoadState('networkidle');
    return { kib: bytes() / KIB, typedMs, usableMs };
  } finally {
    await context.close();
  }
}

/** What each further page adds to what was loaded before, in KiB of scripts and styles. */
async function visitFurther(browser: TestBrowser, product: Product): Promise<ReadonlyMap<string, number>> {
  const { context, page } = await browser.open();
  const added = new Map<string, number>();
  try {
    let at = '';
    const built = readApplications();
    const seen = new Set<string>();
    page.on('response', (response) => {
      const file = new URL(response.url()).pathname.split('/').at(-1) ?? '';
      // What the browser has kept is told again.
      if (seen.has(file)) return;
      seen.add(file);
      const asset = built?.assets.get(file);
      const length = asset === undefined ? 0 : (asset.compressed?.br ?? asset.plain()).length;
      added.set(at, (added.get(at) ?? 0) + length / KIB);
    });
    await signIn(page, product);
    added.clear();
    for (const { path } of DASHBOARD.pages.filter((each) => !each.path.includes('$'))) {
      at = path;
      await page.goto(`${product.baseUrl}/dashboard${path}`);
      await page.locator('h1').first().waitFor();
      await page.waitForLoadState('networkidle');
    }
    return added;
  } finally {
    await context.close();
  }
}

async function run(context: BenchContext): Promise<readonly Measurement[]> {
  const builds = [buildOnce(), buildOnce(), buildOnce()];
  const product = await startProduct(context);
  await createInvoice(product);
  const browser = await startBrowser(context);
  const visits: FirstVisit[] = [];
  while (visits.length < VISITS) {
    context.signal.throwIfAborted();
    visits.push(await visitFirst(browser, product));
  }
  const usable = visits.map(({ usableMs }) => usableMs);
  const typed = visits.map(({ typedMs }) => typedMs);
  context.say(`typed into after ${describeSpread(typed, 'ms')}, sent after ${describeSpread(usable, 'ms')}`);
  const further = await visitFurther(browser, product);
  const [heaviest = ['none', 0]] = [...further].sort(([, a], [, b]) => b - a);
  context.say(`the heaviest further page is ${heaviest[0]}`);
  const budget = { reference: 'its budget' };
  return [
    {
      ...{
        measure: 'the first page over the line',
        value: median(visits.map(({ kib }) => kib)),
        unit: 'KiB',
      },
      ...{ ...budget, referenceValue: FIRST_PAGE_KIB },
    },
    {
      ...{ measure: 'usable, slow 4G and 4x slower', value: median(usable), unit: 'ms' },
      ...{ ...budget, referenceValue: USABLE_MS },
    },
    {
      ...{ measure: 'the heaviest further page', value: heaviest[1], unit: 'KiB' },
      ...{ ...budget, referenceValue: FURTHER_PAGE_KIB },
    },
    {
      ...{ measure: 'a build from nothing', value: median(builds), unit: 'ms' },
      ...{ ...budget, referenceValue: BUILD_MS },
    },
  ];
}

export const appWeight: Bench = {
  name: 'app-weight',
  summary:
    "the dashboard's bytes, when it is usable on a slow line, and the time of its build, against their budgets",
  run,
};
