import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { insertMember } from '../../../src/db/people/members.js';
import { startApi, type TestApi } from '../../helpers/api/start-api.js';
import { describeWith } from '../../helpers/services/system-parts.js';
import { complaintsBeside, findBarriers, startChromium, type TestBrowser } from '../chromium.js';
import { EMAIL, openShop, openWindow, PASSWORD, signInFrom, type Shop } from './shop-window.js';

const NEW_PASSWORD = 'a password of my own choice';

let api: TestApi;
let browser: TestBrowser;
let shop: Shop;

describeWith('chromium', 'a team in two browsers', () => {
  beforeAll(async () => {
    [api, browser] = await Promise.all([startApi({ rateLimits: { '*': null } }), startChromium()]);
    shop = await openShop(api);
  });
  afterAll(async () => {
    await browser.close();
    await api.close();
  });

  it('a confirmation that was given up and is answered late leaves the next one open', async () => {
    const window = await openWindow(browser, { api, shop, signedIn: true });
    const { page } = window;
    await page.goto(`${api.baseUrl}/dashboard/keys`);
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Late');
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const holdOnce = { times: 1 };
    await page.route(
      '**/session/confirm',
      async (route) => {
        await held;
        return route.continue();
      },
      holdOnce,
    );
    await window.forgetConfirmation();
    const make = page.getByRole('button', { name: 'Make the key' });
    const dialog = page.getByRole('dialog').filter({ hasText: 'Confirm that it is you' });
    const confirm = dialog.getByRole('button', { name: 'Confirm', exact: true });
    await make.click();
    await dialog.getByLabel('Password').fill(PASSWORD);
    const [asked] = await Promise.all([page.waitForRequest('**/session/confirm'), confirm.click()]);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    await make.click();
    await dialog.waitFor();
    release();
    await asked.response();
    await dialog.getByLabel('Password').fill(PASSWORD);
    await confirm.click();
    await page.getByText('The new key').waitFor();
    await window.context.close();
  });

  it('invited people join once by the link, and see only what their role allows', async () => {
    const owner = await openWindow(browser, { api, shop, signedIn: true });
    const { page } = owner;
    await page.goto(`${api.baseUrl}/dashboard/team`);
    await page.getByRole('button', { name: 'Invite' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Email').fill('bob@shop.example');
    await dialog.getByLabel('Role').selectOption('developer');
    await dialog.getByRole('button', { name: 'Make the link' }).click();
    const link = (await dialog.locator('.secret code').textContent()) ?? '';
    await dialog.getByRole('button', { name: 'I have kept it' }).click();
    await page.getByRole('table', { name: 'Open links' }).getByText('bob@shop.example').waitFor();

    const path = new URL(link);
    const theirs = await browser.open();
    const joining = `${api.baseUrl}${path.pathname}${path.hash}`;
    await theirs.page.goto(joining);
    await theirs.page.getByRole('heading', { name: 'Join Test shop' }).waitFor();
    expect(await findBarriers(theirs.page)).toEqual([]);
    await theirs.page.getByLabel('Your name').fill('Bob');
    await theirs.page.getByLabel('Password').fill(NEW_PASSWORD);
    await theirs.page.getByRole('button', { name: 'Join' }).click();
    const pages = theirs.page.getByRole('navigation', { name: 'Pages' });
    await pages.getByRole('link', { name: 'Webhooks' }).waitFor();
    const seen = await pages.getByRole('link').allTextContents();
    expect(seen).toEqual(['Overview', 'Invoices', 'Checkouts', 'Balances', 'Webhooks', 'Settings']);
    await theirs.page.goto(`${api.baseUrl}/dashboard/team`);
    await theirs.page.getByText('Your role does not allow this').waitFor();
    await theirs.page.goto('about:blank');
    await theirs.page.goto(joining);
    await theirs.page.getByRole('heading', { name: 'This link does not work' }).waitFor();

    // The owner disables them: their next action asks for a sign-in, which is refused.
    await page.getByRole('button', { name: '1 new member' }).click();
    await page.getByRole('row').filter({ hasText: 'bob@shop.example' }).getByText('Disable').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
    await page.getByRole('row').filter({ hasText: 'bob@shop.example' }).getByText('Enable').waitFor();
    await theirs.page.goto(`${api.baseUrl}/dashboard`);
    await theirs.page.getByRole('heading', { name: 'Sign in to the dashboard' }).waitFor();
    await page.goto(`${api.baseUrl}/dashboard/audit-log`);
    await page.getByLabel('Action').selectOption('member.join');
    await page.getByText('1 entry', { exact: true }).waitFor();
    const joined = page.getByRole('row').filter({ hasText: 'Joined as member mbr_' });
    await joined.filter({ hasText: 'bob@shop.example' }).getByText('Bob').first().waitFor();
    await joined.getByText('member.join', { exact: true }).waitFor();
    // The first window of a browser asks for /favicon.ico, too.
    expect(complaintsBeside(owner, 404)).toEqual([]);

    // The next link is pasted over the dead one.
    await theirs.page.goto(joining);
    await theirs.page.getByRole('heading', { name: 'This link does not work' }).waitFor();
    await page.goto(`${api.baseUrl}/dashboard/team`);
    await page.getByRole('button', { name: 'Invite' }).click();
    await dialog.getByLabel('Email').fill('cleo@shop.example');
    await dialog.getByRole('button', { name: 'Make the link' }).click();
    const next = new URL((await dialog.locator('.secret code').textContent()) ?? '');
    await dialog.getByRole('button', { name: 'I have kept it' }).click();
    await theirs.page.evaluate(`location.hash = ${JSON.stringify(next.hash)}`);
    await theirs.page.getByRole('heading', { name: 'Join Test shop' }).waitFor();
    await owner.context.close();
    await theirs.context.close();
  });

  it("a member's unsent form is never sent by the next member who signs in, and is shown to nobody else, in any window", async () => {
    const { merchantId, key } = await api.addMerchant();
    const membership = { kind: 'merchant', merchantId, role: 'owner' } as const;
    const bea = { membership, email: 'bea@shop.example', name: 'Bea', password: PASSWORD };
    await insertMember(api.db, bea);
    const window = await openWindow(browser, { api, shop, signedIn: true });
    const { page } = window;
    const madeOf = async (merchantReference: string): Promise<number> => {
      const found = [shop.key, key].map((each) =>
        api.ask('GET', `/v1/invoices?merchantReference=${merchantReference}`, { key: each }),
      );
      return (await Promise.all(found)).flatMap(({ list }) => list).length;
    };
    const writeInvoice = async (reference: string): Promise<void> => {
      await page.goto(`${api.baseUrl}/dashboard/new`);
      await page.getByLabel('Amount').fill('12.50');
      await page.getByLabel('Paid in').selectOption('local/USDC');
      await page.getByLabel('Reference').fill(reference);
      await page.getByRole('region', { name: 'Quote' }).getByText('12.50').waitFor();
    };
    const beasPage = () => page.locator('.side .who').getByText(bea.email).waitFor();

    await writeInvoice('in-her-window');
    await window.endSession();
    await page.getByRole('button', { name: 'Make the link' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Email').fill(bea.email);
    await dialog.getByLabel('Password').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await beasPage();
    expect(await madeOf('in-her-window')).toBe(0);

    // The browser has one session for all its windows.
    const other = await window.context.newPage();
    const signInElsewhere = (email: string) => signInFrom(other, { api, email, kind: 'merchant' });
    await signInElsewhere(EMAIL);
    await page.goto(`${api.baseUrl}/dashboard/invoices`);
    await page.getByRole('link', { name: 'order-1001' }).waitFor();
    await signInElsewhere(bea.email);
    // The page reads its list again when its window gets the focus, and automatically.
    await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`);
    await beasPage();
    expect(await page.getByText('order-1001').count()).toBe(0);
    await signInElsewhere(EMAIL);
    await writeInvoice('in-another-window');
    await signInElsewhere(bea.email);
    await page.getByRole('button', { name: 'Make the link' }).click();
    await beasPage();
    expect(await madeOf('in-another-window')).toBe(0);
    await window.context.close();
  });

  it('a link sets a new password, and the old one no longer works', async () => {
    const owner = await openWindow(browser, { api, shop, signedIn: true });
    const { page } = owner;
    await page.goto(`${api.baseUrl}/dashboard/team`);
    await page.getByRole('row').filter({ hasText: EMAIL }).getByText('New password').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Make the link' }).click();
    const link = new URL((await page.locator('.secret code').textContent()) ?? '');
    const other = await browser.open();
    await other.page.goto(`${api.baseUrl}${link.pathname}${link.hash}`);
    await other.page.getByRole('heading', { name: 'Choose a new password' }).waitFor();
    await other.page.getByLabel('Password').fill(NEW_PASSWORD);
    await other.page.getByRole('button', { name: 'Set the password' }).click();
    await other.page.getByRole('navigation', { name: 'Pages' }).waitFor();
    const ask = (password: string) =>
      api.ask('POST', '/web/v1/session', { json: { email: EMAIL, password } });
    expect([(await ask(PASSWORD)).status, (await ask(NEW_PASSWORD)).status]).toEqual([401, 200]);
    await owner.context.close();
    await other.context.close();
  });
});
