import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { describeWith } from '../../helpers/services/system-parts.js';
import { ANVIL_CHAIN_ID, startAnvil, type Anvil } from '../../helpers/chain/anvil.js';
import { until } from '../../helpers/until.js';
import { findBarriers, startChromium, type TestBrowser, type TestWindow } from '../chromium.js';
import { injectWallets, type WalletManners } from '../injected-wallet.js';
import { startPageFixture, type PageFixture } from '../page-fixture.js';
import { stopAfterEach } from '../stop-after-each.js';

let anvil: Anvil;
let browser: TestBrowser;
const keep = stopAfterEach();

/** The terms of a payment in native coin. */
const TERMS = {
  'data-chain-id': String(ANVIL_CHAIN_ID),
  'data-chain-name': 'Local',
  'data-explorer': '',
  'data-token': '',
  'data-decimals': '18',
  'data-symbol': 'ETH',
  'data-amount-atomic': '4',
  'data-to': '0x00000000000000000000000000000000c0ffee01',
};

/** Opens a page that asks for a payment, in a browser with one wallet. */
async function open(
  changes: Partial<WalletManners> = {},
): Promise<{ window: TestWindow; server: PageFixture; wallet: WalletManners }> {
  const server = keep(
    await startPageFixture({ status: 'waiting', headline: 'Waiting for your payment', wallet: TERMS }),
  );
  const window = await browser.open();
  const wallet: WalletManners = {
    name: 'Fox',
    account: 1,
    chainId: ANVIL_CHAIN_ID,
    known: new Set([ANVIL_CHAIN_ID]),
    refuses: new Set(),
    asked: [],
    ...changes,
  };
  await injectWallets(window.context, { anvil, wallets: [wallet] });
  await window.page.goto(server.url);
  return { window, server, wallet };
}

const says = (page: Page, text: string): Promise<void> => page.getByText(text).first().waitFor();
const buttonOf = (page: Page) => page.getByRole('button', { name: 'Pay with Fox' });
const ASKED = 'Your wallet was asked to pay.';

describeWith('chromium', 'a wallet that was asked to send', () => {
  beforeAll(async () => {
    [anvil, browser] = await Promise.all([startAnvil(), startChromium()]);
  });

  afterAll(async () => {
    await (browser as TestBrowser | undefined)?.close();
    await (anvil as Anvil | undefined)?.stop();
  });

  it('leaves nothing else to pay with after a reload, until it refuses or the customer asks to see the payment again', async () => {
    const { window, server, wallet } = await open({ holds: new Set(['eth_sendTransaction']) });
    const { page } = window;
    await buttonOf(page).click();
    await until('the wallet is asked', () => wallet.asked.includes('eth_sendTransaction'));
    await page.reload();
    await says(page, ASKED);
    expect(await page.getByText('Pay here').isVisible()).toBe(false);
    expect(await findBarriers(page)).toEqual([]);
    server.change({ headline: 'Another coin', wallet: { ...TERMS, 'data-to': `0x${'11'.repeat(20)}` } });
    await says(page, 'Another coin');
    expect(await page.getByText('Pay here').isVisible()).toBe(false);

    await page.getByRole('button', { name: 'show the payment again' }).click();
    wallet.holds?.clear();
    wallet.refuses.add('eth_sendTransaction');
    await buttonOf(page).click();
    await says(page, 'You refused in your wallet. Nothing was sent.');
    await page.reload();
    await buttonOf(page).waitFor();
    expect(await page.getByText('Your wallet was asked').count()).toBe(0);
    await window.context.close();
  });

  it.each([
    {
      what: 'with an error that does not say whether it has sent',
      code: -32_603,
      said: 'Your wallet says: Disconnected port object. Check there whether anything was sent.',
    },
    { what: 'that it already shows a request', code: -32_002, said: ASKED },
  ])('leaves nothing else to pay with when it answers $what', async ({ code, said }) => {
    const { window, wallet } = await open({ fails: new Map([['eth_sendTransaction', code]]) });
    const { page } = window;
    await buttonOf(page).click();
    const slot = page.locator('[data-sent]');
    await slot.getByText(said).waitFor();
    await slot.getByText('If you have confirmed there, send nothing more.').waitFor();
    expect(await page.getByText('Nothing was sent').count()).toBe(0);
    expect(await page.getByText('Pay here').isVisible()).toBe(false);
    await page.reload();
    await says(page, ASKED);
    expect(await buttonOf(page).isVisible()).toBe(false);

    wallet.fails?.clear();
    await page.getByRole('button', { name: 'show the payment again' }).click();
    await buttonOf(page).click();
    await says(page, 'Sent. This page shows when it arrives.');
    await window.context.close();
  });

  it('leaves nothing else to pay with in other tabs, whether they were open before or not', async () => {
    const { window, server, wallet } = await open({ holds: new Set(['eth_sendTransaction']) });
    const before = await window.context.newPage();
    await before.goto(server.url);
    await buttonOf(before).waitFor();
    await buttonOf(window.page).click();
    await until('the wallet is asked', () => wallet.asked.includes('eth_sendTransaction'));
    const after = await window.context.newPage();
    await after.goto(server.url);
    for (const page of [before, after]) {
      await says(page, ASKED);
      expect(await page.getByText('Pay here').isVisible()).toBe(false);
    }
    // The tab that has asked still says what to confirm.
    expect(await window.page.getByText('Confirm 0.000000000000000004 ETH in Fox.').isVisible()).toBe(true);
    await after.getByRole('button', { name: 'show the payment again' }).click();
    await buttonOf(before).waitFor();
    await window.context.close();
  });

  it('is not asked again by a tab that was not told yet', async () => {
    const { window, server, wallet } = await open();
    // The state that comes when the stream opens would tell the page too.
    server.change({ headline: 'Told before' });
    await says(window.page, 'Told before');
    // As another tab writes it. A page is not told of what was written in it.
    await window.page.evaluate("localStorage.setItem('asked cs_0123456789abcdef', String(Date.now()))");
    await buttonOf(window.page).click();
    await says(window.page, ASKED);
    expect(wallet.asked).toEqual([]);
    await window.context.close();
  });

  it.each([
    { what: 'not in the last seconds', leftMs: 19_000, text: 'Too little time is left', isAsked: false },
    { what: 'before', leftMs: 300_000, text: 'Sent. This page shows when it arrives.', isAsked: true },
  ])('is asked only while the payment can be in time: $what', async ({ leftMs, text, isAsked }) => {
    const { window, server, wallet } = await open();
    const end = Date.now() + leftMs;
    server.change({ extra: `<p>Ends: <time data-countdown="${end}">later</time></p>` });
    await says(window.page, 'Ends:');
    await buttonOf(window.page).click();
    await says(window.page, text);
    expect(wallet.asked.includes('eth_sendTransaction')).toBe(isAsked);
    if (!isAsked) expect(wallet.asked).toEqual([]);
    await window.context.close();
  });
});
