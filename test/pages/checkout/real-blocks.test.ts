import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { FrameLocator, Page } from 'playwright-core';
import type { Phase } from '../../../src/pages/checkout/phase.js';
import type { Shown } from '../../helpers/api/start-api.js';
import { ANVIL_CHAIN_ID } from '../../helpers/chain/anvil.js';
import { describeWith } from '../../helpers/services/system-parts.js';
import { until } from '../../helpers/until.js';
import { startChromium, type TestBrowser } from '../chromium.js';
import { injectWallets, type WalletManners } from '../injected-wallet.js';
import { openInShop, startShopPage, toldToShop } from '../shop-page.js';
import { startPageCircuit, type PageCircuit } from './page-circuit.js';

/** Not a chain of the test, so a wallet on it has to change. */
const ANOTHER_CHAIN = 8453;
const QUOTE_SECONDS = 900;
/** The recipient of refunds: an address that never sent anything. */
const REFUND_TO = '0x00000000000000000000000000000000000000Ad';
const HUNDRED = 100_000_000n;
/** The customer's account on anvil, different from the one of the other payments. */
const CUSTOMER = 1;

let pages: PageCircuit;
let browser: TestBrowser;
/** They are stopped even when the test fails. */
const shops: { stop(): void }[] = [];

interface Payment extends Shown {
  readonly tokenSymbol: string;
  readonly amountAtomic: string;
  readonly amountPaidAtomic: string;
  readonly txHash: string;
}

async function post(path: string, json: object = {}): Promise<Payment> {
  const { body } = await pages.api.ask('POST', path, { key: pages.key, json });
  return body.data as Payment;
}
const invoice = (fields: object = {}): Promise<Payment> =>
  post('/v1/invoices', {
    amountCrypto: '100',
    chainCode: 'local',
    tokenSymbol: 'USDC',
    expiresInSeconds: QUOTE_SECONDS,
    ...fields,
  });
const checkout = (fields: object = {}): Promise<Payment> =>
  post('/v1/checkouts', { amountFiat: '25.00', fiatCurrency: 'USD', description: 'Two coffees', ...fields });

const addressOf = ({ publicId }: Payment): string => `${pages.api.baseUrl}/pay/${publicId}?lang=en`;
/** Pays from another account, in USDC of the first chain unless another asset is named. */
async function pay({ depositAddress: to }: Payment, amountAtomic = HUNDRED): Promise<void> {
  await pages.circuit.transfer({ asset: pages.circuit.usdc, to, amountAtomic });
}

/** Waits until the page is in this state, whether by its stream or by a read. */
async function shows(page: Page | FrameLocator, phase: Phase, text?: string): Promise<void> {
  const state = page.locator(`main[data-status="${phase}"]`);
  await state.waitFor();
  if (text !== undefined) await state.getByText(text).first().waitFor();
}
async function choose(page: Page | FrameLocator, asset: string, symbol: string): Promise<void> {
  await page.locator(`button[value="${asset}"]`).first().click();
  await page.locator(`[data-wallet][data-symbol="${symbol}"]`).waitFor({ state: 'attached' });
}

function wallet(name: string, account: number): WalletManners {
  const known = new Set([ANVIL_CHAIN_ID, ANOTHER_CHAIN]);
  return { name, account, chainId: ANOTHER_CHAIN, known, refuses: new Set(), asked: [] };
}

