import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { noteChainRead } from '../../../helpers/chain/chain-reading.js';
import { insertWallet, WALLET } from '../../../helpers/facts/wallet.js';
import { startApi, type Answer, type Shown, type TestApi } from '../../../helpers/api/start-api.js';

const ASSET = { chainCode: 'local', tokenSymbol: 'USDC' };
const PAID_BY = `0x${'a1'.repeat(32)}`;
const SENT_BY = `0x${'b2'.repeat(32)}`;
const RECIPIENT = `0x${'77'.repeat(20)}`;

let api: TestApi;
let key: string;
let strangers: string;
let invoice: Shown;
let checkout: Shown;
let choice: string;
let withdrawal: Shown;
let refund: string;
let eventId: string;

beforeAll(async () => {
  api = await startApi({ rateLimits: { '*': null } });
  const shop = await api.addMerchant();
  ({ key } = shop);
  ({ key: strangers } = await api.addMerchant());
  await api.credit(shop.merchantId, 100_000_000n);
  const make = async (path: string, json: object): Promise<Shown> =>
    (await api.ask('POST', path, { key, json })).body.data;
  await make('/web/v1/webhook-endpoints', { url: 'https://shop.example/', events: ['*'] });
  const priced = { ...ASSET, amountCrypto: '5' };
  await make('/v1/invoices', priced);
  invoice = await make('/v1/invoices', { ...priced, merchantReference: 'order-1001' });
  checkout = await make('/v1/checkouts', {
    amountCrypto: '5',
    tokenSymbol: 'USDC',
    merchantReference: 'basket-7',
  });
  await api.ask('POST', `/v1/public/checkouts/${checkout.publicId}/select`, { json: ASSET });
  const chosen = await api.ask('GET', '/v1/invoices?merchantReference=basket-7', { key });
  choice = chosen.list[0]?.invoiceId ?? '';
  withdrawal = await make('/v1/withdrawals', { ...ASSET, amountCrypto: '2', address: RECIPIENT });
  const operator = await api.addOperator();
  await api.ask('POST', `/admin/v1/withdrawals/${withdrawal.withdrawalId}/approve`, { key: operator.key });
  await noteChainRead(api.db);
  await insertWallet(api.db);
  await api.db('transfers').insert({
    chain_code: 'local',
    token_symbol: 'USDC',
    tx_hash: PAID_BY,
    tx_index: 0,
    position: 0,
    log_index: 0,
    block_number: 7,
    block_hash: `0x${'07'.repeat(32)}`,
    block_time: new Date(),
    to_address: invoice.depositAddress.toLowerCase(),
    amount_atomic: '5',
    invoice_id: invoice.invoiceId,
    from_address: `0x${'02'.repeat(20)}`,
    booking: 'held',
  });
  await api.db('sent_transactions').insert({
    chain_code: 'local',
    tx_hash: SENT_BY,
    from_address: WALLET,
    nonce: 0,
    raw_transaction: '0x',
    withdrawal_id: withdrawal.withdrawalId,
    token_symbol: 'USDC',
    amount_atomic: '2000000',
    to_address: RECIPIENT,
    max_fee_per_gas_wei: '1',
    max_cost_wei: '1',
    first_sent_at: new Date(),
    last_sent_at: new Date(),
  });
  refund = 'wd_0000000000000000000000refd'.padEnd(29, '0');
  await api.db.raw(
    `INSERT INTO withdrawals SELECT (json_populate_record(w, ?::json)).* FROM withdrawals w WHERE withdrawal_id = ?`,
    [
      JSON.stringify({
        withdrawal_id: refund,
        kind: 'refund',
        invoice_id: invoice.invoiceId,
        status: 'rejected',
      }),
      withdrawal.withdrawalId,
    ],
  );
  const { list } = await api.ask('GET', `/web/v1/webhook-deliveries?invoiceId=${invoice.invoiceId}`, { key });
  eventId = list[0]?.eventId ?? '';
});
afterAll(() => api.close());

const find = (path: string, query: string, as = key): Promise<Answer> =>
  api.ask('GET', `${path}?${query}`, { key: as });

