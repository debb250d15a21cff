import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApi, type Answer, type TestApi } from '../../../helpers/api/start-api.js';

let api: TestApi;

beforeAll(async () => {
  api = await startApi({ rateLimits: { '*': null } });
});
afterAll(() => api.close());

const statement = (key: string, query = ''): Promise<Answer> =>
  api.ask('GET', `/v1/balances/transactions${query}`, { key });
const withdraw = (key: string, amountCrypto: string): Promise<Answer> =>
  api.ask('POST', '/v1/withdrawals', {
    key,
    json: { chainCode: 'local', tokenSymbol: 'USDC', amountCrypto, address: `0x${'77'.repeat(20)}` },
  });

describe('GET /v1/balances/transactions', () => {
  it('shows each posting to the merchant with its cause, its sign and the balance after it, newest first', async () => {
    const { merchantId, key } = await api.addMerchant();
    await api.credit(merchantId, 100_000_000n);
    const { withdrawalId } = (await withdraw(key, '30')).body.data;
    const answer = await statement(key);
    expect(answer.status).toBe(200);
    const reserved = { cause: 'withdrawal_reserved', withdrawalId, tokenSymbol: 'USDC', chainCode: 'local' };
    expect(answer.list.slice(0, 2)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          ...reserved,
          account: 'available',
          amountCrypto: '-30.000000',
          amountAtomic: '-30000000',
          balanceAfterCrypto: '70.000000',
          balanceAfterAtomic: '70000000',
        }),
        expect.objectContaining({
          ...reserved,
          account: 'reserved',
          amountAtomic: '30000000',
          balanceAfterAtomic: '30000000',
        }),
      ]),
    );
    expect(answer.list.at(-1)).toEqual({
      transactionId: expect.stringMatching(/^\d+$/),
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      chainCode: 'local',
      tokenSymbol: 'USDC',
      account: 'available',
      cause: expect.any(String),
      amountCrypto: '100.000000',
      amountAtomic: '100000000',
      balanceAfterCrypto: '100.000000',
      balanceAfterAtomic: '100000000',
      invoiceId: null,
      withdrawalId: null,
      txHash: null,
    });
  });

  it('returns each posting once over all pages, whatever is posted in the meantime, and adds up to the balance', async () => {
    const { merchantId, key } = await api.addMerchant();
    for (let n = 1; n <= 7; n += 1) await api.credit(merchantId, BigInt(n));
    const seen: { transactionId: string; amountAtomic: string }[] = [];
    let query = '?limit=3';
    for (;;) {
      const page = await statement(key, query);
      seen.push(...(page.list as unknown as typeof seen));
      await api.credit(merchantId, 1_000n);
      if (page.body.page.nextCursor === null) break;
      query = `?limit=3&cursor=${page.body.page.nextCursor}`;
    }
    expect(seen.map(({ amountAtomic }) => amountAtomic)).toEqual(['7', '6', '5', '4', '3', '2', '1']);
    expect(new Set(seen.map(({ transactionId }) => transactionId)).size).toBe(7);
  });

  it('filters by account, asset and time', async () => {
    const { merchantId, key } = await api.addMerchant();
    await api.credit(merchantId, 5_000_000n);
    await withdraw(key, '2');
    expect((await statement(key, '?account=reserved')).list).toHaveLength(1);
    expect((await statement(key, '?tokenSymbol=USDC&chainCode=local')).list).toHaveLength(3);
    expect((await statement(key, '?chainCode=BSC')).list).toEqual([]);
    expect((await statement(key, '?createdTo=2020-01-01T00:00:00Z')).list).toEqual([]);
    expect((await statement(key, '?createdFrom=2020-01-01T00:00:00Z')).list).toHaveLength(3);
  });

  it('includes both ends of a time range as shown, to the millisecond', async () => {
    const { merchantId, key } = await api.addMerchant();
    await api.credit(merchantId, 5n);
    const at = (await statement(key)).list[0]?.createdAt ?? '';
    const off = (ms: number): string => new Date(Date.parse(at) + ms).toISOString();
    const found = async (from: string, to: string): Promise<number> =>
      (await statement(key, `?createdFrom=${from}&createdTo=${to}`)).list.length;
    expect(await found(at, at)).toBe(1);
    expect(await found(off(1), off(60_000))).toBe(0);
    expect(await found(off(-60_000), off(-1))).toBe(0);
  });

  it("shows nobody another merchant's postings, 400 for an unknown parameter, 403 without the scope", async () => {
    const rich = await api.addMerchant();
    await api.credit(rich.merchantId, 5n);
    const { key } = await api.addMerchant();
    expect((await statement(key)).list).toEqual([]);
    expect((await statement(key, '?account=treasury')).status).toBe(400);
    expect((await statement(key, '?cursor=abc')).status).toBe(400);
    const poor = await api.addMerchant({ scopes: ['invoices:read'] });
    expect((await statement(poor.key)).status).toBe(403);
  });
});
