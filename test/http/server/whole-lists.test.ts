import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApi, type TestApi } from '../../helpers/api/start-api.js';

let api: TestApi;
let merchantKey: string;
let operatorKey: string;

beforeAll(async () => {
  api = await startApi({ rateLimits: { '*': null } });
  const merchant = await api.addMerchant();
  merchantKey = merchant.key;
  ({ key: operatorKey } = await api.addOperator());
  const entry = { kind: 'available', merchant_id: merchant.merchantId, balance: 0 };
  await api.db('ledger_accounts').insert([
    { ...entry, chain_code: 'local', token_symbol: 'ETH' },
    { ...entry, chain_code: 'local', token_symbol: 'USDC' },
    { ...entry, chain_code: 'BSC', token_symbol: 'USDT' },
  ]);
});
afterAll(() => api.close());

describe.each([
  ['/v1/balances', () => merchantKey],
  ['/v1/assets', () => merchantKey],
  ['/admin/v1/chains', () => operatorKey],
])('GET %s', (path, keyOf) => {
  const ask = (query: string) => api.ask('GET', `${path}${query}`, { key: keyOf() });

  it('gives each item once over its pages, in the order of the whole list', async () => {
    const whole = await ask('?limit=100');
    expect([whole.status, whole.body.page.nextCursor]).toEqual([200, null]);
    expect(whole.list.length).toBeGreaterThan(1);
    expect((await ask('')).list).toEqual(whole.list);
    const seen = [];
    for (let query = '?limit=1'; query !== '';) {
      const { list, body } = await ask(query);
      expect(list).toHaveLength(1);
      seen.push(...list);
      query = body.page.nextCursor === null ? '' : `?limit=1&cursor=${body.page.nextCursor}`;
      expect(seen.length).toBeLessThanOrEqual(whole.list.length);
    }
    expect(seen).toEqual(whole.list);
  });

  it('has nothing after an item that is no longer listed', async () => {
    const { status, list, body } = await ask(`?cursor=${Buffer.from('gone').toString('hex')}`);
    expect([status, list, body.page.nextCursor]).toEqual([200, [], null]);
  });

  it.each(['?limit=0', '?limit=101', '?limit=x', '?cursor=', '?cursor=x', '?other=1'])(
    'answers 400 to %s',
    async (query) => {
      const { status, body } = await ask(query);
      expect([status, body.error.code]).toEqual([400, 'validation_failed']);
    },
  );
});
