/**
 * `npm run screenshots [-- FOLDER [NAME,…]]` takes pictures for people to look at. It covers each state of the
 * customer's pages, in each theme, width and language, and every page of the dashboard and the console. It asserts
 * nothing. `NAME` selects the pages whose name contains it, such as `full-overview` of the dashboard. The names of
 * customers' pages begin with `checkout-`.
 */
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chromium, type Page } from 'playwright-core';
import { LOCALES, type PageLocale } from '../../src/pages/checkout/words/locales.js';
import { findSystemPart, installCommand } from '../runner/system-parts.js';
import { takeAppPictures } from './app-pictures.js';
import { PAGE_OF, pageFacts, SHOWN_AT } from './checkout/page-facts.js';
import { HAPPENS, STATE_PAGES } from './checkout/state-pages.js';
import { startStateServer, type StatePage, type StateServer } from './state-server.js';

const [, , FOLDER = 'dist/screenshots', ONLY = ''] = process.argv;
const WIDTHS = [320, 390, 768, 1440];
const THEMES = ['light', 'dark'] as const;
/** The paper of a receipt, in px of CSS: A4 within its margins, and a roll of 80 mm. */
const PAPERS = { a4: 680, roll: 280 } as const;
/** The page of a shop, which shows the checkout over itself. A browser lets only a page of this machine ask this machine. */
const shop = createServer((request, response) => {
  const locale = (request.url ?? '').slice(1) as PageLocale;
  response.setHeader('Content-Type', 'text/html');
  response.end(`<!doctype html><html lang="${locale}"><body><h1>Shop</h1><script src="${server.origin}/quittance.js"></script>
   <script>Quittance.open('${server.urlOf('embed', locale)}')</script></body></html>`);
});
shop.listen(0, '127.0.0.1');
await once(shop, 'listening');
const SHOP = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;

/** The content of each picture, by its name. */
const PICTURES: Readonly<Record<string, StatePage>> = {
  ...STATE_PAGES,
  embed: pageFacts({}, { frameOrigins: [SHOP] }),
  'receipt-a4': { receiptOf: PAGE_OF.completed },
  'receipt-roll': { receiptOf: PAGE_OF.completed },
};

/** The preparation of a picture, if there is one. */
const BEFORE: typeof HAPPENS = {
  ...HAPPENS,
  embed: (page) => page.frameLocator('iframe').locator('[data-countdown]').waitFor(),
  'receipt-a4': (page) => page.emulateMedia({ media: 'print' }),
  'receipt-roll': (page) => page.emulateMedia({ media: 'print' }),
};

const CHECKOUT = 'checkout-';
const isOfCheckout = ONLY.startsWith(CHECKOUT);
const isWanted = (name: string): boolean => ONLY.split(',').some((part) => name.includes(part));
const WANTED = Object.keys(PICTURES).filter((name) => isWanted(`${CHECKOUT}${name}`));

/** The place of the picture: the page itself, or the shop's page around it. */
function addressOf(server: StateServer, name: string, locale: PageLocale): string {
  return name === 'embed' ? `${SHOP}/${locale}` : server.urlOf(name, locale);
}

async function take(
  page: Page,
  server: StateServer,
  { locale, width, suffix }: { readonly locale: PageLocale; readonly width: number; readonly suffix: string },
): Promise<void> {
  for (const name of WANTED) {
    const paper = name === 'receipt-a4' ? PAPERS.a4 : name === 'receipt-roll' ? PAPERS.roll : undefined;
    await page.setViewportSize({ width: paper ?? width, height: 844 });
    await page.goto('about:blank');
    // No page returns to the shop during its picture.
    await page.clock.setFixedTime(SHOWN_AT);
    await page.goto(addressOf(server, name, locale));
    await BEFORE[name]?.(page);
    // Over a page, the checkout has the size of the window.
    const picture = await page.screenshot({ fullPage: name !== 'embed', animations: 'disabled' });
    writeFileSync(`${FOLDER}/${CHECKOUT}${name}-${suffix}.png`, picture);
    await page.context().setOffline(false);
    await page.emulateMedia({ media: null });
  }
}

const executablePath = findSystemPart('chromium');
if (executablePath === null)
  throw new Error(`No Chromium was found. Install it by: ${installCommand('chromium')}`);
if (!isOfCheckout) await takeAppPictures({ folder: FOLDER, widths: WIDTHS, themes: THEMES, isWanted });
if (ONLY !== '' && !isOfCheckout) process.exit();
mkdirSync(FOLDER, { recursive: true });
const server = await startStateServer(PICTURES);
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
try {
  for (const colorScheme of THEMES) {
    for (const width of WIDTHS) {
      const context = await browser.newContext({ colorScheme, viewport: { width, height: 844 } });
      const page = await context.newPage();
      for (const locale of LOCALES) {
        const suffix = `${colorScheme}-${width}-${locale}`;
        await take(page, server, { locale, width, suffix });
        console.log(`${FOLDER}/${CHECKOUT}*-${suffix}.png: ${WANTED.length} pictures`);
      }
      await context.close();
    }
  }
} finally {
  await browser.close();
  await server.stop();
  shop.close();
  shop.closeAllConnections();
}
