import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { noteRpcs, noteWallets } from '../../../../src/db/chains/chain-reports.js';
import { ensureWallet } from '../../../../src/db/wallets/wallets.js';
import { noteChainRead } from '../../../helpers/chain/chain-reading.js';
import { startApi, type Answer, type TestApi } from '../../../helpers/api/start-api.js';

const HOT = `0x${'55'.repeat(20)}`;
const TO = `0x${'77'.repeat(20)}`;
const ASKED = { chainCode: 'local', tokenSymbol: 'USDC', amountCrypto: '4', address: TO };

interface Waits {
  readonly waitingReason: string | null;
  readonly waitingCode: string | null;
}

let api: TestApi;
let key: string;
let operatorKey: string;
let merchantId: string;
beforeAll(async () => {
  api = await startApi({ rateLimits: { '*': null } });
  await noteChainRead(api.db);
  operatorKey = (await api.addOperator()).key;
  ({ key, merchantId } = await api.addMerchant());
  await api.credit(merchantId, 10_000_000n);
});
afterAll(() => api.close());

const review = (withdrawalId: string, as = operatorKey): Promise<Answer> =>
  api.ask('GET', `/admin/v1/withdrawals/${withdrawalId}`, { key: as });
const reviewOf = async (withdrawalId: string): Promise<unknown> =>
  ((await review(withdrawalId)).body.data as unknown as { review: unknown }).review;
const request = async (amountCrypto = '4', as = key): Promise<string> =>
  (await api.ask('POST', '/v1/withdrawals', { key: as, json: { ...ASKED, amountCrypto } })).body.data
    .withdrawalId;
/** Adds another merchant, with this balance. @returns its key. */
const addShop = async (balanceAtomic: bigint): Promise<string> => {
  const shop = await api.addMerchant();
  await api.credit(shop.merchantId, balanceAtomic);
  return shop.key;
};

it('an approver sees who asked, what is left, and whether the address was ever paid or is listed', async () => {
  const first = await request();
  const limits = {
    withdrawalLimits: [
      { chainCode: 'local', tokenSymbol: 'USDC', perDayCrypto: '9', twoApprovalsAboveCrypto: '3' },
    ],
  };
  await api.ask('PATCH', `/admin/v1/merchants/${merchantId}`, { key: operatorKey, json: limits });
  const { status, body } = await review(first);
  expect([status, body.data]).toMatchObject([
    200,
    { withdrawalId: first, merchantId, address: TO, decimals: 6 },
  ]);
  const seen = {
    merchant: { merchantId, name: 'Test shop', status: 'active', createdAt: expect.stringMatching(/Z$/) },
    asked: { by: 'key', name: 'key', ip: '127.0.0.1' },
    paidBefore: { times: 0, firstAt: null },
    available: '6.000000',
    availableAtomic: '6000000',
    deficit: '0.000000',
    deficitAtomic: '0',
    withdrawn: '4.000000',
    withdrawnAtomic: '4000000',
    dailyLimit: '9.000000',
    dailyLimitAtomic: '9000000',
    perWithdrawalLimit: null,
    perWithdrawalLimitAtomic: null,
    twoApprovalsAbove: '3.000000',
    twoApprovalsAboveAtomic: '3000000',
    // It was one at the request.
    approvalsRequired: 2,
    history: { times: 0, firstAt: null, largest: '0.000000', largestAtomic: '0' },
    whitelist: { restricted: false, listed: false, since: null },
    hotWallet: null,
    chainStatus: 'starting',
    approvers: [],
    ownApproverAddresses: [],
    chainId: 31337,
    confirmationsRequired: 3,
    nextLookAt: null,
    frozen: null,
  };
  expect(await reviewOf(first)).toEqual(seen);
  // A completed withdrawal makes its address known.
  await api
    .db('withdrawals')
    .where({ withdrawal_id: first })
    .update({ status: 'completed', approved_at: new Date(), completed_at: new Date('2026-01-31T12:00:00Z') });
  const json = { reason: 'the token was paused' };
  await api.ask('POST', '/admin/v1/assets/local/USDC/freeze', { key: operatorKey, json });
  const listed = { chainCode: 'local', address: TO, label: 'Bank', effectiveAtMs: Date.UTC(2026, 0, 2) };
  await api
    .db('merchants')
    .where({ merchant_id: merchantId })
    .update({ withdrawal_addresses: JSON.stringify([listed]) });
  await ensureWallet(api.db, { chainCode: 'local', address: HOT });
  const wallets = [{ address: HOT, tokenSymbol: 'USDC', balanceAtomic: 3_500_000n }];
  await noteWallets(api.db, { chainCode: 'local', wallets, nowMs: Date.UTC(2026, 1, 1) });
  expect(await reviewOf(await request())).toEqual({
    ...seen,
    paidBefore: { times: 1, firstAt: '2026-01-31T12:00:00.000Z' },
    history: {
      times: 1,
      firstAt: '2026-01-31T12:00:00.000Z',
      largest: '4.000000',
      largestAtomic: '4000000',
    },
    whitelist: { restricted: true, listed: true, since: '2026-01-02T00:00:00.000Z' },
    hotWallet: {
      balance: '3.500000',
      balanceAtomic: '3500000',
      due: '0.000000',
      dueAtomic: '0',
      readAt: '2026-02-01T00:00:00.000Z',
    },
    available: '2.000000',
    availableAtomic: '2000000',
    withdrawn: '8.000000',
    withdrawnAtomic: '8000000',
    frozen: { reason: 'the token was paused', since: expect.stringMatching(/Z$/) },
  });
});

