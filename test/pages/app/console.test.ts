import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { privateKeyToAccount } from 'viem/accounts';
import { toChecksumAddress } from '../../../src/chain/keys/address.js';
import { insertMember } from '../../../src/db/people/members.js';
import { insertOperator } from '../../../src/db/people/operators.js';
import { CONSOLE } from '../../../src/pages/app/admin/routes.js';
import { noteChainRead } from '../../helpers/chain/chain-reading.js';
import { startApi, type TestApi } from '../../helpers/api/start-api.js';
import { until } from '../../helpers/until.js';
import { describeWith } from '../../helpers/services/system-parts.js';
import { haveBadNight } from './night-shift.js';
import { complaintsBeside, startChromium, type TestBrowser, type TestWindow } from '../chromium.js';
import { giveSigningWallet } from '../devices.js';
import { findFaults, goByPalette, goThrough, pathsOf, THEMES } from './app-window.js';
import { openShop, type Shop } from './shop-window.js';

/** A browser and many pages: a slow machine needs its time. */
jest.setTimeout(420_000);

const APPROVER = 'night@ops.example';
const MANAGER = 'day@ops.example';
const VIEWER = 'books@ops.example';
const DAY_MS = 86_400_000;
const PASSWORD = 'correct horse battery staple';
const RECIPIENT = `0x${'ab'.repeat(20)}`;

let api: TestApi;
let browser: TestBrowser;
let key: string;
let shop: Shop;
let runId: number;
let approverId: string;

