/**
 * `npm run screenshots [-- FOLDER [NAME]]`: takes a picture of each state of the customer's pages, in each theme, width and
 * language, and of every page of the dashboard and the console, to be looked at. It asserts nothing. With `NAME`, only of
 * the pages whose name has it, such as `full-overview` of the dashboard; the customer's begin with `checkout-`.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { chromium, type BrowserContext, type Page } from 'playwright-core';
import { renderCheckout, renderMessage } from '../../src/pages/checkout/document.js';
import type { CheckoutFacts } from '../../src/pages/checkout/facts.js';
import { renderReceipt } from '../../src/pages/checkout/receipt.js';
import { LOCALES, WORDS, type PageLocale } from '../../src/pages/checkout/words/locales.js';
import { readPageAssets } from '../../src/pages/page-assets.js';
import { findSystemPart, installCommand } from '../runner/system-parts.js';
import { takeAppPictures } from './app-pictures.js';
import {
  ELSEWHERE_PAGE,
  HOSTILE_PAGE,
  LATE_CHAINS_PAGE,
  LOCAL_PAGE,
  NO_NEW_PRICE_PAGE,
  PAGE_OF,
  PAID_OTHERWISE_PAGE,
  PAID_TWICE_PAGE,
  pageFacts,
  SHOWN_AT,
  UNDONE_PAGE,
} from './checkout/page-facts.js';

const [, , FOLDER = 'dist/screenshots', ONLY = ''] = process.argv;
const WIDTHS = [320, 390, 768, 1440];
const THEMES = ['light', 'dark'] as const;
/** What a receipt is printed on, in px of CSS: A4 within its margins, and a roll of 80 mm. */
const PAPERS = { a4: 680, roll: 280 } as const;
/** Where no server is: every answer is the test's. */
const SITE = 'http://pictures.test';
const ASSETS = { script: '/pay.js', icon: 'data:,' };
/** A logo is left out: the mark of a merchant without one is what most have at first. */
const WITH_COLOUR = pageFacts(
  {},
  { merchant: { name: 'Nordlicht Coffee', contact: null, logoUrl: null, color: '#0f766e' } },
);

const shown = (facts: CheckoutFacts, locale: PageLocale): string =>
  renderCheckout({ facts, locale, nowMs: SHOWN_AT, assets: ASSETS });
const receipt = (locale: PageLocale): string =>
  renderReceipt({ facts: PAGE_OF.completed, locale, assets: ASSETS }) ?? '';
/** The page of a shop, which shows the checkout over itself. */
const shop = (locale: PageLocale): string =>
  `<!doctype html><html lang="${locale}"><body><h1>Shop</h1><script src="/quittance.js"></script>
   <script>Quittance.open('/waiting/${locale}')</script></body></html>`;

/** What each picture shows, by its name. */
const PICTURES: Readonly<Record<string, (locale: PageLocale) => string>> = {
  ...Object.fromEntries(
    Object.entries(PAGE_OF).map(([phase, facts]) => [
      phase,
      (locale: PageLocale): string => shown(facts, locale),
    ]),
  ),
  elsewhere: (locale) => shown(ELSEWHERE_PAGE, locale),
  undone: (locale) => shown(UNDONE_PAGE, locale),
  'no-new-price': (locale) => shown(NO_NEW_PRICE_PAGE, locale),
  'chain-halted': (locale) => shown(pageFacts({ chainReading: 'halted' }), locale),
  'late-chains': (locale) => shown(LATE_CHAINS_PAGE, locale),
  'paid-otherwise': (locale) => shown(PAID_OTHERWISE_PAGE, locale),
  'paid-twice': (locale) => shown(PAID_TWICE_PAGE, locale),
  'longest-words': (locale) => shown(LOCAL_PAGE, locale),
  'hostile-words': (locale) => shown(HOSTILE_PAGE, locale),
  'merchants-colour': (locale) => shown(WITH_COLOUR, locale),
  opened: (locale) => shown(PAGE_OF.waiting, locale),
  wallets: (locale) => shown(PAGE_OF.waiting, locale),
  'connection-lost': (locale) => shown(PAGE_OF.waiting, locale),
  'no-such-page': (locale) =>
    renderMessage({ words: WORDS[locale].noSuchPage, locale, assets: ASSETS, requestId: null }),
  'our-fault': (locale) =>
    renderMessage({ words: WORDS[locale].ourFault, locale, assets: ASSETS, requestId: 'req_5f0c2b9e7d1a' }),
  embed: shop,
  receipt,
  'receipt-a4': receipt,
  'receipt-roll': receipt,
};

