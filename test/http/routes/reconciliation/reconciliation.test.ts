import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { openDatabase, transaction } from '../../../../src/db/core/database.js';
import { recordRun, type RunFindings } from '../../../../src/db/reconciliation/record-reconciliation.js';
import { startRun } from '../../../../src/db/reconciliation/reconciliation-runs.js';
import type { Difference } from '../../../../src/domain/reconciliation/difference.js';
import { registerReconciliationMetrics } from '../../../../src/http/metrics/reconciliation-metrics.js';
import { freezeAsset, findAssetFreeze } from '../../../../src/db/withdrawals/asset-freezes.js';
import { freezeForOutside } from '../../../../src/db/withdrawals/freeze-for-outside.js';
import { addressOf, testChain } from '../../../helpers/facts/facts.js';
import { storeOutsideSpend } from '../../../helpers/facts/outside-spend.js';
import { startApi, type Answer, type TestApi } from '../../../helpers/api/start-api.js';

const USDC = { chainCode: 'local', tokenSymbol: 'USDC' };
let api: TestApi;
let key: string;

beforeAll(async () => {
  api = await startApi({ rateLimits: { '*': null } });
  ({ key } = await api.addOperator());
});
afterAll(() => api.close());

const show = (by = key): Promise<Answer> => api.ask('GET', '/admin/v1/reconciliation', { key: by });
const metrics = (db = api.db): Promise<string> => {
  const registry = new Registry();
  registerReconciliationMetrics(registry, { db, log: pino({ level: 'silent' }) });
  return registry.metrics();
};

const release = (reason: string): Promise<Answer> =>
  api.ask('POST', '/admin/v1/assets/local/USDC/release', { key, json: { reason } });

async function record(findings: Partial<RunFindings>): Promise<void> {
  const runId = await startRun(api.db, { origin: 'schedule', isFull: true, nowMs: 1_700_000_000_000 });
  await recordRun(api.db, {
    runId,
    differences: [],
    chains: [],
    invoices: 3,
    lookedAt: () => true,
    nowMs: 1_700_000_060_000,
    mark: { postingId: 1, entryId: 1, invoiceId: '' },
    isWholeLog: false,
    ...findings,
  });
}

const missing: Difference = {
  kind: 'balance',
  asset: USDC,
  subject: addressOf(0xabc),
  expectedAtomic: 1_000_000n,
  foundAtomic: 400_000n,
  words: '0.600000 USDC are missing.',
};
const tooMuch = { ...missing, subject: addressOf(0xabd), foundAtomic: 1_000_001n, words: 'Too much.' };

