import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { holdMoney } from '../../helpers/api/hold-money.js';
import { startApi, type TestApi } from '../../helpers/api/start-api.js';
import { describeWith } from '../../helpers/services/system-parts.js';
import { until } from '../../helpers/until.js';
import { startChromium, type TestBrowser } from '../chromium.js';
import { openShop, openWindow, PASSWORD, type Shop } from './shop-window.js';

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

  it('a withdrawal whose answer was lost is not called unsent because its repetition was refused, or not confirmed', async () => {
    const to = `0x${'d5'.repeat(20)}`;
    const { page, context, withdraw, ...window } = await review('2', to);
    const end = await loseAnswers(page, '/v1/withdrawals');
    await withdraw.click();
    await page.getByText('It may have been carried out all the same.').waitFor();
    await end();
    const error = { code: 'rate_limited', message: 'Too many for now.', requestId: 'req_1' };
    const refused = { status: 429, headers: { 'retry-after': '3412' }, json: { ok: false, error } };
    await page.route(`${api.baseUrl}/v1/withdrawals`, (route) => route.fulfill(refused));
    await withdraw.click();
    const alert = page.getByRole('alert').filter({ hasText: 'An earlier attempt got no answer.' });
    await alert.filter({ hasText: 'Too many for now.' }).waitFor();
    await page.unroute(`${api.baseUrl}/v1/withdrawals`);
    await window.forgetConfirmation();
    await withdraw.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await alert.filter({ hasNotText: 'Too many for now.' }).waitFor();
    await alert.getByText('It may have been carried out all the same.').waitFor();
    expect(await page.getByText(/Nothing was reserved or sent|nothing was changed/).count()).toBe(0);
    await context.close();
  });

  it('a withdrawal whose answer was lost is made once, even if the same one is typed and reviewed again', async () => {
    const to = `0x${'d6'.repeat(20)}`;
    const { page, context, withdraw } = await review('3', to);
    const end = await loseAnswers(page, '/v1/withdrawals');
    await withdraw.click();
    await page.getByText('It may have been carried out all the same.').waitFor();
    await end();
    await page.getByRole('button', { name: 'Change' }).click();
    await page.getByRole('button', { name: 'Review' }).click();
    await withdraw.click();
    await page.getByText('Amount reserved').waitFor();
    expect(await withdrawalsTo(to)).toHaveLength(1);
    await context.close();
  });

  it('a withdrawal is asked for once, even by somebody who clicks whenever the button can be clicked', async () => {
    const to = `0x${'d2'.repeat(20)}`;
    const { page, context } = await review('1', to);
    const methods: string[] = [];
    page.on('request', (request) => methods.push(request.method()));
    await page.evaluate(`{
      const press = () => {
        const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent.startsWith('Withdraw '));
        if (button === undefined || button.ariaBusy === 'true') return;
        button.click();
        button.click();
      };
      new MutationObserver(press).observe(document.body, { subtree: true, childList: true, attributes: true });
      press();
    }`);
    await page.getByText('Amount reserved').waitFor();
    expect(methods.filter((method) => method === 'POST')).toHaveLength(1);
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

  it('more held payments than one order may name are refunded by their sum', async () => {
    const payers = Array.from({ length: 101 }, (_, i) => `0x${(i + 1).toString(16).padStart(40, '0')}`);
    const { invoiceId } = await holdMoney(api, shop.key, payers);
    const to = `0x${'c7'.repeat(20)}`;
    const { page, context } = await openWindow(browser, { api, shop, signedIn: true });
    await page.goto(`${api.baseUrl}/dashboard/invoices/${invoiceId}`);
    await page.getByRole('button', { name: 'Refund' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Address of the customer').fill(to);
    await dialog.getByRole('button', { name: 'Review' }).click();
    await dialog.getByRole('button', { name: 'Refund 10,100.00 USDC' }).click();
    await page.getByText('The refund waits for an operator.').waitFor();
    expect((await withdrawalsTo(to)).map(({ status }) => status)).toContain('pending_approval');
    await context.close();
  });

  it('an edit of an endpoint keeps what somebody else has changed meanwhile, and its warning is shown', async () => {
    const { page, context } = await openWindow(browser, { api, shop, signedIn: true });
    await page.goto(`${api.baseUrl}/dashboard/webhooks/${shop.endpointId}`);
    await page.getByRole('button', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('URL').fill('https://nowhere.invalid/webhooks');
    const path = `/web/v1/webhook-endpoints/${shop.endpointId}`;
    const events = ['invoice.completed', 'invoice.expired'];
    await api.ask('PATCH', path, { key: shop.key, json: { events } });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('The endpoint is changed all the same.').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    const { body } = await api.ask('GET', path, { key: shop.key });
    expect(body.data).toMatchObject({ url: 'https://nowhere.invalid/webhooks', events });
    await context.close();
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
    await context.close();
  });

  it('a key is disabled only after a question, and enabled by one click, which claims nothing after a lost answer', async () => {
    const json = { name: 'to disable', scopes: ['balances:read'] };
    const made = await api.ask('POST', '/web/v1/api-keys', { key: shop.key, json });
    const { apiKeyId, key } = made.body.data as unknown as Readonly<Record<'apiKeyId' | 'key', string>>;
    await api
      .db('api_keys')
      .where({ api_key_id: apiKeyId })
      .update({ status: 'approved', approved_at: new Date() });
    const { page, context } = await openKeys();
    const row = page.getByRole('row').filter({ hasText: 'to disable' });
    await row.getByRole('button', { name: 'Disable' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Programs that use it are refused at once').waitFor();
    await dialog.getByRole('button', { name: 'Keep it' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await use(key)).toBe(200);
    await row.getByRole('button', { name: 'Disable' }).click();
    await dialog.getByRole('button', { name: 'Disable' }).click();
    const enable = row.getByRole('button', { name: 'Enable' });
    await enable.waitFor();
    expect(await use(key)).not.toBe(200);
    const url = `${api.baseUrl}/web/v1/api-keys/status`;
    await page.route(url, (route) => route.abort());
    await enable.click();
    await page.getByText('It may have been carried out all the same.').waitFor();
    expect(await page.getByText('Nothing has changed.').count()).toBe(0);
    await page.unroute(url);
    await enable.click();
    await row.getByRole('button', { name: 'Disable' }).waitFor();
    expect(await use(key)).toBe(200);
    await context.close();
  });

  it('a session that ends while a confirmation is asked for leads to the sign-in, and the order is carried out', async () => {
    const window = await openWindow(browser, { api, shop, signedIn: true });
    const { page } = window;
    await page.goto(`${api.baseUrl}/dashboard/keys`);
    await page.getByRole('button', { name: 'New key' }).click();
    const dialog = page.getByRole('dialog').last();
    await dialog.getByLabel('Name').fill('Kept');
    // The page must not read by itself that the session has ended: then it would ask for the sign-in already.
    await page.route(/\/v1\/(?!session)/, (route) =>
      route.request().method() === 'GET' ? route.abort() : route.continue(),
    );
    await window.forgetConfirmation();
    await dialog.getByRole('button', { name: 'Make the key' }).click();
    await page.getByText('Confirm that it is you').waitFor();
    await window.endSession();
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Confirm', exact: true }).click();
    await page.getByText('You were signed out').waitFor();
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('The new key').waitFor();
    expect(await api.db('api_keys').where({ name: 'Kept' })).toHaveLength(1);
    await window.context.close();
  });

  it('a recovery that cannot send everything at once goes on where it ended', async () => {
    const { page, context } = await openWindow(browser, { api, shop, signedIn: true });
    await page.goto(`${api.baseUrl}/dashboard/webhooks/${shop.endpointId}`);
    const asked: unknown[] = [];
    const nextSince = '2026-01-31T12:00:00.000Z';
    await page.route('**/recover', async (route) => {
      asked.push((route.request().postDataJSON() as { since: unknown }).since);
      const response = await route.fetch();
      const { data } = (await response.json()) as { data: object };
      const more = asked.length === 1 ? { sent: 500, remaining: 3, nextSince } : { sent: 3, nextSince: null };
      await route.fulfill({ response, json: { ok: true, data: { ...data, ...more } } });
    });
    await page.getByRole('button', { name: 'Recover' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Send again' }).click();
    await dialog.getByText('The oldest 500 are sent again.').waitFor();
    await dialog.getByRole('button', { name: 'Send more' }).click();
    await page.getByText('503 events are sent again.').waitFor();
    expect(asked[1]).toBe(nextSince);
    await context.close();
  });

  it('the refusal of an order from a list is shown, even if its page was left meanwhile', async () => {
    const json = { name: 'to enable', scopes: ['balances:read'] };
    const made = await api.ask('POST', '/web/v1/api-keys', { key: shop.key, json });
    const { apiKeyId } = made.body.data as unknown as Readonly<Record<'apiKeyId', string>>;
    await api.db('api_keys').where({ api_key_id: apiKeyId }).update({ status: 'disabled' });
    const { page, context } = await openKeys();
    const error = { code: 'invalid_state', message: 'The key was refused its end.', requestId: 'req_1' };
    let answer = (): void => undefined;
    const left = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(`${api.baseUrl}/web/v1/api-keys/status`, async (route) => {
      await left;
      return route.fulfill({ status: 409, json: { ok: false, error } });
    });
    const asked = page.waitForRequest(`${api.baseUrl}/web/v1/api-keys/status`);
    await page
      .getByRole('row')
      .filter({ hasText: 'to enable' })
      .getByRole('button', { name: 'Enable' })
      .click();
    await asked;
    await page.getByRole('link', { name: 'Team' }).click();
    await page.getByRole('heading', { name: 'Team', level: 1 }).waitFor();
    answer();
    await page.getByText('Nothing has changed. The key was refused its end.').waitFor();
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
