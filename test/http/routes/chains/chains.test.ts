import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { endDispute, noteDispute } from '../../../../src/db/chains/chain-disputes.js';
import { noteMismatch, noteRpcs, noteWallets } from '../../../../src/db/chains/chain-reports.js';
import { ensureWallet } from '../../../../src/db/wallets/wallets.js';
import { addressOf } from '../../../helpers/facts/facts.js';
import { watchChains } from '../../../../src/local/watch-chains.js';
import { until } from '../../../helpers/until.js';
import { asThief } from '../../../helpers/circuits/as-thief.js';
import { startApi, type Answer, type TestApi } from '../../../helpers/api/start-api.js';
import { HEALTHY_RPC } from '../../../helpers/facts/healthy-rpc.js';

let api: TestApi;
let operator: { operatorId: string; apiKeyId: string; key: string };

beforeAll(async () => {
  api = await startApi({ rateLimits: { '*': null } });
  operator = await api.addOperator();
});
afterAll(() => api.close());

const codeOf = ({ status, body }: Answer): unknown => [status, body.error.code];
const list = async (key = operator.key): Promise<Answer> => api.ask('GET', '/admin/v1/chains', { key });
const chain = async (): Promise<unknown> => (await list()).list[0];
const resume = (
  chainCode: string,
  json: object = { reason: 'looked at it' },
  key = operator.key,
): Promise<Answer> => api.ask('POST', `/admin/v1/chains/${chainCode}/resume`, { key, json });
const halt = (fields: object = { halted_at: new Date(), halted_reason: 'reorganised' }) =>
  api.db('chain_cursors').where({ chain_code: 'local' }).update(fields);

