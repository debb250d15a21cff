import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { noteNeeds, tellOperators } from '../../../activities/webhooks/operator-notices.js';
import type { NotifyConfig } from '../../../activities/webhooks/operator-notices.js';
import { insertMerchant } from '../../../src/db/merchants/merchants.js';
import { forgetOldNotices } from '../../../src/db/webhooks/notices.js';
import { resolveHost } from '../../../src/webhooks/resolve-host.js';
import { generateWebhookSecret } from '../../../src/webhooks/sign.js';
import { verifyWebhook } from '../../../src/webhooks/verify.js';
import { createTestDatabase, type TestDatabase } from '../../helpers/services/postgres.js';
import { startReceiver, type Receiver } from '../../webhooks/receiver.js';
import { testChain } from '../../helpers/facts/facts.js';

const MINUTE_MS = 60_000;
const secret = generateWebhookSecret();

let database: TestDatabase;
let receiver: Receiver;
let status = 200;
let nowMs = Date.now();
let config: NotifyConfig;

beforeAll(async () => {
  database = await createTestDatabase();
  receiver = await startReceiver((_request, response) => response.writeHead(status).end());
  config = { urls: [`http://127.0.0.1:${receiver.port}/hook`], secret };
});
afterAll(async () => {
  await receiver[Symbol.asyncDispose]();
  await database.drop();
});
beforeEach(async () => {
  status = 200;
  await database.db('asset_freezes').delete();
  await database.db.raw('TRUNCATE notice_sends, notices');
});

const policy = { allowHttp: false, allowCidrs: [] };
const deps = () => ({
  ...{
    chains: new Map([[testChain.chainCode, testChain]]),
    now: () => nowMs,
    log: pino({ level: 'silent' }),
  },
  webhooks: { policy, resolve: resolveHost, retryDelaysMs: [0, 5 * MINUTE_MS], timeoutMs: 5_000 },
});
/** Notes and tells, as the workers do, each with the role of its process. */
async function round(): Promise<readonly { text: string; data: { kind: string; state: string } }[]> {
  const before = receiver.requests.length;
  await noteNeeds({ ...deps(), db: database.as('quittance_core') });
  await tellOperators({ ...deps(), db: database.as('quittance_webhooks') }, config);
  return receiver.requests.slice(before).map(({ body }) => JSON.parse(body.toString()) as never);
}
const freeze = (): Promise<unknown> =>
  database.db('asset_freezes').insert({
    ...{ chain_code: 'local', token_symbol: 'USDC', reason: 'too little', actor_kind: 'cli' },
    frozen_at: new Date(),
  });

