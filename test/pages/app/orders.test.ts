import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { holdMoney } from '../../helpers/api/hold-money.js';
import { startApi, type TestApi } from '../../helpers/api/start-api.js';
import { describeWith } from '../../helpers/services/system-parts.js';
import { until } from '../../helpers/until.js';
import { startChromium, type TestBrowser } from '../chromium.js';
import { openShop, openWindow, type Shop } from './shop-window.js';

let api: TestApi;
let browser: TestBrowser;
let shop: Shop;

describeWith('chromium', 'orders given in the dashboard', () => {
  beforeAll(async () => {
    [api, browser] = await Promise.all([startApi({ rateLimits: { '*': null } }), startChromium()]);
    shop = await openShop(api, { hasLongWords: false });
  });
  afterAll(async () => {
    await browser.close();
    await api.close();
  });

  const openKeys = async () => {
    const window = await openWindow(browser, { api, shop, signedIn: true });
    await window.page.goto(`${api.baseUrl}/dashboard/keys`);
    return window;
  };
  const use = async (key: string): Promise<number> => (await api.ask('GET', '/v1/balances', { key })).status;

  /** Fills in a withdrawal in a new window, and opens its review. */
  const review = async (amount: string, to: string) => {
    const window = await openWindow(browser, { api, shop, signedIn: true });
    const { page } = window;
    await page.goto(`${api.baseUrl}/dashboard/withdrawals/new`);
    await page.getByLabel('Amount').fill(amount);
    await page.getByRole('textbox', { name: 'To' }).fill(to);
    await page.getByRole('button', { name: 'Review' }).click();
    await page.getByText('Check it before you ask').waitFor();
    return { ...window, withdraw: page.getByRole('button', { name: /^Withdraw / }) };
  };
  const withdrawalsTo = async (to: string) =>
    (await api.ask('GET', `/v1/withdrawals?address=${to}`, { key: shop.key })).list;
  /** Lets the server carry out each POST to a path, and loses its answer. @returns what ends that. */
  const loseAnswers = async (page: Page, path: string): Promise<() => Promise<void>> => {
    const url = `${api.baseUrl}${path}`;
    await page.route(url, async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      await route.fetch();
      return route.abort();
    });
    return () => page.unroute(url);
  };

  it('a withdrawal whose answer was lost is not called unsent, and is made once however often it is asked for', async () => {
    const to = `0x${'d1'.repeat(20)}`;
    // Afterwards less is available than that.
    const { page, context, withdraw } = await review('700', to);
    const end = await loseAnswers(page, '/v1/withdrawals');
    await withdraw.click();
    await page.getByText('It may have been carried out all the same.').waitFor();
    expect(await page.getByText('Nothing was reserved or sent.').count()).toBe(0);
    await end();
    await withdraw.click();
    await page.getByText('Amount reserved').waitFor();
    expect(await withdrawalsTo(to)).toHaveLength(1);
    await context.close();
  });

  it('a withdrawal is asked for once, even by somebody who clicks whenever the button can be clicked', async () => {
    const to = `0x${'d2'.repeat(20)}`;
    const { page, context } = await review('1', to);
    await page.evaluate(`{
      const press = () => {
        const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent.startsWith('Withdraw '));
        if (button !== undefined && button.ariaBusy !== 'true') button.click();
      };
      new MutationObserver(press).observe(document.body, { subtree: true, childList: true, attributes: true });
      press();
      press();
    }`);
    await page.getByText('Amount reserved').waitFor();
    expect(await withdrawalsTo(to)).toHaveLength(1);
    await context.close();
  });

  it('a reviewed withdrawal stays the one that was reviewed, and is not offered when too little is available now', async () => {
    const { page, context, withdraw } = await review('40', `0x${'d3'.repeat(20)}`);
    await withdraw.waitFor();
    const balances = await api.ask('GET', '/v1/balances', { key: shop.key });
    const [{ available }] = balances.body.data as unknown as readonly [{ readonly available: string }];
    const all = { chainCode: 'local', tokenSymbol: 'USDC', amountCrypto: available };
    const taken = await api.ask('POST', '/v1/withdrawals', {
      key: shop.key,
      json: { ...all, address: `0x${'d4'.repeat(20)}` },
    });
    expect(taken.status).toBe(201);
    // Coming back to the window reads the page anew.
    await page.evaluate(`{
      const { now } = Date;
      Date.now = () => now() + 10_000;
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    }`);
    await page.getByText('Only 0.00 USDC are available.').waitFor();
    expect([await withdraw.count(), await page.getByText('Check it before you ask').count()]).toEqual([0, 1]);
    await page.getByRole('button', { name: 'Change' }).click();
    expect(await page.getByLabel('Amount').inputValue()).toBe('40');
    await context.close();
    const { withdrawalId } = taken.body.data;
    await api.ask('POST', `/v1/withdrawals/${withdrawalId}/cancel`, { key: shop.key });
  });

  it('a refund that was begun for one invoice does not continue on the page of another one', async () => {
    const window = await openWindow(browser, { api, shop, signedIn: true });
    const { page } = window;
    const [one, other] = [await holdMoney(api, shop.key), await holdMoney(api, shop.key)];
    await page.goto(`${api.baseUrl}/dashboard/invoices/${one.invoiceId}`);
    await page.getByRole('button', { name: 'Refund' }).waitFor();
    await window.goTo(`/invoices/${other.invoiceId}`);
    await page.getByRole('button', { name: 'Refund' }).click();
    await page.getByLabel('Address of the customer').fill(`0x${'ce'.repeat(20)}`);
    await page.goBack();
    await until('the other invoice is shown', async () => (await page.title()).includes(one.invoiceId));
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Refund' }).click();
    expect(await page.getByLabel('Address of the customer').inputValue()).toBe('');
    await window.context.close();
  });

  it('a key gets another secret, shown once, while the old one works for the overlap', async () => {
    const { page, context } = await openKeys();
    await page.getByRole('button', { name: 'New secret' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('The old secret ends').selectOption('In an hour');
    await dialog.getByRole('button', { name: 'Rotate' }).click();
    await dialog.getByText('It is shown now and never again. The old one ends').waitFor();
    const made = (await dialog.locator('.secret code').textContent()) ?? '';
    await dialog.getByRole('button', { name: 'I have kept it' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await page.getByText(made).count()).toBe(0);
    expect([await use(made), await use(shop.key)]).toEqual([200, 200]);
    // A button in a list has its refusal in a toast, which claims nothing either after a lost answer.
    await page.route(`${api.baseUrl}/web/v1/api-keys/status`, (route) => route.abort());
    await page.getByRole('button', { name: 'Disable', exact: true }).click();
    await page.getByText('It may have been carried out all the same.').waitFor();
    expect(await page.getByText('Nothing has changed.').count()).toBe(0);
    await context.close();
  });

  it('a key can be created with an end, and restricted to address ranges', async () => {
    const { page, context } = await openKeys();
    await page.getByRole('button', { name: 'New key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Till');
    await dialog.getByLabel('It ends').selectOption('In 30 days');
    await dialog.getByRole('button', { name: 'Make the key' }).click();
    await dialog.getByRole('button', { name: 'I have kept it' }).click();
    const row = page.getByRole('row').filter({ hasText: 'Till' });
    await row.getByRole('button', { name: 'Whitelists' }).click();
    await dialog.getByLabel('IP addresses').fill('203.0.113.0/24\n2001:db8::/32');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await row.getByText('From 203.0.113.0/24, 2001:db8::/32, until').waitFor();
    const ends = await api.db('api_keys').where({ name: 'Till' }).pluck<Date[]>('expires_at');
    expect(ends).toEqual([expect.any(Date)]);
    await context.close();
  });

  it('the keys share one whitelist, which is edited beside those of each key', async () => {
    const { page, context } = await openKeys();
    const address = `0x${'ab'.repeat(20)}`;
    await page.getByText('Withdrawals may go to any address.').waitFor();
    await page.getByRole('button', { name: 'Edit whitelist' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Withdrawal addresses').fill(`local ${address} Cold wallet`);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Cold wallet, on Test chain').waitFor();
    const answer = await api.ask('GET', '/web/v1/withdrawal-addresses', { key: shop.key });
    expect(answer.body.data).toMatchObject({
      withdrawalAddresses: [{ chainCode: 'local', label: 'Cold wallet' }],
    });
    await context.close();
  });

  it('a whitelist that somebody has changed since the form was opened is not overwritten', async () => {
    const { page, context } = await openKeys();
    const entry = (byte: string, label: string) => ({
      chainCode: 'local',
      address: `0x${byte.repeat(20)}`,
      label,
    });
    const put = (...withdrawalAddresses: readonly object[]) =>
      api.ask('PUT', '/web/v1/withdrawal-addresses', { key: shop.key, json: { withdrawalAddresses } });
    await put(entry('a1', 'Safe'), entry('a2', 'Old'));
    await page.getByText('Old, on Test chain').waitFor();
    await page.getByRole('button', { name: 'Edit whitelist' }).click();
    const dialog = page.getByRole('dialog');
    const typed = ['a1', 'a2', 'a3'].map((byte) => `local 0x${byte.repeat(20)} Ours`).join('\n');
    await dialog.getByLabel('Withdrawal addresses').fill(typed);
    await put(entry('a1', 'Safe'));
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('The whitelist was changed since it was read').waitFor();
    const now = await api.ask('GET', '/web/v1/withdrawal-addresses', { key: shop.key });
    expect(now.body.data).toMatchObject({ withdrawalAddresses: [{ label: 'Safe' }] });
    await context.close();
  });

  it('saves only the settings that were changed in the form, beside what somebody else has changed meanwhile', async () => {
    const { page, context } = await openWindow(browser, { api, shop, signedIn: true });
    await page.goto(`${api.baseUrl}/dashboard/settings`);
    await page.getByLabel('Contact').fill('help@shop.example');
    const frameOrigins = ['https://shop.example'];
    await api.ask('PATCH', '/web/v1/merchant', { key: shop.key, json: { frameOrigins } });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    const { body } = await api.ask('GET', '/web/v1/merchant', { key: shop.key });
    expect(body.data).toMatchObject({ contact: 'help@shop.example', frameOrigins });
    await context.close();
  });
});