describe('GET /admin/v1/reconciliation', () => {
  it('200: no run before the first one', async () => {
    const { status, body } = await show();
    expect(status).toBe(200);
    expect(body.data).toEqual({ run: null, differences: [], wholeLogRun: null });
    expect(await metrics()).toMatch(/^quittance_reconciliation_last_run_timestamp_seconds 0$/m);
  });

  it('200: the last finished run, and every open difference, with its numbers', async () => {
    await startRun(api.db, { origin: 'cli', isFull: true, nowMs: 1 });
    const check = {
      chainCode: 'local',
      blockNumber: 120,
      blockHash: `0x${'1'.repeat(64)}`,
      addresses: 2,
      problem: null,
    };
    await record({
      differences: [missing, tooMuch],
      chains: [{ ...check, checkedAddresses: new Set(), round: null, nativeSurplus: null }],
    });
    expect((await show()).body.data).toMatchObject({
      run: {
        origin: 'schedule',
        scope: 'full',
        outcome: 'differences',
        invoices: 3,
        chains: [check],
        startedAt: '2023-11-14T22:13:20.000Z',
        finishedAt: '2023-11-14T22:14:20.000Z',
        summary:
          '2 differences in the ledger, 3 invoices and 2 addresses on local at block 120; froze USDC on local',
      },
      differences: [
        {
          kind: 'balance',
          ...USDC,
          subject: '0x0000000000000000000000000000000000000aBc',
          decimals: 6,
          expectedAtomic: '1000000',
          foundAtomic: '400000',
          differenceAtomic: '-600000',
          words: '0.600000 USDC are missing.',
          freezes: true,
        },
        { differenceAtomic: '1', freezes: false },
      ],
    });
    expect(await metrics()).toContain(
      'quittance_reconciliation_differences{kind="balance",chain_code="local",token_symbol="USDC"} 2',
    );
  });

  it("the freeze is in the audit log as the system's own, and an operator releases it with a reason", async () => {
    const log = await api.ask('GET', '/admin/v1/audit-log?action=asset.freeze', { key });
    expect(log.list[0]).toMatchObject({ reason: 'reconciliation: 0.600000 USDC are missing.' });
    expect(await release('found it')).toMatchObject({ status: 200 });
    await record({ differences: [missing] });
    expect(await findAssetFreeze(api.db, USDC)).toBeUndefined();
  });

  it('an asset that an operator has frozen keeps that reason, and is frozen for the difference when it is released', async () => {
    await record({});
    const by = { kind: 'cli', id: 'ann', ip: null } as const;
    await transaction(api.db, (trx) =>
      freezeAsset(trx, { asset: USDC, reason: 'maintenance', actor: by, nowMs: 1 }),
    );
    await record({ differences: [missing] });
    expect(await findAssetFreeze(api.db, USDC)).toMatchObject({ reason: 'maintenance' });
    expect((await release('done')).body.data).toMatchObject({
      frozen: true,
      reason: 'reconciliation: 0.600000 USDC are missing.',
    });
    expect(await findAssetFreeze(api.db, USDC)).toMatchObject({ actorKind: 'system' });
  });

  it('a difference found during its own freeze is added to the reason, and is released with it', async () => {
    const more = { ...missing, foundAtomic: 100_000n, words: '0.900000 USDC are missing.' };
    await record({ differences: [more] });
    expect((await findAssetFreeze(api.db, USDC))?.reason).toBe('reconciliation: 0.900000 USDC are missing.');
    expect((await release('found it')).body.data).toMatchObject({ frozen: false, reason: null });
    await record({ differences: [more] });
    expect(await findAssetFreeze(api.db, USDC)).toBeUndefined();
  });

  it.each([
    ['was frozen for a difference before', '5a'],
    ['was not frozen before', '5b'],
  ] as const)(
    'a difference found after coins have left our wallet is added to the reason, and is released with it, where the asset %s',
    async (before, byte) => {
      const later = { ...missing, foundAtomic: 300_000n, words: '0.700000 USDC are missing.' };
      const more = { ...missing, foundAtomic: 200_000n, words: '0.800000 USDC are missing.' };
      const txHash = `0x${byte.repeat(32)}`;
      await record({});
      if (before === 'was frozen for a difference before') await record({ differences: [missing] });
      await storeOutsideSpend(api.db, txHash);
      await freezeForOutside(api.db, { chain: testChain, nowMs: 1 });
      await record({ differences: [later] });
      await record({ differences: [more] });
      expect((await findAssetFreeze(api.db, USDC))?.reason).toMatch(
        new RegExp(
          `^reconciliation: 0\\.800000 USDC are missing; transaction ${txHash} [^;]* not on record [^;]*$`,
        ),
      );
      expect((await release('found it')).body.data).toMatchObject({ frozen: false, reason: null });
      await record({ differences: [more] });
      expect(await findAssetFreeze(api.db, USDC)).toBeUndefined();
    },
  );

  it('401: without a key', async () => {
    expect(await api.ask('GET', '/admin/v1/reconciliation')).toMatchObject({ status: 401 });
  });

  it('403: for an operator without reports:read', async () => {
    const other = await api.addOperator({ scopes: ['operations:write'] });
    const { status, body } = await show(other.key);
    expect([status, body.error.code]).toEqual([403, 'missing_scope']);
  });

  it('400: an unknown parameter', async () => {
    const { status, body } = await api.ask('GET', '/admin/v1/reconciliation?page=2', { key });
    expect([status, body.error.code]).toEqual([400, 'validation_failed']);
  });
});

it('metrics omit the reconciliation while the database is down', async () => {
  const away = openDatabase({ url: 'postgres://nobody:none@127.0.0.1:1/nowhere' });
  const text = await metrics(away);
  expect(text).not.toMatch(/^quittance_reconciliation/m);
  await away.destroy();
});