/** What has to be done before a picture is taken, where there is something. */
const BEFORE: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  opened: (page) => page.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))"),
  wallets: (page) => page.locator('#wallet-1').waitFor(),
  'connection-lost': async (page) => {
    await page.context().setOffline(true);
    await page.getByRole('alert').waitFor();
  },
  embed: (page) => page.frameLocator('iframe').locator('[data-countdown]').waitFor(),
  'receipt-a4': (page) => page.emulateMedia({ media: 'print' }),
  'receipt-roll': (page) => page.emulateMedia({ media: 'print' }),
};

/** Announces two wallets on the page that shows them. It runs before the page's own script. */
const WALLETS = `if (location.pathname.startsWith('/wallets/')) {
  const icon = (colour) => 'data:image/svg+xml,' + encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20"><rect width="20" height="20" rx="5" fill="' + colour + '"/></svg>');
  addEventListener('eip6963:requestProvider', () => [['Fox', '#e2761b'], ['Rainbow Wallet', '#3b5bdb']].forEach(([name, colour]) =>
    dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info: { uuid: name, name, icon: icon(colour) }, provider: {} } }))));
}`;

const CHECKOUT = 'checkout-';
const isOfCheckout = ONLY.startsWith(CHECKOUT);
const WANTED = Object.keys(PICTURES).filter((name) => `${CHECKOUT}${name}`.includes(ONLY));

/** Answers every request: with the page of a picture, with a script, or as a server that is too busy for streams. */
async function answerAll(context: BrowserContext): Promise<void> {
  const assets = readPageAssets();
  await context.route(`${SITE}/**`, (route) => {
    const [name = '', locale = ''] = new URL(route.request().url()).pathname.slice(1).split('/');
    const asset = name === 'pay.js' || name === 'quittance.js' ? assets.get(name) : undefined;
    if (asset !== undefined) return route.fulfill({ body: asset.plain, contentType: 'text/javascript' });
    const body = PICTURES[name]?.(locale as PageLocale);
    return body === undefined
      ? route.fulfill({ status: 429 })
      : route.fulfill({ body, contentType: 'text/html' });
  });
  await context.addInitScript(WALLETS);
}

async function take(
  page: Page,
  { locale, width, suffix }: { readonly locale: PageLocale; readonly width: number; readonly suffix: string },
): Promise<void> {
  for (const name of WANTED) {
    const paper = name === 'receipt-a4' ? PAPERS.a4 : name === 'receipt-roll' ? PAPERS.roll : undefined;
    await page.setViewportSize({ width: paper ?? width, height: 844 });
    await page.goto(`${SITE}/${name}/${locale}`);
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
if (!isOfCheckout) await takeAppPictures({ folder: FOLDER, widths: WIDTHS, themes: THEMES, only: ONLY });
if (ONLY !== '' && !isOfCheckout) process.exit();
mkdirSync(FOLDER, { recursive: true });
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
try {
  for (const colorScheme of THEMES) {
    for (const width of WIDTHS) {
      const context = await browser.newContext({ colorScheme, viewport: { width, height: 844 } });
      await answerAll(context);
      const page = await context.newPage();
      for (const locale of LOCALES) {
        const suffix = `${colorScheme}-${width}-${locale}`;
        await take(page, { locale, width, suffix });
        console.log(`${FOLDER}/${CHECKOUT}*-${suffix}.png: ${WANTED.length} pictures`);
      }
      await context.close();
    }
  }
} finally {
  await browser.close();
}
