import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import type { Page } from 'playwright-core';
import type { Database } from '../src/db/core/database.js';
import { insertMember } from '../src/db/people/members.js';
import { insertOperator } from '../src/db/people/operators.js';
import { readApplications } from '../src/pages/app-assets.js';
import { CONSOLE } from '../src/pages/app/admin/routes.js';
import { DASHBOARD } from '../src/pages/app/dashboard/routes.js';
import type { Application } from '../src/pages/app/shell/application.js';
import type { TestBrowser } from '../test/pages/chromium.js';
import type { Bench, BenchContext, Measurement } from './harness/bench.js';
import { describeSpread, median } from './harness/statistics.js';
import { createInvoice, startProductOnDatabase, type Product } from './parts/product.js';
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

interface Person {
  readonly email: string;
  readonly password: string;
}

/** One of the two applications. Its visitors together may open all of its pages. */
interface Visited {
  readonly name: string;
  readonly application: Application;
  readonly url: string;
  readonly people: readonly Person[];
}

async function addManager(db: Database): Promise<Person> {
  const { operatorId } = await insertOperator(db, { name: 'Night shift' });
  const person = { email: 'manager@pages.example', password: 'correct horse battery staple' };
  const membership = { kind: 'operator', operatorId, role: 'manager' } as const;
  await insertMember(db, { membership, name: 'Ada', ...person });
  return person;
}

function bothOf({ baseUrl, adminBaseUrl, merchant, operator }: Product, manager: Person): readonly Visited[] {
  const at = (base: string, application: Application) => ({
    application,
    url: `${base}${application.basePath}`,
  });
  return [
    { name: 'dashboard', ...at(baseUrl, DASHBOARD), people: [merchant] },
    // The operator of local mode approves withdrawals. The pages of keys and operators are for a manager.
    { name: 'console', ...at(adminBaseUrl, CONSOLE), people: [operator, manager] },
  ];
}

async function signIn(page: Page, url: string, { email, password }: Person): Promise<void> {
  await page.goto(url);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.locator('#main h1').waitFor();
}

interface FirstVisit {
  readonly kib: number;
  /** The time until the fields of the sign-in take input. */
  readonly typedMs: number;
  /** The time until the sign-in is sent. */
  readonly usableMs: number;
}

/** Measures a new visitor's first page: the time until it can be used, and everything that it loads. */
async function visitFirst(browser: TestBrowser, { url }: Visited): Promise<FirstVisit> {
  const { context, page } = await browser.open();
  try {
    const bytes = await slowDown(await context.newCDPSession(page));
    const startedAtMs = performance.now();
    await page.goto(url, { waitUntil: 'commit' });
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

/** Returns how many KiB of scripts and styles each further page adds to those already loaded. */
async function visitFurther(
  browser: TestBrowser,
  { url, application }: Visited,
  person: Person,
): Promise<ReadonlyMap<string, number>> {
  const { context, page } = await browser.open();
  const added = new Map<string, number>();
  try {
    let at = '';
    const built = readApplications();
    const seen = new Set<string>();
    page.on('response', (response) => {
      const file = new URL(response.url()).pathname.split('/').at(-1) ?? '';
      // The event also comes for files from the browser's cache.
      if (seen.has(file)) return;
      seen.add(file);
      const asset = built?.assets.get(file);
      const length = asset === undefined ? 0 : (asset.compressed?.br ?? asset.plain()).length;
      added.set(at, (added.get(at) ?? 0) + length / KIB);
    });
    await signIn(page, url, person);
    await page.waitForLoadState('networkidle');
    added.clear();
    for (const { path } of application.pages) {
      at = path;
      // A page about one thing loads the same scripts, whether the thing exists or not.
      await page.goto(`${url}${path.replaceAll(/\$\w+/g, 'none')}`);
      await page.locator('h1, .blank').first().waitFor();
      await page.waitForLoadState('networkidle');
    }
    return added;
  } finally {
    await context.close();
  }
}

async function measure(
  { say, signal }: BenchContext,
  browser: TestBrowser,
  visited: Visited,
): Promise<readonly Measurement[]> {
  const { name } = visited;
  const visits: FirstVisit[] = [];
  while (visits.length < VISITS) {
    signal.throwIfAborted();
    visits.push(await visitFirst(browser, visited));
  }
  const usable = visits.map(({ usableMs }) => usableMs);
  const typed = visits.map(({ typedMs }) => typedMs);
  say(`${name}: typed into after ${describeSpread(typed, 'ms')}, sent after ${describeSpread(usable, 'ms')}`);
  const added = new Map<string, number>();
  for (const person of visited.people)
    for (const [path, kib] of await visitFurther(browser, visited, person))
      added.set(path, Math.max(kib, added.get(path) ?? 0));
  const further = [...added].sort(([, a], [, b]) => b - a);
  for (const [path, kib] of further) say(`${name}: ${path} adds ${kib.toFixed(1)} KiB`);
  const [heaviest = ['none', 0]] = further;
  const budget = { reference: 'its budget' };
  return [
    {
      measure: `${name}: the first page over the line`,
      value: median(visits.map(({ kib }) => kib)),
      unit: 'KiB',
      ...budget,
      referenceValue: FIRST_PAGE_KIB,
    },
    {
      measure: `${name}: usable, slow 4G and 4x slower`,
      value: median(usable),
      unit: 'ms',
      ...budget,
      referenceValue: USABLE_MS,
    },
    {
      measure: `${name}: the heaviest further page, ${heaviest[0]}`,
      value: heaviest[1],
      unit: 'KiB',
      ...budget,
      referenceValue: FURTHER_PAGE_KIB,
    },
  ];
}

async function run(context: BenchContext): Promise<readonly Measurement[]> {
  const builds = [buildOnce(), buildOnce(), buildOnce()];
  const { product, db } = await startProductOnDatabase(context);
  await createInvoice(product);
  const both = bothOf(product, await addManager(db));
  const browser = await startBrowser(context);
  const measured: Measurement[] = [];
  for (const visited of both) measured.push(...(await measure(context, browser, visited)));
  return [
    ...measured,
    {
      measure: 'a build of both from nothing',
      value: median(builds),
      unit: 'ms',
      reference: 'its budget',
      referenceValue: BUILD_MS,
    },
  ];
}

export const appWeight: Bench = {
  name: 'app-weight',
  summary:
    'the bytes of dashboard and console, when each is usable on a slow line, and the time of their build, against their budgets',
  run,
};
