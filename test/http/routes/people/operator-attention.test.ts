import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { noteDispute } from '../../../../src/db/chains/chain-disputes.js';
import { noteRpcs, noteWallets, type RpcReport } from '../../../../src/db/chains/chain-reports.js';
import { recordRun } from '../../../../src/db/reconciliation/record-reconciliation.js';
import { startRun } from '../../../../src/db/reconciliation/reconciliation-runs.js';
import type { Difference } from '../../../../src/domain/reconciliation/difference.js';
import { ensureWallet } from '../../../../src/db/wallets/wallets.js';
import { noteChainRead } from '../../../helpers/chain/chain-reading.js';
import { addressOf } from '../../../helpers/facts/facts.js';
import { startApi, type Answer, type TestApi } from '../../../helpers/api/start-api.js';
import { HEALTHY_RPC } from '../../../helpers/facts/healthy-rpc.js';

const USDC = { chainCode: 'local', tokenSymbol: 'USDC' };
const HOT = addressOf(0x4071);
let api: TestApi;
let operator: { operatorId: string; key: string };
let shop: { merchantId: string; key: string };

beforeAll(async () => {
  api = await startApi({ rateLimits: { '*': null } });
  operator = await api.addOperator();
  shop = await api.addMerchant();
  await api.credit(shop.merchantId, 5_000_000_000n);
  await noteChainRead(api.db);
});
afterAll(() => api.close());

interface Need {
  readonly kind: string;
  readonly subjectId: string;
  readonly message: string;
}
const need = async (key = operator.key): Promise<readonly Need[]> =>
  (await api.ask('GET', '/admin/v1/attention', { key })).list as unknown as readonly Need[];
const kinds = async (key?: string): Promise<readonly string[]> => (await need(key)).map(({ kind }) => kind);
const assets = async (): Promise<readonly object[]> =>
  (await api.ask('GET', '/admin/v1/assets', { key: operator.key })).list;
const order = (path: string, json?: object, headers?: Record<string, string>): Promise<Answer> =>
  api.ask('POST', `/admin/v1${path}`, { key: operator.key, json: json ?? {}, ...(headers && { headers }) });

describe('the list of what needs an operator', () => {
  it('is empty while nothing needs one', async () => {
    expect(await need()).toEqual([]);
  });

  it('has withdrawals that wait for a decision, and keys that wait for an approval, as far as the scopes go', async () => {
    const { withdrawalId } = (
      await api.ask('POST', '/v1/withdrawals', {
        key: shop.key,
        json: { ...USDC, amountCrypto: '1250', address: addressOf(77) },
      })
    ).body.data;
    const { apiKeyId } = await api.addMerchant({ approved: false, name: 'Till' });
    expect(await need()).toMatchObject([
      {
        kind: 'withdrawal_to_decide',
        subjectId: withdrawalId,
        merchantId: shop.merchantId,
        ...USDC,
        amountCrypto: '1250.000000',
        message: '1250.000000 USDC for Test shop waits for a decision. 0 of 1 approvals.',
      },
      {
        kind: 'key_waits',
        subjectId: apiKeyId,
        message: expect.stringContaining('The API key "Till" of Test shop works when'),
      },
    ]);
    const { key } = await api.addOperator({ scopes: ['reports:read'] });
    expect(await kinds(key)).toEqual(['withdrawal_to_decide']);
  });

  it('has a halted chain first, until it is resumed', async () => {
    const halt = { halted_at: new Date(), halted_reason: 'block 100 is not final any more' };
    await api.db('chain_cursors').where({ chain_code: 'local' }).update(halt);
    expect((await need())[0]).toMatchObject({ kind: 'chain_halted', subjectId: 'local' });
    expect((await need())[0]?.message).toContain('Block 100 is not final any more.');
    await order('/chains/local/resume', { reason: 'two explorers agree' });
    expect(await kinds()).not.toContain('chain_halted');
    const goesOn = { halted_at: null, halted_reason: null, resume_requested_at: null };
    await api.db('chain_cursors').where({ chain_code: 'local' }).update(goesOn);
  });

  it('has what the workers found about RPCs, wallets and the time since a chain was read to its end', async () => {
    await ensureWallet(api.db, { chainCode: 'local', address: HOT });
    const quarantined = {
      ...HEALTHY_RPC,
      origin: 'https://b.example',
      status: 'quarantined',
      reason: 'is 50 blocks behind',
    };
    await noteRpcs(api.db, {
      chainCode: 'local',
      nowMs: 1,
      rpcs: [{ origin: 'https://a.example', ...HEALTHY_RPC }, quarantined],
    });
    const wallets = [{ address: HOT, tokenSymbol: 'ETH', balanceAtomic: 1n }];
    await noteWallets(api.db, { chainCode: 'local', wallets, nowMs: 1 });
    const reason = 'https://b.example has another final block 117';
    await noteDispute(api.db, { chainCode: 'local', about: 'blocks', height: 117, reason }, 1);
    const long = new Date(Date.now() - 3_600_000);
    await api.db('chain_cursors').where({ chain_code: 'local' }).update({ caught_up_at: long });
    expect(await need()).toMatchObject([
      { kind: 'withdrawal_to_decide' },
      { kind: 'rpcs_disagree', subjectId: 'local/blocks' },
      { kind: 'chain_behind', since: long.toISOString() },
      { kind: 'gas_low', message: expect.stringContaining('0.000000000000000001 ETH left for gas') },
      { kind: 'rpc_quarantined', subjectId: 'https://b.example' },
      { kind: 'key_waits' },
    ]);
    const [chain] = (await api.ask('GET', '/admin/v1/chains', { key: operator.key })).list;
    expect(chain).toMatchObject({
      lagSeconds: expect.any(Number),
      behind: true,
      wallets: [
        {
          role: 'hot',
          enoughGas: false,
          transactionsLeft: 0,
          balances: [{ tokenSymbol: 'ETH', balanceAtomic: '1' }],
        },
      ],
    });
    const one = await api.ask('GET', '/admin/v1/chains/local', { key: operator.key });
    expect(one.body.data).toMatchObject({ chainCode: 'local', wallets: [{ role: 'hot' }] });
    expect((await api.ask('GET', '/admin/v1/chains/nowhere', { key: operator.key })).status).toBe(404);
  });
});

