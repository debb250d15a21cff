import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ensureWallet } from '../../../../src/db/wallets/wallets.js';
import { noteChainRead } from '../../../helpers/chain/chain-reading.js';
import { startApi, type Answer, type TestApi } from '../../../helpers/api/start-api.js';

const TO = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const ASKED = { amountCrypto: '4', chainCode: 'local', tokenSymbol: 'USDC', address: TO };

let api: TestApi;
let operatorKey: string;
let merchant: { merchantId: string; apiKeyId: string; key: string };

beforeAll(async () => {
  api = await startApi({ rateLimits: { '*': null } });
  operatorKey = (await api.addOperator()).key;
  await noteChainRead(api.db);
});
afterAll(() => api.close());
beforeEach(async () => {
  merchant = await api.addMerchant();
  await api.credit(merchant.merchantId, 10_000_000n);
});

const codeOf = ({ status, body }: Answer): unknown => [status, body.error.code];
const request = (fields: object = {}): Promise<Answer> =>
  api.ask('POST', '/v1/withdrawals', { key: merchant.key, json: { ...ASKED, ...fields } });
const order = (withdrawalId: string, what: string, json?: object): Promise<Answer> =>
  api.ask('POST', `/admin/v1/withdrawals/${withdrawalId}/${what}`, { key: operatorKey, json });
async function balance(): Promise<unknown> {
  return (await api.ask('GET', '/v1/balances', { key: merchant.key })).list[0];
}

describe('POST /v1/withdrawals', () => {
  it('answers 201 with every field of the contract, and reserves the amount', async () => {
    const { status, body } = await request({ merchantReference: 'payout 1', metadata: { to: 'us' } });
    expect(status).toBe(201);
    expect(body.data).toEqual({
      withdrawalId: expect.stringMatching(/^wd_[0-9a-z]{26}$/),
      kind: 'withdrawal',
      invoiceId: null,
      status: 'pending_approval',
      amountCrypto: '4.000000',
      amountAtomic: '4000000',
      tokenSymbol: 'USDC',
      chainCode: 'local',
      address: TO,
      txHash: null,
      confirmations: 0,
      merchantReference: 'payout 1',
      metadata: { to: 'us' },
      approvalsRequired: 1,
      approvalsGiven: 0,
      createdAt: expect.stringMatching(/Z$/),
      approvedAt: null,
      completedAt: null,
      failureReason: null,
      waitingReason: null,
    });
    expect(await balance()).toEqual({
      chainCode: 'local',
      tokenSymbol: 'USDC',
      available: '6.000000',
      pending: '0.000000',
      held: '0.000000',
      reserved: '4.000000',
      deficit: '0.000000',
      availableAtomic: '6000000',
      pendingAtomic: '0',
      heldAtomic: '0',
      reservedAtomic: '4000000',
      deficitAtomic: '0',
    });
  });

  it('accepts base units instead of a decimal amount', async () => {
    const { body } = await request({ amountCrypto: undefined, amountAtomic: '10000000' });
    expect(body.data).toMatchObject({ amountCrypto: '10.000000' });
    expect(codeOf(await request({ amountCrypto: '0.000001' }))).toEqual([422, 'insufficient_balance']);
  });

  it('pays out no more than the balance, however many ask at the same moment', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => request()));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 422, 422, 422, 422]);
    for (const answer of answers.filter(({ status }) => status === 422)) {
      expect(codeOf(answer)).toEqual([422, 'insufficient_balance']);
    }
    expect(await balance()).toMatchObject({ availableAtomic: '2000000', reservedAtomic: '8000000' });
  });

  it('never pays to a deposit address or a wallet of ours', async () => {
    const invoice = await api.ask('POST', '/v1/invoices', {
      key: merchant.key,
      json: { amountCrypto: '1', chainCode: 'local', tokenSymbol: 'USDC' },
    });
    const wallet = `0x${'77'.repeat(20)}`;
    await ensureWallet(api.db, { chainCode: 'local', address: wallet });
    for (const address of [invoice.body.data.depositAddress, wallet]) {
      expect(codeOf(await request({ address }))).toEqual([422, 'invalid_address']);
    }
  });

  it('pays only addresses on the whitelist of its key, on the listed chain', async () => {
    const list = [{ chainCode: 'local', address: TO.toLowerCase(), label: 'treasury' }];
    await api
      .db('api_keys')
      .where({ api_key_id: merchant.apiKeyId })
      .update({ withdrawal_addresses: JSON.stringify(list) });
    expect((await request()).status).toBe(201);
    expect(codeOf(await request({ address: `0x${'13'.repeat(20)}` }))).toEqual([
      422,
      'address_not_whitelisted',
    ]);
    const elsewhere = { chainCode: 'BSC', tokenSymbol: 'USDT', amountCrypto: '10' };
    expect(codeOf(await request(elsewhere))).toEqual([422, 'address_not_whitelisted']);
  });
});