describe('operators', () => {
  it('are told once of what needs them, with what to do, and again when it is over', async () => {
    expect(await round()).toEqual([]);
    await freeze();
    expect(await round()).toMatchObject([
      {
        text: 'USDC on local is frozen: too little Find out why, then release it in the console, or with: asset release.',
      },
    ]);
    const { headers, body } = receiver.requests.at(-1) ?? { headers: {}, body: Buffer.alloc(0) };
    const verified = verifyWebhook({ rawBody: body, headers, secret });
    expect(verified).toMatchObject({ event: 'operator.notice' });
    expect([await round(), await round()]).toEqual([[], []]);
    await database.db('asset_freezes').delete();
    expect(await round()).toMatchObject([
      { text: 'Over: USDC on local is frozen: too little', data: { kind: 'freeze', state: 'over' } },
    ]);
    expect(await round()).toEqual([]);
    // The same again is news.
    await freeze();
    expect(await round()).toHaveLength(1);
  });

  it('are told later when their receiver fails, and not at all of what ended before', async () => {
    status = 500;
    await freeze();
    expect(await round()).toHaveLength(1);
    expect(await round()).toEqual([]);
    status = 200;
    nowMs += 5 * MINUTE_MS + 1;
    expect(await round()).toMatchObject([{ data: { state: 'open' } }]);
    status = 500;
    await database.db.raw('TRUNCATE notice_sends, notices');
    expect(await round()).toHaveLength(1);
    await database.db('asset_freezes').delete();
    nowMs += 5 * MINUTE_MS + 1;
    expect(await round()).toEqual([]);
  });

  it('are told by another process when one dies between taking a notice and sending it', async () => {
    await freeze();
    await noteNeeds({ ...deps(), db: database.as('quittance_core') });
    const dying = { ...deps(), db: database.as('quittance_webhooks'), now: () => nowMs };
    const hook = { ...config, secret: 'no secret: signing fails here' };
    await expect(tellOperators(dying, hook)).rejects.toThrow();
    expect(await round()).toEqual([]);
    nowMs += 2 * MINUTE_MS + 1;
    expect(await round()).toMatchObject([{ data: { kind: 'freeze' } }]);
  });

  it('are told of a withdrawal to approve, a halt, a difference, an endpoint, low gas, a ceiling and a policy change', async () => {
    const { db } = database;
    const { merchantId } = await insertMerchant(db, { name: 'Shop' });
    const withdrawal = {
      ...{ merchant_id: merchantId, chain_code: 'local', token_symbol: 'USDC', token_decimals: 6 },
      ...{ amount_atomic: '5000000', address: `0x${'77'.repeat(20)}`, metadata: '{}', approvals_required: 1 },
      ...{ kind: 'payout', created_at: new Date() },
    };
    await db('withdrawals').insert([
      { ...withdrawal, withdrawal_id: 'wd_1', status: 'pending_approval' },
      {
        ...{ ...withdrawal, withdrawal_id: 'wd_2', status: 'approved' },
        ...{ waiting_reason: 'no gas', waiting_code: 'no_gas' },
      },
    ]);
    await db('chain_cursors').insert({
      chain_code: 'local',
      halted_reason: 'a deep reorganisation',
      halted_at: new Date(),
    });
    await db('reconciliation_differences').insert({
      ...{
        kind: 'custody',
        chain_code: 'local',
        token_symbol: 'USDC',
        subject: 'x',
        expected_atomic: 1,
        found_atomic: 0,
      },
      ...{ words: '1 USDC is missing', first_seen_at: new Date(), last_seen_at: new Date() },
    });
    await db('webhook_endpoints').insert({
      ...{
        endpoint_id: 'we_1',
        merchant_id: merchantId,
        url: 'https://shop.example',
        events: ['invoice.paid'],
      },
      ...{ status: 'disabled', disabled_reason: 'It failed for five days.', consecutive_failures: 9 },
      ...{ secret_encrypted: Buffer.alloc(60), created_at: new Date() },
    });
    await db('policy_changes').insert({
      ...{
        policy_change_id: 'pol_1',
        kind: 'withdrawal_limit',
        merchant_id: merchantId,
        object_id: merchantId,
        part: 'x',
      },
      ...{ change: '{}', requested_by_kind: 'operator', requested_at: new Date() },
      holds_from: new Date(Date.now() + 86_400_000),
    });
    const kinds = (await round()).map(({ data: { kind } }) => kind).sort();
    expect(kinds).toEqual([
      'approval',
      'difference',
      'endpoint_disabled',
      'halt',
      'low_gas',
      'policy_change',
    ]);
    expect(await round()).toEqual([]);
  });

  it('are told of a hot wallet above its ceiling only when it has stayed there for two hours', async () => {
    const [asset] = testChain.assets;
    if (asset === undefined) throw new Error('the chain has an asset');
    const withCeiling = { ...testChain, assets: [{ ...asset, hotWalletCeilingAtomic: 10n }] };
    const chains = new Map([[testChain.chainCode, withCeiling]]);
    const note = (): Promise<void> => noteNeeds({ ...deps(), chains, db: database.as('quittance_core') });
    const wallets = [{ address: '0x', tokenSymbol: asset.tokenSymbol, balanceAtomic: '11' }];
    await database
      .db('chain_reports')
      .insert({ chain_code: testChain.chainCode, wallets: JSON.stringify(wallets) });
    const tell = async (): Promise<string> => {
      const before = receiver.requests.length;
      await note();
      await tellOperators({ ...deps(), db: database.as('quittance_webhooks') }, config);
      return receiver.requests
        .slice(before)
        .map(({ body }) => body.toString())
        .join();
    };
    expect(await tell()).not.toContain('ceiling');
    nowMs += 120 * MINUTE_MS + 1;
    expect(await tell()).toContain('has stayed above its ceiling');
  });

  it('find old notices gone that are over, and those that are open kept', async () => {
    await freeze();
    await round();
    await database.db('asset_freezes').delete();
    await round();
    await freeze();
    await round();
    const openOnes = () =>
      database.db('notices').where({ kind: 'freeze' }).orderBy('notice_id').pluck<unknown[]>('closed_at');
    expect((await openOnes()).map((closed) => closed === null)).toEqual([false, true]);
    const forget = (beforeMs: number): Promise<void> =>
      forgetOldNotices(database.as('quittance_core'), { beforeMs });
    await forget(nowMs);
    expect(await openOnes()).toHaveLength(2);
    await forget(nowMs + 1);
    expect(await openOnes()).toEqual([null]);
    expect(await database.db('notice_sends').distinct().pluck('state')).toEqual(['open']);
  });
});
