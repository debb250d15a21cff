import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { CONSOLE } from '../../../src/pages/app/admin/routes.js';
import { noteRpcs } from '../../../src/db/chains/chain-reports.js';
import type { TestApi } from '../../helpers/api/start-api.js';
import { describeWith } from '../../helpers/services/system-parts.js';
import { haveBadNight } from './night-shift.js';
import { complaintsBeside, type TestBrowser } from '../chromium.js';
import { findFaults, goByPalette, goThrough, pathsOf } from './app-window.js';
import { APPROVER, MANAGER, openDesk, type OperatorsDesk } from './operators-desk.js';
import { giveLongNames, openShop, type Shop } from './shop-window.js';

/** What the command line and the notices say of this change too. */
const LOOSER = 'The most for 24 hours, in USDC on Test chain, from 500.00 to 900.00';

/** A browser and many pages: a slow machine needs its time. */
jest.setTimeout(1_200_000);

let api: TestApi;
let browser: TestBrowser;
let key: string;
let approverId: string;
let request: OperatorsDesk['request'];
let signIn: OperatorsDesk['signIn'];
let close: OperatorsDesk['close'];
let shop: Shop;
let runId: number;

describeWith('chromium', 'the console in a browser', () => {
  beforeAll(async () => {
    ({ api, browser, key, approverId, request, signIn, close } = await openDesk());
    shop = await openShop(api);
    ({ runId } = await haveBadNight(api));
  });
  afterAll(() => close());

  it('opens any page or object with the keyboard alone, by its name or any of its identifiers', async () => {
    const address = `0x${'5e'.repeat(20)}`;
    const json = { chainCode: 'local', tokenSymbol: 'USDC', amountCrypto: '42', address };
    const { withdrawalId } = (await api.ask('POST', '/v1/withdrawals', { key, json })).body.data;
    const window = await browser.open();
    const { page } = window;
    await signIn(window, '', MANAGER);
    const found = [
      await goByPalette(page, 'recon', 'Reconciliation'),
      await goByPalette(page, 'day@ops', 'Operator manager'),
      await goByPalette(page, address, /^Withdrawal of 42.00 USDC to .*, for Test shop$/),
      await goByPalette(page, 'order-1001', 'Invoice order-1001 of Test shop'),
      await goByPalette(page, 'bsc', /^Chain /),
      await goByPalette(page, 'test sh', 'Merchant Test shop'),
      await goByPalette(page, shop.deliveryId, /^Open dlv_/),
    ];
    expect(found.map((path) => path.replace(/(mer|opr)_\w+/, '$1'))).toEqual([
      ...['/admin/reconciliation', '/admin/operators/opr', `/admin/withdrawals/${withdrawalId}`],
      ...[`/admin/invoices/${shop.invoiceId}`, '/admin/chains/BSC', '/admin/merchants/mer'],
      `/admin/deliveries/${shop.deliveryId}`,
    ]);
    expect(complaintsBeside(window, 401)).toEqual([]);
    await window.context.close();
  });

  it('leads from a problem to the orders that fix it, each with its reason', async () => {
    const window = await browser.open();
    const { page } = window;
    await signIn(window, '', MANAGER);
    const order = async (verb: string, why: string): Promise<void> => {
      await page.getByRole('dialog').getByLabel('Reason').fill(why);
      await page.getByRole('dialog').getByRole('button', { name: verb }).click();
    };
    await page.getByText('BSC is halted, and credits nothing.').waitFor();
    await page.getByRole('listitem').filter({ hasText: 'BSC is halted' }).getByRole('link').click();
    await page.getByRole('button', { name: 'Resume' }).click();
    await order('Resume', 'two explorers agree');
    await page.getByText('Its follower does it next.').waitFor();
    await page.getByRole('link', { name: 'Assets' }).click();
    await page.getByText('The hot wallet has 100.00 USDT less').first().waitFor();
    await page.getByRole('button', { name: 'Release USDT' }).click();
    await order('Release', 'a top-up that was not booked');
    await page.getByRole('button', { name: 'Freeze USDT' }).click();
    await order('Freeze', 'the token is paused');
    await page.getByText('the token is paused. By manager').waitFor();
    const reasons = api.db('audit_log').whereIn('action', ['chain.resume', 'asset.release', 'asset.freeze']);
    expect(await reasons.where({ actor_kind: 'operator' }).orderBy('audit_id').pluck('reason')).toEqual([
      'two explorers agree',
      'a top-up that was not booked',
      'the token is paused',
    ]);
    expect(complaintsBeside(window, 401)).toEqual([]);
    await window.context.close();
  });

  it('lets a manager approve a key and loosen a limit, which then waits; an approver can do neither', async () => {
    await api.ask('POST', '/web/v1/api-keys', {
      key: shop.key,
      json: { name: 'bookkeeping', scopes: ['invoices:read'] },
    });
    const payer = await api.ask('POST', '/web/v1/api-keys', {
      key: shop.key,
      json: { name: 'payer', scopes: ['withdrawals:write'] },
    });
    const { apiKeyId } = payer.body.data as unknown as { readonly apiKeyId: string };
    const withdrawalAddresses = [{ chainCode: 'local', address: `0x${'ab'.repeat(20)}`, label: 'Safe' }];
    const json = { apiKeyId, ips: [], withdrawalAddresses };
    expect((await api.ask('PUT', '/web/v1/api-keys/whitelists', { key: shop.key, json })).status).toBe(200);
    const window = await browser.open();
    const { page } = window;
    await signIn(window, '/keys', MANAGER);
    await page.getByRole('button', { name: 'Approve bookkeeping' }).first().click();
    await page.getByRole('button', { name: 'Approve key' }).click();
    await page.getByText('The key works now.').waitFor();
    expect(await api.db('api_keys').where({ name: 'bookkeeping' }).pluck('status')).toEqual(['approved']);

    // Money goes out by this one: where to, by whose wish, and who has approved it already.
    await page.getByRole('button', { name: 'Approve payer' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Safe, on Test chain').waitFor();
    for (const words of ['Made by', 'Ends', 'Test shop'])
      await dialog.getByText(words, { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Approve key' }).click();
    await page.getByText('Your approval is counted.').waitFor();
    await page.getByRole('button', { name: 'Approve payer' }).first().click();
    await dialog.getByText('By manager, ').waitFor();
    await dialog.getByRole('button', { name: 'Not now' }).click();
    // The list of changes leads there, and puts no key in force without what its approval is decided on.
    await page.goto(`${api.baseUrl}/admin/merchants/${shop.merchantId}`);
    const toApproval = page.getByRole('link', { name: 'To its approval' });
    await toApproval.waitFor();
    expect(await page.getByRole('button', { name: /^Confirm: The approval of the key/ }).count()).toBe(0);
    await toApproval.click();
    await page.getByRole('button', { name: 'Approve payer' }).first().waitFor();

    const setLimit = async (button: string, perDay: string): Promise<void> => {
      await page.getByRole('button', { name: button }).click();
      if (button === 'Limit an asset') {
        await dialog.getByLabel('Asset').selectOption('local/USDC');
      }
      await dialog.getByLabel('Most in 24 hours').fill(perDay);
      await dialog.getByRole('button', { name: 'Set limits' }).click();
      await dialog.waitFor({ state: 'detached' });
    };
    await page.goto(`${api.baseUrl}/admin/merchants/${shop.merchantId}`);
    await setLimit('Limit an asset', '500');
    await page.getByText('The new limits apply now.').waitFor();
    // A comma is no decimal point: 1,5 must not become 15.
    await page.getByRole('button', { name: 'Change the limits of USDC on Test chain' }).click();
    const perDay = page.getByRole('dialog').getByLabel('Most in 24 hours');
    await perDay.fill('1,5');
    expect(await perDay.evaluate((field: HTMLInputElement) => field.checkValidity())).toBe(false);
    await page.getByRole('dialog').getByRole('button', { name: 'Leave them' }).click();
    await setLimit('Change the limits of USDC on Test chain', '900');
    await page.getByText(LOOSER).waitFor();
    const limit = async (): Promise<unknown> =>
      api.db('withdrawal_limits').where({ merchant_id: shop.merchantId }).pluck('per_day_atomic');
    expect(await limit()).toEqual([500_000_000n]);
    // The operator who requested it can't confirm it, and the page says so.
    await page.getByRole('button', { name: `Confirm: ${LOOSER}` }).click();
    // Whose, what, from and to, and who asked: all that the decision rests on.
    for (const words of ['Test shop', LOOSER, 'manager'])
      await dialog.locator('.facts').getByText(words, { exact: true }).waitFor();
    await dialog.getByLabel('Reason').fill('in a hurry');
    await dialog.getByRole('button', { name: 'Confirm 900.00 USDC' }).click();
    await page.getByRole('alert').waitFor();
    expect(await limit()).toEqual([500_000_000n]);
    await window.context.close();

    const other = await browser.open();
    await signIn(other, '');
    // The queue tells the time from which it holds as every page does: local, and UTC under the pointer.
    const waiting = other.page.locator('.needs > li').filter({ hasText: 'the most for 24 hours' });
    await waiting.locator('p time[title$=UTC]').waitFor();
    expect(await waiting.textContent()).not.toMatch(/\dT\d\d:/);
    await other.page.goto(`${api.baseUrl}/admin/merchants/${shop.merchantId}`);
    await other.page.getByText(LOOSER).waitFor();
    for (const name of [/^Confirm/, /^Stop/, /^Suspend/, /limits/i, /^Approve/, 'Edit'])
      expect(await other.page.getByRole('button', { name }).count()).toBe(0);
    expect(await other.page.getByRole('link', { name: 'API keys' }).count()).toBe(0);
    await other.page.goto(`${api.baseUrl}/admin/keys`);
    await other.page.getByText('Your role does not allow this').waitFor();
    await other.context.close();
  });

  it('still says that a limit may have been set, after its answer was lost and the form of another asset was opened', async () => {
    const { merchantId } = shop;
    const usdc = { merchant_id: merchantId, chain_code: 'local', token_symbol: 'USDC', token_decimals: 6 };
    await api
      .db('withdrawal_limits')
      .insert({ ...usdc, per_day_atomic: 500_000_000n })
      .onConflict(['merchant_id', 'chain_code', 'token_symbol'])
      .ignore();
    const window = await browser.open();
    const { page } = window;
    await signIn(window, `/merchants/${merchantId}`, MANAGER);
    const dialog = page.getByRole('dialog');
    const lost = dialog.getByText('It may have been carried out all the same.');
    await page.route(`${api.baseUrl}/admin/v1/merchants/${merchantId}`, (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    );
    await page.getByRole('button', { name: 'Limit an asset' }).click();
    await dialog.getByLabel('Asset').selectOption('local/ETH');
    await dialog.getByLabel('Most in 24 hours').fill('3');
    await dialog.getByRole('button', { name: 'Set limits' }).click();
    await lost.waitFor();
    await dialog.getByRole('button', { name: 'Leave them' }).click();
    await page.getByRole('button', { name: 'Change the limits of USDC on Test chain' }).click();
    await dialog.getByRole('heading', { name: 'Limits of USDC on Test chain' }).waitFor();
    expect(await lost.count()).toBe(0);
    await dialog.getByRole('button', { name: 'Leave them' }).click();
    await page.getByRole('button', { name: 'Limit an asset' }).click();
    await lost.waitFor();
    expect(await dialog.getByLabel('Most in 24 hours').inputValue()).toBe('3');
    await window.context.close();
  });

  it('moves nothing in the queue under the pointer: new entries wait until the pointer leaves', async () => {
    const window = await browser.open();
    const { page } = window;
    await signIn(window, '', APPROVER);
    const rows = page.locator('#main').getByRole('listitem');
    await rows.first().hover();
    const before = await rows.allInnerTexts();
    await request('7');
    const come = page.getByRole('button', { name: '1 new matter' });
    await come.waitFor();
    expect(await rows.count()).toBe(before.length);
    await page.getByRole('heading', { name: 'Queue' }).hover();
    await page
      .getByText(/^7\.00\s*USDC/)
      .first()
      .waitFor();
    expect(await rows.count()).toBe(before.length + 1);
    expect(await come.count()).toBe(0);
    await window.context.close();
  });

  it('shows the queue whatever names merchants choose', async () => {
    const name = '2026-13-01T00:00:00Z 9.000000 USDC';
    const renamed = await api.ask('PATCH', '/web/v1/merchant', { key, json: { name } });
    expect(renamed.status).toBe(200);
    await request('9');
    const window = await browser.open();
    await signIn(window, '', APPROVER);
    const row = window.page.locator('.needs > li').filter({ hasText: '2026-13-01T00:00:00Z' }).first();
    await row.getByText('waits for a decision.').waitFor();
    expect(complaintsBeside(window, 401)).toEqual([]);
    await api.ask('PATCH', '/web/v1/merchant', { key, json: { name: 'Test shop' } });
    await window.context.close();
  });

  it("links each object to its workflow in Temporal's UI, and a group to the list of its workflows", async () => {
    const withdrawalId = await request('6');
    const window = await browser.open();
    const { page } = window;
    await signIn(window, '', MANAGER);
    const inNamespace = 'https://temporal.example/namespaces/night';
    const listOf = (attribute: string, id: string) =>
      `${inNamespace}/workflows?query=${encodeURIComponent(`${attribute}="${id}"`)}`;
    for (const [path, href] of [
      [`/withdrawals/${withdrawalId}`, `${inNamespace}/workflows/withdrawal-${withdrawalId}`],
      [`/invoices/${shop.invoiceId}`, `${inNamespace}/workflows/invoice-${shop.invoiceId}`],
      [`/deliveries/${shop.deliveryId}`, `${inNamespace}/workflows/webhook-${shop.deliveryId}`],
      ['/chains/BSC', `${inNamespace}/workflows/chain-BSC`],
      ['/chains/BSC', `${inNamespace}/schedules/sweep-BSC`],
      [`/reconciliation/${runId}`, `${inNamespace}/schedules/reconciliation`],
      [`/merchants/${shop.merchantId}`, listOf('MerchantId', shop.merchantId)],
      [`/endpoints/${shop.endpointId}`, listOf('EndpointId', shop.endpointId)],
    ] as const) {
      await page.goto(`${api.baseUrl}/admin${path}`);
      await page.locator(`#main a[href='${href}']`).first().waitFor();
    }
    await window.context.close();
  });

  it('says in the queue, at the chain and in the life of a withdrawal that no RPC of the chain answers', async () => {
    const withdrawalId = await request('8');
    const operator = await api.addOperator();
    await api.ask('POST', `/admin/v1/withdrawals/${withdrawalId}/approve`, { key: operator.key, json: {} });
    const nowMs = Date.now();
    const failing = { status: 'down', consecutiveFailures: 7, lastError: 'no answer within 10000 ms' };
    const known = { reason: null, headNumber: null, behindBlocks: null, lastLatencyMs: 12 };
    const times = { lastErrorAtMs: nowMs, lastSuccessAtMs: nowMs - 90_000 };
    await noteRpcs(api.db, {
      chainCode: 'local',
      nowMs,
      rpcs: [{ origin: 'https://rpc-1.example', ...failing, ...known, ...times }],
    });
    const window = await browser.open();
    const { page } = window;
    await signIn(window, '', MANAGER);
    for (const [path, words] of [
      ['', /^No RPC of local has answered since/],
      ['/chains', 'No RPC answers'],
      ['/chains/local', 'No RPC of Test chain answers: nothing is read, credited or sent there'],
      ['/chains/local', /^no answer within 10000 ms, /],
      [`/withdrawals/${withdrawalId}`, /no RPC of local has answered since/],
    ] as const) {
      await page.goto(`${api.baseUrl}/admin${path}`);
      await page.locator('#main').getByText(words).first().waitFor();
    }
    expect(complaintsBeside(window, 401)).toEqual([]);
    await window.context.close();
  });

  it('every page is accessible in either theme, wide or narrow, without console errors or foreign requests', async () => {
    await giveLongNames(api, shop);
    const withdrawalId = await request('5');
    const things = { ...shop, operatorId: approverId, runId: String(runId), chainCode: 'BSC' };
    const ofManagers = [...pathsOf(CONSOLE, things), '/merchants?search=nobody'];
    // The orders that only they are offered.
    const ofApprovers = [`/withdrawals/${withdrawalId}`, '/wallet'];
    const found: string[] = [];
    for (const [email, paths] of [
      [MANAGER, ofManagers],
      [APPROVER, ofApprovers],
    ] as const) {
      const window = goThrough(await browser.open(), '/admin');
      await signIn(window, '', email);
      found.push(...(await findFaults(window, paths)));
      // The browser itself reports that nobody was signed in at first.
      found.push(...complaintsBeside(window, 401));
      await window.context.close();
    }
    expect(found).toEqual([]);
  });
});