describe('GET /admin/v1/chains', () => {
  it('shows the configuration before any worker has reported', async () => {
    await api.db('blocks').delete();
    await api.db('chain_cursors').delete();
    expect(await chain()).toMatchObject({
      chainCode: 'local',
      chainId: 31337,
      status: 'starting',
      height: null,
      lagBlocks: null,
      confirmations: 3,
      rpcs: [],
      hotWallet: null,
    });
  });

  it('shows how far the chain is read, its RPCs by origin only, and the hot wallet on the chain and in the ledger', async () => {
    const address = addressOf(99);
    await api.db('chain_cursors').insert({
      chain_code: 'local',
      height: 117,
      block_hash: `0x${'11'.repeat(32)}`,
      block_time: new Date(1_700_000_000_000),
      finalized_height: 100,
    });
    await ensureWallet(api.db, { chainCode: 'local', address });
    const lagging = {
      ...HEALTHY_RPC,
      status: 'quarantined',
      reason: 'is 50 blocks (600 s) behind',
      headNumber: 70,
      behindBlocks: 50,
    };
    const rpcs = [
      { origin: 'https://a.example', ...HEALTHY_RPC },
      { origin: 'https://b.example', ...lagging },
    ];
    await noteRpcs(api.db, { chainCode: 'local', rpcs, nowMs: 1_700_000_001_000 });
    const wallets = [{ address, tokenSymbol: 'USDC', balanceAtomic: 2_500_000n }];
    await noteWallets(api.db, { chainCode: 'local', wallets, nowMs: 1_700_000_002_000 });
    await api.credit((await api.addMerchant()).merchantId, 3_000_000n);
    expect(await chain()).toMatchObject({
      status: 'following',
      height: 117,
      blockTime: '2023-11-14T22:13:20.000Z',
      headHeight: 120,
      lagBlocks: 3,
      finalizedHeight: 100,
      haltedAt: null,
      haltedReason: null,
      mismatch: null,
      rpcsCheckedAt: '2023-11-14T22:13:21.000Z',
      rpcs: [
        {
          origin: 'https://a.example',
          status: 'up',
          reason: null,
          headHeight: 120,
          behindBlocks: 0,
          latencyMs: 12,
        },
        {
          origin: 'https://b.example',
          status: 'quarantined',
          reason: 'is 50 blocks (600 s) behind',
          behindBlocks: 50,
        },
      ],
      hotWallet: {
        readAt: '2023-11-14T22:13:22.000Z',
        balances: expect.arrayContaining([
          {
            tokenSymbol: 'USDC',
            decimals: 6,
            balanceCrypto: '2.500000',
            balanceAtomic: '2500000',
            ledgerCrypto: '3.000000',
            ledgerAtomic: '3000000',
          },
          expect.objectContaining({
            tokenSymbol: 'ETH',
            decimals: 18,
            balanceCrypto: null,
            balanceAtomic: null,
            ledgerAtomic: '0',
          }),
        ]),
      },
    });
  });

  it('shows a hot wallet that pays out of what it got before the chain was first read, below zero in the ledger', async () => {
    const setBalance = (balance: string) =>
      asThief(
        api.db,
        "UPDATE ledger_accounts SET balance = ? WHERE kind = 'custody_hot' AND token_symbol = 'USDC'",
        [balance],
      );
    await setBalance('-1500000');
    expect(await chain()).toMatchObject({
      hotWallet: {
        balances: expect.arrayContaining([
          expect.objectContaining({ ledgerCrypto: '-1.500000', ledgerAtomic: '-1500000' }),
        ]),
      },
    });
    await setBalance('3000000');
  });

  it('shows where configuration and chain differ', async () => {
    const reason = 'token USDC: its contract says 18 decimals';
    await noteMismatch(api.db, { chainCode: 'local', reason, nowMs: 1_700_000_003_000 });
    expect(await chain()).toMatchObject({
      status: 'mismatch',
      mismatch: reason,
      mismatchAt: '2023-11-14T22:13:23.000Z',
      rpcs: [{}, {}],
    });
    await noteMismatch(api.db, { chainCode: 'local', reason: null, nowMs: 1_700_000_004_000 });
    expect(await chain()).toMatchObject({ status: 'following', mismatch: null, mismatchAt: null });
  });

  it('shows the contradictions of its RPCs, since when, and what to do', async () => {
    const about = { chainCode: 'local', about: 'blocks' } as const;
    const reason = 'https://b.example has another final block 117 than https://a.example';
    await noteDispute(api.db, { ...about, height: 117, reason }, 1_700_000_003_000);
    await noteDispute(api.db, { ...about, height: 117, reason }, 1_700_000_009_000);
    expect(await chain()).toMatchObject({
      status: 'following',
      disputes: [
        {
          about: 'blocks',
          height: 117,
          since: '2023-11-14T22:13:23.000Z',
          reason,
          action: expect.stringContaining('CHAINS_FILE'),
        },
      ],
    });
    await endDispute(api.db, about);
    expect(await chain()).toMatchObject({ disputes: [] });
  });

  it('shows since when none of its RPCs answers, and which RPC the chain waits for', async () => {
    const nowMs = Date.now();
    const cursor = () => api.db('chain_cursors').where({ chain_code: 'local' });
    const silent = {
      ...HEALTHY_RPC,
      status: 'down',
      consecutiveFailures: 4,
      lastError: 'no answer within 10000 ms',
    };
    const errors = { lastSuccessAtMs: nowMs - 90_000, lastErrorAtMs: nowMs - 1_000 };
    await cursor().update({ caught_up_at: new Date(nowMs - 90_000) });
    await noteRpcs(api.db, {
      chainCode: 'local',
      nowMs,
      rpcs: [{ origin: 'https://a.example', ...silent, ...errors }],
    });
    expect(await chain()).toMatchObject({
      status: 'unreachable',
      unreachableSince: new Date(nowMs - 90_000).toISOString(),
      rpcs: [
        {
          status: 'down',
          lastError: 'no answer within 10000 ms',
          lastErrorAt: new Date(nowMs - 1_000).toISOString(),
        },
      ],
    });
    const laggard = { origin: 'https://b.example', ...HEALTHY_RPC, behindBlocks: 411 };
    await noteRpcs(api.db, {
      chainCode: 'local',
      nowMs,
      rpcs: [{ origin: 'https://a.example', ...HEALTHY_RPC }, laggard],
    });
    const held = { status: 'following', unreachableSince: null };
    expect(await chain()).toMatchObject({ ...held, rpcs: [{ status: 'up' }, { status: 'behind' }] });
    await cursor().update({ caught_up_at: new Date() });
    expect(await chain()).toMatchObject({ ...held, rpcs: [{ status: 'up' }, { status: 'up' }] });
  });

  it('needs reports:read', async () => {
    const { key } = await api.addOperator({ scopes: ['operations:write'] });
    expect(codeOf(await list(key))).toEqual([403, 'missing_scope']);
  });
});

