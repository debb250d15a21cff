import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { NotYet, wait } from '../../../../activities/withdrawals/not-yet.js';
import { findPayoutHold } from '../../../../src/db/withdrawals/asset-freezes.js';
import { transaction } from '../../../../src/db/core/database.js';
import { noteChainRead } from '../../../helpers/chain/chain-reading.js';
import { addressOf, usdc } from '../../../helpers/facts/facts.js';
import { silentLog } from '../../../helpers/services/test-engine.js';
import { startApi, type Answer, type TestApi } from '../../../helpers/api/start-api.js';

let api: TestApi;
let operator: { operatorId: string; apiKeyId: string; key: string };

beforeAll(async () => {
  api = await startApi({ rateLimits: { '*': null } });
  operator = await api.addOperator();
  await noteChainRead(api.db);
});
afterAll(() => api.close());

const codeOf = ({ status, body }: Answer): unknown => [status, body.error.code];
const asset = (
  what: string,
  { name = 'local/USDC', json = { reason: 'the books differ' } }: { name?: string; json?: object } = {},
): Promise<Answer> => api.ask('POST', `/admin/v1/assets/${name}/${what}`, { key: operator.key, json });
const audit = (query = '', key = operator.key): Promise<Answer> =>
  api.ask('GET', `/admin/v1/audit-log${query}`, { key });

describe('POST /admin/v1/assets/{chainCode}/{tokenSymbol}/freeze and …/release', () => {
  it('hold the withdrawals of that asset, and release them, each with its reason', async () => {
    const { merchantId } = await api.addMerchant();
    const hold = (): Promise<string | null> =>
      transaction(api.db, (trx) => findPayoutHold(trx, { merchantId, asset: usdc() }));
    expect(await hold()).toBeNull();
    const frozen = await asset('freeze');
    expect(frozen.status).toBe(200);
    expect(frozen.body.data).toEqual({
      chainCode: 'local',
      tokenSymbol: 'USDC',
      frozen: true,
      reason: 'the books differ',
      frozenAt: expect.stringMatching(/Z$/),
    });
    expect(await hold()).toContain('the books differ');
    const again = await asset('freeze');
    expect(codeOf(again)).toEqual([409, 'invalid_state']);
    expect(again.body.error.message).toContain('the books differ');

    const released = await asset('release', { json: { reason: 'a late top-up' } });
    expect(released.body.data).toMatchObject({ frozen: false, reason: null });
    expect(await hold()).toBeNull();
    expect(codeOf(await asset('release'))).toEqual([409, 'invalid_state']);
    expect((await audit('?objectId=local/USDC')).list).toMatchObject([
      {
        action: 'asset.release',
        reason: 'a late top-up',
        before: { frozen: true, reason: 'the books differ' },
        after: { frozen: false },
      },
      { action: 'asset.freeze', actorId: operator.operatorId, reason: 'the books differ' },
    ]);
  });

  it('make its withdrawals wait longer and longer, at most 5 minutes, and wake them at the release', async () => {
    const { merchantId, key } = await api.addMerchant({ scopes: ['withdrawals:write'] });
    await api.credit(merchantId, 5_000_000n);
    const json = { chainCode: 'local', tokenSymbol: 'USDC', amountCrypto: '1', address: addressOf(77) };
    const { withdrawalId } = (await api.ask('POST', '/v1/withdrawals', { key, json })).body.data;
    const row = () => api.db('withdrawals').where({ withdrawal_id: withdrawalId });
    await row().update({ status: 'approved', approved_at: new Date(0) });
    await asset('freeze');
    const frozen = await api.db('asset_freezes').first<{ frozen_at: Date }>('frozen_at');
    const frozenAtMs = frozen.frozen_at.getTime();
    const waitsMs: number[] = [];
    for (const afterMs of [1_000, 60_000, 3_600_000]) {
      const nowMs = frozenAtMs + afterMs;
      const why = new NotYet('held_back', 'frozen');
      await wait({ db: api.db, now: () => nowMs, log: silentLog }, { withdrawalId, why });
      const waiting = await row().first<{ wait_until: Date }>('wait_until');
      waitsMs.push(waiting.wait_until.getTime() - nowMs);
    }
    expect(waitsMs).toEqual([15_000, 30_000, 300_000]);
    await api.db('outbox').delete();
    await asset('release');
    expect(await row().pluck('wait_until')).toEqual([null]);
    expect(await api.db('outbox').select('kind', 'target_id')).toEqual([
      { kind: 'withdrawal', target_id: withdrawalId },
    ]);
  });

  it.each(['freeze', 'release'])(
    '…/%s answers 400 without a reason, 404 for an unknown asset, 403 without the scope',
    async (what) => {
      expect(codeOf(await asset(what, { json: {} }))).toEqual([400, 'validation_failed']);
      expect(codeOf(await asset(what, { name: 'local/NONE' }))).toEqual([404, 'not_found']);
      expect(codeOf(await asset(what, { name: 'nowhere/USDC' }))).toEqual([404, 'not_found']);
      const { key } = await api.addOperator({ scopes: ['reports:read'] });
      const path = `/admin/v1/assets/local/USDC/${what}`;
      expect(codeOf(await api.ask('POST', path, { key, json: { reason: 'x' } }))).toEqual([
        403,
        'missing_scope',
      ]);
    },
  );
});