describe('RPCs in the list of what needs an operator', () => {
  const [A, B] = ['https://a.example', 'https://b.example'] as const;
  const silentFor = (minutes: number, status = 'down') => ({
    ...HEALTHY_RPC,
    status,
    consecutiveFailures: 9,
    lastError: 'no answer within 10000 ms',
    lastSuccessAtMs: Date.now() - minutes * 60_000,
  });
  const report = (...rpcs: readonly RpcReport[]): Promise<void> =>
    noteRpcs(api.db, { chainCode: 'local', nowMs: Date.now(), rpcs });
  const caughtUp = (minutesAgo: number) =>
    api
      .db('chain_cursors')
      .where({ chain_code: 'local' })
      .update({ caught_up_at: new Date(Date.now() - minutesAgo * 60_000) });
  const said = async (kind: string): Promise<string | undefined> =>
    (await need()).find((one) => one.kind === kind)?.message;

  beforeAll(() => caughtUp(0));

  it('are named as the reason why nothing is read, when none of them answers', async () => {
    await report({ origin: A, ...silentFor(2) }, { origin: B, ...silentFor(7, 'limited') });
    expect((await need())[0]).toMatchObject({ kind: 'chain_unreachable', chainCode: 'local' });
    expect(await said('chain_unreachable')).toMatch(
      /^No RPC of local has answered since 2\S+Z\. Nothing is read, credited or sent there until one does\. /,
    );
  });

  it('are named when only one of them answers, so that its word alone counts', async () => {
    await report({ origin: A, ...HEALTHY_RPC, lastSuccessAtMs: Date.now() }, { origin: B, ...silentFor(2) });
    expect(await said('chain_unreachable')).toBeUndefined();
    expect(await said('one_rpc_left')).toContain(`Only ${A} answers on local`);
  });

  it('are named when one is so far behind that the chain is not read to its end', async () => {
    const laggard = { origin: B, ...HEALTHY_RPC, behindBlocks: 411 };
    await report({ origin: A, ...HEALTHY_RPC }, laggard);
    expect(await said('chain_behind')).toBeUndefined();
    await caughtUp(6);
    expect(await said('chain_behind')).toContain(`${B} is 411 blocks behind.`);
    await caughtUp(0);
  });

  it('are left out when all is well', async () => {
    await report({ origin: A, ...HEALTHY_RPC }, { origin: B, ...HEALTHY_RPC });
    const ofRpcs = ['chain_unreachable', 'one_rpc_left', 'chain_behind', 'rpc_quarantined'];
    expect((await kinds()).filter((kind) => ofRpcs.includes(kind))).toEqual([]);
  });
});

