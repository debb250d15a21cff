import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { noteChainRead } from '../../../helpers/chain/chain-reading.js';
import { tamper } from '../../../helpers/circuits/tamper.js';
import { addressOf } from '../../../helpers/facts/facts.js';
import { startApi, type Answer, type Shown, type TestApi } from '../../../helpers/api/start-api.js';

const USDC = { chainCode: 'local', tokenSymbol: 'USDC' };
const HASH = `0x${'c0'.repeat(32)}`;

let api: TestApi;
let key: string;
/** Two shops, and two invoices of each: `order-1` and `order-2`. */
const shops: { merchantId: string; key: string }[] = [];
const invoices: Shown[] = [];

beforeAll(async () => {
  api = await startApi({ rateLimits: { '*': null } });
  ({ key } = await api.addOperator({ scopes: ['reports:read'] }));
  for (let i = 0; i < 2; i += 1) shops.push(await api.addMerchant());
  for (const shop of shops)
    for (const merchantReference of ['order-1', 'order-2']) {
      const json = { ...USDC, amountCrypto: '5', merchantReference };
      invoices.push((await api.ask('POST', '/v1/invoices', { key: shop.key, json })).body.data);
    }
  await noteChainRead(api.db);
  await api.db('transfers').insert({
    chain_code: 'local',
    token_symbol: 'USDC',
    block_number: 7,
    block_hash: `0x${'b0'.repeat(32)}`,
    block_time: new Date(),
    tx_hash: HASH,
    tx_index: 0,
    position: 0,
    log_index: 0,
    from_address: addressOf(1),
    to_address: at(2).depositAddress.toLowerCase(),
    amount_atomic: '5000000',
    invoice_id: at(2).invoiceId,
  });
});
afterAll(() => api.close());

function at(index: number): Shown {
  const invoice = invoices[index];
  if (invoice === undefined) throw new Error(`there is no invoice ${String(index)}`);
  return invoice;
}
const list = (query = ''): Promise<Answer> => api.ask('GET', `/admin/v1/invoices${query}`, { key });
const found = async (query: string): Promise<number[]> =>
  (await list(query)).list.map(({ invoiceId }) => invoices.findIndex((one) => one.invoiceId === invoiceId));

describe('GET /admin/v1/invoices', () => {
  it('lists those of all merchants newest first, each with its merchant, page by page', async () => {
    const first = await list('?limit=3');
    const next = await list(`?limit=3&cursor=${String(first.body.page.nextCursor)}`);
    const both = [...first.list, ...next.list];
    expect(both.map(({ invoiceId }) => invoiceId)).toEqual(
      invoices.map(({ invoiceId }) => invoiceId).toReversed(),
    );
    expect(both.map(({ merchantId }) => merchantId)).toEqual([1, 1, 0, 0].map((of) => shops[of]?.merchantId));
    expect(both[0]).toMatchObject({ merchantName: 'Test shop', status: 'pending' });
    expect(next.body.page.nextCursor).toBeNull();
  });

  it('can be filtered and searched by what people know about an invoice', async () => {
    const [, second] = shops;
    const cases: readonly (readonly [string, readonly number[]])[] = [
      ['?merchantReference=order-1', [2, 0]],
      [`?merchantId=${String(second?.merchantId)}`, [3, 2]],
      ['?status=pending,expired&limit=1', [3]],
      ['?status=completed', []],
      ['?search=order-2', [3, 1]],
      [`?search=order-2&merchantId=${String(second?.merchantId)}`, [3]],
      [`?search=${at(1).invoiceId}`, [1]],
      [`?search=${at(1).publicId}`, [1]],
      [`?search=${at(1).depositAddress}`, [1]],
      [`?search=${HASH.toUpperCase().replace('X', 'x')}`, [2]],
      [`?search=${HASH}&merchantReference=order-2`, []],
      ['?search=order', []],
      ['?held=true', []],
      ['?held=false&merchantReference=order-1', [2, 0]],
    ];
    for (const [query, expected] of cases) expect([query, await found(query)]).toEqual([query, expected]);
  });

  it('omits an invoice whose deposit address was altered, and logs that; asked for by its id it says why', async () => {
    const { invoiceId } = at(3);
    await tamper(api.db, 'invoices', () =>
      api
        .db('invoices')
        .where({ invoice_id: invoiceId })
        .update({ deposit_address: addressOf(0x7415) }),
    );
    expect(await found('')).toEqual([2, 1, 0]);
    expect(api.logLines().some((line) => line.includes(invoiceId) && line.includes('altered'))).toBe(true);
    const asked = await api.ask('GET', `/admin/v1/invoices/${invoiceId}`, { key });
    expect([asked.status, asked.body.error.code]).toEqual([500, 'deposit_address_altered']);
  });
});

describe('GET /admin/v1/invoices/{invoiceId} and its timeline', () => {
  it('show what its merchant sees', async () => {
    const [shop] = shops;
    const { invoiceId } = at(0);
    for (const below of ['', '/timeline']) {
      const seen = await api.ask('GET', `/v1/invoices/${invoiceId}${below}`, { key: String(shop?.key) });
      const shown = await api.ask('GET', `/admin/v1/invoices/${invoiceId}${below}`, { key });
      expect(shown.status).toBe(200);
      const own = below === '' ? { merchantId: shop?.merchantId, merchantName: 'Test shop' } : {};
      expect(shown.body.data).toEqual(below === '' ? { ...seen.body.data, ...own } : seen.body.data);
    }
  });

  it('answer 404 for an unknown invoice', async () => {
    for (const below of ['', '/timeline']) {
      const path = `/admin/v1/invoices/inv_00000000000000000000000000${below}`;
      expect((await api.ask('GET', path, { key })).body.error.code).toBe('not_found');
    }
  });
});
