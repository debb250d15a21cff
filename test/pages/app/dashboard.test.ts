import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { LOGO_URL_LENGTH_MAX } from '../../../src/domain/merchants/merchant-profile.js';
import { LOGO_LENGTH_MAX } from '../../../src/pages/app/dashboard/logo-file.js';
import { holdMoney } from '../../helpers/api/hold-money.js';
import { startApi, type TestApi } from '../../helpers/api/start-api.js';
import { describeWith } from '../../helpers/services/system-parts.js';
import { startChromium, type TestBrowser } from '../chromium.js';
import { findFaults, findMotion, goByPalette } from './app-window.js';
import { EMAIL, giveLongNames, openShop, openWindow, pagesOf, PASSWORD, type Shop } from './shop-window.js';

/** A browser and many pages: a slow machine needs its time. */
jest.setTimeout(1_200_000);

let api: TestApi;
let browser: TestBrowser;
let shop: Shop;

describeWith('chromium', 'the dashboard in a browser', () => {
  beforeAll(async () => {
    [api, browser] = await Promise.all([startApi({ rateLimits: { '*': null } }), startChromium()]);
    shop = await openShop(api);
  });
  afterAll(async () => {
    await browser.close();
    await api.close();
  });
  const open = (signedIn = true, options = {}) => openWindow(browser, { api, shop, signedIn }, options);

  it('opens the requested page after the sign-in, and says when the password is wrong', async () => {
    const { page, context } = await open(false);
    await page.goto(`${api.baseUrl}/dashboard/invoices?status=pending`);
    await page.getByLabel('Email').fill(EMAIL);
    await page.getByLabel('Password').fill('wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('The email or the password is wrong.').waitFor();
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('link', { name: 'order-1001' }).waitFor();
    expect(page.url()).toBe(`${api.baseUrl}/dashboard/invoices?status=pending`);
    await context.close();
  });

  it('accepts input before any script has loaded, and signs in with it', async () => {
    const { page, context, complaints } = await open(false);
    const held: (() => void)[] = [];
    let isHeld = true;
    await page.route('**/*.js', async (route) => {
      if (isHeld) await new Promise<void>((resolve) => held.push(resolve));
      await route.continue();
    });
    await page.goto(`${api.baseUrl}/dashboard/settings`, { waitUntil: 'commit' });
    await page.getByLabel('Email').fill(EMAIL);
    await page.getByLabel('Password').pressSequentially(PASSWORD);
    await page.keyboard.press('Enter');
    expect(new URL(page.url()).search).toBe('');
    isHeld = false;
    for (const go of held) go();
    await page.getByRole('button', { name: 'Sign in', disabled: false }).waitFor();
    expect(await page.evaluate(`document.activeElement.name`)).toBe('password');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Settings' }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('keeps a filled form when the session ends, and sends it after the next sign-in', async () => {
    const window = await open();
    const { page } = window;
    await page.goto(`${api.baseUrl}/dashboard/new`);
    await page.getByLabel('Amount').fill('12.50');
    await page.getByLabel('Paid in').selectOption('local/USDC');
    await page.getByLabel('Reference').fill('kept-1');
    await page.getByRole('region', { name: 'Quote' }).getByText('12.50').waitFor();
    await window.endSession();
    await page.getByRole('button', { name: 'Make the link' }).click();
    await page.getByRole('dialog').getByLabel('Password').fill(PASSWORD);
    await page.getByRole('dialog').getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('The link is ready to send').waitFor();
    const { list } = await api.ask('GET', '/v1/invoices?merchantReference=kept-1', { key: shop.key });
    expect(list).toHaveLength(1);
    await window.context.close();
  });

  it("shows every attempt of a delivery that failed twice, and the receiver's answer as text", async () => {
    const { page, context } = await open();
    await page.goto(`${api.baseUrl}/dashboard/webhooks/deliveries/${shop.deliveryId}`);
    const attempts = page.locator('details.attempt');
    await attempts.last().waitFor();
    expect(await attempts.count()).toBe(2);
    await attempts.first().locator('summary').click();
    await page.getByText('the <b>till</b> is broken').waitFor();
    expect(await attempts.first().textContent()).toContain('Status 500');
    expect(await attempts.last().textContent()).toContain('No answer came in time.');
    await context.close();
  });

  it('sends a delivery again with the keyboard alone, and then announces the new one', async () => {
    const { page, context } = await open();
    await page.goto(`${api.baseUrl}/dashboard/webhooks/deliveries/${shop.deliveryId}`);
    await page.getByRole('button', { name: 'Redeliver' }).waitFor();
    const tab = async (): Promise<string> => {
      await page.keyboard.press('Tab');
      return page.evaluate<string>('document.activeElement.textContent');
    };
    expect(await tab()).toBe('Skip to the page');
    await page.keyboard.press('Enter');
    expect([await tab(), await tab()]).toEqual(['Deliveries', 'Redeliver']);
    const before = page.url();
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname !== new URL(before).pathname);
    await page.getByText('It is being sent again.').waitFor();
    // A second press of the key sends nothing, because the focus has left the button.
    await page.locator('h1:focus').waitFor();
    expect(await page.getByText('Again of').count()).toBe(1);
    expect(await tab()).toBe('Redeliver');
    await context.close();
  });

  it('asks for the password again before a secret is rotated, and then shows the new secret once', async () => {
    const window = await open();
    const { page } = window;
    await page.goto(`${api.baseUrl}/dashboard/webhooks/${shop.endpointId}`);
    await page.getByText('1 delivery was not taken, and will be tried again').waitFor();
    await page.getByRole('button', { name: 'Rotate secret' }).click();
    await window.forgetConfirmation();
    await page.getByRole('button', { name: 'Rotate', exact: true }).click();
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Confirm' }).click();
    const secret = page.locator('.secret code');
    await secret.waitFor();
    expect(await secret.textContent()).toMatch(/^whsec_/);
    await page.getByRole('button', { name: 'I have kept it' }).click();
    await secret.waitFor({ state: 'detached' });
    await window.context.close();
  });

  it('every page is accessible in either theme, wide or narrow, without console errors or foreign requests', async () => {
    await giveLongNames(api, shop);
    const window = await open();
    await window.page.goto(`${api.baseUrl}/dashboard`);
    const found = await findFaults(window, pagesOf(shop));
    expect([...found, ...window.complaints]).toEqual([]);
    await window.context.close();
  });

  it('moves nothing for users who prefer reduced motion: no dialog, no menu, no toast', async () => {
    const { page, context } = await open();
    await page.goto(`${api.baseUrl}/dashboard/settings`);
    await page.getByLabel('Contact').fill('help@shop.example');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('.toast').waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').waitFor();
    // All of them move for every other user.
    const moving = (await findMotion(page)).join(' ');
    for (const part of ['toast', 'backdrop', 'modal', 'button']) expect(moving).toContain(part);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await findMotion(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.locator('.side .who').click();
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
    expect(await findMotion(page)).toEqual([]);
    await context.close();
  });

  it('keeps filters in the address over a reload, shows their result, and saves exactly that', async () => {
    const { page, context } = await open();
    await page.goto(`${api.baseUrl}/dashboard/invoices`);
    expect(page.url()).toBe(`${api.baseUrl}/dashboard/invoices`);
    await page.getByRole('button', { name: /^Status/ }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Pending' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Underpaid' }).click();
    await page.keyboard.press('Escape');
    await page.keyboard.press('/');
    await page.keyboard.type(shop.invoiceId);
    await page.getByText('1 invoice', { exact: true }).waitFor();
    await page.reload();
    await page.getByText('1 invoice', { exact: true }).waitFor();
    const { searchParams } = new URL(page.url());
    expect(Object.fromEntries(searchParams)).toEqual({ status: 'pending,underpaid', search: shop.invoiceId });
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV' }).click(),
    ]);
    const file = readFileSync(await saved.path(), 'utf8')
      .trimEnd()
      .split('\r\n');
    expect([file.length, file[1]?.split(',')[0]]).toEqual([2, shop.invoiceId]);
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByText('invoices', { exact: false }).first().waitFor();
    await page.waitForURL(`${api.baseUrl}/dashboard/invoices`);
    await context.close();
  });

  it('finds checkouts by the chosen asset, not by every offered one, and says so', async () => {
    const { page, context } = await open();
    await page.goto(`${api.baseUrl}/dashboard/checkouts`);
    await page.getByText('1 checkout', { exact: true }).waitFor();
    await page.getByLabel('Chosen asset').selectOption('local/USDC');
    await page.getByText('An asset is one that the customer has chosen.').waitFor();
    expect(new URL(page.url()).searchParams.get('asset')).toBe('local/USDC');
    await context.close();
  });

  it('requests a withdrawal after a complete review, and shows its timeline', async () => {
    const { page, context } = await open();
    const to = `0x${'cd'.repeat(20)}`;
    await page.goto(`${api.baseUrl}/dashboard/withdrawals/new`);
    await page.getByLabel('Amount').fill('99999');
    await page.getByText('Only 1,150.50 USDC are available.').waitFor();
    await page.getByLabel('Amount').fill('150.5');
    await page.getByRole('textbox', { name: 'To' }).fill(to.replace('cd', 'CD'));
    await page.getByText('This address has a typing mistake.').waitFor();
    await page.getByRole('textbox', { name: 'To' }).fill(to);
    await page.getByRole('button', { name: 'Review' }).click();
    await page.getByText('Available after').waitFor();
    expect(await page.locator('.facts').textContent()).toContain('1,000.00');
    await page.getByRole('button', { name: 'Withdraw 150.50 USDC' }).click();
    await page.getByText('Amount reserved').waitFor();
    const { list } = await api.ask('GET', `/v1/withdrawals?address=${to}`, { key: shop.key });
    expect(list.map(({ status }) => status)).toEqual(['pending_approval']);
    await context.close();
  });

  it('says that a withdrawal which needs no approval is approved', async () => {
    const { page, context } = await open();
    const asset = { merchant_id: shop.merchantId, chain_code: 'local', token_symbol: 'USDC' };
    const limit = { token_decimals: 6, auto_approve_below_atomic: '2000000' };
    await api.db('withdrawal_limits').insert({ ...asset, ...limit });
    await page.goto(`${api.baseUrl}/dashboard/withdrawals/new`);
    await page.getByLabel('Amount').fill('1');
    await page.getByRole('textbox', { name: 'To' }).fill(`0x${'cf'.repeat(20)}`);
    await page.getByRole('button', { name: 'Review' }).click();
    await page.getByRole('button', { name: 'Withdraw 1.00 USDC' }).click();
    await page.getByText('The withdrawal is approved, and is sent next.').waitFor();
    await api.db('withdrawal_limits').where(asset).del();
    await context.close();
  });

  it('opens any page or object with the keyboard alone, by its name or any of its identifiers', async () => {
    const { page, context } = await open();
    await page.goto(`${api.baseUrl}/dashboard`);
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    expect([
      await goByPalette(page, 'balan', 'Balances'),
      await goByPalette(page, 'order-1001', 'Invoice order-1001'),
      await goByPalette(page, `0x${'ab'.repeat(20)}`, /^Withdrawal of 100.00 USDC/),
      await goByPalette(page, shop.deliveryId, /^Open dlv_/),
    ]).toEqual([
      '/dashboard/balances',
      `/dashboard/invoices/${shop.invoiceId}`,
      `/dashboard/withdrawals/${shop.withdrawalId}`,
      `/dashboard/webhooks/deliveries/${shop.deliveryId}`,
    ]);
    await context.close();
  });

  it("filters by two days of the user's time zone, and keeps them in the address", async () => {
    const { page, context } = await open(true, { timezoneId: 'Asia/Tokyo' });
    await page.goto(`${api.baseUrl}/dashboard/invoices`);
    await page.getByLabel('Time').selectOption('Between two days');
    await page.getByLabel('From').fill('2026-02-01');
    const asked = page.waitForRequest((request) => request.url().includes('createdTo=2026-02-28T14'));
    await page.getByLabel('To, including').fill('2026-02-28');
    const { searchParams } = new URL((await asked).url());
    expect([searchParams.get('createdFrom'), searchParams.get('createdTo')]).toEqual([
      '2026-01-31T15:00:00.000Z',
      '2026-02-28T14:59:59.999Z',
    ]);
    await page.getByText('No invoice fits these filters').waitFor();
    await page.reload();
    expect(await page.getByLabel('To, including').inputValue()).toBe('2026-02-28');
    await page.getByLabel('Time').selectOption('Any time');
    await page.waitForURL(`${api.baseUrl}/dashboard/invoices`);
    const time = page.locator('td time').first();
    const at = (await time.getAttribute('datetime')) ?? '';
    expect(await time.getAttribute('title')).toBe(`${at.slice(0, 10)} ${at.slice(11, -1)} UTC`);
    // In Tokyo it is nine hours later.
    const hour = (new Date(at).getUTCHours() + 9) % 24;
    expect(Number(/(\d+):\d+/.exec((await time.textContent()) ?? '')?.[1]) % 12).toBe(hour % 12);
    await context.close();
  });

  it('announces new rows of a list and moves no row until asked to, and says when the connection is lost', async () => {
    const { page, context } = await open();
    await page.goto(`${api.baseUrl}/dashboard/checkouts`);
    const rows = page.getByRole('table', { name: 'Checkouts' }).getByRole('row');
    await rows.nth(1).waitFor();
    const top = await rows.nth(1).textContent();
    await context.setOffline(true);
    await page.getByText('This device is offline.').waitFor();
    const json = { amountFiat: '31.00', fiatCurrency: 'USD', merchantReference: 'came-later' };
    await api.ask('POST', '/v1/checkouts', { key: shop.key, json });
    await context.setOffline(false);
    await page.getByText('This device is offline.').waitFor({ state: 'detached' });
    const show = page.getByRole('button', { name: '1 new checkout' });
    await show.waitFor();
    expect(await rows.nth(1).textContent()).toBe(top);
    await show.click();
    await page.getByRole('link', { name: 'came-later' }).waitFor();
    expect(await rows.nth(1).textContent()).toContain('came-later');
    await context.close();
  });

  it('shows a refund again, with its amount and address, before it is requested', async () => {
    const { page, context } = await open();
    const { invoiceId } = await holdMoney(api, shop.key);
    const to = `0x${'ce'.repeat(20)}`;
    await page.goto(`${api.baseUrl}/dashboard/invoices/${invoiceId}`);
    await page.getByRole('button', { name: 'Refund' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Address of the customer').fill(to);
    await dialog.getByRole('button', { name: 'Review' }).click();
    await dialog.getByRole('button', { name: 'Refund 100.00 USDC' }).waitFor();
    expect(await dialog.locator('.facts').textContent()).toContain(to);
    const refunds = async () =>
      (await api.ask('GET', `/v1/withdrawals?address=${to}`, { key: shop.key })).list;
    expect(await refunds()).toEqual([]);
    const asked = page.waitForRequest((sent) => sent.url().endsWith('/resolve'));
    await dialog.getByRole('button', { name: 'Refund 100.00 USDC' }).click();
    await page.getByText('The refund waits for an operator.').waitFor();
    // If more is held by then, the API refuses.
    expect((await asked).postDataJSON()).toMatchObject({ expected: [{ amountAtomic: '100000000' }] });
    expect((await refunds()).map(({ status }) => status)).toEqual(['pending_approval']);
    await context.close();
  });

  it('accepts a logo as a file, shrinks a large one, says what is wrong with others, and removes it', async () => {
    // The picture is large, so its file has more bytes than a logo may have.
    const { page, context } = await open(true, { deviceScaleFactor: 3 });
    await page.goto(`${api.baseUrl}/dashboard/settings`);
    const logo = page.getByLabel('Logo');
    const choose = (name: string, buffer: Buffer) =>
      logo.setInputFiles({ name, mimeType: 'image/png', buffer });
    const large = await page.screenshot({ fullPage: true });
    for (const [name, content, words] of [
      ['logo.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'This is an SVG'],
      ['logo.png', 'a letter', 'This is not a PNG, JPEG or WebP'],
      ['logo.png', large.subarray(0, 100), 'The file is damaged'],
    ] as const) {
      await choose(name, Buffer.from(content));
      await page.getByText(words).waitFor();
    }
    const shown = page.getByRole('img', { name: 'The logo as it is chosen' });
    expect(await shown.count()).toBe(0);
    await choose('logo.png', large);
    await shown.waitFor();
    await page.getByRole('figure').locator('img').waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    const kept = async () =>
      (
        await api
          .db('merchant_profiles')
          .where({ merchant_id: shop.merchantId })
          .pluck<(string | null)[]>('logo_url')
      )[0];
    expect(large.length).toBeGreaterThan(LOGO_URL_LENGTH_MAX);
    expect(await kept()).toMatch(/^data:image\/webp;base64,/);
    await page.getByRole('button', { name: 'Remove' }).click();
    await shown.waitFor({ state: 'detached' });
    expect(await page.evaluate('document.activeElement.type')).toBe('file');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Not saved yet.').waitFor({ state: 'detached' });
    expect(await kept()).toBeNull();
    expect(LOGO_LENGTH_MAX).toBe(LOGO_URL_LENGTH_MAX);
    await context.close();
  });

  it('shows the look before it is saved, and the code of a receiver with the name of the secret', async () => {
    const { page, context } = await open();
    await page.goto(`${api.baseUrl}/dashboard/settings`);
    await page.getByLabel('Colour').fill('#0f766e');
    const preview = page.getByRole('figure', { name: "How the customer's page looks" });
    await preview.locator('rect[fill="#0f766e"]').first().waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    await page.goto(`${api.baseUrl}/dashboard/webhooks/${shop.endpointId}`);
    await page.getByLabel('The variable that has the secret').fill('SHOP_HOOKS');
    const code = page.getByRole('region', { name: 'Code of a receiver' });
    for (const [language, words] of [
      ['Node', 'SHOP_HOOKS'],
      ['Python', 'import'],
    ] as const) {
      await page.getByRole('button', { name: language }).click();
      await page.getByText(words).first().waitFor();
      expect(await code.textContent()).toContain('SHOP_HOOKS');
    }
    await context.close();
  });
});