describe('a search', () => {
  const NAMES: readonly (readonly [string, () => string])[] = [
    ['its id', () => invoice.invoiceId],
    ['its public id', () => invoice.publicId],
    ['its reference', () => ' order-1001 '],
    ['its address, however it is written', () => invoice.depositAddress.toUpperCase().replace('0X', '0x')],
    ['a transaction that paid it', () => PAID_BY],
    ['its refund', () => refund],
    ['an event of it', () => eventId],
  ];
  it.each(NAMES)('finds an invoice by %s, and none of another merchant', async (_which, name) => {
    const query = `search=${encodeURIComponent(name())}`;
    const { list } = await find('/v1/invoices', query);
    expect(list.map(({ invoiceId }) => invoiceId)).toEqual([invoice.invoiceId]);
    expect((await find('/v1/invoices', query, strangers)).list).toEqual([]);
  });

  it('finds nothing for an unknown text, and combines with filters', async () => {
    expect((await find('/v1/invoices', `search=0x${'ee'.repeat(32)}`)).list).toEqual([]);
    expect((await find('/v1/invoices', `search=order-1001&status=completed`)).list).toEqual([]);
    expect((await find('/v1/invoices', `search=${'x'.repeat(129)}`)).status).toBe(400);
  });

  it.each<[string, () => string]>([
    ['its id', () => checkout.checkoutId],
    ['its public id', () => checkout.publicId],
    ['its reference', () => 'basket-7'],
    ['an invoice of it', () => choice],
  ])('finds a checkout by %s', async (_which, name) => {
    const { list } = await find('/v1/checkouts', `search=${name()}`);
    expect(list.map(({ checkoutId }) => checkoutId)).toEqual([checkout.checkoutId]);
    expect((await find('/v1/checkouts', `search=${name()}`, strangers)).list).toEqual([]);
  });

  it.each<[string, () => string, () => string[]]>([
    ['search', () => withdrawal.withdrawalId, () => [withdrawal.withdrawalId]],
    ['search', () => SENT_BY, () => [withdrawal.withdrawalId]],
    ['txHash', () => SENT_BY, () => [withdrawal.withdrawalId]],
    ['search', () => RECIPIENT, () => [withdrawal.withdrawalId, refund]],
    ['search', () => invoice.publicId, () => [refund]],
    ['invoiceId', () => invoice.invoiceId, () => [refund]],
  ])('finds withdrawals by %s', async (filter, name, expected) => {
    const { list } = await find('/v1/withdrawals', `${filter}=${name()}`);
    expect(list.map(({ withdrawalId }) => withdrawalId)).toEqual(expected());
    expect((await find('/v1/withdrawals', `${filter}=${name()}`, strangers)).list).toEqual([]);
  });
});

describe('the filter `held`', () => {
  it('shows only invoices with held money, or only the others', async () => {
    const idsOf = async (query: string) =>
      (await find('/v1/invoices', query)).list.map(({ invoiceId }) => invoiceId);
    expect(await idsOf('held=true')).toEqual([invoice.invoiceId]);
    expect(await idsOf('held=false')).toHaveLength(2);
  });
});

describe('a list of checkouts', () => {
  const idsOf = async (query: string, as = key) =>
    (await find('/v1/checkouts', query, as)).list.map(({ checkoutId }) => checkoutId);

  it('shows those for which the customer has chosen the asset', async () => {
    const { checkoutId } = checkout;
    for (const query of ['chainCode=local', 'tokenSymbol=USDC', 'chainCode=local&tokenSymbol=USDC']) {
      expect(await idsOf(query)).toEqual([checkoutId]);
      expect(await idsOf(query, strangers)).toEqual([]);
    }
    expect(await idsOf('chainCode=local&tokenSymbol=ETH')).toEqual([]);
    expect(await idsOf('chainCode=BSC')).toEqual([]);
  });

  it('shows those with held money, or only the others', async () => {
    const { checkoutId } = checkout;
    expect([await idsOf('held=true'), await idsOf('held=false')]).toEqual([[], [checkoutId]]);
    const held = { invoice_id: choice, tx_hash: `0x${'c3'.repeat(32)}` };
    await api.db.raw(
      `INSERT INTO transfers (chain_code, token_symbol, tx_hash, tx_index, "position", log_index, block_number, block_hash,
              block_time, from_address, to_address, amount_atomic, invoice_id, booking)
       SELECT chain_code, token_symbol, :tx_hash, tx_index, "position", log_index, block_number, block_hash,
              block_time, from_address, to_address, amount_atomic, :invoice_id, booking
         FROM transfers WHERE tx_hash = :paid`,
      { ...held, paid: PAID_BY },
    );
    expect([await idsOf('held=true'), await idsOf('held=false')]).toEqual([[checkoutId], []]);
    expect(await idsOf('held=true', strangers)).toEqual([]);
  });
});
