import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { privateKeyToAccount } from 'viem/accounts';
import { insertMember } from '../../../src/db/people/members.js';
import { insertOperator } from '../../../src/db/people/operators.js';
import { recordRun } from '../../../src/db/reconciliation/record-reconciliation.js';
import { startRun } from '../../../src/db/reconciliation/reconciliation-runs.js';
import { NO_ASSET, type Difference } from '../../../src/domain/reconciliation/difference.js';
import { startApi, type TestApi } from '../../helpers/api/start-api.js';
import { describeWith } from '../../helpers/services/system-parts.js';
import { complaintsBeside, startChromium, type TestBrowser, type TestWindow } from '../chromium.js';
import { giveSigningWallet } from '../devices.js';

const DAY_MS = 86_400_000;
const PASSWORD = 'correct horse battery staple';
const account = privateKeyToAccount(`0x${'7'.repeat(64)}`);

let api: TestApi;
let browser: TestBrowser;
let approverId: string;

describeWith('chromium', 'operators in the console', () => {
  beforeAll(async () => {
    [api, browser] = await Promise.all([
      startApi({ rateLimits: { '*': null }, policyDelayMs: DAY_MS }),
      startChromium(),
    ]);
    const add = async (role: 'manager' | 'approver', email: string): Promise<string> => {
      const { operatorId } = await insertOperator(api.db, { name: `The ${role}` });
      const membership = { kind: 'operator', operatorId, role } as const;
      await insertMember(api.db, { membership, email, name: role, password: PASSWORD });
      return operatorId;
    };
    await add('manager', 'manager@ops.example');
    approverId = await add('approver', 'approver@ops.example');
  });
  afterAll(async () => {
    await browser.close();
    await api.close();
  });

  const signIn = async ({ page }: TestWindow, email: string, path: string): Promise<void> => {
    await page.goto(`${api.baseUrl}/admin${path}`);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
  };

  it("registers an address by a wallet's signature, which a manager sees waiting and removes", async () => {
    const approver = await browser.open();
    await giveSigningWallet(approver, account);
    await signIn(approver, 'approver@ops.example', '/wallet');
    await approver.page.getByRole('button', { name: 'Register with Test wallet' }).click();
    await approver.page.getByText('Registered. It waits').waitFor();
    const manager = await browser.open();
    const { page } = manager;
    await signIn(manager, 'manager@ops.example', '/operators');
    await page.getByRole('link', { name: 'The approver' }).click();
    const row = page.getByRole('row').filter({ hasText: account.address.slice(0, 8) });
    await row.getByText('Waits').waitFor();
    await row.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('None registered').waitFor();
    await page.getByText('out of SIGNER_APPROVERS too').waitFor();
    await approver.context.close();
    await manager.context.close();
  });

  it('asks no wallet to sign a registration message that differs from the page', async () => {
    const window = await browser.open();
    const { page } = window;
    let asked = 0;
    await giveSigningWallet(window, {
      ...account,
      signTypedData: (typed) => {
        asked += 1;
        return account.signTypedData(typed);
      },
    });
    const approval = { WithdrawalApproval: [{ name: 'operatorId', type: 'string' }] };
    let lie: Readonly<Record<string, unknown>> = {};
    await page.route('**/registration-message', async (route) => {
      const response = await route.fetch();
      const { data } = (await response.json()) as { data: Record<string, object | string> };
      const told: Record<string, unknown> = { ...data };
      for (const [part, value] of Object.entries(lie))
        told[part] = typeof value === 'object' ? { ...(data[part] as object), ...value } : value;
      await route.fulfill({ response, json: { ok: true, data: told } });
    });
    await signIn(window, 'approver@ops.example', '/wallet');
    for (const [told, words] of [
      [{ message: { operatorId: 'opr_01jc8z4n6q0v3w9x2y5r7t1k8m' } }, 'operator'],
      [{ message: { operatorName: 'Somebody else' } }, 'name'],
      [{ message: { approver: `0x${'cd'.repeat(20)}` } }, 'address'],
      [{ message: { validUntil: 253_402_300_799 } }, 'time until which it holds'],
      [{ message: { spender: account.address } }, 'form'],
      [{ domain: { chainId: 1 } }, 'form'],
      [{ primaryType: 'WithdrawalApproval', types: approval }, 'form'],
    ] as const) {
      lie = told;
      await page.getByRole('button', { name: 'Register with Test wallet' }).click();
      await page.getByText(`has another ${words} than this page`).waitFor();
      await page.reload();
    }
    const inForce = api.db('approver_addresses').whereNull('removed_at');
    expect([asked, await inForce.pluck('address')]).toEqual([0, []]);
    await window.context.close();
  });

  it("leads a second operator from the queue to another one's change, which the second operator confirms there", async () => {
    const other = privateKeyToAccount(`0x${'8'.repeat(64)}`);
    const approver = await browser.open();
    await giveSigningWallet(approver, other);
    await signIn(approver, 'approver@ops.example', '/wallet');
    await approver.page.getByRole('button', { name: 'Register with Test wallet' }).click();
    await approver.page.getByText('Registered. It waits').waitFor();
    await approver.context.close();
    // A new account confirms nothing.
    const asLongAsTheDelay = new Date(Date.now() - 2 * DAY_MS);
    await api.db('members').where({ email: 'manager@ops.example' }).update({ held_since: asLongAsTheDelay });
    const manager = await browser.open();
    const { page } = manager;
    await signIn(manager, 'manager@ops.example', '');
    const need = page.getByRole('listitem').filter({ hasText: 'approver address' });
    await need.getByRole('link', { name: 'Look at it' }).click();
    const row = page.getByRole('row').filter({ hasText: other.address.toLowerCase() });
    await row.getByRole('button', { name: /^Confirm: The approver's address/ }).click();
    await page.getByRole('dialog').getByLabel('Reason').fill('they showed it to me');
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
    await row.getByText('In force', { exact: true }).waitFor();
    expect(await row.getByRole('button').count()).toBe(0);
    const decided = api.db('policy_changes').where({ part: other.address.toLowerCase() });
    expect(await decided.pluck('status')).toEqual(['in_force']);
    await manager.context.close();
  });

  it('creates an operator with a key, whose link allows a sign-in, and disables an approver', async () => {
    const manager = await browser.open();
    const { page } = manager;
    await signIn(manager, 'manager@ops.example', '/operators');
    await page.getByRole('button', { name: 'New operator' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Night shift');
    await page.getByRole('dialog').getByRole('button', { name: 'Make the key' }).click();
    await page.getByRole('button', { name: 'I have kept it' }).click();
    await page.getByRole('link', { name: 'Night shift' }).click();
    await page.getByRole('button', { name: 'Invite to sign in' }).click();
    const dialog = page.getByRole('dialog');
    // Nobody may give more rights than they have.
    expect(await dialog.getByLabel('Role').locator('option').allTextContents()).toEqual([
      'Manager',
      'Viewer',
    ]);
    await dialog.getByLabel('Email').fill('night@ops.example');
    await dialog.getByRole('button', { name: 'Make the link' }).click();
    const link = new URL((await dialog.locator('.secret code').textContent()) ?? '');
    await dialog.getByRole('button', { name: 'I have kept it' }).click();
    const joining = await browser.open();
    await joining.page.goto(`${api.baseUrl}${link.pathname}${link.hash}`);
    await joining.page.getByLabel('Your name').fill('Nora');
    await joining.page.getByLabel('Password').fill(PASSWORD);
    await joining.page.getByRole('button', { name: 'Join' }).click();
    const pages = joining.page.getByRole('navigation', { name: 'Pages' });
    await pages.getByRole('link', { name: 'Audit log' }).waitFor();
    expect(await pages.getByRole('link', { name: 'Operators' }).count()).toBe(0);
    await page.goto(`${api.baseUrl}/admin/operators/${approverId}`);
    await page.getByRole('button', { name: 'Disable sign-in' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
    await page.getByRole('button', { name: 'Enable' }).waitFor();
    const again = await api.ask('POST', '/admin/v1/session', {
      json: { email: 'approver@ops.example', password: PASSWORD },
    });
    expect(again.status).toBe(401);
    await manager.context.close();
    await joining.context.close();
  });

  it('names the keys that were made with a key that is shut out, until the page is left', async () => {
    // The last key that can manage operators can't be shut out.
    await api.addOperator();
    const { operatorId, key } = await api.addOperator({ name: 'The traveller' });
    const { merchantId } = await api.addMerchant();
    const json = { merchantId, name: 'Made abroad', scopes: ['balances:read'] };
    const made = await api.ask('POST', '/admin/v1/api-keys', { key, json });
    const manager = await browser.open();
    const { page } = manager;
    await signIn(manager, 'manager@ops.example', `/operators/${operatorId}`);
    await page.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    const toast = page.getByText('The key is refused from now on.');
    await toast.waitFor();
    await toast.waitFor({ state: 'detached' });
    const named = page.locator('.notice').getByRole('link', { name: 'Made abroad' });
    expect(await named.getAttribute('href')).toBe(`/admin/keys?merchant=${merchantId}`);
    expect(await named.textContent()).toContain(made.body.data.key.slice(-4));
    expect(complaintsBeside(manager, 401)).toEqual([]);
    await manager.context.close();
  });

  it('says that the page could not be read again, by which request, and hides what is forbidden since', async () => {
    const { page, context } = await browser.open();
    const manager = { page } as TestWindow;
    await signIn(manager, 'manager@ops.example', `/operators/${approverId}`);
    await page.getByRole('heading', { name: 'The approver' }).waitFor();
    const refuse = (status: number, code: string): Promise<unknown> =>
      page.route(`**/admin/v1/operators/${approverId}`, (route) =>
        route.fulfill({
          status,
          contentType: 'application/json',
          body: JSON.stringify({
            ok: false,
            error: { code, message: 'It is closed.', requestId: 'req_closed' },
          }),
        }),
      );
    await refuse(500, 'internal_error');
    await page.getByText('could not be read again').waitFor();
    await page.getByRole('alert').getByText('req_closed').waitFor();
    await page.getByRole('heading', { name: 'The approver' }).waitFor();
    await page.unroute(`**/admin/v1/operators/${approverId}`);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('could not be read again').waitFor({ state: 'detached' });
    await refuse(403, 'missing_scope');
    await page.getByText('Your role does not allow this').waitFor();
    expect(await page.getByRole('heading', { name: 'The approver' }).count()).toBe(0);
    await context.close();
  });

  it('says until when all signed heads were verified, and what differs', async () => {
    const record = async (differences: readonly Difference[]): Promise<void> => {
      const nowMs = Date.now();
      const runId = await startRun(api.db, { origin: 'schedule', isFull: true, nowMs });
      await recordRun(api.db, {
        runId,
        invoices: 0,
        lookedAt: () => true,
        nowMs,
        isWholeLog: true,
        chains: [],
        differences,
        mark: { postingId: 1, entryId: 1, invoiceId: '' },
      });
    };
    const manager = await browser.open();
    const { page } = manager;
    await signIn(manager, 'manager@ops.example', '/audit-log/heads');
    await page.getByText('Not verified yet').waitFor();
    await record([]);
    await page.getByText('Nothing was changed').waitFor();
    const words = 'The hash chain audit_heads is broken: head 2 is missing: it was deleted.';
    await record([
      {
        kind: 'hash_chain',
        asset: NO_ASSET,
        subject: 'audit_heads',
        words,
        expectedAtomic: 2n,
        foundAtomic: 1n,
      },
    ]);
    await page.getByText('1 chain differs').waitFor();
    await page.getByText(words).waitFor();
    expect(complaintsBeside(manager, 401)).toEqual([]);
    await manager.context.close();
  });

  it('removes the second factors that another one has lost, who can then sign in by the password alone', async () => {
    const { operatorId } = await insertOperator(api.db, { name: 'The forgetful' });
    const membership = { kind: 'operator', operatorId, role: 'manager' } as const;
    const email = 'forgetful@ops.example';
    const member = await insertMember(api.db, { membership, email, name: 'Fay', password: PASSWORD });
    const memberId = member?.memberId ?? '';
    const manager = await browser.open();
    const { page } = manager;
    await signIn(manager, 'manager@ops.example', `/operators/${operatorId}`);
    await page.getByRole('button', { name: 'Remove second factors' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove second factors' }).click();
    await page.getByText('Fay signs in with the password alone').waitFor();
    const done = api.db('audit_log').where({ object_id: memberId, action: 'member.reset_factors' });
    expect(await done.pluck('actor_kind')).toEqual(['operator']);
    // An approver has rights that a manager does not have.
    const other = await insertOperator(api.db, { name: 'The other approver' });
    await insertMember(api.db, {
      membership: { kind: 'operator', operatorId: other.operatorId, role: 'approver' },
      email: 'other@ops.example',
      name: 'Olga',
      password: PASSWORD,
    });
    await page.goto(`${api.baseUrl}/admin/operators/${other.operatorId}`);
    await page.getByRole('button', { name: 'New password' }).waitFor();
    expect(await page.getByRole('button', { name: 'Remove second factors' }).count()).toBe(0);
    await manager.context.close();
  });
});
