import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { insertMerchant } from '../../../../src/db/merchants/merchants.js';
import { noteChainRead } from '../../../helpers/chain/chain-reading.js';
import { startApi, type Answer, type TestApi } from '../../../helpers/api/start-api.js';

const USDC = { chainCode: 'local', tokenSymbol: 'USDC' };
const ADDRESS = `0x${'ab'.repeat(20)}`;

let api: TestApi;
let reader: { key: string };
let manager: { key: string };
let shop: { merchantId: string; key: string };

beforeAll(async () => {
  api = await startApi({ rateLimits: { '*': null } });
  reader = await api.addOperator({ scopes: ['reports:read'] });
  manager = await api.addOperator();
  shop = await api.addMerchant();
  await api.credit(shop.merchantId, 100_000_000n);
  await noteChainRead(api.db);
});
afterAll(() => api.close());

const get = (path: string, { key } = reader): Promise<Answer> => api.ask('GET', path, { key });
const refusalOf = ({ status, body }: Answer): unknown => [status, body.error.code];

describe('GET /admin/v1/merchants/{merchantId}', () => {
  it('shows its limits with their usage, its whitelist, its public profile and its counts', async () => {
    const ask = (method: string, path: string, json: object): Promise<Answer> =>
      api.ask(method, path, { key: shop.key, json });
    await ask('PATCH', '/web/v1/merchant', { contact: 'help@shop.example' });
    await ask('PUT', '/web/v1/withdrawal-addresses', {
      withdrawalAddresses: [{ chainCode: 'local', address: ADDRESS, label: 'Cold' }],
    });
    await api.db('merchants').update({ whitelist_ends_at: null, withdrawal_addresses: '[]' });
    await api.ask('PATCH', `/admin/v1/merchants/${shop.merchantId}`, {
      key: manager.key,
      json: { withdrawalLimits: [{ ...USDC, perDayCrypto: '50' }] },
    });
    const withdraw = async (amountCrypto: string): Promise<string> =>
      (await ask('POST', '/v1/withdrawals', { ...USDC, amountCrypto, address: ADDRESS })).body.data
        .withdrawalId;
    await withdraw('30');
    // Cancelled withdrawals do not count.
    await api.ask('POST', `/v1/withdrawals/${await withdraw('7')}/cancel`, { key: shop.key });
    await ask('POST', '/v1/invoices', { ...USDC, amountCrypto: '5' });
    await ask('POST', '/web/v1/webhook-endpoints', { url: 'https://shop.example/hooks', events: ['*'] });
    await api
      .db('webhook_endpoints')
      .where({ merchant_id: shop.merchantId })
      .update({ failing_since: new Date() });
    const { status, body } = await get(`/admin/v1/merchants/${shop.merchantId}`);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      merchantId: shop.merchantId,
      status: 'active',
      withdrawalLimits: [{ ...USDC, perDayCrypto: '50.000000' }],
      withdrawnToday: [{ ...USDC, amountCrypto: '30.000000', amountAtomic: '30000000' }],
      profile: { name: 'Test shop', contact: 'help@shop.example' },
      whitelist: { withdrawalAddresses: [], whitelistEndsAt: null },
      counts: {
        members: 0,
        apiKeys: 1,
        pendingApiKeys: 0,
        webhookEndpoints: 1,
        unwellEndpoints: 1,
        openInvoices: 1,
        withdrawalsToApprove: 1,
        withdrawalsUnderWay: 0,
      },
    });
  });

  it('shows the balances as the merchant sees them', async () => {
    const seen = await api.ask('GET', '/v1/balances', { key: shop.key });
    const shown = await get(`/admin/v1/merchants/${shop.merchantId}/balances`);
    expect(shown.list).toHaveLength(1);
    expect(shown.list).toEqual(seen.list);
  });

  it('answers 404 for an unknown merchant', async () => {
    const path = '/admin/v1/merchants/mer_00000000000000000000000000';
    expect(refusalOf(await get(path))).toEqual([404, 'not_found']);
    expect(refusalOf(await get(`${path}/balances`))).toEqual([404, 'not_found']);
  });
});

describe('GET /admin/v1/merchants?search=', () => {
  it.each([
    ['the beginning of a word', 'lavend', ['Lavender & Rye, Bakery']],
    ['several beginnings, in any order and case', 'BAK lav', ['Lavender & Rye, Bakery']],
    ['a part after a point', 'example', ['books.example']],
    ['letters with marks', 'žižk', ['Žižkov 2-go']],
    ['the end of a word', 'vender', []],
    ["signs of PostgreSQL's search syntax", "rye' | !& (<->) :*", ['Lavender & Rye, Bakery']],
    ['signs alone', "& | ! ' \\", []],
  ])('finds by %s', async (_which, search, names) => {
    for (const name of ['Lavender & Rye, Bakery', 'books.example', 'Žižkov 2-go'])
      if ((await api.db('merchants').where({ name })).length === 0) await insertMerchant(api.db, { name });
    const { status, list } = await get(`/admin/v1/merchants?search=${encodeURIComponent(search)}`);
    expect(status).toBe(200);
    expect(list.map((one) => (one as unknown as { name: string }).name)).toEqual(names);
  });

  it('finds by the whole id, among those that the other filters allow', async () => {
    const found = async (query: string): Promise<number> =>
      (await get(`/admin/v1/merchants?search=${shop.merchantId}${query}`)).list.length;
    expect(await found('')).toBe(1);
    expect(await found('&status=suspended')).toBe(0);
  });
});
