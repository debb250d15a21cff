import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import type { Page, Route } from 'playwright-core';
import { CONSOLE } from '../../../src/pages/app/admin/routes.js';
import { DASHBOARD } from '../../../src/pages/app/dashboard/routes.js';
import { describeWith } from '../../helpers/services/system-parts.js';
import { pathsOf } from './app-window.js';
import { MANAGER, openDesk, type OperatorsDesk } from './operators-desk.js';
import { openShop, signInFrom, type Shop } from './shop-window.js';

/** A browser and many pages: a slow machine needs its time. */
jest.setTimeout(600_000);

const EMAIL = 'unread@shop.example';
const REQUEST = 'req_01jc8z4n6q0v3w9x2y5r7t1k8m';
const OWN = /\/(web|admin)\/v1\/session/;
const REFUSED = {
  status: 400,
  json: { ok: false, error: { code: 'validation_failed', message: 'Not now.', requestId: REQUEST } },
};
/** Pages that read nothing of their own. */
const READS_NOTHING: readonly string[] = ['/wallet'];

let desk: OperatorsDesk;
let shop: Shop;

/** Lets what a page reads wait until `answer` is called, and then be refused. `isAsked`: it reads something. */
async function holdReads(page: Page, origin: string) {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const isRead = (url: URL): boolean =>
    url.origin === origin && /^\/((web|admin)\/)?v1\//.test(url.pathname) && !OWN.test(url.pathname);
  const hold = async (route: Route): Promise<void> => {
    await ended;
    await route.fulfill(REFUSED);
  };
  await page.route(isRead, hold);
  return { answer: end, release: () => page.unroute(isRead, hold) };
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
    'of the %s says that it is loading, then why it could not be read, with the request and a way to try again',
    async (_name, application, email) => {
      const { api, browser } = desk;
      const window = await browser.open();
      const { page } = window;
      await signInFrom(page, { api, email, kind: application.kind });
      const ids = { ...shop, operatorId: desk.approverId, runId: '1', chainCode: 'local' };
      const found: string[] = [];
      for (const path of pathsOf(application, ids)) {
        if (READS_NOTHING.includes(path)) continue;
        const reads = await holdReads(page, api.baseUrl);
        await page.goto(`${api.baseUrl}${application.basePath}${path}`);
        const say = (what: string) => () => void found.push(`${path}: ${what}`);
        const soon = { timeout: 10_000 };
        await page.locator('#main [aria-label=Loading]').first().waitFor(soon).catch(say('not loading'));
        reads.answer();
        const main = page.locator('#main');
        await main.locator(`[title=${REQUEST}]`).first().waitFor(soon).catch(say('no request'));
        await main.getByRole('button', { name: 'Try again' }).first().waitFor(soon).catch(say('no retry'));
        await reads.release();
      }
      expect(found).toEqual([]);
      await window.context.close();
    },
  );
});