describeWith('chromium', 'the console in a browser', () => {
  beforeAll(async () => {
    [api, browser] = await Promise.all([
      startApi({ rateLimits: { '*': null }, policyDelayMs: DAY_MS }),
      startChromium(),
    ]);
    await noteChainRead(api.db);
    for (const [email, role] of [
      [APPROVER, 'approver'],
      [MANAGER, 'manager'],
      [VIEWER, 'viewer'],
    ] as const) {
      const { operatorId } = await insertOperator(api.db, { name: role });
      if (role === 'approver') approverId = operatorId;
      const membership = { kind: 'operator', operatorId, role } as const;
      await insertMember(api.db, { membership, email, name: 'Ann', password: PASSWORD });
    }
    const merchant = await api.addMerchant();
    key = merchant.key;
    await api.credit(merchant.merchantId, 5_000_000_000n);
    shop = await openShop(api);
    ({ runId } = await haveBadNight(api));
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await api.close();
  });

  const request = async (amountCrypto: string): Promise<string> => {
    const json = { chainCode: 'local', tokenSymbol: 'USDC', amountCrypto, address: RECIPIENT };
    return (await api.ask('POST', '/v1/withdrawals', { key, json })).body.data.withdrawalId;
  };
  const statusOf = async (withdrawalId: string): Promise<string> =>
    (await api.ask('GET', `/v1/withdrawals/${withdrawalId}`, { key })).body.data.status;
  const signIn = async ({ page }: TestWindow, path: string, email = APPROVER): Promise<void> => {
    await page.goto(`${api.baseUrl}/admin${path}`);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    // The sign-in has a heading too: whoever leaves it now is not signed in.
    await page.locator('#main h1').waitFor();
  };

  it('shows what is decided on, and approves it by a button that says the amount', async () => {
    const withdrawalId = await request('1250');
    const window = await browser.open();
    const { page } = window;
    await signIn(window, '');
    const waits = page.getByRole('listitem').filter({ hasText: '1,250.00' });
    await waits.getByRole('link', { name: 'Decide' }).click();
    await page.getByText('Nothing was ever paid to this address for this merchant.').waitFor();
    await page.getByText('Test shop').first().waitFor();
    // Whoever approves compares all of it.
    await page.getByText(toChecksumAddress(RECIPIENT)).waitFor();
    await page.getByText('API key key').waitFor();
    await page.getByText('3,750.00').waitFor();
    const workflow = page.getByRole('link', { name: 'Open in Temporal' }).first();
    expect(await workflow.getAttribute('href')).toBe(
      `https://temporal.example/namespaces/night/workflows/withdrawal-${withdrawalId}`,
    );
    await page.getByRole('button', { name: 'Approve 1,250.00 USDC' }).click();
    await page.getByText('The signing worker has it next.').waitFor();
    expect(await statusOf(withdrawalId)).toBe('approved');
    expect(complaintsBeside(window, 401)).toEqual([]);
    await window.context.close();
  });

  it('rejects with a reason, which the merchant reads, and lets the amount go', async () => {
    const withdrawalId = await request('40');
    const window = await browser.open();
    const { page } = window;
    await signIn(window, `/withdrawals/${withdrawalId}`);
    await page.getByRole('button', { name: 'Reject' }).click();
    await page.getByRole('dialog').getByLabel('Reason').fill('an address that nobody knows');
    await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
    await page.getByText('an address that nobody knows. The amount is available again.').waitFor();
    expect(await statusOf(withdrawalId)).toBe('rejected');
    await window.context.close();
  });

  it('shows a viewer all that is decided on, and no order', async () => {
    const withdrawalId = await request('41');
    const window = await browser.open();
    const { page } = window;
    await signIn(window, '', VIEWER);
    const waits = page.getByRole('listitem').filter({ hasText: '41.00' });
    await waits.getByRole('link', { name: 'Look at it' }).click();
    await page.getByText('0 of 1 approvals. Nothing is sent before.').waitFor();
    await page.getByText('Waits for a decision').waitFor();
    expect(await page.getByRole('button', { name: /^(Approve|Reject|Sign|Stop|Settle)/ }).count()).toBe(0);
    await page.getByRole('link', { name: 'Withdrawals' }).first().click();
    await page.getByRole('row').filter({ hasText: '41.00' }).waitFor();
    expect(await statusOf(withdrawalId)).toBe('pending_approval');
    expect(complaintsBeside(window, 401)).toEqual([]);
    await window.context.close();
  });

  it('goes to any page or thing from the keyboard alone, by its name or whatever names it', async () => {
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

  it('settles by a word what the chain does not prove, and shows whose word it was in its life', async () => {
    const withdrawalId = await request('30');
    const found = `0x${'0f'.repeat(32)}`;
    await api.db('outside_payments').insert({
      ...{ chain_code: 'local', tx_hash: found, ordinal: 0, from_address: `0x${'99'.repeat(20)}` },
      ...{ token_symbol: 'USDC', amount_atomic: '30000000', to_address: RECIPIENT, block_number: 80 },
      block_time: new Date(),
    });
    const waiting_reason = `${found} may have paid it already`;
    await api
      .db('withdrawals')
      .where({ withdrawal_id: withdrawalId })
      .update({
        ...{ status: 'approved', approved_at: new Date(), waiting_reason, waiting_code: 'maybe_paid' },
      });
    const window = await browser.open();
    const { page } = window;
    await signIn(window, `/withdrawals/${withdrawalId}`);
    await page.getByRole('button', { name: 'Settle it by your word' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('What you found').selectOption('other');
    await dialog.getByLabel('Reason').fill('a bill that was paid by hand');
    await dialog.getByRole('button', { name: 'Settle as other' }).click();
    await page.getByText('Said that the transaction found is not of the withdrawal').waitFor();
    const judged = api.db('outside_payments').where({ tx_hash: found });
    expect(await judged.pluck('not_of')).toEqual([[withdrawalId]]);
    await window.context.close();
  });

  it('leads from what is wrong to the orders that mend it, each with its reason', async () => {
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

  it('approves by a signature of the wallet over exactly what the page shows, before the click and until it', async () => {
    const withdrawalId = await request('77');
    const reviewPath = `/admin/v1/withdrawals/${withdrawalId}`;
    const account = privateKeyToAccount(`0x${'5'.repeat(64)}`);
    const window = await browser.open();
    const { page, context } = window;
    await giveSigningWallet(window, account);
    await signIn(window, `/withdrawals/${withdrawalId}`);
    const sign = page.getByRole('button', { name: 'Sign 77.00 USDC with Test wallet' });
    await sign.waitFor();
    const words = (await page.getByRole('region', { name: 'What your wallet signs' }).innerText()).split(
      /\s*\n\s*/,
    );
    const { merchantId } = await api
      .db('withdrawals')
      .where({ withdrawal_id: withdrawalId })
      .first<{ merchantId: string }>({ merchantId: 'merchant_id' });
    expect(words).toEqual(
      expect.arrayContaining([
        ...[withdrawalId, 'Test shop', merchantId, '77000000 base units', 'local, chain 31337'],
        ...[toChecksumAddress(RECIPIENT), 'withdrawal', 'payout', expect.stringMatching(/^\d{10}$/)],
      ]),
    );
    // Whoever comes back from the wallet finds what they have read.
    const asked: string[] = [];
    page.on('request', (sent) => asked.push(new URL(sent.url()).pathname));
    await page.evaluate(`{
      const { now } = Date;
      Date.now = () => now() + 10_000;
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    }`);
    await until('the page is read anew', () => Promise.resolve(asked.includes(reviewPath)));
    expect(asked.filter((path) => path.endsWith('/approval-message'))).toEqual([]);
    await sign.click();
    await page.getByText('The signing worker has it next.').waitFor();
    const { approver } = await api
      .db('approval_signatures')
      .where({ withdrawal_id: withdrawalId })
      .first<{ approver: string }>('approver');
    expect(approver).toBe(account.address.toLowerCase());
    await context.close();
  });

  it('gives no wallet anything to sign, when the message says something else than the page', async () => {
    const withdrawalId = await request('78');
    const window = await browser.open();
    const { page, context } = window;
    await giveSigningWallet(window, privateKeyToAccount(`0x${'5'.repeat(64)}`));
    const lies = [
      [{ message: { recipient: `0x${'cd'.repeat(20)}` } }, 'recipient'],
      [{ message: { amountAtomic: '780000000' } }, 'amount'],
      [{ message: { withdrawalId: 'wd_01jc8z4n6q0v3w9x2y5r7t1k8m' } }, 'withdrawal'],
      [{ message: { merchantId: 'mer_01jc8z4n6q0v3w9x2y5r7t1k8m' } }, 'merchant'],
      [{ message: { chainCode: 'BSC' } }, 'network'],
      [{ domain: { chainId: 1 } }, 'network'],
      [{ message: { token: 'USDT' } }, 'asset'],
      [{ message: { kind: 'refund' } }, 'kind'],
      [{ message: { validUntil: 253_402_300_799 } }, 'time until which it holds'],
      [{ message: { spender: RECIPIENT } }, 'form'],
      [{ types: { WithdrawalApproval: [] } }, 'form'],
    ] as const;
    let lie: Readonly<Record<string, object>> = {};
    await page.route('**/approval-message', async (route) => {
      const response = await route.fetch();
      const answer = (await response.json()) as { data: Record<string, object> };
      for (const [part, told] of Object.entries(lie)) answer.data[part] = { ...answer.data[part], ...told };
      await route.fulfill({ response, json: answer });
    });
    await signIn(window, `/withdrawals/${withdrawalId}`);
    await page.getByRole('button', { name: 'Sign 78.00 USDC with Test wallet' }).waitFor();
    for (const [told, words] of lies) {
      lie = told;
      await page.reload();
      await page.getByText('The message to sign differs from this page').waitFor();
      await page.getByRole('alert').getByText(`It has another ${words}.`).waitFor();
      expect(await page.getByRole('button', { name: /^Sign / }).count()).toBe(0);
    }
    await context.close();
  });

  it.each([
    { clock: 'is right', amount: '79', behindMs: 0 },
    { clock: 'is two days late', amount: '80', behindMs: 2 * DAY_MS },
  ])(
    'signs a message of now in a tab that is open since yesterday, on a machine whose clock $clock',
    async ({ amount, behindMs }) => {
      const withdrawalId = await request(amount);
      const window = await browser.open();
      const { page, context } = window;
      await giveSigningWallet(window, privateKeyToAccount(`0x${'5'.repeat(64)}`));
      const passed = Math.floor(Date.now() / 1_000) - 3_600;
      await page.route('**/approval-message', async (route) => {
        const answer = (await (await route.fetch()).json()) as { data: { message: { validUntil: number } } };
        answer.data.message.validUntil = passed;
        await route.fulfill({ json: answer });
      });
      await signIn(window, `/withdrawals/${withdrawalId}`);
      const old = page.getByRole('region', { name: 'What your wallet signs' }).getByText(String(passed));
      await old.waitFor();
      await page.unroute('**/approval-message');
      await page.evaluate(`{ const { now } = Date; Date.now = () => now() - ${behindMs}; }`);
      const sign = page.getByRole('button', { name: `Sign ${amount}.00 USDC with Test wallet` });
      await sign.click();
      if (behindMs > 0) {
        await page.getByText('has passed: sign a new approval message').waitFor();
        await old.waitFor({ state: 'detached' });
        await sign.click();
      }
      await page.getByText('The signing worker has it next.').waitFor();
      await context.close();
    },
  );

  it('lets a manager approve a key and loosen a limit, which then waits; an approver can do neither', async () => {
    await api.ask('POST', '/web/v1/api-keys', {
      ...{ key: shop.key, json: { name: 'bookkeeping', scopes: ['invoices:read'] } },
    });
    const window = await browser.open();
    const { page } = window;
    await signIn(window, '/keys', MANAGER);
    await page.getByRole('button', { name: 'Approve bookkeeping' }).first().click();
    await page.getByRole('button', { name: 'Approve key' }).click();
    await page.getByText('The key works now.').waitFor();
    expect(await api.db('api_keys').where({ name: 'bookkeeping' }).pluck('status')).toEqual(['approved']);

    const setLimit = async (button: string, perDay: string): Promise<void> => {
      await page.getByRole('button', { name: button }).click();
      const dialog = page.getByRole('dialog');
      if (button === 'Limit an asset') {
        await dialog.getByLabel('Asset').selectOption('local/USDC');
      }
      await dialog.getByLabel('Most in 24 hours').fill(perDay);
      await dialog.getByRole('button', { name: 'Set limits' }).click();
      await dialog.waitFor({ state: 'detached' });
    };
    await page.goto(`${api.baseUrl}/admin/merchants/${shop.merchantId}`);
    await setLimit('Limit an asset', '500');
    await page.getByText('The limits hold now.').waitFor();
    await setLimit('Change the limits of USDC on local', '900');
    await page.getByText('500.00 USDC → 900.00 USDC').waitFor();
    const limit = async (): Promise<unknown> =>
      api.db('withdrawal_limits').where({ merchant_id: shop.merchantId }).pluck('per_day_atomic');
    expect(await limit()).toEqual([500_000_000n]);
    // Who asked for it can't confirm it, and reads so.
    await page.getByRole('button', { name: 'Confirm: Most in 24 hours, on local' }).click();
    await page.getByLabel('Reason').fill('in a hurry');
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('alert').waitFor();
    expect(await limit()).toEqual([500_000_000n]);
    await window.context.close();

    const other = await browser.open();
    await signIn(other, `/merchants/${shop.merchantId}`);
    await other.page.getByText('500.00 USDC → 900.00 USDC').waitFor();
    for (const name of [/^Confirm/, /^Stop/, /^Suspend/, /limits/i, /^Approve/, 'Edit'])
      expect(await other.page.getByRole('button', { name }).count()).toBe(0);
    expect(await other.page.getByRole('link', { name: 'API keys' }).count()).toBe(0);
    await other.page.goto(`${api.baseUrl}/admin/keys`);
    await other.page.getByText('Your role does not allow this').waitFor();
    await other.context.close();
  });

  it.each(THEMES)(
    'keeps nobody from any page in the %s theme, wide or narrow, and complains of nothing',
    async (colorScheme, rule) => {
      const withdrawalId = await request('5');
      const things = { ...shop, operatorId: approverId, runId: String(runId), chainCode: 'BSC' };
      const ofManagers = [...pathsOf(CONSOLE, things), '/merchants?search=nobody'];
      // What only they are offered.
      const ofApprovers = [`/withdrawals/${withdrawalId}`, '/wallet'];
      const found: string[] = [];
      for (const [email, paths] of [
        [MANAGER, ofManagers],
        [APPROVER, ofApprovers],
      ] as const) {
        const window = goThrough(await browser.open({ colorScheme }), '/admin');
        await signIn(window, '', email);
        found.push(...(await findFaults(window, { paths, rule })));
        // The browser itself says that nobody was signed in at first.
        found.push(...complaintsBeside(window, 401));
        await window.context.close();
      }
      expect(found).toEqual([]);
    },
  );
});
