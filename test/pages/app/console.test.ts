import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { privateKeyToAccount } from 'viem/accounts';
import { toChecksumAddress } from '../../../src/chain/keys/address.js';
import { insertMember } from '../../../src/db/people/members.js';
import { insertOperator } from '../../../src/db/people/operators.js';
import { noteChainRead } from '../../helpers/chain/chain-reading.js';
import { startApi, type TestApi } from '../../helpers/api/start-api.js';
import { describeWith } from '../../helpers/services/system-parts.js';
import { findBarriers, startChromium, type TestBrowser, type TestWindow } from '../chromium.js';

/** A browser and many pages: a slow machine needs its time. */
jest.setTimeout(240_000);

const EMAIL = 'night@ops.example';
const PASSWORD = 'correct horse battery staple';
const RECIPIENT = `0x${'ab'.repeat(20)}`;

let api: TestApi;
let browser: TestBrowser;
let key: string;

describeWith('chromium', 'the console in a browser', () => {
  beforeAll(async () => {
    [api, browser] = await Promise.all([startApi({ rateLimits: { '*': null } }), startChromium()]);
    await noteChainRead(api.db);
    const { operatorId } = await insertOperator(api.db, { name: 'Night shift' });
    const membership = { kind: 'operator', operatorId, role: 'approver' } as const;
    await insertMember(api.db, { membership, email: EMAIL, name: 'Ann', password: PASSWORD });
    const shop = await api.addMerchant();
    key = shop.key;
    await api.credit(shop.merchantId, 5_000_000_000n);
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
  const signIn = async ({ page }: TestWindow, path: string): Promise<void> => {
    await page.goto(`${api.baseUrl}/admin${path}`);
    await page.getByLabel('Email').fill(EMAIL);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
  };

  it('shows what is decided on, and approves it by a button that says the amount', async () => {
    const withdrawalId = await request('1250');
    const window = await browser.open();
    const { page } = window;
    await signIn(window, '');
    await page.getByRole('row').filter({ hasText: '1,250.00' }).first().click();
    await page.getByText('Nothing was ever paid to this address for this merchant.').waitFor();
    await page.getByText('Test shop').first().waitFor();
    // Whoever approves compares all of it.
    await page.getByText(toChecksumAddress(RECIPIENT)).waitFor();
    await page.getByText('API key key').waitFor();
    await page.getByText('3,750.00').waitFor();
    const workflow = page.getByRole('link', { name: 'Open in Temporal' });
    expect(await workflow.getAttribute('href')).toBe(
      `https://temporal.example/namespaces/night/workflows/withdrawal-${withdrawalId}`,
    );
    await page.getByRole('button', { name: 'Approve 1,250.00 USDC' }).click();
    await page.getByText('The signing worker has it next.').waitFor();
    expect(await statusOf(withdrawalId)).toBe('approved');
    expect(window.complaints.filter((text) => !text.includes('401'))).toEqual([]);
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

  it('approves by a signature of the wallet over exactly what the page shows', async () => {
    const withdrawalId = await request('77');
    const account = privateKeyToAccount(`0x${'5'.repeat(64)}`);
    const window = await browser.open();
    const { page, context } = window;
    await context.exposeFunction('signByTest', (typed: string) =>
      account.signTypedData(JSON.parse(typed) as Parameters<typeof account.signTypedData>[0]),
    );
    await context.addInitScript(`(() => {
      let chainId = '0x1';
      const provider = { request: async ({ method, params }) => {
        if (method === 'eth_requestAccounts') return ['${account.address}'];
        if (method === 'wallet_switchEthereumChain') return void (chainId = params[0].chainId);
        // As wallets do.
        if (Number(chainId) !== JSON.parse(params[1]).domain.chainId) throw new Error('another chain is active');
        return window.signByTest(params[1]);
      } };
      const announce = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', {
        detail: { info: { uuid: 'test', name: 'Test wallet' }, provider } }));
      addEventListener('eip6963:requestProvider', announce);
    })()`);
    await signIn(window, `/withdrawals/${withdrawalId}`);
    await page.getByRole('button', { name: 'Sign 77.00 USDC with Test wallet' }).click();
    await page.getByText('The signing worker has it next.').waitFor();
    const { approver } = await api
      .db('approval_signatures')
      .where({ withdrawal_id: withdrawalId })
      .first<{ approver: string }>('approver');
    expect(approver).toBe(account.address.toLowerCase());
    await context.close();
  });

  it.each(
    (['light', 'dark'] as const).flatMap((colorScheme) =>
      [320, 390, 1440].map((width) => ({ colorScheme, width })),
    ),
  )(
    'keeps nobody from any page, and complains of nothing: $colorScheme at $width px',
    async ({ colorScheme, width }) => {
      const withdrawalId = await request('5');
      const window = await browser.open({ colorScheme, viewport: { width, height: 844 } });
      const { page } = window;
      await signIn(window, '');
      await page.locator('h1').waitFor();
      const found: string[] = [];
      for (const path of ['', '/withdrawals', `/withdrawals/${withdrawalId}`]) {
        await page.goto(`${api.baseUrl}/admin${path}`);
        await page.locator('h1').waitFor();
        await page.waitForLoadState('networkidle');
        for (const barrier of await findBarriers(page)) found.push(`${path}: ${barrier}`);
        const wide = 'document.documentElement.scrollWidth > document.documentElement.clientWidth';
        if (await page.evaluate<boolean>(wide)) found.push(`${path}: scrolls sideways`);
      }
      // The browser itself says that nobody was signed in at first.
      expect([...found, ...window.complaints.filter((text) => !text.includes('401'))]).toEqual([]);
      await window.context.close();
    },
  );
});