describe('POST /admin/v1/chains/{chainCode}/resume', () => {
  it('answers 409 while the chain is not halted', async () => {
    expect(codeOf(await resume('local'))).toEqual([409, 'invalid_state']);
  });

  it('orders its follower to continue, with who and why in the audit log', async () => {
    await halt();
    expect(await chain()).toMatchObject({
      status: 'halted',
      haltedReason: 'reorganised',
      resumeRequestedAt: null,
    });
    const answer = await resume('local');
    expect(answer.status).toBe(200);
    expect(answer.body.data).toMatchObject({
      chainCode: 'local',
      status: 'halted',
      resumeRequestedAt: expect.stringMatching(/Z$/),
    });
    const { list: entries } = await api.ask('GET', '/admin/v1/audit-log?objectId=local', {
      key: operator.key,
    });
    expect(entries).toMatchObject([
      {
        action: 'chain.resume',
        actorId: operator.operatorId,
        reason: 'looked at it',
        before: { height: 117, haltedReason: 'reorganised' },
      },
    ]);
  });

  it('accepts an order without a reason', async () => {
    await halt();
    expect((await api.ask('POST', '/admin/v1/chains/local/resume', { key: operator.key })).status).toBe(200);
    const { list } = await api.ask('GET', '/admin/v1/audit-log?objectId=local', { key: operator.key });
    expect(list[0]).toMatchObject({ action: 'chain.resume', reason: null });
  });

  it('answers 400 for an empty reason, 404 for an unknown chain, 403 without the scope', async () => {
    expect(codeOf(await resume('local', { reason: '' }))).toEqual([400, 'validation_failed']);
    expect(codeOf(await resume('nowhere'))).toEqual([404, 'not_found']);
    const { key } = await api.addOperator({ scopes: ['reports:read'] });
    expect(codeOf(await resume('local', { reason: 'x' }, key))).toEqual([403, 'missing_scope']);
  });
});

describe('a halted chain', () => {
  const invoice = { amountCrypto: '25', tokenSymbol: 'USDC', chainCode: 'local' };
  const since = '2026-01-02T03:04:05.000Z';
  const isHalted = { halted_at: new Date(since), halted_reason: 'reorganised' };
  const goesOn = { halted_at: null, halted_reason: null, resume_requested_at: null };

  const block = { height: 117, block_hash: `0x${'11'.repeat(32)}`, block_time: new Date(1_700_000_000_000) };
  const set = (database: TestApi['db'], fields: object) =>
    database('chain_cursors')
      .insert({ chain_code: 'local', ...block, ...fields })
      .onConflict('chain_code')
      .merge();

  it('is named in each new and each waiting invoice, until it is resumed', async () => {
    const { key } = await api.addMerchant();
    await set(api.db, isHalted);
    const created = await api.ask('POST', '/v1/invoices', { key, json: invoice });
    expect([created.status, created.body.data.chain]).toEqual([201, { halted: true }]);
    const path = `/v1/invoices/${created.body.data.invoiceId}`;
    expect((await api.ask('GET', path, { key })).body.data.chain).toEqual({ halted: true });
    await set(api.db, goesOn);
    expect((await api.ask('GET', path, { key })).body.data.chain).toEqual({ halted: false });
    const next = await api.ask('POST', '/v1/invoices', { key, json: invoice });
    expect(next.body.data.chain).toEqual({ halted: false });
  });

  it('accepts no new invoice when the setting says so', async () => {
    const careful = await startApi({ takesInvoicesWhileHalted: false });
    try {
      const { key } = await careful.addMerchant();
      const create = () => careful.ask('POST', '/v1/invoices', { key, json: invoice });
      await set(careful.db, isHalted);
      const refused = await create();
      expect(codeOf(refused)).toEqual([503, 'temporarily_unavailable']);
      expect(refused.body.error.message).toContain('halted until an operator resumes it');
      await set(careful.db, goesOn);
      expect((await create()).status).toBe(201);
    } finally {
      await careful.close();
    }
  });

  it('is named by /readyz, which stays 200, and once in the terminal of npm start', async () => {
    const said: string[] = [];
    const stopping = new AbortController();
    const say = (line: string): void => void said.push(line);
    const { signal } = stopping;
    const watching = watchChains({ baseUrl: api.baseUrl, say, signal, everyMs: 50 });
    const ready = async (): Promise<Answer> => api.ask('GET', '/readyz');
    await set(api.db, isHalted);
    await until('degraded', async () => (await ready()).body.data.status === 'degraded');
    const answer = await ready();
    expect([answer.status, answer.body.data]).toEqual([
      200,
      {
        status: 'degraded',
        database: 'up',
        temporal: 'up',
        haltedChains: [{ chainCode: 'local', haltedAt: since }],
      },
    ]);
    await until('it is said', () => said.length > 0);
    await set(api.db, goesOn);
    await until('the end is said', () => said.length > 1);
    stopping.abort();
    await watching;
    expect(said).toEqual([
      expect.stringContaining(`local has been HALTED since ${since}`),
      'The chain local goes on.',
    ]);
  });
});
