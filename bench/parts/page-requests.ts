import { request } from 'undici';
import type { Page } from 'playwright-core';
import { ROUTES } from '../../src/http/routes/index.js';
import type { Application } from '../../src/pages/app/shell/application.js';
import type { BenchContext } from '../harness/bench.js';
import type { PageThings } from './fill-pages.js';
import { FILTERS, type Filters } from './page-filters.js';
import { startBrowser } from './slow-browser.js';

/** Somebody who opens pages. */
export interface Visitor {
  readonly who: string;
  readonly application: Application;
  readonly email: string;
  readonly password: string;
  readonly things: PageThings;
  /** True: the visitor also combines filters. */
  readonly combines: boolean;
}

/** One request, as the visitor's browser sends it. */
export interface PageRequest {
  readonly who: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Headers that say nothing about the visitor, or that the connection itself sets. */
const LEFT_OUT = new Set(['host', 'connection', 'content-length', 'if-none-match', 'x-unattended']);
const RESULTS_OF_PALETTE = 4;
/** Filters that only few rows match. */
const NAMED = new Set(['search', 'reference', 'named', 'of', 'object', 'actor', 'merchant']);
/** Requests that a page sends only after somebody has typed. */
const TYPED: Readonly<Record<Application['kind'], readonly string[]>> = {
  merchant: ['/web/v1/quotes?amountFiat=25.00&fiatCurrency=USD'],
  operator: [],
};

/** Opens every page of an application, as far as the visitor may. */
async function openPages(
  page: Page,
  baseUrl: string,
  { application, email, password, things }: Visitor,
): Promise<void> {
  await page.goto(`${baseUrl}${application.basePath}`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.locator('#main h1').waitFor();
  const known: Readonly<Record<string, string>> = { ...things };
  const pages = application.pages.filter(({ isOpen }) => isOpen !== true).map(({ path }) => path);
  for (const template of [...pages, '/security']) {
    const path = template.replaceAll(/\$(\w+)/g, (_, name: string) => {
      const id = known[name];
      if (id === undefined)
        throw new Error(`The page ${template} needs ${name}, but the bench has made none.`);
      return id;
    });
    await page.goto(`${baseUrl}${application.basePath}${path}`);
    await page.locator('h1, .blank').first().waitFor();
    await page.waitForLoadState('networkidle');
  }
}

/** The requests that a visitor's pages send when they are opened, and their headers. */
interface Opened {
  readonly asked: ReadonlySet<string>;
  readonly headers: Readonly<Record<string, string>>;
}

async function visit(page: Page, baseUrl: string, visitor: Visitor): Promise<Opened> {
  const asked = new Set<string>();
  let headers: Record<string, string> = {};
  const reading: Promise<void>[] = [];
  page.on('response', (response) => {
    const sent = response.request();
    const { pathname, search } = new URL(sent.url());
    // A request that this role may not send is sent by a visitor with another role.
    if (response.status() === 403 || sent.method() !== 'GET' || !/^\/(web\/|admin\/)?v1\//.test(pathname))
      return;
    if (response.status() === 200) asked.add(`${pathname}${search}`);
    reading.push(
      sent.allHeaders().then((all) => {
        // The first request asks for the session, and does not have the CSRF token yet.
        if (all['x-csrf-token'] !== undefined) headers = all;
      }),
    );
  });
  await openPages(page, baseUrl, visitor);
  await Promise.all(reading);
  const kept = Object.entries(headers).filter(([name]) => !name.startsWith(':') && !LEFT_OUT.has(name));
  if (!kept.some(([name]) => name === 'cookie'))
    throw new Error(`${visitor.who} sent no request in a session.`);
  return { asked, headers: Object.fromEntries(kept) };
}

const isList = (path: string): boolean => {
  const shape = ROUTES.find((route) => route.method === 'get' && route.path === path)?.query?.shape;
  return shape !== undefined && 'cursor' in shape;
};

/** Throws when a list takes a filter that has no sample, so a new filter can't be forgotten. */
function assertSampled(path: string, filters: Filters): void {
  const route = ROUTES.find((each) => each.method === 'get' && each.path === path);
  const sampled = new Set(
    Object.values(filters).flatMap((samples) =>
      samples.flatMap((query) => [...new URLSearchParams(query).keys()]),
    ),
  );
  const missing = Object.keys(route?.query?.shape ?? {}).filter(
    (name) => !['limit', 'cursor'].includes(name) && !sampled.has(name),
  );
  if (missing.length > 0)
    throw new Error(`bench/parts/page-filters.ts has no sample of ${missing.join(', ')} for ${path}.`);
}

/** Combines every two filters, and every three of those whose values are chosen from a short list. */
function combinations(filters: Filters): readonly string[] {
  const isNamed = (name: string): boolean => NAMED.has(name);
  const groups = Object.entries(filters).map(([name, samples]) => ({
    name,
    samples: samples.slice(0, isNamed(name) ? 2 : 3),
  }));
  return groups.flatMap((one, at) =>
    groups.slice(at + 1).flatMap((other, next) => {
      const pairs = joined(one.samples, other.samples);
      if (isNamed(one.name) || isNamed(other.name)) return pairs;
      const few = joined(one.samples.slice(0, 2), other.samples.slice(0, 2));
      const thirds = groups.slice(at + next + 2).filter(({ name }) => !isNamed(name));
      return [...pairs, ...thirds.flatMap(({ samples }) => joined(few, samples.slice(0, 2)))];
    }),
  );
}

const joined = (ones: readonly string[], others: readonly string[]): readonly string[] =>
  ones.flatMap((one) => others.map((other) => `${one}&${other}`));

/** Returns every request for a list: with its filters, for its next pages, and for its file. */
async function requestsOfList(
  context: BenchContext,
  baseUrl: string,
  {
    path,
    visitor: { things, combines },
    headers,
  }: { path: string; visitor: Visitor; headers: PageRequest['headers'] },
): Promise<readonly string[]> {
  const filters = FILTERS[path]?.(things) ?? {};
  assertSampled(path, filters);
  const singles = ['', ...Object.values(filters).flat()];
  const paths = [...singles.slice(1), ...(combines ? combinations(filters) : [])].map(
    (query) => `${path}?limit=25&${query}`,
  );
  const withFile = ROUTES.some((route) => route.path === `${path}.csv`);
  for (const query of singles) {
    const first = `${path}?limit=25${query === '' ? '' : `&${query}`}`;
    const next = await nextPage(context, `${baseUrl}${first}`, headers);
    if (next !== null) paths.push(`${first}&cursor=${next}`);
    // The page first asks whether there is any row, and then for the file.
    if (withFile) paths.push(first.replace('limit=25', 'limit=1'), `${path}.csv?${query}`);
    if (query.startsWith('search=')) paths.push(`${path}?limit=${RESULTS_OF_PALETTE}&${query}`);
  }
  return paths;
}

async function nextPage(
  { signal }: BenchContext,
  url: string,
  headers: PageRequest['headers'],
): Promise<string | null> {
  const { statusCode, body } = await request(url, {
    headers: { ...headers, 'accept-encoding': 'identity' },
    signal,
  });
  const text = await body.text();
  if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}: ${text}`);
  return (JSON.parse(text) as { page: { nextCursor: string | null } }).page.nextCursor;
}

/**
 * Opens every page in a browser, in a session of each visitor. Returns the requests that the pages send, and those that
 * they can send with filters. When two operators send the same request, only the first one's is returned.
 */
export async function listPageRequests(
  context: BenchContext,
  { baseUrl, visitors }: { readonly baseUrl: string; readonly visitors: readonly Visitor[] },
): Promise<readonly PageRequest[]> {
  const browser = await startBrowser(context);
  const requests: PageRequest[] = [];
  const askedOfAll = new Set<string>();
  for (const visitor of visitors) {
    const { page, context: window } = await browser.open();
    const { asked, headers } = await visit(page, baseUrl, visitor);
    await window.close();
    const { kind } = visitor.application;
    const isNew = (path: string): boolean => kind === 'merchant' || !askedOfAll.has(path);
    const paths = new Set([...asked, ...TYPED[kind]].filter(isNew));
    const lists = new Set([...asked].map((path) => path.split('?')[0] ?? '').filter(isList));
    for (const path of [...lists].filter((each) => isNew(`${each} with filters`))) {
      for (const each of await requestsOfList(context, baseUrl, { path, visitor, headers })) paths.add(each);
      askedOfAll.add(`${path} with filters`);
    }
    for (const path of paths) askedOfAll.add(path);
    context.say(`${visitor.who}: ${asked.size} requests of pages as they open, ${paths.size} with filters`);
    requests.push(...[...paths].map((path) => ({ who: visitor.who, path, headers })));
    context.signal.throwIfAborted();
  }
  return requests;
}
