import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import jsQR from 'jsqr';
import type { Locator } from 'playwright-core';
import { PNG } from 'pngjs';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { renderCheckout } from '../../../src/pages/checkout/document.js';
import { startApi, type TestApi } from '../../helpers/api/start-api.js';
import { until } from '../../helpers/until.js';
import { describeWith } from '../../helpers/services/system-parts.js';
import { findBarriers, startChromium, type TestBrowser, type TestWindow } from '../chromium.js';
import { LOCAL_PAGE, SHOWN_AT } from './page-facts.js';
import { LOGO, WIDE_LOGO } from './logos.js';

const WASM = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');

/** The function that the package's types call a namespace. */
const decodeByJsQr = jsQR as unknown as typeof jsQR.default;

/** Adds up the layout shifts of the page (https://web.dev/articles/cls). */
const OBSERVE_SHIFTS = `globalThis.shifted = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) shifted += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });`;

/** A shift is reported with the frame that shows it. */
const SHIFTED_AFTER_FRAMES = `(async () => {
  for (const _ of 'ab') await new Promise((drawn) => requestAnimationFrame(drawn));
  return shifted;
})()`;

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
  });
  afterAll(async () => {
    await browser.close();
    await api.close();
  });

  it.each(['local/USDC', 'local/ETH'])(
    '%s: both codes contain the amount due, as two decoders read them',
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

  it("reports no errors, makes no foreign request, and shows the merchant's texts as text", async () => {
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

  it.each([
    ['the largest that is allowed', LOGO],
    ['a wide one', WIDE_LOGO],
  ])("shows the merchant's logo, %s, in its place from the first paint on", async (_which, logoUrl) => {
    const { key: ofShop } = await api.addMerchant();
    const look = { logoUrl, color: '#0f766e' };
    expect((await api.ask('PATCH', '/web/v1/merchant', { key: ofShop, json: { look } })).status).toBe(200);
    const json = { amountFiat: '25.00', fiatCurrency: 'USD' };
    const { publicId } = (await api.ask('POST', '/v1/checkouts', { key: ofShop, json })).body.data;
    const { page, context, complaints, hosts } = await browser.open();
    await page.addInitScript(OBSERVE_SHIFTS);
    await page.goto(`${api.baseUrl}/pay/${publicId}`);
    const logo = page.locator('.merchant-logo');
    await until('it is drawn', () => logo.evaluate((image: HTMLImageElement) => image.naturalWidth > 0));
    const { width, height } = (await logo.boundingBox()) ?? { width: 0, height: 0 };
    expect({ width, height }).toEqual({ width: 40, height: 40 });
    expect(await page.evaluate(SHIFTED_AFTER_FRAMES)).toBe(0);
    expect([complaints, [...hosts]]).toEqual([[], [new URL(api.baseUrl).host]]);
    await context.close();
  });

  it('keeps the longest amount on one line of the narrowest phone', async () => {
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
