import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startApi, type TestApi } from '../../helpers/api/start-api.js';
import { describeWith } from '../../helpers/services/system-parts.js';
import { until } from '../../helpers/until.js';
import { complaintsBeside, startChromium, type TestBrowser } from '../chromium.js';
import { MANAGER, openDesk, type OperatorsDesk } from './operators-desk.js';
import { openShop, openWindow, type Shop } from './shop-window.js';

describeWith('chromium', 'lists of the dashboard in a browser', () => {
  let api: TestApi;
  let browser: TestBrowser;
  let shop: Shop;

  beforeAll(async () => {
    [api, browser] = await Promise.all([startApi({ rateLimits: { '*': null } }), startChromium()]);
    shop = await openShop(api, { hasLongWords: false });
  });
  afterAll(async () => {
    await browser.close();
    await api.close();
  });
  const openInvoices = async () => {
    const window = await openWindow(browser, { api, shop, signedIn: true });
    await window.page.goto(`${api.baseUrl}/dashboard/invoices`);
    await window.page.getByRole('link', { name: 'order-1001' }).waitFor();
    return window;
  };

  it('keep the text in the search field unchanged while somebody types, even while they are filtered by it', async () => {
    const { page, context } = await openInvoices();
    const search = page.getByLabel('Search invoices');
    await search.pressSequentially('order ');
    await page.waitForURL((url) => url.searchParams.get('search') === 'order');
    await page.getByText('No invoice fits these filters').waitFor();
    await search.pressSequentially('no 7');
    await page.waitForURL((url) => url.searchParams.get('search') === 'order no 7');
    expect(await search.inputValue()).toBe('order no 7');
    // What somebody else than the field changes is shown in it.
    await page.getByRole('button', { name: 'Show all' }).click();
    await until('the field is empty', async () => (await search.inputValue()) === '');
    await context.close();
  });

  it('show what filters them, also what somebody has written into the address', async () => {
    const { page, context } = await openInvoices();
    const asked = page.waitForRequest((request) => request.url().includes('chainCode=nowhere'));
    await page.goto(`${api.baseUrl}/dashboard/invoices?asset=nowhere&status=paid`);
    await page.getByRole('button', { name: 'Status: Paid' }).waitFor();
    await asked;
    expect(await page.getByLabel('Asset').inputValue()).toBe('nowhere');
    await context.close();
  });

  it.each([
    ['invoices?days=99999999999&status=odd,pending&held=maybe', '99999999999, odd, maybe', '?status=pending'],
    ['checkouts?status=odd', 'odd', ''],
    ['checkouts?from=2026-02-30&to=2026-13-45', '2026-02-30, 2026-13-45', ''],
    [`invoices?asset=base/&search=${'odd'.repeat(50)}`, `base/, ${'odd'.repeat(10)}…oddodd`, ''],
    [`checkouts?status=${'odd'.repeat(40)}`, `${'odd'.repeat(10)}…oddodd`, ''],
    ['withdrawals?status=odd&days=7', 'odd', '?days=7'],
    ['balances?account=odd', 'odd', ''],
    ['audit-log?by=odd&action=invoice.cancel', 'odd', '?action=invoice.cancel'],
    [
      'webhooks/deliveries?status=odd&outcome=odd2&event=odd3&endpoint=odd4&never=odd5',
      'odd, odd2, odd3, odd4, odd5',
      '',
    ],
  ])(
    'say which values of the address their filters do not have, and ask nothing with them: %s',
    async (path, words, kept) => {
      const { page, context, complaints } = await openInvoices();
      const asked: string[] = [];
      page.on('request', (request) => void (request.url().includes('/v1/') && asked.push(request.url())));
      await page.goto(`${api.baseUrl}/dashboard/${path}`);
      const said = words.includes(',')
        ? `“${words}” were left out: no filter on this page has these values.`
        : `“${words}” was left out: no filter on this page has this value.`;
      await page.locator('.filters [role=status]').filter({ hasText: said }).waitFor();
      await page.setViewportSize({ width: 320, height: 844 });
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(320);
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.waitForURL((url) => url.search === kept);
      await page.locator('.list, .blank').first().waitFor();
      expect(asked.filter((url) => /odd|maybe|9999|2027-0|2026-03-0/.test(url))).toEqual([]);
      expect(await page.getByText('This could not be read').count()).toBe(0);
      expect(complaints).toEqual([]);
      // The next change of a filter ends it.
      await page.getByLabel('Time').selectOption('Last 30 days');
      await page.getByText('left out').waitFor({ state: 'detached' });
      // Screen readers read only what changes in a status that is there.
      expect(await page.locator('.filters [role=status]').textContent()).toBe('');
      await context.close();
    },
  );

  it('show on a phone each fact that stands nowhere else', async () => {
    const { page, context } = await openInvoices();
    await page.setViewportSize({ width: 390, height: 844 });
    for (const [path, head] of [
      ['/keys', 'May do'],
      ['/balances', 'Network'],
      ['/balances', 'Balance after'],
      ['/team', 'Since'],
      ['/audit-log', 'Changed'],
    ] as const) {
      await page.goto(`${api.baseUrl}/dashboard${path}`);
      await page.locator(`td[data-head="${head}"]:not(:empty)`).first().waitFor();
    }
    await context.close();
  });

  it.each(['invoices', 'checkouts', 'withdrawals', 'webhooks/deliveries', 'audit-log'])(
    'are searched after /, from wherever nobody is typing: %s',
    async (path) => {
      const { page, context } = await openInvoices();
      await page.goto(`${api.baseUrl}/dashboard/${path}`);
      const search = page.getByRole('searchbox').first();
      await search.waitFor();
      await page.keyboard.press('Control+/');
      expect(await search.evaluate((field) => field === document.activeElement)).toBe(false);
      await page.keyboard.press('/');
      await until('the search has the focus', () =>
        search.evaluate((field) => field === document.activeElement),
      );
      await page.keyboard.press('/');
      expect(await search.inputValue()).toBe('/');
      // In a menu and in a dialog, the key belongs to them.
      await page.keyboard.press('Control+k');
      await page.locator('[role=combobox]:focus').waitFor();
      await page.keyboard.press('/');
      expect(await page.getByRole('combobox').first().inputValue()).toBe('/');
      await context.close();
    },
  );

  it('open a row in another tab after a click that would open a link in another tab', async () => {
    const { page, context } = await openInvoices();
    const row = page.getByRole('row').filter({ hasText: 'order-1001' });
    const [other] = await Promise.all([
      context.waitForEvent('page'),
      row
        .getByRole('cell')
        .last()
        .click({ modifiers: ['Control'] }),
    ]);
    await other.waitForURL(`${api.baseUrl}/dashboard/invoices/${shop.invoiceId}`);
    expect(new URL(page.url()).pathname).toBe('/dashboard/invoices');
    await context.close();
  });

  it('⌘K adds results below those that are shown, so that Enter never opens one that has just moved', async () => {
    const { page, context } = await openInvoices();
    await page.keyboard.press('Control+k');
    await page.locator('[role=combobox]:focus').waitFor();
    await page.keyboard.type('order-1001');
    const options = page.getByRole('option');
    await page.getByRole('option', { name: 'Invoice order-1001' }).waitFor();
    expect(await options.allInnerTexts()).toEqual(['Search invoices for order-1001', 'Invoice order-1001']);
    await context.close();
  });

  it('show a shortened id as a whole to the keyboard, and say when the browser does not copy it', async () => {
    const { page, context } = await openInvoices();
    await page.goto(`${api.baseUrl}/dashboard/invoices/${shop.invoiceId}`);
    const copy = page.getByRole('button', { name: 'Copy invoice id' });
    await copy.waitFor();
    const whole = page.locator('.whole-text');
    expect(await whole.count()).toBe(0);
    // As the keyboard gets there.
    await copy.focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    await whole.waitFor();
    expect(await whole.textContent()).toBe(shop.invoiceId);
    const { x = -1, width = 0 } = (await whole.boundingBox()) ?? {};
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x + width).toBeLessThanOrEqual(await page.evaluate<number>('innerWidth'));
    await page.keyboard.press('Tab');
    // The next one may be shown whole by now.
    await whole.filter({ hasText: shop.invoiceId }).waitFor({ state: 'detached' });
    await page.evaluate(`navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'))`);
    // It is said only for a moment.
    await Promise.all([page.getByText('Not copied').first().waitFor(), copy.click()]);
    await context.close();
  });
});

