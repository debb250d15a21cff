import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { insertMember } from '../../../src/db/people/members.js';
import { transaction } from '../../../src/db/core/database.js';
import { postEntry } from '../../../src/db/ledger/post-entry.js';
import type { Chain } from '../../../src/domain/core/asset.js';
import { holdMoney, payHeld } from '../../helpers/api/hold-money.js';
import { testChain, usdc } from '../../helpers/facts/facts.js';
import { startApi, type TestApi } from '../../helpers/api/start-api.js';
import { describeWith } from '../../helpers/services/system-parts.js';
import { until } from '../../helpers/until.js';
import { startChromium, type TestBrowser } from '../chromium.js';
import { PASSWORD, signInFrom } from './shop-window.js';

/** One more than a page of the API has. The last is the last of the list by its name. */
const SYMBOLS = Array.from({ length: 26 }, (_, i) => `Z${String(i).padStart(2, '0')}`);
const manyAssets: Chain = {
  ...testChain,
  assets: [...testChain.assets, ...SYMBOLS.map((tokenSymbol) => ({ ...usdc(), tokenSymbol }))],
};

let api: TestApi;
let browser: TestBrowser;

describeWith('chromium', "a merchant's first pages in a browser", () => {
  beforeAll(async () => {
    [api, browser] = await Promise.all([startApi({ rateLimits: { '*': null } }), startChromium()]);
  });
  afterAll(async () => {
    await browser.close();
    await api.close();
  });

  it('offer the first invoice by one button, and name its network by its name', async () => {
    const { merchantId, key } = await api.addMerchant();
    const email = 'new@shop.example';
    const membership = { kind: 'merchant', merchantId, role: 'owner' } as const;
    await insertMember(api.db, { membership, email, name: 'Ada', password: PASSWORD });
    const { page, context } = await browser.open();
    await signInFrom(page, { api, email, kind: 'merchant' });
    await page.goto(`${api.baseUrl}/dashboard`);
    await page.getByText('Make the first invoice').waitFor();
    expect(await page.getByRole('link', { name: 'New invoice' }).count()).toBe(1);
    const json = { amountCrypto: '5', chainCode: 'local', tokenSymbol: 'USDC' };
    expect((await api.ask('POST', '/v1/invoices', { key, json })).status).toBe(201);
    await page.goto(`${api.baseUrl}/dashboard/invoices`);
    await page.getByRole('cell', { name: 'Test chain', exact: true }).waitFor();
    await context.close();
  });

  it('show every asset and its balance, even when there are more than one page of the API holds', async () => {
    const chains = new Map([['local', manyAssets]]);
    const many = await startApi({ chains, books: chains, rateLimits: { '*': null } });
    const { merchantId } = await many.addMerchant();
    for (const tokenSymbol of SYMBOLS) {
      await transaction(many.db, (trx) =>
        postEntry(trx, {
          cause: `test/${tokenSymbol}`,
          kind: 'test',
          merchantId,
          asset: { chainCode: 'local', tokenSymbol },
          postings: [
            { account: 'custody_hot', amountAtomic: 7_000_000n },
            { account: 'available', amountAtomic: -7_000_000n },
          ],
        }),
      );
    }
    const email = 'many@shop.example';
    const membership = { kind: 'merchant', merchantId, role: 'owner' } as const;
    await insertMember(many.db, { membership, email, name: 'Ada', password: PASSWORD });
    const { page, context } = await browser.open();
    await signInFrom(page, { api: many, email, kind: 'merchant' });
    for (const path of ['', '/balances']) {
      await page.goto(`${many.baseUrl}/dashboard${path}`);
      await page.getByText('Z25').first().waitFor();
    }
    for (const path of ['/withdrawals/new', '/new']) {
      await page.goto(`${many.baseUrl}/dashboard${path}`);
      await page.getByRole('option', { name: /Z25 on Test chain/ }).waitFor({ state: 'attached' });
    }
    await context.close();
    await many.close();
  });

  it('show all money: what is reserved when everything is withdrawn, and what is owed, with a way to it', async () => {
    const { merchantId, key } = await api.addMerchant();
    const email = 'all@shop.example';
    const membership = { kind: 'merchant', merchantId, role: 'owner' } as const;
    await insertMember(api.db, { membership, email, name: 'Ada', password: PASSWORD });
    await api.credit(merchantId, 700_000_000n);
    const asset = { chainCode: 'local', tokenSymbol: 'USDC' };
    const json = { ...asset, amountCrypto: '700', address: `0x${'ab'.repeat(20)}` };
    expect((await api.ask('POST', '/v1/withdrawals', { key, json })).status).toBe(201);
    const { page, context } = await browser.open();
    await signInFrom(page, { api, email, kind: 'merchant' });
    const part = (name: string) => page.locator('.balance dl > div').filter({ hasText: name });
    for (const path of ['', '/balances']) {
      await page.goto(`${api.baseUrl}/dashboard${path}`);
      await part('Reserved').getByText('700.00').waitFor();
      expect(await page.getByText('Your balances are shown here').count()).toBe(0);
    }
    await transaction(api.db, (trx) =>
      postEntry(trx, {
        cause: 'test/owed',
        kind: 'test',
        merchantId,
        asset,
        postings: [
          { account: 'deficit', amountAtomic: 100_000_000n },
          { account: 'reserved', amountAtomic: 700_000_000n },
          { account: 'custody_hot', amountAtomic: -800_000_000n },
        ],
      }),
    );
    await page.goto(`${api.baseUrl}/dashboard`);
    await part('Deficit').getByText('100.00').waitFor();
    await page.getByRole('link', { name: 'Look at the balances' }).click();
    await page.getByRole('heading', { name: 'Balances', level: 1 }).waitFor();
    await part('Deficit').getByText('100.00').waitFor();
    await context.close();
  });

  const openAs = async (email: string) => {
    const { merchantId, key } = await api.addMerchant();
    const membership = { kind: 'merchant', merchantId, role: 'owner' } as const;
    await insertMember(api.db, { membership, email, name: 'Ada', password: PASSWORD });
    const json = { amountCrypto: '5', chainCode: 'local', tokenSymbol: 'USDC', merchantReference: 'order-7' };
    await api.ask('POST', '/v1/invoices', { key, json });
    const window = await browser.open();
    await signInFrom(window.page, { api, email, kind: 'merchant' });
    return { ...window, key, merchantId };
  };

  it('are not blank when the application can not be loaded: they say so, and load it when asked to', async () => {
    const { page, context } = await openAs('unloaded@shop.example');
    // The document without a session names only the files that the sign-in needs.
    const named = await (await fetch(`${api.baseUrl}/dashboard`)).text();
    await page.route('**/assets/app/*.js', (route) =>
      named.includes(new URL(route.request().url()).pathname) ? route.continue() : route.abort(),
    );
    await page.goto(`${api.baseUrl}/dashboard`);
    await page.getByRole('heading', { name: 'The application could not be loaded' }).waitFor();
    expect(await page.title()).toBe('The application could not be loaded · Quittance');
    expect(await page.getByText('The server did not answer').count()).toBe(0);
    await page.unroute('**/assets/app/*.js');
    await page.getByRole('button', { name: 'Load again' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await context.close();
  });

  it('move nothing under the pointer: what needs the merchant is announced, and shown when asked for', async () => {
    const { page, context, key } = await openAs('pointing@shop.example');
    const json = { amountCrypto: '5', chainCode: 'local', tokenSymbol: 'USDC' };
    for (let i = 0; i < 6; i += 1) await api.ask('POST', '/v1/invoices', { key, json });
    await page.setViewportSize({ width: 1440, height: 400 });
    await page.goto(`${api.baseUrl}/dashboard`);
    const row = page.getByRole('link', { name: 'order-7' });
    await row.hover();
    const before = await row.boundingBox();
    const { invoiceId } = await holdMoney(api, key);
    const come = page.getByRole('button', { name: '1 new matter' });
    await come.waitFor();
    await page.getByRole('button', { name: '1 new invoice' }).waitFor();
    expect(await row.boundingBox()).toEqual(before);
    expect(await page.getByText('Accept it or send it back.').count()).toBe(0);
    // Scrolled to the list, neither button lies on the other.
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
    const [above, below] = await Promise.all(
      [come, page.getByRole('button', { name: '1 new invoice' })].map((button) => button.boundingBox()),
    );
    expect(below?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0));
    await come.click();
    const need = page.getByText('Accept it or send it back.');
    await need.waitFor();
    expect(await come.count()).toBe(0);
    // The button is gone that had the focus. Nothing holds the page when the pointer has left it.
    await page.locator('.side a').first().hover();
    await api.ask('POST', `/v1/invoices/${invoiceId}/resolve`, { key, json: { action: 'accept' } });
    await need.waitFor({ state: 'detached' });
    await context.close();
  });

  it('keep what is solved under the pointer only until the pointer has rested for a minute', async () => {
    const { page, context, key } = await openAs('resting@shop.example');
    const { invoiceId } = await holdMoney(api, key);
    await page.clock.install();
    await page.goto(`${api.baseUrl}/dashboard`);
    const need = page.getByText('Accept it or send it back.');
    await need.hover();
    await api.ask('POST', `/v1/invoices/${invoiceId}/resolve`, { key, json: { action: 'accept' } });
    const isRead = page.waitForResponse((answer) => answer.url().includes('/web/v1/attention'));
    await page.clock.fastForward(20_000);
    await isRead;
    expect(await need.count()).toBe(1);
    await page.clock.fastForward(60_000);
    await need.waitFor({ state: 'detached' });
    await context.close();
  });

  it('lead the keyboard from the button for what needs the merchant to what it has shown', async () => {
    const { page, context, key } = await openAs('keys@shop.example');
    await page.goto(`${api.baseUrl}/dashboard`);
    await page.getByRole('link', { name: 'order-7' }).focus();
    await holdMoney(api, key);
    await page.getByRole('button', { name: '1 new matter' }).press('Enter');
    await page.getByText('Accept it or send it back.').waitFor();
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Look at the invoice');
    await context.close();
  });

  it('add and show the volume to the last digit, also of the day under the pointer when it is read again', async () => {
    const { page, context } = await openAs('volume@shop.example');
    const coin = { tokenSymbol: 'ETH', amountCrypto: '1.000000', amountAtomic: '1000000000000000001' };
    const assets = ['local', 'base'].map((chainCode) => ({ ...coin, chainCode }));
    let invoices = 1;
    await page.route('**/web/v1/volume?*', (route) =>
      route.fulfill({
        json: {
          ok: true,
          data: [
            { day: '2026-01-31', invoices: 0, assets: [] },
            { day: '2026-01-30', invoices, assets },
          ],
        },
      }),
    );
    await page.goto(`${api.baseUrl}/dashboard`);
    await page.locator('.bars .totals').getByText('2.000000000000000002').waitFor();
    await page.getByText('As a table').click();
    await page.setViewportSize({ width: 320, height: 844 });
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(320);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.locator('.bars .some').first().hover();
    const day = page.locator('.bars .day');
    await day.filter({ hasText: '1 invoice, 2.000000000000000002 ETH' }).waitFor();
    invoices = 2;
    await until('it is read again', async () => {
      await page.evaluate(`dispatchEvent(new Event('visibilitychange'))`);
      return (await day.textContent())?.includes('2 invoices,') === true;
    });
    await context.close();
  });

  it('keep names that are written from right to left apart from the words beside them', async () => {
    const { page, context, key, merchantId } = await openAs('names@shop.example');
    const name = 'שלום 7';
    const membership = { kind: 'merchant', merchantId, role: 'viewer' } as const;
    await insertMember(api.db, { membership, email: 'rtl@shop.example', name, password: PASSWORD });
    const json = { amountCrypto: '100', chainCode: 'local', tokenSymbol: 'USDC', merchantReference: name };
    const invoice = (await api.ask('POST', '/v1/invoices', { key, json })).body.data;
    await api.ask('POST', `/v1/invoices/${invoice.invoiceId}/cancel`, { key });
    await payHeld(api, invoice);
    await page.goto(`${api.baseUrl}/dashboard`);
    await page.getByText(`Order \u2068${name}\u2069: 100.00 USDC came`).waitFor();
    await page.goto(`${api.baseUrl}/dashboard/invoices/${invoice.invoiceId}`);
    await page.getByRole('button', { name: 'Refund' }).waitFor();
    expect(await page.title()).toBe(`Invoice \u2068${name}\u2069 · Quittance`);
    await page.goto(`${api.baseUrl}/dashboard/team`);
    await page.locator('bdi').getByText(name).waitFor();
    await page.getByRole('row').filter({ hasText: name }).getByRole('button', { name: 'Disable' }).click();
    await page.getByRole('heading', { name: `Disable \u2068${name}\u2069` }).waitFor();
    await context.close();
  });

  it('tell members of a suspended merchant that it is suspended, instead of blaming their role, and let them sign out', async () => {
    const { merchantId } = await api.addMerchant();
    const email = 'suspended@shop.example';
    const membership = { kind: 'merchant', merchantId, role: 'owner' } as const;
    await insertMember(api.db, { membership, email, name: 'Ada', password: PASSWORD });
    const { page, context } = await browser.open();
    await signInFrom(page, { api, email, kind: 'merchant' });
    await api.db('merchants').where({ merchant_id: merchantId }).update({ status: 'suspended' });
    await page.goto(`${api.baseUrl}/dashboard/keys`);
    await page.getByText('Your merchant is suspended; ask the operator.').first().waitFor();
    expect(await page.getByText('Your role does not allow this').count()).toBe(0);
    await page.locator('.side .who').click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByLabel('Email').waitFor();
    const sessions = api.db('sessions').join('members', 'members.member_id', 'sessions.member_id');
    expect(await sessions.where({ email })).toEqual([]);
    await context.close();
  });
});
