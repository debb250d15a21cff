import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { noteNeeds, tellOperators } from '../../../activities/operators/operator-notices.js';
import type { NotifyConfig } from '../../../activities/operators/operator-notices.js';
import { noteDispute } from '../../../src/db/chains/chain-disputes.js';
import { noteMismatch, noteRpcs, noteWallets } from '../../../src/db/chains/chain-reports.js';
import { insertMerchant } from '../../../src/db/merchants/merchants.js';
import { ensureWallet } from '../../../src/db/wallets/wallets.js';
import { noteRefusedBody } from '../../../src/db/webhooks/begin-attempt.js';
import { forgetOldNotices } from '../../../src/db/operators/notices.js';
import { resolveHost } from '../../../src/webhooks/resolve-host.js';
import { generateWebhookSecret } from '../../../src/webhooks/sign.js';
import { verifyWebhook } from '../../../src/webhooks/verify.js';
import { createTestDatabase, type TestDatabase } from '../../helpers/services/postgres.js';
import { startReceiver, type Receiver } from '../../webhooks/receiver.js';
import { insertDelivery, insertEndpoint } from '../../helpers/facts/deliveries.js';
import { addressOf, testChain, usdc } from '../../helpers/facts/facts.js';

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
  chains: new Map([[testChain.chainCode, testChain]]),
  now: () => nowMs,
  log: pino({ level: 'silent' }),
  webhooks: { policy, resolve: resolveHost, retryDelaysMs: [0, 5 * MINUTE_MS], timeoutMs: 5_000 },
});
/** Records and sends notices as the workers do, each with the role of its process. */
async function round(): Promise<
  readonly { text: string; data: { kind: string; state: string; subject: string } }[]
> {
  const before = receiver.requests.length;
  await noteNeeds({ ...deps(), db: database.as('quittance_core') });
  await tellOperators({ ...deps(), db: database.as('quittance_webhooks') }, config);
  return receiver.requests.slice(before).map(({ body }) => JSON.parse(body.toString()) as never);
}
const freeze = (): Promise<unknown> =>
  database.db('asset_freezes').insert({
    chain_code: 'local',
    token_symbol: 'USDC',
    reason: 'too little',
    actor_kind: 'cli',
    frozen_at: new Date(),
  });

