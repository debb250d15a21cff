/**
 * `npm run screenshots [-- FOLDER [NAME]]`: takes a picture of each state of the customer's pages, in each theme, width and
 * language, and of every page of the dashboard and the console, to be looked at. It asserts nothing. With `NAME`, only of
 * the pages whose name has it, such as `full-overview` of the dashboard; the customer's begin with `checkout-`.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { chromium, type Page } from 'playwright-core';
import { renderCheckout } from '../../src/pages/checkout/document.js';
import type { CheckoutFacts } from '../../src/pages/checkout/facts.js';
import { renderReceipt } from '../../src/pages/checkout/receipt.js';
import { LOCALES, type PageLocale } from '../../src/pages/checkout/words/locales.js';
import { findSystemPart, installCommand } from '../runner/system-parts.js';
import { takeAppPictures } from './app-pictures.js';
import { LOCAL_PAGE, PAGE_OF, pageFacts, SHOWN_AT } from './checkout/page-facts.js';

const [, , FOLDER = 'dist/screenshots', ONLY = ''] = process.argv;
const WIDTHS = [320, 390, 1440];
const THEMES = ['light', 'dark'] as const;
const ASSETS = { script: null, icon: 'data:,' };
/** A logo is left out: the mark of a merchant without one is what most have at first. */
const WITH_COLOUR = pageFacts(
  {},
  { merchant: { name: 'Nordlicht Coffee', contact: null, logoUrl: null, color: '#0f766e' } },
);

const shown = (facts: CheckoutFacts, locale: PageLocale): string =>
  renderCheckout({ facts, locale, nowMs: SHOWN_AT, assets: ASSETS });
const receipt = (facts: CheckoutFacts, locale: PageLocale): string =>
  renderReceipt({ facts, locale, assets: ASSETS }) ?? '';

/** What each picture shows, by its name. */
const PICTURES: Readonly<Record<string, (locale: PageLocale) => string>> = {
  ...Object.fromEntries(
    Object.entries(PAGE_OF).map(([phase, facts]) => [
      phase,
      (locale: PageLocale): string => shown(facts, locale),
    ]),
  ),
  'chain-halted': (locale) => shown(pageFacts({ chainReading: 'halted' }), locale),
  'longest-words': (locale) => shown(LOCAL_PAGE, locale),
  'merchants-colour': (locale) => shown(WITH_COLOUR, locale),
  receipt: (locale) => receipt(PAGE_OF.completed, locale),
};

const CHECKOUT = 'checkout-';
const isOfCheckout = ONLY.startsWith(CHECKOUT);
const WANTED = Object.entries(PICTURES).filter(([name]) => `${CHECKOUT}${name}`.includes(ONLY));

async function take(
  page: Page,
  look: { readonly locale: PageLocale; readonly suffix: string },
): Promise<void> {
  for (const [name, render] of WANTED) {
    await page.setContent(render(look.locale));
    writeFileSync(`${FOLDER}/checkout-${name}-${look.suffix}.png`, await page.screenshot({ fullPage: true }));
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
      for (const locale of LOCALES) {
        const suffix = `${colorScheme}-${width}-${locale}`;
        const context = await browser.newContext({ colorScheme, viewport: { width, height: 844 } });
        await take(await context.newPage(), { locale, suffix });
        await context.close();
        console.log(`${FOLDER}/${CHECKOUT}*-${suffix}.png: ${WANTED.length} pictures`);
      }
    }
  }
} finally {
  await browser.close();
}