it('the daily sum of a merchant includes a request that has waited longer than a day, because it leaves with later ones', async () => {
  const shop = await addShop(10_000_000n);
  const [old, fresh] = [await request('4', shop), await request('4', shop)];
  const twoDaysAgo = new Date(Date.now() - 48 * 3_600_000);
  await api.db('withdrawals').where({ withdrawal_id: old }).update({ created_at: twoDaysAgo });
  expect(await reviewOf(old)).toMatchObject({ withdrawn: '8.000000' });
  expect(await reviewOf(fresh)).toMatchObject({ withdrawn: '8.000000' });
  await api.ask('POST', `/v1/withdrawals/${old}/cancel`, { key: shop });
  expect(await reviewOf(fresh)).toMatchObject({ withdrawn: '4.000000' });
});

it('an approver sees what other approved withdrawals take of the hot wallet, and that the chain is halted', async () => {
  const shop = await addShop(10_000_000n);
  const [one, other] = [await request('4', shop), await request('4', shop)];
  await api.ask('POST', `/admin/v1/withdrawals/${one}/approve`, { key: operatorKey, json: {} });
  expect(await reviewOf(other)).toMatchObject({ hotWallet: { due: '4.000000', dueAtomic: '4000000' } });
  expect(await reviewOf(one)).toMatchObject({ hotWallet: { due: '0.000000' }, approvalsRequired: 1 });
  const halt = { halted_at: new Date(), halted_reason: 'block 100 is not final any more' };
  await api.db('chain_cursors').where({ chain_code: 'local' }).update(halt);
  expect(await reviewOf(other)).toMatchObject({ chainStatus: 'halted' });
  await api
    .db('chain_cursors')
    .where({ chain_code: 'local' })
    .update({ halted_at: null, halted_reason: null });
});

it('only approvers and readers of reports can read a withdrawal, and an unknown one is not found', async () => {
  expect((await review(`wd_${'0'.repeat(26)}`)).status).toBe(404);
  const reader = await api.addOperator({ scopes: ['operations:write'] });
  expect((await review(await request('1'), reader.key)).body.error.code).toBe('missing_scope');
});