describe('GET /v1/withdrawals', () => {
  it('lists them newest first, by status, and answers each by its id', async () => {
    const first = (await request()).body.data;
    const second = (await request()).body.data;
    await order(second.withdrawalId, 'reject', { reason: 'no' });
    const list = async (query: string) =>
      (await api.ask('GET', `/v1/withdrawals${query}`, { key: merchant.key })).list.map(
        ({ withdrawalId }) => withdrawalId,
      );
    expect(await list('')).toEqual([second.withdrawalId, first.withdrawalId]);
    expect(await list('?status=pending_approval')).toEqual([first.withdrawalId]);
    const one = await api.ask('GET', `/v1/withdrawals/${first.withdrawalId}`, { key: merchant.key });
    expect(one.body.data).toEqual(first);
  });

  it("answers 404 for another merchant's withdrawal, to read and to cancel", async () => {
    const { withdrawalId } = (await request()).body.data;
    const other = await api.addMerchant();
    for (const [method, path] of [
      ['GET', `/v1/withdrawals/${withdrawalId}`],
      ['POST', `/v1/withdrawals/${withdrawalId}/cancel`],
    ] as const) {
      expect(codeOf(await api.ask(method, path, { key: other.key }))).toEqual([404, 'not_found']);
    }
    expect((await api.ask('GET', '/v1/withdrawals', { key: other.key })).list).toEqual([]);
  });
});

