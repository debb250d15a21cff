import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { startApi, type TestApi } from '../../helpers/api/start-api.js';
import { describeWith } from '../../helpers/services/system-parts.js';
import { startChromium, type TestBrowser } from '../chromium.js';
import { openShop, openWindow, type Shop } from './shop-window.js';

/** A browser: a slow machine needs its time. */
jest.setTimeout(120_000);

let api: TestApi;
let browser: TestBrowser;
let shop: Shop;

describeWith('chromium', "a merchant's keys in the dashboard", () => {
  beforeAll(async () => {
    [api, browser] = await Promise.all([startApi({ rateLimits: { '*': null } }), startChromium()]);
    shop = await openShop(api, { hasLongWords: false });
  }, 120_000);
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
    await page.getByText('Cold wallet, on local').waitFor();
    const answer = await api.ask('GET', '/web/v1/withdrawal-addresses', { key: shop.key });
    expect(answer.body.data).toMatchObject({
      withdrawalAddresses: [{ chainCode: 'local', label: 'Cold wallet' }],
    });
    await context.close();
  });
});
