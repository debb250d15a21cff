import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { noteChainRead } from '../../helpers/chain/chain-reading.js';
import { addPerson, codeOfApp, MEMBER_PASSWORD, type Person } from '../../helpers/api/person.js';
import { startApi, type TestApi } from '../../helpers/api/start-api.js';
import { describeWith } from '../../helpers/services/system-parts.js';
import {
  complaintsBeside,
  findBarriers,
  showTheme,
  startChromium,
  THEMES,
  type TestBrowser,
} from '../chromium.js';
import { givePasskeys } from '../devices.js';

const STEP_MS = 30_000;

let api: TestApi;
let browser: TestBrowser;
/** A passkey belongs to a host name. */
let origin: string;
// In the middle of a time step, so that no test is at its edge.
let nowMs = Math.floor(Date.now() / STEP_MS) * STEP_MS + STEP_MS / 2;

describeWith('chromium', 'second factors in a browser', () => {
  beforeAll(async () => {
    [api, browser] = await Promise.all([
      startApi((port) => {
        origin = `http://localhost:${port}`;
        return {
          publicBaseUrl: origin,
          adminBaseUrl: origin,
          operatorsNeedPasskeys: true,
          rateLimits: { '*': null },
          now: () => nowMs,
        };
      }),
      startChromium(),
    ]);
    await noteChainRead(api.db);
  });
  afterAll(async () => {
    await browser.close();
    await api.close();
  });

  const signIn = async (page: Page, { email, kind }: Person, path = ''): Promise<void> => {
    await page.goto(`${origin}/${kind === 'merchant' ? 'dashboard' : 'admin'}${path}`);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(MEMBER_PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
  };
  const openSecurity = async (page: Page): Promise<void> => {
    await page.locator('.side .who').click();
    await page.getByRole('menuitem', { name: 'Security' }).click();
    await page.getByRole('heading', { name: 'Security' }).waitFor();
  };

  it('a merchant sets up an authenticator app with its code, and signs in and confirms with it', async () => {
    const ada = await addPerson(api, 'merchant');
    const window = await browser.open();
    const { page } = window;
    await signIn(page, ada);
    await openSecurity(page);
    await page.getByRole('button', { name: 'Set up' }).click();
    const secret = (await page.locator('.scan .copyable .text').textContent()) ?? '';
    await page.getByRole('img', { name: 'Code for your authenticator app' }).waitFor();
    await page.getByLabel('Code', { exact: true }).fill(codeOfApp(secret, nowMs));
    await page.getByRole('button', { name: 'Turn on' }).click();
    const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    await codes.first().waitFor();
    const recoveryCodes = await codes.allTextContents();
    expect(recoveryCodes).toHaveLength(10);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('quittance-recovery-codes.txt');
    await page.getByRole('button', { name: 'I have kept them' }).click();
    await page.getByText(/10 codes left/).waitFor();

    nowMs += STEP_MS;
    await page.locator('.side .who').click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByLabel('Email').waitFor();
    await signIn(page, ada, '/keys');
    const field = page.getByLabel('Code');
    expect(await field.getAttribute('autocomplete')).toBe('one-time-code');
    // The session still waits for the code after a reload.
    await page.reload();
    await field.fill('000000');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('The code is wrong, or was used before.').waitFor();
    await field.fill(codeOfApp(secret, nowMs));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'New key' }).click();
    nowMs += 11 * 60_000;
    await page.getByLabel('Name').fill('till');
    await page.getByRole('button', { name: 'Make the key' }).click();
    await page.getByLabel('Code').fill(recoveryCodes[0] ?? '');
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('The new key').waitFor();
    await page.getByRole('button', { name: 'I have kept it' }).click();
    await openSecurity(page);
    await page.getByText('One second factor was refused in the last 30 days').waitFor();
    expect(complaintsBeside(window, 401, 403, 404)).toEqual([]);
    await window.context.close();
  });

  it('a window asks for the factor that was set up in another window meanwhile', async () => {
    const { page, context } = await browser.open();
    await signIn(page, await addPerson(api, 'merchant'), '/keys');
    await page.getByRole('button', { name: 'New key' }).click();
    const other = await context.newPage();
    await other.goto(`${origin}/dashboard/security`);
    await other.getByRole('button', { name: 'Set up' }).click();
    const secret = (await other.locator('.scan .copyable .text').textContent()) ?? '';
    await other.getByLabel('Code', { exact: true }).fill(codeOfApp(secret, nowMs));
    await other.getByRole('button', { name: 'Turn on' }).click();
    await other.getByRole('button', { name: 'I have kept them' }).click();
    nowMs += 11 * 60_000;
    await page.getByLabel('Name').fill('till');
    await page.getByRole('button', { name: 'Make the key' }).click();
    await page.getByLabel('Code').fill(codeOfApp(secret, nowMs));
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('The new key').waitFor();
    await context.close();
  });

  it('a wrong current password is reported in place, and a lost session leads to the sign-in', async () => {
    const { page, context } = await browser.open();
    await signIn(page, await addPerson(api, 'merchant'));
    await openSecurity(page);
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Current password').fill('not the one that I have');
    await dialog.getByLabel('New password').fill('a password that nobody knows');
    await dialog.getByRole('button', { name: 'Change password' }).click();
    await dialog.getByText('The current password is wrong.').waitFor();
    // The session was confirmed in another window, which has the new token, and has ended meanwhile.
    await context.addCookies(
      (await context.cookies()).map((cookie) => ({ ...cookie, value: 'A'.repeat(cookie.value.length) })),
    );
    await dialog.getByLabel('Current password').fill(MEMBER_PASSWORD);
    await dialog.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('You were signed out').waitFor();
    await context.close();
  });

  it('a password stays in no closed dialog after a lost answer, and the dialog still says what is not known', async () => {
    const { page, context } = await browser.open();
    await signIn(page, await addPerson(api, 'merchant'));
    await openSecurity(page);
    const dialog = page.getByRole('dialog');
    const fill = async (current: string): Promise<void> => {
      await page.getByRole('button', { name: 'Change', exact: true }).click();
      await dialog.getByLabel('Current password').fill(current);
      await dialog.getByLabel('New password').fill('a password that nobody knows');
    };
    const filled = () =>
      page.evaluate<string[]>(
        `[...document.querySelectorAll('input[type=password]')].map(({ value }) => value).filter(Boolean)`,
      );
    await page.route('**/web/v1/security/password', (route) => route.abort());
    await fill(MEMBER_PASSWORD);
    await dialog.getByRole('button', { name: 'Change password' }).click();
    await dialog.getByText('It may have been carried out all the same.').waitFor();
    expect(await filled()).toHaveLength(2);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    expect(await filled()).toEqual([]);
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    await dialog.getByText('It may have been carried out all the same.').waitFor();
    expect(await filled()).toEqual([]);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.unroute('**/web/v1/security/password');
    await fill(MEMBER_PASSWORD);
    await dialog.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('The password is changed.').waitFor();
    await context.close();
  });

  it('an order in a list that got no answer is told with another sign than one that was refused', async () => {
    const eve = await addPerson(api, 'merchant');
    await eve.elsewhere().signIn();
    const { page, context } = await browser.open();
    await signIn(page, eve, '/security');
    const order = page.getByRole('button', { name: 'Sign out the others' });
    const error = { code: 'invalid_state', message: 'Not now.', requestId: 'req_1' };
    let isRefused = false;
    await page.route('**/web/v1/security/sessions', (route) => {
      if (route.request().method() !== 'DELETE') return route.continue();
      return isRefused ? route.fulfill({ status: 409, json: { ok: false, error } }) : route.abort();
    });
    const toast = page.locator('.toast');
    await order.click();
    await toast
      .filter({ hasText: 'It may have been carried out' })
      .locator('.lucide-triangle-alert')
      .waitFor();
    // A new page knows of no earlier attempt.
    await page.reload();
    isRefused = true;
    await order.click();
    await toast.filter({ hasText: 'Nothing has changed. Not now.' }).locator('.lucide-circle-x').waitFor();
    await context.close();
  });

  it('an operator is led to register a passkey, signs in with it, and confirms an approval with it', async () => {
    const night = await addPerson(api, 'operator', 'approver');
    const shop = await api.addMerchant();
    await api.credit(shop.merchantId, 5_000_000_000n);
    const requested = await api.ask('POST', '/v1/withdrawals', {
      key: shop.key,
      json: {
        chainCode: 'local',
        tokenSymbol: 'USDC',
        amountCrypto: '1250',
        address: `0x${'ab'.repeat(20)}`,
      },
    });
    const { withdrawalId } = requested.body.data;
    const window = await browser.open();
    const { page } = window;
    await givePasskeys(window);
    await signIn(page, night, `/withdrawals/${withdrawalId}`);
    await page.getByText('Register a passkey to go on').waitFor();
    expect(new URL(page.url()).pathname).toBe('/admin/security');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByLabel('Name').fill('Laptop');
    await page.getByRole('button', { name: 'Register' }).click();
    await page.getByRole('button', { name: 'I have kept them' }).click();
    await page.getByText('Laptop', { exact: true }).waitFor();
    await page.getByText('Register a passkey to go on').waitFor({ state: 'detached' });

    await page.locator('.side .who').click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByLabel('Email').waitFor();
    await signIn(page, night, `/withdrawals/${withdrawalId}`);
    await page.getByRole('button', { name: 'Use your passkey' }).click();
    const approve = page.getByRole('button', { name: 'Approve 1,250.00 USDC' });
    await approve.waitFor();
    nowMs += 11 * 60_000;
    await approve.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Use your passkey' }).click();
    await page.getByText('The signing worker has it next.').waitFor();
    const { body } = await api.ask('GET', `/v1/withdrawals/${withdrawalId}`, { key: shop.key });
    expect(body.data.status).toBe('approved');
    expect(await api.db('passkeys').where({ member_id: night.memberId })).toMatchObject([
      { name: 'Laptop', transports: ['internal'] },
    ]);
    expect(complaintsBeside(window, 401, 403, 404)).toEqual([]);
    await window.context.close();
  });

  it('ends a session in a window that was left open, even if the window keeps reading, and says so there', async () => {
    const cleo = await addPerson(api, 'merchant');
    const window = await browser.open();
    const { page } = window;
    await page.clock.install();
    await signIn(page, cleo, '');
    await page.getByRole('heading', { level: 1 }).waitFor();
    // The page reads automatically, and the read succeeds.
    const readAgain = async (): Promise<void> => {
      const answered = page.waitForResponse((answer) => answer.url().includes('/web/v1/'));
      await page.clock.fastForward(90_000);
      await answered;
    };
    await readAgain();
    nowMs += 5 * 3_600_000;
    await readAgain();
    nowMs += 4 * 3_600_000;
    await readAgain();
    await page.getByRole('dialog').getByRole('heading', { name: 'You were signed out' }).waitFor();
    await window.context.close();
  });

  it.each([320, 1440])('the page is accessible, without console errors, at %d px', async (width) => {
    const bob = await addPerson(api, 'merchant');
    for (let i = 0; i < 3; i += 1) await bob.elsewhere().signIn();
    const window = await browser.open({ viewport: { width, height: 844 }, reducedMotion: 'reduce' });
    const { page } = window;
    const found: string[] = [];
    const look = async (what: string): Promise<void> => {
      for (const [theme, rule] of THEMES) {
        await showTheme(page, theme);
        for (const barrier of await findBarriers(page, rule)) found.push(`${what}, ${theme}: ${barrier}`);
      }
      const wide = 'document.documentElement.scrollWidth > document.documentElement.clientWidth';
      if (await page.evaluate<boolean>(wide)) found.push(`${what}: scrolls sideways`);
    };
    await signIn(page, bob, '/security');
    await page.getByText('Where you are signed in').waitFor();
    await look('security');
    await page.getByRole('button', { name: 'Set up' }).click();
    await page.getByText('Or type this into the app').waitFor();
    await look('set up');
    expect([...found, ...complaintsBeside(window, 401)]).toEqual([]);
    await window.context.close();
  });
});