describe('GET /admin/v1/audit-log', () => {
  it('answers who did what, when, from where, before and after', async () => {
    const merchant = await api.addMerchant();
    await api.credit(merchant.merchantId, 5_000_000n);
    const made = await api.ask('POST', '/v1/withdrawals', {
      key: merchant.key,
      json: { amountCrypto: '5', chainCode: 'local', tokenSymbol: 'USDC', address: `0x${'12'.repeat(20)}` },
    });
    const { withdrawalId } = made.body.data;
    await api.ask('POST', `/admin/v1/withdrawals/${withdrawalId}/reject`, {
      key: operator.key,
      json: { reason: 'unknown address' },
    });
    const { status, list } = await audit(`?objectKind=withdrawal&objectId=${withdrawalId}`);
    expect(status).toBe(200);
    const common = {
      auditId: expect.stringMatching(/^\d+$/),
      createdAt: expect.stringMatching(/Z$/),
      ip: '127.0.0.1',
      objectKind: 'withdrawal',
      objectId: withdrawalId,
      withdrawal: {
        amountCrypto: '5.000000',
        amountAtomic: '5000000',
        decimals: 6,
        tokenSymbol: 'USDC',
        chainCode: 'local',
      },
    };
    expect(list).toEqual([
      {
        ...common,
        actorKind: 'operator',
        actorId: operator.operatorId,
        apiKeyId: operator.apiKeyId,
        memberId: null,
        action: 'withdrawal.reject',
        reason: 'unknown address',
        before: { status: 'pending_approval' },
        after: { status: 'rejected' },
      },
      {
        ...common,
        actorKind: 'merchant',
        actorId: merchant.merchantId,
        apiKeyId: merchant.apiKeyId,
        memberId: null,
        action: 'withdrawal.create',
        reason: null,
        before: null,
        after: {
          status: 'pending_approval',
          chainCode: 'local',
          tokenSymbol: 'USDC',
          amountAtomic: '5000000',
          address: expect.stringMatching(/^0x/),
        },
      },
    ]);
    for (const actorId of [merchant.merchantId, merchant.apiKeyId]) {
      expect((await audit(`?actorId=${actorId}`)).list).toHaveLength(1);
    }
    expect((await audit(`?actorId=${merchant.merchantId}&action=withdrawal.reject`)).list).toEqual([]);
    expect(JSON.stringify((await audit('?limit=100')).list)).not.toMatch(/q[ko]_[0-9A-Za-z]{20}/);
  });

  it('has pages, and a filter by two times', async () => {
    const mine = await api.addOperator();
    for (const name of ['one', 'two', 'three']) {
      await api.ask('POST', '/admin/v1/merchants', { key: mine.key, json: { name } });
    }
    const query = `?actorId=${mine.operatorId}`;
    const all = (await audit(query)).list as unknown as { auditId: string; createdAt: string }[];
    expect(all).toHaveLength(3);
    const first = await audit(`${query}&limit=2`);
    const second = await audit(`${query}&limit=2&cursor=${first.body.page.nextCursor ?? ''}`);
    expect([...first.list, ...second.list]).toEqual(all);
    expect(second.body.page.nextCursor).toBeNull();
    const newest = all[0]?.createdAt ?? '';
    const oldest = all[2]?.createdAt ?? '';
    expect((await audit(`${query}&createdFrom=${oldest}&createdTo=${newest}`)).list).toEqual(all);
    expect((await audit(`${query}&createdTo=2020-01-01T00:00:00Z`)).list).toEqual([]);
    expect((await audit(`${query}&createdFrom=2099-01-01T00:00:00Z`)).list).toEqual([]);
  });

  it('answers 400 to an unknown or malformed filter, 403 without the scope', async () => {
    for (const query of ['?actor=x', '?createdFrom=yesterday', '?cursor=x', '?limit=0']) {
      expect(codeOf(await audit(query))).toEqual([400, 'validation_failed']);
    }
    const { key } = await api.addOperator({ scopes: ['merchants:write'] });
    expect(codeOf(await audit('', key))).toEqual([403, 'missing_scope']);
    expect(codeOf(await audit('', (await api.addMerchant()).key))).toEqual([403, 'missing_scope']);
  });
});