describeWith('chromium', 'lists of the console in a browser', () => {
  let desk: OperatorsDesk;

  beforeAll(async () => {
    desk = await openDesk();
  });
  afterAll(() => desk.close());

  it('are filtered by an id only when it is whole, and ask nothing that the API would refuse', async () => {
    const { api, browser, signIn } = desk;
    const window = await browser.open();
    const { page } = window;
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await signIn(window, '/invoices', MANAGER);
    const { merchantId } = await api.addMerchant();
    await page.goto(`${api.baseUrl}/admin/invoices?merchant=${merchantId.slice(0, -1)}&status=odd`);
    await page.getByText(`“${merchantId.slice(0, -1)}, odd” were left out`).waitFor();
    const filter = page.getByLabel('Merchant id');
    await filter.fill(merchantId.slice(0, -1));
    await page.getByText('It applies when it is a whole id').waitFor();
    await filter.fill(`opr_${merchantId.slice(4)}`);
    await page.getByText('It applies when it is a whole id').waitFor();
    await filter.fill(merchantId);
    await page.waitForURL((url) => url.searchParams.get('merchant') === merchantId);
    await page.getByText('No invoice fits these filters').waitFor();
    const filtered = asked.filter((url) => url.includes('merchantId=') && url.includes('/admin/v1/'));
    expect(new Set(filtered.map((url) => new URL(url).searchParams.get('merchantId')))).toEqual(
      new Set([merchantId]),
    );
    expect(complaintsBeside(window, 401)).toEqual([]);
    await window.context.close();
  });

  it('show on a phone what is due of an asset, and what the key of an operator may do', async () => {
    const { api, browser, signIn } = desk;
    const { operatorId } = await api.addOperator();
    const window = await browser.open();
    const { page } = window;
    await page.setViewportSize({ width: 390, height: 844 });
    await signIn(window, '/assets', MANAGER);
    for (const words of ['of it reserved', 'to pay'])
      await page.locator('td').getByText(words, { exact: false }).first().waitFor();
    await page.goto(`${api.baseUrl}/admin/operators/${operatorId}`);
    await page.locator('td[data-head="May do"]').first().waitFor();
    await window.context.close();
  });
});