describe('orders about a withdrawal', () => {
  it('approve: once, with its event, its audit row and the signal to the workflow', async () => {
    const { withdrawalId } = (await request()).body.data;
    const dispatched = api.dispatches();
    const approved = await order(withdrawalId, 'approve');
    expect(approved.status).toBe(200);
    expect(approved.body.data).toMatchObject({
      withdrawalId,
      status: 'approved',
      approvedAt: expect.stringMatching(/Z$/),
      merchantId: merchant.merchantId,
    });
    expect(codeOf(await order(withdrawalId, 'approve'))).toEqual([409, 'invalid_state']);
    expect(await api.db('events').where({ withdrawal_id: withdrawalId }).pluck('type')).toEqual([
      'withdrawal.approved',
    ]);
    expect(
      await api
        .db('audit_log')
        .where({ object_id: withdrawalId })
        .orderBy('audit_id')
        .select('actor_kind', 'action', 'ip'),
    ).toEqual([
      { actor_kind: 'merchant', action: 'withdrawal.create', ip: '127.0.0.1' },
      { actor_kind: 'operator', action: 'withdrawal.approve', ip: '127.0.0.1' },
    ]);
    expect(api.dispatches()).toBe(dispatched + 1);
  });

  it('reject: with a reason, and the amount is available again', async () => {
    const { withdrawalId } = (await request()).body.data;
    expect(codeOf(await order(withdrawalId, 'reject'))).toEqual([400, 'validation_failed']);
    const rejected = await order(withdrawalId, 'reject', { reason: 'unknown address' });
    expect(rejected.body.data).toMatchObject({ status: 'rejected', failureReason: 'unknown address' });
    expect(await balance()).toMatchObject({ availableAtomic: '10000000', reservedAtomic: '0' });
  });

  it('cancel: by its merchant, while nobody has decided', async () => {
    const cancel = (withdrawalId: string) =>
      api.ask('POST', `/v1/withdrawals/${withdrawalId}/cancel`, { key: merchant.key });
    const first = (await request()).body.data;
    expect((await cancel(first.withdrawalId)).body.data.status).toBe('cancelled');
    expect(await balance()).toMatchObject({ availableAtomic: '10000000' });
    const second = (await request()).body.data;
    await order(second.withdrawalId, 'approve');
    expect(codeOf(await cancel(second.withdrawalId))).toEqual([409, 'invalid_state']);
  });

  it('stop and cancel: each sends its event once, to those who subscribe', async () => {
    const [stopped, cancelled] = [(await request()).body.data, (await request()).body.data];
    await order(stopped.withdrawalId, 'approve');
    await order(stopped.withdrawalId, 'stop', { reason: 'wrong address' });
    await api.ask('POST', `/v1/withdrawals/${cancelled.withdrawalId}/cancel`, { key: merchant.key });
    const told = await api
      .db('events')
      .where({ merchant_id: merchant.merchantId })
      .orderBy('event_id')
      .pluck<string[]>('type');
    expect(told).toEqual(['withdrawal.approved', 'withdrawal.stopped', 'withdrawal.cancelled']);
  });

  it('the merchant reads what it waits for, without details that only concern operators', async () => {
    const { withdrawalId } = (await request()).body.data;
    await order(withdrawalId, 'approve');
    const waiting_reason = 'the hot wallet has 0.000000 USDC to spare; top it up';
    await api
      .db('withdrawals')
      .where({ withdrawal_id: withdrawalId })
      .update({ waiting_reason, waiting_code: 'no_tokens' });
    const shown = await api.ask('GET', `/v1/withdrawals/${withdrawalId}`, { key: merchant.key });
    expect(shown.body.data).toMatchObject({
      status: 'approved',
      kind: 'withdrawal',
      invoiceId: null,
      waitingReason: "It waits until the operator's wallet has enough coins.",
    });
    const listed = await api.ask('GET', '/admin/v1/withdrawals?limit=1', { key: operatorKey });
    expect(listed.list[0]).toMatchObject({ kind: 'payout', waitingReason: waiting_reason });
  });

  it.each([
    ['read', { caught_up_at: new Date(0), block_time: null }],
    ['going', { halted_at: new Date(), halted_reason: 'reorganised' }],
  ])(
    'reject, cancel, stop: 409 while its chain is not %s, and the same Idempotency-Key works afterwards',
    async (_, fields) => {
      const ids = [];
      for (let count = 0; count < 3; count += 1)
        ids.push((await request({ amountCrypto: '1' })).body.data.withdrawalId);
      const [one = '', two = '', three = ''] = ids;
      await order(three, 'approve');
      const json = { reason: 'unknown address' };
      const give = async (): Promise<Answer[]> => [
        await api.ask('POST', `/admin/v1/withdrawals/${one}/reject`, { key: operatorKey, json }),
        await api.ask('POST', `/v1/withdrawals/${two}/cancel`, {
          key: merchant.key,
          headers: { 'Idempotency-Key': two },
        }),
        await api.ask('POST', `/admin/v1/withdrawals/${three}/stop`, { key: operatorKey, json }),
      ];
      await api.db('chain_cursors').update(fields);
      for (const answer of await give()) {
        expect(codeOf(answer)).toEqual([409, 'chain_not_read']);
        expect(answer.headers.get('retry-after')).toBe('15');
      }
      expect(await balance()).toMatchObject({ available: '7.000000', reserved: '3.000000' });
      await api.db('chain_cursors').update({ halted_at: null, halted_reason: null });
      await noteChainRead(api.db);
      expect((await give()).map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(await balance()).toMatchObject({ available: '10.000000', reserved: '0.000000' });
    },
  );

  it('only one of two orders at the same moment counts', async () => {
    const { withdrawalId } = (await request()).body.data;
    const answers = await Promise.all([
      order(withdrawalId, 'approve'),
      order(withdrawalId, 'reject', { reason: 'no' }),
      api.ask('POST', `/v1/withdrawals/${withdrawalId}/cancel`, { key: merchant.key }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  it('answer 404 for an unknown withdrawal, 400 for unknown fields and 403 without the scope', async () => {
    expect(codeOf(await order('wd_00000000000000000000000000', 'approve'))).toEqual([404, 'not_found']);
    const { withdrawalId } = (await request()).body.data;
    expect(codeOf(await order(withdrawalId, 'approve', { force: true }))).toEqual([400, 'validation_failed']);
    const reporter = await api.addOperator({ scopes: ['reports:read'] });
    const path = `/admin/v1/withdrawals/${withdrawalId}/approve`;
    expect(codeOf(await api.ask('POST', path, { key: reporter.key }))).toEqual([403, 'missing_scope']);
  });
});

describe('GET /admin/v1/withdrawals', () => {
  it('lists the withdrawals of every merchant, or of one', async () => {
    const { withdrawalId } = (await request()).body.data;
    const all = await api.ask('GET', '/admin/v1/withdrawals?status=pending_approval&limit=1', {
      key: operatorKey,
    });
    expect(all.list).toMatchObject([{ withdrawalId, merchantId: merchant.merchantId, waitingReason: null }]);
    const ones = await api.ask('GET', `/admin/v1/withdrawals?merchantId=${merchant.merchantId}`, {
      key: operatorKey,
    });
    expect(ones.list).toHaveLength(1);
    expect(ones.list).toMatchObject([{ withdrawalId, merchantName: 'Test shop' }]);
  });

  it('finds withdrawals by id, address or reference, of any merchant, and of one only its own', async () => {
    const { withdrawalId, address } = (await request({ merchantReference: 'payout-7' })).body.data;
    const other = await api.addMerchant();
    const find = async (query: string): Promise<unknown[]> =>
      (await api.ask('GET', `/admin/v1/withdrawals?${query}`, { key: operatorKey })).list.map(
        (one) => one.withdrawalId,
      );
    for (const search of [withdrawalId, address, 'payout-7']) {
      expect(await find(`search=${search}`)).toContain(withdrawalId);
      expect(await find(`search=${search}&merchantId=${other.merchantId}`)).toEqual([]);
    }
    expect(await find('search=unknown')).toEqual([]);
  });
});