describe('a difference between the books and the chain', () => {
  it('is reported with its frozen asset, by its run, and with what to check', async () => {
    const runId = await startRun(api.db, { origin: 'schedule', isFull: true, nowMs: Date.now() });
    const missing: Difference = {
      kind: 'balance',
      asset: USDC,
      subject: HOT,
      words: '0.600000 USDC are missing.',
      expectedAtomic: 1_000_000n,
      foundAtomic: 400_000n,
    };
    const findings = {
      runId,
      chains: [],
      invoices: 3,
      lookedAt: () => true,
      nowMs: Date.now(),
      isWholeLog: false,
      mark: { postingId: 1, entryId: 1, invoiceId: '' },
    };
    await recordRun(api.db, { ...findings, differences: [missing] });
    expect((await kinds()).slice(0, 2)).toEqual(['books_differ', 'asset_frozen']);
    expect((await need())[0]?.message).toMatch(
      /^0\.600000 USDC are missing\. Look at the transactions of the address/,
    );
    const run = await api.ask('GET', `/admin/v1/reconciliation/runs/${runId}`, { key: operator.key });
    expect(run.body.data).toMatchObject({
      run: { runId, outcome: 'differences' },
      differences: [
        { ...USDC, words: missing.words, goneAt: null, action: expect.stringContaining('explorer') },
      ],
    });
    expect((await assets())[0]).toMatchObject({
      ...USDC,
      frozen: true,
      frozenBy: { kind: 'system', id: 'reconciliation', name: null },
      owed: '5000.000000',
      reserved: '1250.000000',
      hotWallet: null,
      decimals: 6,
      hotWalletCeilingAtomic: null,
      sweepThresholdAtomic: '1000000',
    });
    // The next run looks again, and does not find it.
    const later = await startRun(api.db, { origin: 'schedule', isFull: true, nowMs: Date.now() });
    await recordRun(api.db, { ...findings, runId: later, differences: [], nowMs: Date.now() + 1_000 });
    expect(await kinds()).not.toContain('books_differ');
    const { list } = await api.ask('GET', '/admin/v1/reconciliation/runs?outcome=clean,differences', {
      key: operator.key,
    });
    expect(list).toMatchObject([
      { runId: later, outcome: 'clean' },
      { runId, outcome: 'differences' },
    ]);
    expect((await api.ask('GET', '/admin/v1/reconciliation/runs/999', { key: operator.key })).status).toBe(
      404,
    );
  });

  it('leaves its asset frozen until an operator releases it, and the freeze names its operator', async () => {
    await order('/assets/local/USDC/release', { reason: 'a late top-up' });
    expect(await kinds()).not.toContain('asset_frozen');
    await order('/assets/local/USDC/freeze', { reason: 'the token is paused' });
    expect((await assets())[0]).toMatchObject({
      frozen: true,
      reason: 'the token is paused',
      frozenBy: { kind: 'operator', id: operator.operatorId, name: 'Test operator' },
    });
    await order('/assets/local/USDC/release', { reason: 'it goes on' });
  });
});

describe('orders that the command line has too', () => {
  const outbox = (kind: string) => api.db('outbox').where({ kind }).pluck<string[]>('target_id');
  const audited = async (action: string): Promise<readonly object[]> =>
    (await api.ask('GET', `/admin/v1/audit-log?action=${action}`, { key: operator.key })).list;

  it('a sweep is recorded, audited, and left to the outbox', async () => {
    const answer = await order('/chains/local/sweep');
    expect(answer.body.data).toEqual({ chainCode: 'local', transactionsUnderWay: 0, assets: [] });
    expect(await outbox('sweep')).toEqual(['local']);
    expect(await audited('chain.sweep')).toMatchObject([{ actorId: operator.operatorId, objectId: 'local' }]);
    expect((await order('/chains/nowhere/sweep')).status).toBe(404);
  });

  it('a reconciliation run is ordered once for each key, and one at a time', async () => {
    const headers = { 'Idempotency-Key': 'night-1' };
    const asked = await order('/reconciliation/runs', {}, headers);
    expect(asked.status).toBe(201);
    expect(asked.body.data).toMatchObject({
      origin: 'operator',
      scope: 'full',
      finishedAt: null,
      outcome: null,
    });
    const again = await order('/reconciliation/runs', {}, headers);
    expect([again.body, again.headers.get('idempotency-replayed')]).toEqual([asked.body, 'true']);
    expect(await outbox('reconciliation')).toHaveLength(1);
    expect(await audited('reconciliation.run')).toHaveLength(1);
    const another = await order('/reconciliation/runs');
    expect([another.status, another.body.error.code]).toEqual([409, 'invalid_state']);
  });

  it('a read-only operator can order neither', async () => {
    const { key } = await api.addOperator({ scopes: ['reports:read'] });
    for (const path of ['/admin/v1/chains/local/sweep', '/admin/v1/reconciliation/runs'])
      expect((await api.ask('POST', path, { key, json: {} })).status).toBe(403);
  });
});