it("a withdrawal's timeline is one list, in order: orders, signatures, transactions, bookings and webhooks", async () => {
  const withdrawalId = await request('1', await addShop(1_000_000n));
  const wallet = `0x${'88'.repeat(20)}`;
  const hash = (digits: string): string => `0x${digits.repeat(32)}`;
  const signedAt = Date.now() + 60_000;
  await api.ask('POST', `/admin/v1/withdrawals/${withdrawalId}/approve`, { key: operatorKey, json: {} });
  await ensureWallet(api.db, { chainCode: 'local', address: wallet });
  await api.db('sent_transactions').insert({
    chain_code: 'local',
    tx_hash: hash('a1'),
    from_address: wallet,
    nonce: 4,
    raw_transaction: '0x02',
    withdrawal_id: withdrawalId,
    max_fee_per_gas_wei: '7',
    max_cost_wei: '7',
    purpose: 'payment',
    token_symbol: 'USDC',
    amount_atomic: '1000000',
    to_address: TO,
    signed_at: new Date(signedAt),
    first_sent_at: new Date(signedAt + 1_000),
    block_number: 120,
    block_hash: hash('b1'),
    block_time: new Date(signedAt + 2_000),
    succeeded: true,
    gas_used: 21_000,
    effective_gas_price_wei: '7',
    fee_wei: '147000',
    proven: true,
  });
  const path = `/admin/v1/withdrawals/${withdrawalId}/timeline`;
  const { status, list } = await api.ask('GET', path, { key: operatorKey });
  expect(status).toBe(200);
  const kinds = (list as unknown as readonly { kind: string; action?: string }[]).map(
    ({ kind, action }) => action ?? kind,
  );
  expect(kinds[0]).toBe('requested');
  expect(kinds.filter((kind) => kind.startsWith('withdrawal.'))).toEqual(['withdrawal.approve']);
  expect(kinds).toContain('ledger_entry');
  expect(list.slice(-3)).toMatchObject([
    { kind: 'transaction_signed', purpose: 'payment', nonce: 4, txHash: hash('a1'), replaces: null },
    { kind: 'transaction_sent' },
    { kind: 'transaction_mined', blockNumber: 120, succeeded: true },
  ]);
  expect(list.find(({ action }) => action === 'withdrawal.approve')).toMatchObject({
    by: 'operator',
    name: 'Test operator',
    reason: null,
  });
  expect(
    (await api.ask('GET', path.replace(withdrawalId, `wd_${'0'.repeat(26)}`), { key: operatorKey })).status,
  ).toBe(404);
});

it('a withdrawal waits for its chain while no RPC of that answers, and the list and its own answer both say so', async () => {
  const withdrawalId = await request('1', await addShop(1_000_000n));
  await api.ask('POST', `/admin/v1/withdrawals/${withdrawalId}/approve`, { key: operatorKey, json: {} });
  const waits = async (): Promise<unknown> => {
    const { waitingReason, waitingCode } = (await review(withdrawalId)).body.data as unknown as Waits;
    const { list } = await api.ask('GET', '/admin/v1/withdrawals?status=approved', { key: operatorKey });
    expect(list.find((one) => one['withdrawalId'] === withdrawalId)).toMatchObject({
      waitingReason,
      waitingCode,
    });
    return { waitingReason, waitingCode };
  };
  const rpc = { origin: 'https://a.example', reason: null, headNumber: 1, behindBlocks: 0, lastLatencyMs: 1 };
  const answered = { ...rpc, status: 'up', consecutiveFailures: 0, lastError: null };
  const lastSuccessAtMs = Date.UTC(2026, 0, 31, 12);
  const report = (one: object): Promise<void> =>
    noteRpcs(api.db, {
      chainCode: 'local',
      nowMs: lastSuccessAtMs + 80_000,
      rpcs: [{ ...answered, lastSuccessAtMs, ...one }],
    });
  await report({});
  expect(await waits()).toEqual({ waitingReason: null, waitingCode: null });
  await report({ status: 'down', consecutiveFailures: 5 });
  expect(await waits()).toEqual({
    waitingReason: 'no RPC of local has answered since 2026-01-31T12:00:00.000Z',
    waitingCode: 'unread',
  });
});
