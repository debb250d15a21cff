import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { addressOf } from '../../../helpers/facts/facts.js';
import { startApi, type Answer, type TestApi } from '../../../helpers/api/start-api.js';

const WALLET = addressOf(0xb1);
const AMOUNT = '1000000';

let api: TestApi;
let operator: { operatorId: string; key: string };
let shop: { merchantId: string; key: string };
let withdrawalId: string;
/** Signed and found transactions stay on record, so each test has its own transactions and recipient. */
let [nonce, hash, recipient] = [0, '', ''];

beforeAll(async () => {
  api = await startApi({ rateLimits: { '*': null } });
  operator = await api.addOperator({ scopes: ['withdrawals:approve'] });
  await api.db('chain_cursors').insert({ chain_code: 'local', height: 100, finalized_height: 90 });
  await api.db('wallets').insert({ chain_code: 'local', address: WALLET, role: 'hot' });
});
afterAll(() => api.close());
beforeEach(async () => {
  nonce += 1;
  [hash, recipient] = [`0x${String(nonce).padStart(64, '0')}`, addressOf(0x7000 + nonce)];
  shop = await api.addMerchant();
  await api.credit(shop.merchantId, 5_000_000n);
  const json = { chainCode: 'local', tokenSymbol: 'USDC', amountAtomic: AMOUNT, address: recipient };
  ({ withdrawalId } = (await api.ask('POST', '/v1/withdrawals', { key: shop.key, json })).body.data);
});

const settle = (outcome: string, json: object = { reason: 'looked at the wallet' }): Promise<Answer> =>
  api.ask('POST', `/admin/v1/withdrawals/${withdrawalId}/settle`, {
    key: operator.key,
    json: { outcome, ...json },
  });
const refusalOf = ({ status, body }: Answer): unknown => [status, body.error.code];
const moveTo = (status: string): Promise<unknown> =>
  api.db('withdrawals').where({ withdrawal_id: withdrawalId }).update({ status, approved_at: new Date() });
const available = async (): Promise<unknown> =>
  (await api.ask('GET', '/v1/balances', { key: shop.key })).list.map(
    (one) => (one as unknown as { available: string }).available,
  );

/** Its transaction succeeded in this block, and shows no transfer. */
const signUnproven = async (blockNumber: number): Promise<void> => {
  await moveTo('broadcast');
  await api.db('sent_transactions').insert({
    chain_code: 'local',
    tx_hash: hash,
    from_address: WALLET,
    nonce,
    raw_transaction: '0x',
    withdrawal_id: withdrawalId,
    token_symbol: 'USDC',
    amount_atomic: AMOUNT,
    to_address: recipient,
    max_fee_per_gas_wei: 1,
    max_cost_wei: 1,
    last_sent_at: new Date(),
    proven: false,
    fee_wei: 1,
    block_number: blockNumber,
    block_hash: `0x${'b0'.repeat(32)}`,
    block_time: new Date(),
    succeeded: true,
    gas_used: 1,
    effective_gas_price_wei: 1,
  });
};
const findOutside = (): Promise<unknown> =>
  api.db('outside_payments').insert({
    chain_code: 'local',
    tx_hash: hash,
    ordinal: 0,
    from_address: WALLET,
    token_symbol: 'USDC',
    amount_atomic: AMOUNT,
    to_address: recipient,
    block_number: 80,
    block_time: new Date(),
  });

describe('POST /admin/v1/withdrawals/{withdrawalId}/settle', () => {
  it('unpaid: releases the amount when its block is final, with the reason that the merchant reads', async () => {
    await signUnproven(95);
    expect(refusalOf(await settle('unpaid'))).toEqual([409, 'invalid_state']);
    await api.db('sent_transactions').where({ tx_hash: hash }).update({ block_number: 90 });
    const { status, body } = await settle('unpaid');
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ status: 'failed', failureReason: 'looked at the wallet' });
    expect(await available()).toEqual(['5.000000']);
    const audited = await api
      .db('audit_log')
      .where({ object_id: withdrawalId })
      .orderBy('audit_id', 'desc')
      .first<object>();
    expect(audited).toMatchObject({
      action: 'withdrawal.settle_unpaid',
      actor_kind: 'operator',
      actor_id: operator.operatorId,
      reason: 'looked at the wallet',
    });
  });

  it('paid: its receipt counts as proven, and the amount stays out of the balance', async () => {
    await signUnproven(90);
    expect((await settle('paid')).status).toBe(200);
    expect(await api.db('sent_transactions').where({ tx_hash: hash }).pluck('proven')).toEqual([true]);
    expect(await available()).toEqual(['4.000000']);
    // A second word changes nothing.
    expect(refusalOf(await settle('unpaid'))).toEqual([409, 'invalid_state']);
  });

  it.each([
    ['paid', { pays: expect.any(String), not_of: [] }],
    ['other', { pays: null, not_of: [expect.any(String)] }],
  ] as const)('%s: judges the transaction that was found on the chain', async (outcome, judged) => {
    await moveTo('approved');
    await findOutside();
    expect((await settle(outcome)).status).toBe(200);
    const [row] = await api
      .db('outside_payments')
      .where({ tx_hash: hash })
      .select<object[]>('pays', 'not_of');
    expect(row).toEqual(judged);
  });

  it('refuses when there is nothing to settle, without a reason, and for an unknown outcome', async () => {
    for (const outcome of ['paid', 'unpaid', 'other'])
      expect(refusalOf(await settle(outcome))).toEqual([409, 'invalid_state']);
    expect(refusalOf(await settle('paid', {}))).toEqual([400, 'validation_failed']);
    expect(refusalOf(await settle('lost'))).toEqual([400, 'validation_failed']);
    withdrawalId = 'wd_00000000000000000000000000';
    expect(refusalOf(await settle('paid'))).toEqual([404, 'not_found']);
  });
});

it('GET /admin/v1/withdrawals?txHash= finds the withdrawal of a transaction', async () => {
  await signUnproven(90);
  const found = async (txHash: string): Promise<string[]> =>
    (await api.ask('GET', `/admin/v1/withdrawals?txHash=${txHash}`, { key: operator.key })).list.map(
      (one) => one.withdrawalId,
    );
  expect(await found(hash)).toEqual([withdrawalId]);
  expect(await found(`0x${'00'.repeat(32)}`)).toEqual([]);
});