describeWith('chromium', 'the checkout page over a real chain', () => {
  beforeAll(async () => {
    [pages, browser] = await Promise.all([startPageCircuit(), startChromium()]);
    await pages.mine(1);
  });
  afterAll(async () => {
    for (const shop of shops) shop.stop();
    await browser.close();
    await pages.close();
  });

  it('is chosen and changed in a shop, paid in a tab by one of two wallets, and followed to its end in both; what comes for the other choice is held and told', async () => {
    const { circuit, api, key } = pages;
    const { publicId, checkoutId } = await checkout();
    const url = addressOf({ publicId } as Payment);
    const place = { origin: api.baseUrl, url };
    const [allowed, stranger] = await Promise.all([startShopPage(place), startShopPage(place)]);
    shops.push(allowed, stranger);
    await api.ask('PATCH', '/web/v1/merchant', {
      key,
      json: { frameOrigins: [allowed.origin], contact: 'help@shop.example' },
    });
    await pages.fund(CUSTOMER, HUNDRED);
    const shop = await browser.open();
    const [fox, owl] = [wallet('Fox', CUSTOMER + 1), wallet('Owl', CUSTOMER)];
    await injectWallets(shop.context, { anvil: circuit.anvil, wallets: [fox, owl] });

    await openInShop(shop, allowed.origin, url);
    const frame = shop.page.frameLocator('iframe');
    await shows(frame, 'choose');
    await choose(frame, 'local/ETH', 'ETH');
    await frame.locator('#choose-again summary').click();
    await choose(frame, 'local/USDC', 'USDC');
    const [tab] = await Promise.all([
      shop.context.waitForEvent('page'),
      frame.getByRole('link', { name: 'in a new tab' }).click(),
    ]);
    await tab.getByRole('button', { name: 'Pay with Fox' }).waitFor();
    await tab.getByRole('button', { name: 'Pay with Owl' }).click();
    await tab.getByText('Sent. This page shows when it arrives.').waitFor();
    expect([owl.asked.includes('wallet_switchEthereumChain'), owl.chainId, fox.asked]).toEqual([
      ...[true, ANVIL_CHAIN_ID],
      [],
    ]);

    await pages.read();
    for (const page of [frame, tab]) await shows(page, 'seen', '1 of 3 confirmations');
    await pages.mine(1);
    for (const page of [frame, tab]) await shows(page, 'seen', '2 of 3 confirmations');
    await pages.mine(1);
    for (const page of [frame, tab]) await shows(page, 'completed');
    await until('the shop is told', async () => (await toldToShop(shop)).endsWith('seen,completed'), {
      describe: () => toldToShop(shop),
    });

    const read = async (): Promise<{ readonly completedBy: string; readonly invoices: readonly Payment[] }> =>
      (await api.ask('GET', `/v1/checkouts/${checkoutId}`, { key })).body.data as never;
    const { completedBy, invoices } = await read();
    const [inEth, inUsdc] = invoices as readonly [Payment, Payment];
    expect([completedBy, inUsdc.amountPaidAtomic, inEth.tokenSymbol]).toEqual([
      ...[inUsdc.invoiceId, '25000000', 'ETH'],
    ]);
    await tab.getByRole('link', { name: 'Receipt' }).click();
    await tab.getByText(inUsdc.txHash).waitFor();

    const amountAtomic = BigInt(inEth.amountAtomic);
    await circuit.transfer({ asset: circuit.eth, to: inEth.depositAddress, amountAtomic });
    await pages.mine(3);
    const told = await circuit.database.db('events').where({ invoice_id: inEth.invoiceId }).pluck('type');
    expect(told).toContain('invoice.payment_held');
    expect((await api.ask('GET', '/v1/balances', { key })).list).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ tokenSymbol: 'ETH', heldAtomic: inEth.amountAtomic, availableAtomic: '0' }),
        expect.objectContaining({ tokenSymbol: 'USDC', heldAtomic: '0', availableAtomic: '25000000' }),
      ]),
    );
    const { db } = circuit.database;
    await db('checkouts')
      .where({ checkout_id: checkoutId })
      .update({ redirect_url: 'https://shop.example/' });
    await tab.goto(url);
    await shows(tab, 'completed');
    await tab.locator('.notice', { hasText: `ETH on ${circuit.chain.name}` }).waitFor();
    await tab.locator('a[href^="mailto:help@shop.example"]').waitFor();
    await tab.locator('a[href="https://shop.example/"]').waitFor();
    expect(await tab.locator('[data-return-url], [data-return-note]').count()).toBe(0);
    await tab.goto(addressOf(inEth));
    await shows(tab, 'late', 'Paid with another choice');
    await tab.getByRole('link', { name: 'Show the payment page' }).click();
    await shows(tab, 'completed');

    const elsewhere = await browser.open();
    await openInShop(elsewhere, stranger.origin, url);
    await until('the frame is refused', () =>
      elsewhere.complaints.some((text) => text.includes('frame-ancestors')),
    );
    await Promise.all([shop.context.close(), elsewhere.context.close()]);
  });

  it('shows the missing amount, a lost connection, and new payments; returns automatically unless too much was paid or it is stopped', async () => {
    const asked = await invoice({ redirectUrl: 'https://shop.example/thanks', description: '<b>Two</b>' });
    const { page, context, hosts, complaints } = await browser.open();
    await page.route('https://shop.example/**', (route) => route.fulfill({ body: 'Thanks' }));
    // The page returns nowhere before the test lets time pass.
    await page.clock.install();
    await page.goto(addressOf(asked));
    await page.clock.pauseAt(Date.now() + 10_000);
    await shows(page, 'waiting', '<b>Two</b>');
    await pay(asked, 40_000_000n);
    await pages.read();
    await shows(page, 'part', '40.00 / 100.00 USDC received');
    expect(await page.locator('.figure data').textContent()).toBe('60.00');

    await context.setOffline(true);
    await page.getByRole('alert').getByText('No connection.').waitFor();
    await pay(asked, 70_000_000n);
    await pages.read();
    await context.setOffline(false);
    await shows(page, 'seen', 'you can close this page');
    await page.getByRole('alert').waitFor({ state: 'hidden' });
    await pages.mine(2);
    await shows(page, 'overpaid', '10.00 USDC');

    // It asks to write to the shop.
    await page.clock.runFor(30_000);
    expect(page.url()).toBe(addressOf(asked));

    const exact = await invoice({ redirectUrl: 'https://shop.example/thanks' });
    await pay(exact);
    await pages.read();
    await page.goto(addressOf(exact));
    await page.getByRole('button', { name: 'Stay here' }).click();
    await page.clock.runFor(30_000);
    expect(page.url()).toBe(addressOf(exact));
    // As in another tab, which remembers nothing of it.
    await page.evaluate('sessionStorage.clear()');
    await page.reload();
    await page.getByRole('button', { name: 'Stay here' }).waitFor();
    await page.clock.runFor(6_000);
    await page.waitForURL('https://shop.example/thanks');
    expect([...hosts].sort()).toEqual([new URL(pages.api.baseUrl).host, 'shop.example']);
    // Requests that the loss of the connection interrupted.
    expect(complaints.filter((text) => !text.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
    await context.close();
  });

  it('asks for the rest at one address when two choices were paid in part, and says so on the other page', async () => {
    const { circuit, api, key, mine, read } = pages;
    const order = await checkout({ amountFiat: '100.00' });
    const { page, context, complaints } = await browser.open();
    await page.goto(addressOf(order));
    await choose(page, 'local/ETH', 'ETH');
    await page.locator('#choose-again summary').click();
    await choose(page, 'local/USDC', 'USDC');
    const { data } = (await api.ask('GET', `/v1/checkouts/${order.checkoutId}`, { key })).body;
    const [inEth, inUsdc] = (data as unknown as { readonly invoices: readonly [Payment, Payment] }).invoices;
    await page.goto(addressOf(inEth));
    await shows(page, 'other_choice', 'Another choice counts');

    const half = BigInt(inEth.amountAtomic) / 2n;
    await circuit.transfer({ asset: circuit.eth, to: inEth.depositAddress, amountAtomic: half });
    await pay(inUsdc, 40_000_000n);
    await read();
    await shows(page, 'other_choice', 'ETH on Chain local: arrived, and being confirmed.');
    expect(await page.locator('[data-wallet]').count()).toBe(0);
    await page.getByRole('link', { name: 'Show the payment page' }).click();
    await shows(page, 'part', '40.00 / 100.00 USDC received');
    const terms = page.locator('[data-wallet]');
    expect([await terms.getAttribute('data-to'), await terms.getAttribute('data-amount-atomic')]).toEqual([
      ...[inUsdc.depositAddress, '60000000'],
    ]);
    await page.locator('.notice', { hasText: 'ETH on Chain local came for another choice.' }).waitFor();
    await page.locator('.contact').waitFor();

    await pay(inUsdc, 60_000_000n);
    await mine(3);
    await shows(page, 'completed', 'ETH on Chain local came for another choice.');
    await page.goto(addressOf(inEth));
    await shows(page, 'late', 'ETH on Chain local: arrived, and held safely.');
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('shows what became of each payment after the end, and lets an expired price be renewed', async () => {
    const { circuit, other, mine, read, pass } = pages;
    const [nothing, late, little, foreign, cancelled] = await Promise.all(
      Array.from({ length: 5 }, () => invoice()),
    );
    const unchosen = await checkout({ expiresInSeconds: QUOTE_SECONDS });
    const [chosen, impatient] = [await checkout(), await checkout()];
    const { page, context, complaints } = await browser.open();
    const see = async (payment: Payment | undefined, phase: Phase, text?: string): Promise<void> => {
      await page.goto(addressOf(payment as Payment));
      await shows(page, phase, text);
    };
    const closed = await pages.api.addMerchant();
    const json = { amountFiat: '25.00', fiatCurrency: 'USD' };
    const ofClosed = await pages.api.ask('POST', '/v1/checkouts', { key: closed.key, json });
    await circuit.database
      .db('merchants')
      .where({ merchant_id: closed.merchantId })
      .update({ status: 'suspended' });
    await see(ofClosed.body.data as Payment, 'closed', 'takes no payments');
    await see(impatient, 'choose');
    await choose(page, 'local/ETH', 'ETH');
    await see(chosen, 'choose');
    await choose(page, 'local/USDC', 'USDC');
    const firstAddress = await page.locator('[data-wallet]').getAttribute('data-to');
    await post(`/v1/invoices/${cancelled?.invoiceId ?? ''}/cancel`);
    await pay(little as Payment, 40_000_000n);
    await other.transfer({ asset: other.usdc, to: foreign?.depositAddress ?? '', amountAtomic: HUNDRED });
    await read();
    await see(cancelled, 'cancelled');
    await see(little, 'part');
    await see(foreign, 'other_asset', '100.00 USDC on Chain other: arrived');

    await pass(QUOTE_SECONDS + 60);
    await see(unchosen, 'expired');
    for (const payment of [little, foreign, chosen, late]) await see(payment, 'undecided');
    // Who has sent nothing need not wait until the chain is read to the end of the time.
    await see(impatient, 'undecided', 'If you have sent nothing');
    await page.locator('#choose-again summary').click();
    await choose(page, 'local/USDC', 'USDC');
    await shows(page, 'waiting');
    await see(nothing, 'undecided', 'Data from Chain local is delayed');
    const due = await pages.api.ask('GET', `/v1/public/invoices/${little?.publicId ?? ''}`);
    expect(due.body.data).toMatchObject({ status: 'underpaid', amountDueAtomic: '0', amountDueUri: null });
    await mine(1);
    // An open page is updated; the others are opened again.
    await shows(page, 'expired');
    await pay(late as Payment);
    await mine(1);
    await see(late, 'arriving', '100.00 USDC on Chain local: arrived, and being confirmed.');
    await mine(2);
    await shows(page, 'late', 'held safely');
    await post(`/v1/invoices/${late?.invoiceId ?? ''}/resolve`, { action: 'accept' });
    await read();
    await shows(page, 'completed');
    await page.goto(`${addressOf(late as Payment).split('?')[0] ?? ''}/receipt`);
    expect(await page.locator('.figure').textContent()).toBe('100.00 USDC');
    expect(await page.getByText(/^0x[0-9a-f]{64}$/).count()).toBe(1);
    await see(little, 'too_little');
    await see(foreign, 'wrong_coin', '100.00 USDC on Chain other: arrived, and held safely.');
    await post(`/v1/invoices/${foreign?.invoiceId ?? ''}/resolve`, { action: 'refund', address: REFUND_TO });
    await read();
    await shows(page, 'resolved', '100.00 USDC on Chain other: going back to you.');
    await see(chosen, 'quote_over');
    await page.getByRole('button', { name: 'Get a new price' }).click();
    await shows(page, 'waiting');
    expect(await page.locator('[data-wallet]').getAttribute('data-to')).not.toBe(firstAddress);
    expect(complaints).toEqual([]);
    await page.goto(`${pages.api.baseUrl}/pay/pay_${'0'.repeat(40)}`);
    await page.getByRole('heading', { name: 'There is no such page' }).waitFor();
    await context.close();
  });

  it('says that the network has undone a payment, and that a chain is halted', async () => {
    const { circuit, mine, read } = pages;
    const [paid, open] = [await invoice(), await invoice()];
    const { page, context } = await browser.open();
    await page.goto(addressOf(paid));
    await pay(paid);
    await mine(2);
    await shows(page, 'completed');
    await circuit.anvil.reorg(3);
    await mine(1);
    await shows(page, 'seen', 'If your payment does not come back within an hour');
    await mine(5);
    await shows(page, 'failed', 'Transaction');

    await page.goto(addressOf(open));
    await shows(page, 'waiting');
    await mine(12);
    await circuit.anvil.reorg(12);
    await circuit.anvil.mine(1);
    await read();
    await shows(page, 'waiting', 'Chain local is being checked at the moment.');
    await context.close();
  });
});
