import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import jsQR from 'jsqr';
import type { Locator } from 'playwright-core';
import { PNG } from 'pngjs';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { renderCheckout, styleSources } from '../../../src/pages/checkout/document.js';
import type { CheckoutFacts } from '../../../src/pages/checkout/facts.js';
import { renderReceipt } from '../../../src/pages/checkout/receipt.js';
import { LOCALES, type PageLocale } from '../../../src/pages/checkout/words/locales.js';
import { startApi, type TestApi } from '../../helpers/api/start-api.js';
import { describeWith } from '../../helpers/services/system-parts.js';
import { findBarriers, startChromium, type TestBrowser, type TestWindow } from '../chromium.js';
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
} from './page-facts.js';

/** A browser and a page for each look: a slow machine needs its time. */
jest.setTimeout(180_000);

const WASM = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');

/** What the package's types call its namespace is the function. */
const decodeByJsQr = jsQR as unknown as typeof jsQR.default;

/** Where no server is: the pages of {@link STATE_PAGES} are answered by the test. */
const STATES = 'http://states.test';
const WIDTHS = [320, 390, 1440];
/** The rules of axe-core whose findings depend on the width and on the colours. */
const BY_WIDTH = ['color-contrast', 'target-size', 'scrollable-region-focusable'];
const BY_THEME = ['color-contrast'];
/** 80 mm, in px of CSS. */
const PAPER_ROLL = 302;
const STATE_PAGES: Readonly<Record<string, CheckoutFacts>> = {
  ...PAGE_OF,
  local: LOCAL_PAGE,
  hostile: HOSTILE_PAGE,
  halted: pageFacts({ chainReading: 'halted' }),
  ...{ lateChains: LATE_CHAINS_PAGE, paidOtherwise: PAID_OTHERWISE_PAGE, paidTwice: PAID_TWICE_PAGE },
  ...{ elsewhere: ELSEWHERE_PAGE, undone: UNDONE_PAGE, noNewPrice: NO_NEW_PRICE_PAGE },
  receipt: PAGE_OF.completed,
};

let api: TestApi;
let browser: TestBrowser;
let key: string;

async function checkoutPage(fields: object = {}): Promise<string> {
  const json = { amountFiat: '25.00', fiatCurrency: 'USD', description: 'Two coffees', ...fields };
  const { body } = await api.ask('POST', '/v1/checkouts', { key, json });
  return `${api.baseUrl}/pay/${body.data.publicId}`;
}

async function choose(window: TestWindow, asset: string): Promise<void> {
  await window.page.locator(`button[value="${asset}"]`).first().click();
  await window.page.locator('main[data-status="waiting"]').waitFor();
}

/** Reads a code as it is on the screen, with two decoders. */
async function decode(code: Locator): Promise<readonly (string | undefined)[]> {
  const { width, height, data } = PNG.sync.read(await code.screenshot());
  const pixels = new Uint8ClampedArray(data);
  const [zxing] = await readBarcodes(
    { width, height, data: pixels, colorSpace: 'srgb' },
    { formats: ['QRCode'] },
  );
  return [decodeByJsQr(pixels, width, height)?.data, zxing?.text];
}

