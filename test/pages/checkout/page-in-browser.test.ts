import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import jsQR from 'jsqr';
import type { Locator } from 'playwright-core';
import { PNG } from 'pngjs';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { renderCheckout } from '../../../src/pages/checkout/document.js';
import { startApi, type TestApi } from '../../helpers/api/start-api.js';
import { describeWith } from '../../helpers/services/system-parts.js';
import { findBarriers, startChromium, type TestBrowser, type TestWindow } from '../chromium.js';
import { LOCAL_PAGE, SHOWN_AT } from './page-facts.js';

/** A browser and a page for each look: a slow machine needs its time. */
jest.setTimeout(180_000);

const WASM = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');

/** What the package's types call its namespace is the function. */
const decodeByJsQr = jsQR as unknown as typeof jsQR.default;

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
    await window.page.goto(await checkoutPage());
    await choose(window, 'local/USDC');
    await window.page.locator('#choose-again summary').click();
    await window.page.locator('#choose-again button[value="local/ETH"]').click();
    await window.page
      .locator('[data-wallet][data-symbol="ETH"], [data-symbol="ETH"]')
      .first()
      .waitFor({ state: 'attached' });
    await window.context.close();
  });

  const LOOKS = (['light', 'dark'] as const).flatMap((colorScheme) =>
    ['en', 'de'].flatMap((lang) => [320, 390, 1440].map((width) => ({ colorScheme, lang, width }))),
  );

  it('keeps nobody from using it, complains of nothing and asks nobody else, in any theme, width and language', async () => {
    const name = `${'Donaudampfschifffahrtsgesellschaft '.repeat(3)}<img src=x onerror=alert(1)>`;
    const found: string[] = [];
    const url = await checkoutPage({ description: name });
    for (const { colorScheme, lang, width } of LOOKS) {
      const window = await browser.open({ colorScheme, viewport: { width, height: 844 } });
      const { page } = window;
      const say = (what: string): void => void found.push(`${colorScheme} ${lang} ${width}: ${what}`);
      await page.goto(`${url}?lang=${lang}`);
      await page.locator('main[data-status]').waitFor();
      for (const barrier of await findBarriers(page)) say(barrier);
      const scrolls = await page.evaluate<boolean>(
        'document.documentElement.scrollWidth > document.documentElement.clientWidth',
      );
      if (scrolls) say('scrolls sideways');
      if (await page.locator('img[src="x"]').count()) say('has what the merchant wrote as HTML');
      for (const complaint of window.complaints) say(complaint);
      for (const host of window.hosts) if (host !== new URL(api.baseUrl).host) say(`asks ${host}`);
      if (width === 390 && lang === 'en') {
        const button = page.locator('button[value="local/USDC"]').first();
        if (await button.isVisible()) await button.click();
        await page.locator('main[data-status="waiting"]').waitFor();
        for (const barrier of await findBarriers(page)) say(barrier);
      }
      await window.context.close();
    }
    expect(found).toEqual([]);
  });

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
