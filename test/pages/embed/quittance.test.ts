import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { QuittanceError } from '../../../src/domain/core/errors.js';
import { describeWith } from '../../helpers/services/system-parts.js';
import { until } from '../../helpers/until.js';
import { pageFacts } from '../checkout/page-facts.js';
import { findBarriers, startChromium, type TestBrowser } from '../chromium.js';
import { startPageFixture, type FixtureState } from '../page-fixture.js';
import { stopAfterEach } from '../stop-after-each.js';
import { frameLoaded, openInShop, startShopPage, toldToShop } from '../shop-page.js';
import { startStateServer } from '../state-server.js';

/** A page that offers wallets: within a frame it offers a tab in their place. */
const WAITING: FixtureState = {
  status: 'waiting',
  headline: 'Waiting for your payment',
  wallet: {
    'data-chain-id': '31337',
    'data-chain-name': 'Local',
    'data-explorer': '',
    'data-decimals': '6',
    'data-token': `0x${'70'.repeat(20)}`,
    'data-to': `0x${'c0'.repeat(20)}`,
    'data-symbol': 'USDC',
    'data-amount-atomic': '25000001',
    'data-rpc-url': 'http://127.0.0.1:1',
  },
};

let browser: TestBrowser;
const keep = stopAfterEach();

describeWith('chromium', 'the script for the pages of shops', () => {
  beforeAll(async () => {
    browser = await startChromium();
  });

  afterAll(async () => {
    await (browser as TestBrowser | undefined)?.close();
  });

  it('shows a checkout in the shops that its merchant lists; any other shop gets no status, and a note that it is not shown', async () => {
    const place = { origin: '', url: '' };
    const allowed = keep(await startShopPage(place));
    const stranger = keep(await startShopPage(place));
    const server = keep(await startPageFixture(WAITING, [allowed.origin]));
    Object.assign(place, { origin: server.origin, url: server.url });

    const shop = await browser.open();
    await openInShop(shop, allowed.origin, server.url);
    await until('the shop is told', async () => (await toldToShop(shop)) === 'waiting');
    await shop.page.frameLocator('iframe').getByRole('link', { name: 'in a new tab' }).waitFor();
    server.change({ status: 'seen' });
    await until('the shop is told again', async () => (await toldToShop(shop)) === 'waiting,seen');
    await shop.page.getByRole('button', { name: 'Close' }).click();
    await until('the end is told', async () => (await toldToShop(shop)) === 'waiting,seen,closed');
    await shop.page.getByRole('button', { name: 'Pay now' }).press('Enter');
    await shop.page.frameLocator('iframe').getByText('Waiting for your payment').waitFor();
    server.change({ extra: `<a href="${server.origin}/thanks" target="_top">Back to the shop</a>` });
    await shop.page.frameLocator('iframe').getByRole('link', { name: 'Back to the shop' }).click();
    await shop.page.waitForURL(`${server.origin}/thanks`);
    expect(shop.complaints).toEqual([]);

    // The shop's button has our look, unless the shop gives it a look of its own.
    const looks = (role: 'button' | 'link', name: string): Promise<readonly [string, boolean]> =>
      shop.page
        .getByRole(role, { name })
        .evaluate((pressed) => [getComputedStyle(pressed).backgroundColor, pressed.clientHeight >= 42]);
    await shop.page.goto(allowed.origin);
    expect(await looks('button', 'Pay now')).toEqual(['rgb(24, 24, 27)', true]);
    expect(await looks('link', 'Pay by a link')).toEqual(['rgb(24, 24, 27)', true]);
    const link = shop.page.getByRole('link', { name: 'Pay by a link' });
    await link.evaluate((pressed) => pressed.setAttribute('class', 'own'));
    expect(await looks('link', 'Pay by a link')).toEqual(['rgba(0, 0, 0, 0)', false]);

    const old = await browser.open();
    // Safari before 16.4.
    await old.context.addInitScript(
      'for (const { prototype } of [ShadowRoot, Document]) delete prototype.adoptedStyleSheets; globalThis.CSSStyleSheet = undefined',
    );
    await old.page.goto(allowed.origin);
    expect(await findBarriers(old.page, 'nested-interactive')).toEqual([]);
    await old.page.getByRole('link', { name: 'Pay by a link' }).press('Enter');
    await old.page.frameLocator('iframe').getByRole('link', { name: 'Back to the shop' }).waitFor();
    expect(old.page.url()).toBe(`${allowed.origin}/`);
    await old.context.close();

    const other = await browser.open();
    await openInShop(other, stranger.origin, server.url);
    await until('the frame is refused', () =>
      other.complaints.some((text) => text.includes('frame-ancestors')),
    );
    expect(await toldToShop(other)).toBe('');
    await other.page.getByText('The payment page does not show here.').waitFor();
    const links = other.page.getByRole('link', { name: 'Open in a new tab' });
    expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual([
      server.url,
      server.url,
    ]);
    expect(await other.page.locator('iframe').isVisible()).toBe(false);
    await until('the console says which origin has to be listed', () =>
      other.complaints.some((text) => text.includes(`exactly ${stranger.origin} in frameOrigins`)),
    );
    await Promise.all([shop.context.close(), other.context.close()]);
  });

  it.each([
    ['There is no such page', 'not_found'],
    ['Too many requests', 'rate_limited'],
    ['This page cannot be shown right now', 'internal_error'],
  ] as const)('leaves what the page in the frame says about a fault: %s', async (says, code) => {
    const place = { origin: '', url: '' };
    const shop = keep(await startShopPage(place));
    const page = pageFacts({}, { frameOrigins: [shop.origin] });
    const server = keep(await startStateServer({ page }));
    Object.assign(place, { origin: server.origin, url: server.urlOf('page', 'en') });
    // It was shown before: so the server knows who may frame it.
    expect((await fetch(place.url)).status).toBe(200);
    server.change('page', { fault: new QuittanceError(code, 'A fault.') });
    const policy = (await fetch(place.url)).headers.get('content-security-policy');
    expect(policy?.split('; ').at(-1)).toBe(`frame-ancestors ${shop.origin}`);
    const window = await browser.open();
    await window.page.clock.install();
    await openInShop(window, shop.origin, place.url);
    const said = window.page.frameLocator('iframe').getByText(says);
    await said.waitFor();
    await frameLoaded(window);
    await window.page.clock.runFor(10_000);
    expect(await said.isVisible()).toBe(true);
    expect(await toldToShop(window)).toBe('');
    await window.page.frameLocator('iframe').locator('h1').press('Escape');
    await until('the shop hears that it was closed', async () => (await toldToShop(window)) === 'closed');
    await window.context.close();
  });
});
