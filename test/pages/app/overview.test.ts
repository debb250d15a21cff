import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { insertMember } from '../../../src/db/people/members.js';
import { startApi, type TestApi } from '../../helpers/api/start-api.js';
import { describeWith } from '../../helpers/services/system-parts.js';
import { startChromium, type TestBrowser } from '../chromium.js';
import { PASSWORD, signInFrom } from './shop-window.js';

let api: TestApi;
let browser: TestBrowser;

describeWith('chromium', "a merchant's first pages in a browser", () => {
  beforeAll(async () => {
    [api, browser] = await Promise.all([startApi({ rateLimits: { '*': null } }), startChromium()]);
  });
  afterAll(async () => {
    await browser.close();
    await api.close();
  });

  it('offer the first invoice by one button, and name its network by its name', async () => {
    const { merchantId, key } = await api.addMerchant();
    const email = 'new@shop.example';
    const membership = { kind: 'merchant', merchantId, role: 'owner' } as const;
    await insertMember(api.db, { membership, email, name: 'Ada', password: PASSWORD });
    const { page, context } = await browser.open();
    await signInFrom(page, { api, email, kind: 'merchant' });
    await page.goto(`${api.baseUrl}/dashboard`);
    await page.getByText('Make the first invoice').waitFor();
    expect(await page.getByRole('link', { name: 'New invoice' }).count()).toBe(1);
    const json = { amountCrypto: '5', chainCode: 'local', tokenSymbol: 'USDC' };
    expect((await api.ask('POST', '/v1/invoices', { key, json })).status).toBe(201);
    await page.goto(`${api.baseUrl}/dashboard/invoices`);
    await page.getByRole('cell', { name: 'Test chain', exact: true }).waitFor();
    await context.close();
  });
});