describe('operators', () => {
  it('are told once about each open problem, with what to do, and again when it is over', async () => {
    expect(await round()).toEqual([]);
    await freeze();
    expect(await round()).toMatchObject([
      {
        text: "USDC on local is frozen, so its withdrawals wait. Too little. Find out why, then release it. By the command line: asset release local/USDC --reason '…'",
      },
    ]);
    const { headers, body } = receiver.requests.at(-1) ?? { headers: {}, body: Buffer.alloc(0) };
    const verified = verifyWebhook({ rawBody: body, headers, secret });
    expect(verified).toMatchObject({ event: 'operator.notice' });
    expect([await round(), await round()]).toEqual([[], []]);
    await database.db('asset_freezes').delete();
    expect(await round()).toMatchObject([
      {
        text: 'Over: USDC on local is frozen, so its withdrawals wait. Too little.',
        data: { kind: 'freeze', state: 'over', subject: 'local/USDC' },
      },
    ]);
    expect(await round()).toEqual([]);
    // The same problem, when it occurs again, is reported again.
    await freeze();
    expect(await round()).toHaveLength(1);
  });

  it('are told later when their receiver fails, and are not told about problems that ended before', async () => {
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

  it('are told by another process when a process dies after it took a notice and before it sent it', async () => {
    await freeze();
    await noteNeeds({ ...deps(), db: database.as('quittance_core') });
    const dying = { ...deps(), db: database.as('quittance_webhooks'), now: () => nowMs };
    const hook = { ...config, secret: 'no secret: signing fails here' };
    await expect(tellOperators(dying, hook)).rejects.toThrow();
    expect(await round()).toEqual([]);
    nowMs += 2 * MINUTE_MS + 1;
    expect(await round()).toMatchObject([{ data: { kind: 'freeze' } }]);
  });

  it('are told about each kind of problem that waits for a person, and about temporary problems only when they last', async () => {
    const { db } = database;
    const { merchantId } = await insertMerchant(db, { name: 'Shop' });
    const at = new Date(nowMs);
    const withdrawal = {
      merchant_id: merchantId,
      chain_code: 'local',
      token_symbol: 'USDC',
      token_decimals: 6,
      amount_atomic: '5000000',
      address: `0x${'77'.repeat(20)}`,
      metadata: '{}',
      approvals_required: 1,
      kind: 'payout',
      created_at: at,
      status: 'approved',
      approved_at: at,
    };
    const waits = (code: string): object => ({ waiting_reason: `it is ${code}`, waiting_code: code });
    await db('withdrawals').insert([
      { ...withdrawal, withdrawal_id: 'wd_1', status: 'pending_approval', approved_at: null },
      { ...withdrawal, withdrawal_id: 'wd_2', ...waits('no_gas') },
      { ...withdrawal, withdrawal_id: 'wd_3', ...waits('unproven') },
      { ...withdrawal, withdrawal_id: 'wd_4', ...waits('paid_outside') },
      { ...withdrawal, withdrawal_id: 'wd_5', ...waits('unread') },
      { ...withdrawal, withdrawal_id: 'wd_6', ...waits('unread') },
    ]);
    await db('chain_cursors').insert({
      chain_code: 'local',
      halted_reason: 'a deep reorganisation',
      halted_at: at,
    });
    await noteMismatch(db, { chainCode: 'local', reason: 'the id of the chain is 5', nowMs });
    await noteDispute(db, { chainCode: 'local', about: 'blocks', height: 117, reason: 'b differs' }, nowMs);
    const runAt = new Date(nowMs - 240 * MINUTE_MS);
    await db('reconciliation_runs').insert({
      origin: 'schedule',
      is_full: true,
      started_at: runAt,
      finished_at: runAt,
      outcome: 'clean',
      summary: 'Nothing differs.',
    });
    const difference = {
      chain_code: 'local',
      token_symbol: 'USDC',
      subject: 'x',
      expected_atomic: 1,
      found_atomic: 0,
      first_seen_at: at,
      last_seen_at: at,
    };
    await db('reconciliation_differences').insert([
      { ...difference, kind: 'custody', words: '1 USDC is missing.' },
      { ...difference, kind: 'hash_chain', chain_code: '', token_symbol: '', words: 'The log is broken.' },
      { ...difference, kind: 'deposit_address', words: 'The address of inv_1 is another.' },
    ]);
    await db('webhook_endpoints').insert({
      endpoint_id: 'we_1',
      merchant_id: merchantId,
      url: 'https://shop.example',
      events: ['invoice.paid'],
      status: 'disabled',
      disabled_reason: 'It failed for five days.',
      consecutive_failures: 9,
      // The problem lasts while the endpoint is disabled.
      failing_since: new Date(nowMs - 30 * 24 * 60 * MINUTE_MS),
      secret_encrypted: Buffer.alloc(60),
      created_at: at,
    });
    await db('policy_changes').insert({
      policy_change_id: 'pol_1',
      kind: 'withdrawal_limit',
      merchant_id: merchantId,
      object_id: merchantId,
      part: 'x',
      change: '{}',
      requested_by_kind: 'operator',
      requested_at: at,
      holds_from: new Date(nowMs + 86_400_000),
    });
    await db('api_keys').insert({
      api_key_id: 'key_1',
      merchant_id: merchantId,
      name: 'Till',
      status: 'pending',
      created_at: at,
      scopes: ['invoices:read'],
      start: 'qk_1',
      last4: '1234',
    });
    const told = await round();
    expect(told.map(({ data: { kind, subject } }) => `${kind} ${subject}`).sort()).toEqual([
      'approval wd_1',
      'chain_mismatch local',
      'difference 1',
      'difference 2',
      'difference 3',
      'endpoint_disabled we_1',
      'halt local',
      'key_approval key_1',
      'low_gas local',
      'policy_change pol_1',
      'reconciliation_late reconciliation',
      'withdrawal_stuck wd_3',
      'withdrawal_stuck wd_4',
    ]);
    const textOf = (subject: string): string =>
      told.find(({ data }) => data.subject === subject && data.kind !== 'halt')?.text ?? '';
    expect(textOf('wd_1')).toContain('5.000000 USDC for Shop waits for a decision.');
    expect(textOf('wd_3')).toContain('It is unproven. See docs/operating, "Withdrawals don\'t leave"');
    expect(textOf('2')).toContain('The log is broken. Find out who wrote into the database as its owner.');
    for (const { text } of told) expect(text).not.toMatch(/[^.!?:] [A-Z][a-z]+ out|undefined|null/);
    expect(await round()).toEqual([]);
    nowMs += 61 * MINUTE_MS;
    expect((await round()).map(({ data: { kind, subject } }) => `${kind} ${subject}`).sort()).toEqual([
      'rpcs_disagree local/blocks',
      'withdrawals_wait local/USDC/unread',
    ]);
    // The order was approved, but is not carried out.
    await db('chain_cursors').update({ resume_requested_at: at });
    expect(await round()).toEqual([]);
    await db('withdrawals')
      .where({ withdrawal_id: 'wd_4' })
      .update({ waiting_reason: null, waiting_code: null });
    expect(await round()).toMatchObject([
      { data: { kind: 'withdrawal_stuck', subject: 'wd_4', state: 'over' } },
    ]);
  });

  it('get one notice about all events with altered bodies, and one when all are restored', async () => {
    const { db } = database;
    const { merchantId } = await insertMerchant(db, { name: 'Books' });
    const endpoint = await insertEndpoint(db, { merchantId, port: receiver.port });
    const refused = [await insertDelivery(db, endpoint), await insertDelivery(db, endpoint)] as const;
    for (const deliveryId of refused) await noteRefusedBody(db, deliveryId, nowMs);
    const told = async () => (await round()).filter(({ data }) => data.subject === 'events');
    expect(await told()).toMatchObject([
      {
        text: expect.stringMatching(
          /^invoice\.paid to \S+ of Books is not sent: the body of its event was altered in the database\. Find out who .* See docs\/operating/,
        ),
        data: { kind: 'difference', state: 'open' },
      },
    ]);
    await noteRefusedBody(db, refused[0], null);
    expect(await told()).toEqual([]);
    await noteRefusedBody(db, refused[1], null);
    expect(await told()).toMatchObject([{ data: { kind: 'difference', state: 'over' } }]);
  });

  it('are never told that a problem is over while it lasts, however many problems there are', async () => {
    const freezeOf = (index: number, atMs: number): Promise<unknown> =>
      database.db('asset_freezes').insert({
        chain_code: 'local',
        token_symbol: `T${index}`,
        reason: 'too little',
        actor_kind: 'cli',
        frozen_at: new Date(atMs),
      });
    const opened = async (): Promise<number> =>
      (await database.db('notices').whereNull('closed_at').pluck<string[]>('kind')).length;
    const before = await opened();
    for (let index = 0; index < 25; index += 1) await freezeOf(index, nowMs);
    await noteNeeds({ ...deps(), db: database.as('quittance_core') });
    const with25 = await opened();
    await freezeOf(25, nowMs - 1_000_000);
    await noteNeeds({ ...deps(), db: database.as('quittance_core') });
    expect(await opened()).toBe(with25 + 1);
    expect(with25).toBeGreaterThanOrEqual(before + 25);
    expect(await database.db('notices').whereNotNull('closed_at').pluck('kind')).toEqual(['look']);
  });

  it('are told of a hot wallet above its ceiling only when it has stayed there for two hours', async () => {
    const asset = usdc();
    const withCeiling = { ...testChain, assets: [{ ...asset, hotWalletCeilingAtomic: 10n }] };
    const chains = new Map([[testChain.chainCode, withCeiling]]);
    const { chainCode } = testChain;
    const [hot, sweep] = [addressOf(0x4071), addressOf(0x5eee)];
    await database.db('withdrawals').delete();
    await ensureWallet(database.db, { chainCode, address: hot });
    await ensureWallet(database.db, { chainCode, address: sweep, role: 'sweep' });
    const hold = (hotAtomic: bigint, sweepAtomic: bigint): Promise<void> =>
      noteWallets(database.db, {
        chainCode,
        nowMs,
        wallets: [
          { address: hot, tokenSymbol: 'USDC', balanceAtomic: hotAtomic },
          { address: sweep, tokenSymbol: 'USDC', balanceAtomic: sweepAtomic },
        ],
      });
    const tell = async (): Promise<string> => {
      const before = receiver.requests.length;
      await noteNeeds({ ...deps(), chains, db: database.as('quittance_core') });
      await tellOperators({ ...deps(), db: database.as('quittance_webhooks') }, config);
      return receiver.requests
        .slice(before)
        .map(({ body }) => body.toString())
        .join();
    };
    // The sweep wallet has no ceiling.
    await hold(10n, 500n);
    await tell();
    nowMs += 120 * MINUTE_MS + 1;
    expect(await tell()).not.toContain('ceiling');
    await hold(11n, 0n);
    expect(await tell()).not.toContain('ceiling');
    nowMs += 120 * MINUTE_MS + 1;
    expect(await tell()).toContain('The hot wallet on local holds 0.000001 USDC more than its ceiling.');
  });

  it('are told that no RPC answers after two minutes, and get no second notice that the chain is behind', async () => {
    const { chainCode } = testChain;
    const behind = async () => (await round()).filter(({ data }) => data.kind === 'chain_behind');
    const answeredAtMs = nowMs;
    const report = (consecutiveFailures: number, lastSuccessAtMs: number): Promise<void> =>
      noteRpcs(database.db, {
        chainCode,
        nowMs,
        rpcs: [
          {
            origin: 'https://a.example',
            status: consecutiveFailures > 0 ? 'down' : 'up',
            reason: null,
            headNumber: null,
            behindBlocks: null,
            consecutiveFailures,
            lastSuccessAtMs,
            lastError: 'no answer within 10000 ms',
            lastLatencyMs: null,
          },
        ],
      });
    await noteMismatch(database.db, { chainCode, reason: null, nowMs });
    const goesOn = { halted_reason: null, halted_at: null, resume_requested_at: null, resume_problem: null };
    await database
      .db('chain_cursors')
      .insert({ chain_code: chainCode, ...goesOn, caught_up_at: new Date(answeredAtMs) })
      .onConflict('chain_code')
      .merge();
    nowMs += MINUTE_MS;
    await report(3, answeredAtMs);
    expect(await behind()).toEqual([]);
    nowMs += 2 * MINUTE_MS;
    await report(9, answeredAtMs);
    expect(await behind()).toMatchObject([
      {
        text: expect.stringMatching(
          /^No RPC of local has answered since \S+Z\. Nothing is read, .* restart API and workers\.$/,
        ),
        data: { kind: 'chain_behind', subject: 'local', state: 'open' },
      },
    ]);
    nowMs += 4 * MINUTE_MS;
    expect(await behind()).toEqual([]);
    await report(0, nowMs);
    await database.db('chain_cursors').update({ caught_up_at: new Date(nowMs) });
    expect(await behind()).toMatchObject([{ data: { state: 'over' } }]);
  });

  it('keep notices about open problems; old notices about solved problems are deleted', async () => {
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