describeWith('chromium', 'the checkout page in a browser', () => {
  beforeAll(async () => {
    await prepareZXingModule({ overrides: { wasmBinary: readFileSync(WASM).buffer }, fireImmediately: true });
    [api, browser] = await Promise.all([startApi({ rateLimits: { '*': null } }), startChromium()]);
    ({ key } = await api.addMerchant());
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await api.close();
  });

  it.each(['local/USDC', 'local/ETH'])(
    '%s: both codes say what is to be paid, to two decoders',
    async (asset) => {
      const url = await checkoutPage();
      const window = await browser.open({ colorScheme: 'dark' });
      await window.page.goto(url);
      await choose(window, asset);
      const { body } = await api.ask('GET', `/v1/public/checkouts/${url.split('/').at(-1) ?? ''}`);
      const { depositAddress, paymentUri } = (body.data as unknown as { invoice: Record<string, string> })
        .invoice;
      const codes = window.page.locator('svg.qr');
      const first = asset === 'local/ETH' ? paymentUri : depositAddress;
      expect(await decode(codes.first())).toEqual([first, first]);
      if (asset === 'local/USDC') {
        await window.page.locator('details', { has: codes.last() }).locator('summary').click();
        expect(await decode(codes.last())).toEqual([paymentUri, paymentUri]);
      }
      await window.context.close();
    },
  );

  it('lets the customer choose, and change the choice, without any script', async () => {
    const window = await browser.open({ javaScriptEnabled: false });
    await window.page.goto(`${await checkoutPage()}?lang=en`);
    await choose(window, 'local/USDC');
    await window.page.locator('#choose-again summary').click();
    await window.page.locator('#choose-again button[value="local/ETH"]').click();
    await window.page.locator('[data-wallet][data-symbol="ETH"]').waitFor({ state: 'attached' });
    const reload = window.page.getByRole('link', { name: 'Reload this page' });
    await Promise.all([window.page.waitForEvent('load'), reload.click()]);
    await window.page.locator('[data-wallet][data-symbol="ETH"]').waitFor({ state: 'attached' });
    await window.context.close();
  });

  it('complains of nothing, asks nobody else, and shows what the merchant wrote as text', async () => {
    const hostile = '<img src=x onerror=alert(1)>';
    const window = await browser.open();
    const { page, complaints, hosts } = window;
    await page.goto(await checkoutPage({ description: hostile }));
    await page.getByText(hostile).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await choose(window, 'local/USDC');
    await page.locator('[data-countdown]', { hasText: 'minutes' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    expect([await page.locator('img').count(), complaints]).toEqual([0, []]);
    expect([...hosts]).toEqual([new URL(api.baseUrl).host]);
    await window.context.close();
  });

  it.each(['light', 'dark'] as const)(
    'keeps nobody from using it in any state in the %s theme, on any screen, in any language',
    async (colorScheme) => {
      const { page, context, complaints } = await browser.open({ colorScheme });
      const found: string[] = [];
      await page.route(`${STATES}/**`, (route) => {
        const [name = '', locale] = new URL(route.request().url()).pathname.split('/').slice(1);
        const facts = STATE_PAGES[name] ?? LOCAL_PAGE;
        const assets = { script: null, icon: 'data:,' };
        const asked = { facts, locale: locale as PageLocale, nowMs: SHOWN_AT, assets };
        const body = name === 'receipt' ? (renderReceipt(asked) ?? '') : renderCheckout(asked);
        const sources = styleSources(facts.merchant.color).join(' ');
        const policy = `default-src 'none'; style-src ${sources}; img-src data:`;
        return route.fulfill({
          body,
          contentType: 'text/html',
          headers: { 'content-security-policy': policy },
        });
      });
      // Colours differ by the theme, and nothing else does; words by the language, places by the width.
      for (const name of Object.keys(STATE_PAGES)) {
        for (const locale of LOCALES) {
          await page.goto(`${STATES}/${name}/${locale}`);
          const say = (what: string): void => void found.push(`${name} ${locale}: ${what}`);
          const fits = async (width: number, how: string): Promise<void> => {
            await page.setViewportSize({ width, height: 844 });
            if (await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth'))
              say(`scrolls sideways at ${width}${how}`);
          };
          for (const width of WIDTHS) {
            await fits(width, '');
            const rules = colorScheme === 'dark' ? BY_THEME : width === WIDTHS[0] ? undefined : BY_WIDTH;
            for (const barrier of await findBarriers(page, rules)) say(`${width} px: ${barrier}`);
          }
          if (name === 'receipt') {
            await page.emulateMedia({ media: 'print' });
            await fits(PAPER_ROLL, ', printed');
            await page.emulateMedia({ media: 'screen' });
          }
          if (locale !== 'en') continue;
          // A language from right to left would need nothing but its words.
          await page.evaluate("document.documentElement.dir = 'rtl'");
          await fits(320, ', from right to left');
        }
      }
      expect([...found, ...complaints]).toEqual([]);
      await context.close();
    },
  );

  it('keeps the longest figure on one line of the narrowest phone', async () => {
    const window = await browser.open({ viewport: { width: 320, height: 844 } });
    const assets = { script: null, icon: '/icon.svg' };
    await window.page.setContent(
      renderCheckout({ facts: LOCAL_PAGE, locale: 'en', nowMs: SHOWN_AT, assets }),
    );
    const figure = window.page.locator('.figure data');
    expect(await figure.textContent()).toBe('0.012500000000000001');
    const { height, width } = (await figure.boundingBox()) ?? { height: 0, width: 0 };
    expect({ height: height < 30, width: width > 100 }).toEqual({ height: true, width: true });
    await window.context.close();
  });
});
