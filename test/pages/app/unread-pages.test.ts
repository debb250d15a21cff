import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import type { Page, Route } from 'playwright-core';
import { CONSOLE } from '../../../src/pages/app/admin/routes.js';
import { DASHBOARD } from '../../../src/pages/app/dashboard/routes.js';
import { describeWith } from '../../helpers/services/system-parts.js';
import { until } from '../../helpers/until.js';
import { pathsOf } from './app-window.js';
import { MANAGER, openDesk, type OperatorsDesk } from './operators-desk.js';
import { openShop, signInFrom, type Shop } from './shop-window.js';

/** A browser and many pages: a slow machine needs its time. */
jest.setTimeout(600_000);

const EMAIL = 'unread@shop.example';
const OWN = /\/(web|admin)\/v1\/session/;
/** Pages that read nothing of their own. */
const READS_NOTHING: readonly string[] = ['/wallet'];
/** Reads of the names of networks. Without them, pages show codes. The page for new invoices needs them. */
const OF_NAMES = /^(\/v1\/assets\?limit=100|\/admin\/v1\/chains)$/;
/** What a page does without in silence, as `PAGE READ`: the choices of a filter, and the first steps on the overview. */
const DONE_WITHOUT: readonly string[] = [
  ' /v1/invoices?limit=1',
  '/webhooks/deliveries /web/v1/webhook-endpoints?limit=100',
  '/withdrawals /admin/v1/assets?limit=100',
];
const SOON_MS = 10_000;

let desk: OperatorsDesk;
let shop: Shop;

/** The request id of a read's refusal. By it a page says which of its reads it speaks of. */
const idOf = (read: string): string => `req_${createHash('sha256').update(read).digest('hex').slice(0, 26)}`;

const refusalOf = (read: string) => ({
  status: 400,
  json: { ok: false, error: { code: 'validation_failed', message: 'Not now.', requestId: idOf(read) } },
});

const isReadOf =
  (origin: string) =>
  (url: URL): boolean =>
    url.origin === origin && /^\/((web|admin)\/)?v1\//.test(url.pathname) && !OWN.test(url.pathname);

/** Lets what a page reads wait until `answer` is called. Then each read is refused until it is allowed. */
async function refuseReads(page: Page, origin: string) {
  const allowed = new Set<string>();
  const refused = new Set<string>();
  let underWay = 0;
  let answer = (): void => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const isRead = isReadOf(origin);
  const take = async (route: Route): Promise<void> => {
    const { pathname, search } = new URL(route.request().url());
    const read = `${pathname}${search}`;
    underWay += 1;
    await answered;
    if (!allowed.has(read)) refused.add(read);
    await route.fulfill(allowed.has(read) ? { response: await route.fetch() } : refusalOf(read));
    underWay -= 1;
  };
  await page.route(isRead, take);
  return {
    answer,
    allow: (read: string) => {
      allowed.add(read);
      refused.delete(read);
    },
    refused: () => [...refused],
    isIdle: () => underWay === 0,
    release: () => page.unroute(isRead, take),
  };
}

/** Returns the ids of the requests that the page says have failed, each with a way to try again. */
const saidOn = (page: Page): Promise<readonly string[]> =>
  page.evaluate(`[...document.querySelectorAll('#main [role=alert]')]
    .filter((box) => [...box.querySelectorAll('button')].some(({ innerText }) => innerText.trim() === 'Try again'))
    .flatMap((box) => [...box.querySelectorAll('[title]')].map(({ title }) => title))`);

/**
 * Returns what a page leaves unsaid. Each read whose failure it says is then allowed and tried again, which opens the
 * parts behind it.
 */
async function findUnsaid(page: Page, base: string, path: string): Promise<readonly string[]> {
  const reads = await refuseReads(page, new URL(base).origin);
  await page.goto(`${base}${path}`);
  const found: string[] = [];
  const loading = page.locator('#main [aria-label=Loading]').first();
  await loading.waitFor({ timeout: SOON_MS }).catch(() => found.push('does not say that it is loading'));
  reads.answer();
  const isNeeded = (read: string): boolean =>
    (path === '/new' || !OF_NAMES.test(read)) && !DONE_WITHOUT.includes(`${path} ${read}`);
  const findUntold = (): readonly string[] => reads.refused().filter(isNeeded);
  const findTold = async (): Promise<readonly string[]> => {
    const said = await saidOn(page);
    return findUntold().filter((read) => said.includes(idOf(read)));
  };
  const isStill = async (): Promise<boolean> => reads.isIdle() && (await loading.count()) === 0;
  for (;;) {
    await until('all is read', isStill, { withinMs: SOON_MS }).catch(() => found.push('loads for ever'));
    let told = await findTold();
    const isSaid = async (): Promise<boolean> => (told = await findTold()).length > 0;
    if (findUntold().length > 0)
      await until('something is said', isSaid, { withinMs: SOON_MS }).catch(() => undefined);
    if (told.length === 0) break;
    for (const read of told) {
      reads.allow(read);
      const box = page.locator(`#main [role=alert]:has([title=${idOf(read)}])`).first();
      await box.getByRole('button', { name: 'Try again' }).dispatchEvent('click');
      await box
        .waitFor({ state: 'detached', timeout: SOON_MS })
        .catch(() => found.push(`does not read ${read} again`));
    }
  }
  await reads.release();
  return [...found, ...findUntold().map((read) => `does not say that it could not read ${read}`)];
}

describeWith('chromium', 'every page', () => {
  beforeAll(async () => {
    desk = await openDesk();
    shop = await openShop(desk.api, { email: EMAIL, hasLongWords: false });
  });
  afterAll(() => desk.close());

  it.each([
    ['dashboard', DASHBOARD, EMAIL],
    ['console', CONSOLE, MANAGER],
  ] as const)(
    'of the %s says that it is loading, then of each part why it could not be read, with the request and a way to try again',
    async (_name, application, email) => {
      const { api, browser } = desk;
      const window = await browser.open();
      const { page } = window;
      await signInFrom(page, { api, email, kind: application.kind });
      const ids = { ...shop, operatorId: desk.approverId, runId: '1', chainCode: 'local' };
      const found: string[] = [];
      for (const path of pathsOf(application, ids)) {
        if (READS_NOTHING.includes(path)) continue;
        const unsaid = await findUnsaid(page, `${api.baseUrl}${application.basePath}`, path);
        found.push(...unsaid.map((what) => `${path} ${what}`));
      }
      expect(found).toEqual([]);
      await window.context.close();
    },
  );

  it.each([
    ['overview', DASHBOARD, EMAIL],
    ['queue', CONSOLE, MANAGER],
  ] as const)(
    'says in each part of the %s that the server did not answer',
    async (_name, application, email) => {
      const { api, browser } = desk;
      const { page, context } = await browser.open();
      await signInFrom(page, { api, email, kind: application.kind });
      await page.route(isReadOf(api.baseUrl), (route) => route.abort());
      await page.goto(`${api.baseUrl}${application.basePath}`);
      const boxes = page.locator('#main [role=alert]');
      await boxes.first().waitFor();
      await page.locator('#main [aria-label=Loading]').first().waitFor({ state: 'detached' });
      for (const words of await boxes.allInnerTexts())
        expect(words).toMatch(/The server did not answer\.[^]*Try again/);
      await context.close();
    },
  );
});
