import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { privateKeyToAccount } from 'viem/accounts';
import { toChecksumAddress } from '../../../src/chain/keys/address.js';
import { transaction } from '../../../src/db/core/database.js';
import { insertApproverAddress } from '../../../src/db/people/approver-addresses.js';
import type { TestApi } from '../../helpers/api/start-api.js';
import { until } from '../../helpers/until.js';
import { describeWith } from '../../helpers/services/system-parts.js';
import { complaintsBeside, type TestBrowser } from '../chromium.js';
import { giveSigningWallet } from '../devices.js';
import { DAY_MS, openDesk, RECIPIENT, VIEWER, type OperatorsDesk } from './operators-desk.js';

let api: TestApi;
let browser: TestBrowser;
let approverId: string;
let request: OperatorsDesk['request'];
let statusOf: OperatorsDesk['statusOf'];
let signIn: OperatorsDesk['signIn'];
let close: OperatorsDesk['close'];

describeWith('chromium', 'a withdrawal in the console', () => {
  beforeAll(async () => {
    ({ api, browser, approverId, request, statusOf, signIn, close } = await openDesk());
  });
  afterAll(() => close());

  it('shows the whole withdrawal, and approves it with a button that states the amount', async () => {
    const withdrawalId = await request('1250');
    const window = await browser.open();
    const { page } = window;
    await signIn(window, '');
    const waits = page.getByRole('listitem').filter({ hasText: '1,250.00' });
    await waits.getByRole('link', { name: 'Decide' }).click();
    await page
      .getByText('Nothing was ever paid to this address for this merchant on this network.')
      .waitFor();
    await page.getByText('Test shop').first().waitFor();
    // An approver compares all of these.
    await page.getByText(toChecksumAddress(RECIPIENT)).waitFor();
    await page.getByText('API key “key”').waitFor();
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

  it('offers no second approval to an operator who has approved, and no button that has just moved', async () => {
    const withdrawalId = await request('1260');
    await api.db('withdrawals').where({ withdrawal_id: withdrawalId }).update({ approvals_required: 2 });
    const window = await browser.open();
    const { page } = window;
    await signIn(window, `/withdrawals/${withdrawalId}`);
    const approve = page.getByRole('button', { name: 'Approve 1,260.00 USDC', disabled: false });
    await approve.waitFor();
    // Something comes above it, as a wallet does that announces itself late.
    await page.evaluate(`new Promise((moved) => {
      const box = document.querySelector('.decision');
      const button = [...box.querySelectorAll('button')].find(({ textContent }) => textContent.startsWith('Approve'));
      new MutationObserver(() => button.ariaDisabled === 'true' && moved()).observe(button, { attributes: true });
      const above = document.createElement('p');
      above.textContent = 'Sign with the wallet that has just come';
      box.prepend(above);
    })`);
    await approve.click();
    await page.getByText('You have approved it. Another operator has to approve it too.').waitFor();
    expect(await page.getByRole('button', { name: /^Approve / }).count()).toBe(0);
    await page.getByRole('button', { name: 'Reject' }).waitFor();
    expect(await statusOf(withdrawalId)).toBe('pending_approval');
    expect(complaintsBeside(window, 401)).toEqual([]);
    await window.context.close();
  });

  it('says nothing of what came of an approval whose answer was lost, also when its repetition is refused', async () => {
    const withdrawalId = await request('42');
    const window = await browser.open();
    const { page } = window;
    await signIn(window, `/withdrawals/${withdrawalId}`);
    const approve = page.getByRole('button', { name: 'Approve 42.00 USDC' });
    await approve.waitFor();
    await page.route(/\/admin\/v1\/(?!session)/, (route) =>
      route.request().method() === 'GET' ? route.abort() : route.fallback(),
    );
    await page.route('**/approve', async (route) => {
      await route.fetch();
      return route.abort();
    });
    // A button that has just moved takes no order, so it is pressed until one was taken.
    const pressUntil = (told: string): Promise<unknown> =>
      until(`the page says: ${told}`, async () => {
        await approve.press('Enter');
        return (await page.getByRole('alert').getByText(told).count()) > 0;
      });
    await pressUntil('It may have been carried out all the same.');
    const focused = `new Promise((tell) => requestAnimationFrame(() =>
      requestAnimationFrame(() => tell(document.activeElement.textContent))))`;
    expect(await page.evaluate(focused)).toBe('Approve 42.00 USDC');
    await page.unroute('**/approve');
    await pressUntil('An earlier attempt got no answer.');
    await page.getByRole('alert').getByText('It may have been carried out all the same.').waitFor();
    expect(await page.getByText('Nothing was approved.').count()).toBe(0);
    expect(await statusOf(withdrawalId)).toBe('approved');
    await window.context.close();
  });

  it('rejects with a reason, which the merchant reads, and releases the amount', async () => {
    const withdrawalId = await request('40');
    const window = await browser.open();
    const { page } = window;
    await signIn(window, `/withdrawals/${withdrawalId}`);
    await page.getByRole('button', { name: 'Reject' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill('an address that nobody knows');
    const error = { code: 'invalid_state', message: 'Not for now.', requestId: 'req_1' };
    await page.route('**/reject', (route) => route.fulfill({ status: 409, json: { ok: false, error } }));
    await dialog.getByRole('button', { name: 'Reject' }).click();
    await dialog.getByText('The withdrawal is as before.').waitFor();
    await page.unroute('**/reject');
    await dialog.getByRole('button', { name: 'Leave it' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Reject' }).click();
    await dialog.getByLabel('Reason').waitFor();
    expect(await dialog.getByRole('alert').count()).toBe(0);
    await dialog.getByRole('button', { name: 'Reject' }).click();
    await page.getByText('an address that nobody knows. The amount is available again.').waitFor();
    expect(await statusOf(withdrawalId)).toBe('rejected');
    await window.context.close();
  });

  it('shows a viewer the whole withdrawal, and no order', async () => {
    const withdrawalId = await request('41');
    // The merchant names its own facts. They stand apart from ours.
    const metadata = JSON.stringify({ Merchant: 'checked by compliance' });
    await api.db('withdrawals').where({ withdrawal_id: withdrawalId }).update({ metadata });
    const window = await browser.open();
    const { page } = window;
    await signIn(window, '', VIEWER);
    const waits = page.getByRole('listitem').filter({ hasText: '41.00' });
    await waits.getByRole('link', { name: 'Look at it' }).click();
    await page.getByText('0 of 1 approvals. Nothing is sent before that.').waitFor();
    await page.getByText('Waits for a decision').waitFor();
    const claimed = page.locator('.card').filter({ hasText: 'checked by compliance' });
    expect(await claimed.locator('h2').allTextContents()).toEqual(['Metadata, as the merchant wrote it']);
    expect(await page.getByRole('button', { name: /^(Approve|Reject|Sign|Stop|Settle)/ }).count()).toBe(0);
    await page.getByRole('link', { name: 'Withdrawals' }).first().click();
    await page.getByRole('row').filter({ hasText: '41.00' }).waitFor();
    expect(await statusOf(withdrawalId)).toBe('pending_approval');
    expect(complaintsBeside(window, 401)).toEqual([]);
    await window.context.close();
  });

  it("settles by an operator's statement what the chain does not prove, and shows whose statement it was", async () => {
    const withdrawalId = await request('30');
    const found = `0x${'0f'.repeat(32)}`;
    await api.db('outside_payments').insert({
      chain_code: 'local',
      tx_hash: found,
      ordinal: 0,
      from_address: `0x${'99'.repeat(20)}`,
      token_symbol: 'USDC',
      amount_atomic: '30000000',
      to_address: RECIPIENT,
      block_number: 80,
      block_time: new Date(),
    });
    const waiting_reason = `${found} may have paid it already`;
    await api
      .db('withdrawals')
      .where({ withdrawal_id: withdrawalId })
      .update({ status: 'approved', approved_at: new Date(), waiting_reason, waiting_code: 'maybe_paid' });
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

  it("approves with a wallet's signature over exactly what the page shows until the click", async () => {
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
    // An approver who comes back from the wallet finds the same page.
    const asked: string[] = [];
    page.on('request', (sent) => asked.push(new URL(sent.url()).pathname));
    await page.evaluate(`{
      const { now } = Date;
      Date.now = () => now() + 10_000;
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    }`);
    await until('the page is read anew', () => Promise.resolve(asked.includes(reviewPath)));
    expect(asked.filter((path) => path.endsWith('/approval-message'))).toEqual([]);
    // Only one button is emphasised.
    expect(await page.locator('.decision .primary').allInnerTexts()).toEqual([
      'Sign 77.00 USDC with Test wallet',
    ]);
    await page.getByRole('button', { name: 'Approve 77.00 USDC without a signature' }).waitFor();
    await sign.click();
    await page.getByText('The signing worker has it next.').waitFor();
    const { approver } = await api
      .db('approval_signatures')
      .where({ withdrawal_id: withdrawalId })
      .first<{ approver: string }>('approver');
    expect(approver).toBe(account.address.toLowerCase());
    await context.close();
  });

  it('warns once before a wallet signs with an account that its approver has not registered', async () => {
    const withdrawalId = await request('76');
    const registered = {
      operatorId: approverId,
      address: RECIPIENT,
      signature: `0x${'12'.repeat(65)}`,
      validUntil: 1,
    };
    await transaction(api.db, (trx) =>
      insertApproverAddress(trx, {
        ...registered,
        chainCode: null,
        nowMs: Date.now(),
        policyChangeId: null,
      }),
    );
    const window = await browser.open();
    const { page, context } = window;
    await giveSigningWallet(window, privateKeyToAccount(`0x${'5'.repeat(64)}`));
    await signIn(window, `/withdrawals/${withdrawalId}`);
    const sign = page.getByRole('button', { name: 'Sign 76.00 USDC with Test wallet' });
    await sign.click();
    await page.getByRole('alert').getByText('is not registered as an address of yours').waitFor();
    expect(await statusOf(withdrawalId)).toBe('pending_approval');
    await sign.click();
    await page.getByText('The signing worker has it next.').waitFor();
    await api.db('approver_addresses').where({ operator_id: approverId }).update({ removed_at: new Date() });
    await context.close();
  });

  it('asks no wallet for a signature when the message differs from the page', async () => {
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
    'signs a current message in a tab that is open since yesterday, on a machine whose clock $clock',
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
});
