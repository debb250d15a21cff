import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page, Request } from 'playwright-core';
import { holdMoney } from '../../helpers/api/hold-money.js';
import { startApi, type TestApi } from '../../helpers/api/start-api.js';
import { describeWith } from '../../helpers/services/system-parts.js';
import { startChromium, type TestBrowser } from '../chromium.js';
import { watchForButton } from './app-window.js';
import { openShop, openWindow, type Shop } from './shop-window.js';

const PAYERS = [`0x${'a1'.repeat(20)}`, `0x${'a2'.repeat(20)}`] as const;

let api: TestApi;
let browser: TestBrowser;
let shop: Shop;

/** Lets POSTs to a path wait until the returned function is called. */
async function delay(page: Page, path: string): Promise<() => void> {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  await page.route(`${api.baseUrl}${path}`, async (route) => {
    await ended;
    return route.continue();
  });
  return end;
}

describeWith('chromium', 'a form of the dashboard', () => {
  beforeAll(async () => {
    [api, browser] = await Promise.all([startApi({ rateLimits: { '*': null } }), startChromium()]);
    shop = await openShop(api, { hasLongWords: false });
  });
  afterAll(async () => {
    await browser.close();
    await api.close();
  });

  const open = async (path: string) => {
    const window = await openWindow(browser, { api, shop, signedIn: true });
    await window.page.goto(`${api.baseUrl}/dashboard${path}`);
    return { ...window, dialog: window.page.getByRole('dialog') };
  };
  const openRefund = async (payers: readonly string[]) => {
    const { invoiceId } = await holdMoney(api, shop.key, payers);
    const window = await open(`/invoices/${invoiceId}`);
    await window.page.getByRole('button', { name: 'Refund' }).click();
    await window.dialog.getByLabel('Address of the customer').waitFor();
    return { ...window, invoiceId };
  };

  it('can not be left while its order is under way: the secret that it makes is shown', async () => {
    const { page, context, dialog } = await open(`/webhooks/${shop.endpointId}`);
    const answer = await delay(page, `/web/v1/webhook-endpoints/${shop.endpointId}/rotate-secret`);
    await page.getByRole('button', { name: 'Rotate secret' }).click();
    await dialog.getByLabel('The old secret ends').selectOption('At once, because it has leaked');
    await dialog.getByRole('button', { name: 'Rotate' }).click();
    const leave = dialog.getByRole('button', { name: 'Cancel' });
    await dialog.locator('[aria-busy=true]').waitFor();
    expect(await leave.getAttribute('aria-disabled')).toBe('true');
    await leave.click({ force: true });
    await page.keyboard.press('Escape');
    answer();
    await dialog.getByText('It is shown now and never again.').waitFor();
    expect(await dialog.locator('.secret code').textContent()).toMatch(/^whsec_/);
    await context.close();
  });

  it('keeps the address of a refund that is under way', async () => {
    const { page, context, dialog, invoiceId } = await openRefund([PAYERS[0]]);
    await dialog.getByLabel('The customer says that this is their own wallet').check();
    await dialog.getByRole('button', { name: 'Review' }).click();
    const answer = await delay(page, `/v1/invoices/${invoiceId}/resolve`);
    await dialog.getByRole('button', { name: /^Refund / }).click();
    await dialog.locator('[aria-busy=true]').waitFor();
    await dialog.getByRole('button', { name: 'Change' }).click({ force: true });
    expect(await dialog.getByLabel('Address of the customer').count()).toBe(0);
    answer();
    await page.getByText('The refund waits for an operator.').waitFor();
    const [refund] = (await api.ask('GET', `/v1/withdrawals?invoiceId=${invoiceId}`, { key: shop.key })).list;
    expect(refund).toMatchObject({ address: expect.stringMatching(new RegExp(PAYERS[0], 'i')) });
    await context.close();
  });

  it('orders no refund by a double click on what stood in the place of its button, nor before it says whose address that is', async () => {
    const { page, context, dialog, invoiceId } = await openRefund([PAYERS[0]]);
    const orders: string[] = [];
    page.on('request', (request) => void (request.url().endsWith('/resolve') && orders.push(request.url())));
    const answer = await delay(page, '/web/v1/withdrawal-terms');
    await page.clock.install();
    await dialog.getByLabel('Address of the customer').fill(`0x${'b7'.repeat(20)}`);
    await dialog.getByRole('button', { name: 'Review' }).dblclick();
    const refund = dialog.getByRole('button', { name: 'Refund 100.00 USDC' });
    await refund.waitFor();
    await page.clock.fastForward(10_000);
    expect(await refund.getAttribute('aria-disabled')).toBe('true');
    answer();
    await dialog.getByText('Not on your whitelist').waitFor();
    await page.clock.fastForward(10_000);
    await dialog.getByRole('button', { name: 'Refund 100.00 USDC', disabled: false }).waitFor();
    expect(orders).toEqual([]);
    await dialog.getByRole('button', { name: 'Change' }).click();
    await dialog.getByLabel('Address of the customer').fill(PAYERS[0]);
    const atFirst = await watchForButton(page, 'Refund 100.00');
    await dialog.getByRole('button', { name: 'Review' }).dblclick();
    await dialog.getByText('It sent all of this money').waitFor();
    expect(await atFirst()).toBe('true');
    expect(orders).toEqual([]);
    expect((await api.ask('GET', `/v1/withdrawals?invoiceId=${invoiceId}`, { key: shop.key })).list).toEqual(
      [],
    );
    await context.close();
  });

  it('lets the button that asks for a withdrawal rest when it appears, and be pressed a moment later', async () => {
    const { page, context } = await openWindow(browser, { api, shop, signedIn: true });
    await page.goto(`${api.baseUrl}/dashboard/withdrawals/new`);
    await page.getByLabel('Amount').fill('1');
    await page.getByRole('textbox', { name: 'To' }).fill(`0x${'d9'.repeat(20)}`);
    const atFirst = await watchForButton(page, 'Withdraw ');
    await page.getByRole('button', { name: 'Review' }).click();
    await page.getByRole('button', { name: /^Withdraw /, disabled: false }).waitFor();
    expect(await atFirst()).toBe('true');
    await context.close();
  });

  it('still says that a refund may have been carried out, after its answer was lost and it was changed and refused', async () => {
    const { page, context, dialog, invoiceId } = await openRefund([PAYERS[0]]);
    await dialog.getByLabel('The customer says that this is their own wallet').check();
    await dialog.getByRole('button', { name: 'Review' }).click();
    await page.route(`${api.baseUrl}/v1/invoices/${invoiceId}/resolve`, (route) => route.abort());
    await dialog.getByRole('button', { name: /^Refund / }).click();
    const lost = dialog.getByText('It may have been carried out all the same.');
    await lost.waitFor();
    await dialog.getByRole('button', { name: 'Change' }).click();
    await dialog.getByLabel('Address of the customer').waitFor();
    await lost.waitFor();
    await dialog.getByLabel('Address of the customer').fill(PAYERS[1]);
    await dialog.getByRole('button', { name: 'Review' }).click();
    await dialog.getByRole('button', { name: /^Refund / }).waitFor();
    await lost.waitFor();
    const accepted = { key: shop.key, json: { action: 'accept' } };
    await api.ask('POST', `/v1/invoices/${invoiceId}/resolve`, accepted);
    await page.unroute(`${api.baseUrl}/v1/invoices/${invoiceId}/resolve`);
    await dialog.getByRole('button', { name: /^Refund / }).click();
    await dialog.getByText('An earlier attempt got no answer. This time: ').waitFor();
    await lost.waitFor();
    expect(await dialog.getByText('Nothing was sent.').count()).toBe(0);
    await context.close();
  });

  it('says that nothing was sent once the API has refused the very refund whose answer was lost, also after "Change"', async () => {
    const { page, context, dialog, invoiceId } = await openRefund([PAYERS[0]]);
    const error = { code: 'invalid_state', message: 'Nothing is held any more.', requestId: 'req_1' };
    let isRefused = false;
    await page.route(`${api.baseUrl}/v1/invoices/${invoiceId}/resolve`, (route) =>
      isRefused ? route.fulfill({ status: 409, json: { ok: false, error } }) : route.abort(),
    );
    await dialog.getByLabel('Address of the customer').fill(PAYERS[0]);
    await dialog.getByRole('button', { name: 'Review' }).click();
    await dialog.getByRole('button', { name: /^Refund / }).click();
    const lost = dialog.getByText('It may have been carried out all the same.');
    await lost.waitFor();
    await dialog.getByRole('button', { name: 'Change' }).click();
    await lost.waitFor();
    isRefused = true;
    await dialog.getByRole('button', { name: 'Review' }).click();
    await dialog.getByRole('button', { name: /^Refund / }).click();
    await dialog.getByText('Nothing was sent.').waitFor();
    expect(await lost.count()).toBe(0);
    await dialog.getByRole('button', { name: 'Change' }).click();
    await dialog.getByLabel('Address of the customer').waitFor();
    expect(await lost.count()).toBe(0);
    await context.close();
  });

  it('still says that a key may have been made, after its answer was lost and the corrected form was lost and refused', async () => {
    const { page, context, dialog } = await open('/keys');
    const error = { code: 'invalid_state', message: 'There are too many keys.', requestId: 'req_1' };
    let isRefused = false;
    await page.route(`${api.baseUrl}/web/v1/api-keys`, async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      return isRefused ? route.fulfill({ status: 409, json: { ok: false, error } }) : route.abort();
    });
    const openForm = () => page.getByRole('button', { name: 'New key' }).click();
    const lost = dialog.getByText('It may have been carried out all the same.');
    /** Asks for a key of this name. The words of an earlier answer are gone before the new one comes. */
    const make = async (name: string, answer: 'lost' | 'refused'): Promise<void> => {
      isRefused = answer === 'refused';
      await dialog.getByLabel('Name').fill(name);
      const isOrder = (request: Request): boolean => request.method() === 'POST';
      const answered = isRefused
        ? page.waitForEvent('requestfinished', isOrder)
        : page.waitForEvent('requestfailed', isOrder);
      await dialog.getByRole('button', { name: 'Make the key' }).click();
      await answered;
    };
    await openForm();
    await make('Till', 'lost');
    await lost.waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await openForm();
    await make('Till', 'lost');
    await lost.waitFor();
    // That "Till 2" is refused says nothing about "Till", also where "Till 2" got no answer before.
    for (const answer of ['refused', 'lost', 'refused'] as const) {
      await make('Till 2', answer);
      await lost.waitFor();
      expect(await dialog.getByText('This time: There are too many keys.').count()).toBe(
        answer === 'refused' ? 1 : 0,
      );
      expect(await dialog.getByText('No key was made.').count()).toBe(0);
    }
    // Now each of them was refused.
    await make('Till', 'refused');
    await dialog.getByText('No key was made.').waitFor();
    expect(await lost.count()).toBe(0);
    await context.close();
  });

  it('keeps what was typed after a lost answer, also while it is closed, and then makes the key once', async () => {
    const { page, context, dialog } = await open('/keys');
    const path = `${api.baseUrl}/web/v1/api-keys`;
    await page.route(path, async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      await route.fetch();
      return route.abort();
    });
    await page.getByRole('button', { name: 'New key' }).click();
    await dialog.getByLabel('Name').fill('Till with an end');
    // Its end is counted from when the form was filled in first.
    await dialog.getByLabel('It ends').selectOption('In 30 days');
    await dialog.getByRole('button', { name: 'Make the key' }).click();
    const lost = dialog.getByText('It may have been carried out all the same.');
    await lost.waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'New key' }).click();
    await lost.waitFor();
    expect(await dialog.getByLabel('Name').inputValue()).toBe('Till with an end');
    await page.unroute(path);
    await dialog.getByRole('button', { name: 'Make the key' }).click();
    await dialog.getByText('It is shown now and never again.').waitFor();
    await dialog.getByRole('button', { name: 'I have kept it' }).click();
    expect(await api.db('api_keys').where({ name: 'Till with an end' })).toHaveLength(1);
    // The next key begins with an empty form.
    await page.getByRole('button', { name: 'New key' }).click();
    expect(await dialog.getByLabel('Name').inputValue()).toBe('');
    await context.close();
  });

  it('still says that a secret may have been rotated when it is closed and opened again', async () => {
    const { page, context, dialog } = await open(`/webhooks/${shop.endpointId}`);
    await page.route('**/rotate-secret', (route) => route.abort());
    await page.getByRole('button', { name: 'Rotate secret' }).click();
    await dialog.getByRole('button', { name: 'Rotate' }).click();
    const lost = dialog.getByText('It may have been carried out all the same.');
    await lost.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Rotate secret' }).click();
    await lost.waitFor();
    await context.close();
  });

  it('keeps the review of a refund after a lost answer while it is closed, and begins anew after it is given', async () => {
    const { page, context, dialog, invoiceId } = await openRefund([PAYERS[0]]);
    await dialog.getByLabel('The customer says that this is their own wallet').check();
    await dialog.getByRole('button', { name: 'Review' }).click();
    const path = `${api.baseUrl}/v1/invoices/${invoiceId}/resolve`;
    await page.route(path, (route) => route.abort());
    const refund = dialog.getByRole('button', { name: /^Refund / });
    await refund.click();
    const lost = dialog.getByText('It may have been carried out all the same.');
    await lost.waitFor();
    // Nobody knows whether it has failed.
    await dialog
      .locator('.notice.attention')
      .getByText('The server did not answer.', { exact: true })
      .waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Refund' }).click();
    await lost.waitFor();
    await page.unroute(path);
    await refund.click();
    await page.getByText('The refund waits for an operator.').waitFor();
    await page.locator('.modal').waitFor({ state: 'detached' });
    await context.close();
  });

  it('says in the review of a refund whose address it is, and of which invoice the money is', async () => {
    const { page, context, dialog, invoiceId } = await openRefund(PAYERS);
    const review = async (address: string) => {
      await dialog.getByLabel('Address of the customer').fill(address);
      await dialog.getByRole('button', { name: 'Review' }).click();
      await dialog.getByRole('button', { name: 'Refund 200.00 USDC' }).waitFor();
    };
    const change = () => dialog.getByRole('button', { name: 'Change' }).click();
    await review(`0x${'b7'.repeat(20)}`);
    await dialog.getByText('Not on your whitelist').waitFor();
    await dialog.getByText('It sent none of this money. The operator who decides is told so.').waitFor();
    await dialog.getByText(invoiceId).waitFor();
    await change();
    await review(PAYERS[1]);
    await dialog.getByText('It sent only a part of this money.').waitFor();
    await change();
    const withdrawalAddresses = [{ chainCode: 'local', address: PAYERS[1], label: 'Cold' }];
    await api.ask('PUT', '/web/v1/withdrawal-addresses', { key: shop.key, json: { withdrawalAddresses } });
    await page.reload();
    await page.getByRole('button', { name: 'Refund' }).click();
    await review(PAYERS[1]);
    await dialog.getByText('On your whitelist').waitFor();
    await dialog.getByText('“Cold”. It sent only a part of this money.').waitFor();
    await context.close();
    const own = await openRefund([PAYERS[0]]);
    await own.dialog.getByLabel('The customer says that this is their own wallet').check();
    await own.dialog.getByRole('button', { name: 'Review' }).click();
    await own.dialog.getByText('It sent all of this money').waitFor();
    await own.context.close();
  });

  it('names every payer of held money, and offers none of several as where all of it goes', async () => {
    const { context, dialog } = await openRefund(PAYERS);
    await dialog.getByText('It was paid from 2 addresses').waitFor();
    for (const payer of PAYERS) await dialog.getByText(new RegExp(payer, 'i')).waitFor();
    expect(await dialog.getByText('100.00').count()).toBe(2);
    expect(await dialog.getByRole('checkbox').count()).toBe(0);
    await context.close();
    const many = await openRefund(
      Array.from({ length: 9 }, (_, i) => `0x${(i + 1).toString(16).padStart(40, '0')}`),
    );
    await many.dialog.getByText('It was paid from 9 addresses').waitFor();
    await many.dialog.getByText('And 6 others.').waitFor();
    await many.context.close();
  });

  it('keeps the rest of a recovery, although the endpoint takes events again', async () => {
    const { page, context, dialog } = await open(`/webhooks/${shop.endpointId}`);
    const set = (changes: object) =>
      api.db('webhook_endpoints').where({ endpoint_id: shop.endpointId }).update(changes);
    await set({ failing_since: new Date(), consecutive_failures: 3 });
    await page.getByText('The last 3 attempts were not taken').waitFor();
    let asked = 0;
    await page.route('**/recover', async (route) => {
      asked += 1;
      const response = await route.fetch();
      const { data } = (await response.json()) as { data: object };
      const nextSince = asked === 1 ? '2026-01-31T12:00:00.000Z' : null;
      const sent = asked === 1 ? 500 : 3;
      await route.fulfill({ response, json: { ok: true, data: { ...data, sent, nextSince } } });
    });
    await page.getByRole('button', { name: 'Recover' }).click();
    await dialog.getByRole('button', { name: 'Send again' }).click();
    await dialog.getByText('The oldest 500 are sent again.').waitFor();
    await set({ failing_since: null, consecutive_failures: 0 });
    await page.getByText('The last 3 attempts were not taken').waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: 'Send more' }).click();
    await page.getByText('503 events are sent again.').waitFor();
    await context.close();
  });

  it.each([
    ['/withdrawals/new', 'Review'],
    ['/new', 'Make the link'],
  ])('says in the page that an amount with a comma is wrong, and does not send it: %s', async (path, act) => {
    const { page, context } = await open(path);
    const field = page.getByLabel('Amount');
    await field.fill('12,5');
    await page.getByText('Write a point, and no comma: 1250.50.').waitFor();
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    await page.getByRole('button', { name: act }).click();
    expect(await field.inputValue()).toBe('12,5');
    await field.fill('12.5');
    await page.getByText('Write a point, and no comma: 1250.50.').waitFor({ state: 'detached' });
    await context.close();
  });

  it('says before the review that an amount has too many decimals', async () => {
    const { page, context } = await open('/withdrawals/new');
    await page.getByLabel('Amount').fill('1.0000001');
    await page.getByText('Write at most 6 digits after the point.').waitFor();
    await context.close();
  });
});
