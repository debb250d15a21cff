import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { noteNeeds, tellOperators } from '../../../activities/operators/operator-notices.js';
import { transaction } from '../../../src/db/core/database.js';
import { insertMerchant } from '../../../src/db/merchants/merchants.js';
import { countFailingSends, findLastLook } from '../../../src/db/operators/notices.js';
import { listOperatorFacts } from '../../../src/db/operators/operator-attention.js';
import { freezeForDifferences } from '../../../src/db/reconciliation/freeze-for-differences.js';
import { freezeAsset, releaseAsset } from '../../../src/db/withdrawals/asset-freezes.js';
import { freezeForOutside } from '../../../src/db/withdrawals/freeze-for-outside.js';
import { showOperatorFact } from '../../../src/http/views/operator-attention.js';
import { resolveHost } from '../../../src/webhooks/resolve-host.js';
import { generateWebhookSecret } from '../../../src/webhooks/sign.js';
import { addressOf, testChain, usdc } from '../../helpers/facts/facts.js';
import { outsideSpend, storeOutsideSpend } from '../../helpers/facts/outside-spend.js';
import { createTestDatabase, type TestDatabase } from '../../helpers/services/postgres.js';
import { startReceiver, type Receiver } from '../../webhooks/receiver.js';

const MINUTE_MS = 60_000;
const TX_HASH = `0x${'5a'.repeat(32)}`;
const PERSON = { kind: 'cli', id: 'ann', ip: null } as const;
const chains = new Map([[testChain.chainCode, testChain]]);

interface Told {
  readonly text: string;
  readonly data: {
    readonly kind: string;
    readonly state: string;
    readonly outcome: string | null;
  };
}

let database: TestDatabase;
let receiver: Receiver;
let secret: string;
let status: number;
let nowMs: number;
let delaysMs: readonly number[];
let logged: { level: number; host?: string; attempt?: number; why?: string }[];

beforeAll(async () => {
  receiver = await startReceiver((_request, response) => response.writeHead(status).end());
  secret = generateWebhookSecret();
});
afterAll(async () => {
  await receiver[Symbol.asyncDispose]();
});
beforeEach(async () => {
  database = await createTestDatabase();
  [status, nowMs, logged] = [200, Date.now(), []];
  delaysMs = [0, 5 * MINUTE_MS];
});
afterEach(() => database.drop());

const log = pino(
  { level: 'warn' },
  {
    write: (line: string) => void logged.push(JSON.parse(line) as (typeof logged)[number]),
  },
);
const deps = () => ({
  chains,
  now: () => nowMs,
  log,
  webhooks: {
    policy: { allowHttp: false, allowCidrs: [] },
    resolve: resolveHost,
    retryDelaysMs: delaysMs,
    timeoutMs: 5_000,
  },
});
const look = (): Promise<void> => noteNeeds({ ...deps(), db: database.as('quittance_core') });
/** Looks for problems and tells them, as the workers do. @returns what the receiver got. */
async function round(): Promise<readonly Told[]> {
  const before = receiver.requests.length;
  await look();
  const urls = [`http://127.0.0.1:${receiver.port}/hook/secret-part`];
  await tellOperators({ ...deps(), db: database.as('quittance_webhooks') }, { urls, secret });
  return receiver.requests.slice(before).map(({ body }) => JSON.parse(body.toString()) as Told);
}
const queue = async () =>
  (
    await listOperatorFacts(database.as('quittance_api'), {
      chains: [testChain],
      nowMs,
      isAll: false,
    })
  ).map((fact) => showOperatorFact(fact, chains));

describe('a transfer out of our wallet that we did not sign', () => {
  const asset = { chainCode: testChain.chainCode, tokenSymbol: 'USDC' };
  const spend = outsideSpend(TX_HASH);
  const steal = async (): Promise<void> => {
    await storeOutsideSpend(database.db, TX_HASH);
    await freezeForOutside(database.db, { chain: testChain, nowMs });
  };
  const release = (tokenSymbol: string): Promise<void> =>
    transaction(database.db, (trx) =>
      releaseAsset(trx, {
        asset: { ...asset, tokenSymbol },
        reason: 'a restore',
        actor: PERSON,
      }),
    );

  it('is told once for all assets that it froze, as the gravest problem, and says to stop the signing worker before anything else', async () => {
    await steal();
    const told = await round();
    expect(told).toMatchObject([{ data: { kind: 'coins_left', state: 'open' } }]);
    const message =
      'Coins left our wallet on local, and nothing here has signed that. ' +
      'Leave it frozen; stop the signing worker; move the rest of the coins to another wallet, on every chain of this one. ' +
      `Transaction ${TX_HASH} of block 7 moved 1.500000 USDC from our wallet ${spend.from} to ${spend.to}, and is not on record here, so it was signed before a restore, or by somebody else who has the key. ` +
      'Release it only if that was signed before a restore of the database.';
    expect(told[0]?.text).toBe(
      `${message} See docs/operating, "Coins left our wallets without our signature".`,
    );
    await database.db('chain_cursors').insert({
      chain_code: 'local',
      halted_reason: 'a deep reorganisation',
      halted_at: new Date(nowMs),
    });
    expect(await queue()).toMatchObject([
      { kind: 'coins_left', subjectId: 'local', chainCode: 'local', message },
      { kind: 'chain_halted' },
    ]);
  });

  it('stays told when the books differ more because of it, where the reconciliation had frozen the asset before', async () => {
    const seen = { first_seen_at: new Date(nowMs), last_seen_at: new Date(nowMs) };
    const differences = () => database.db('reconciliation_differences');
    const reconcile = () =>
      transaction(database.db, (trx) => freezeForDifferences(trx, { nowMs: Date.now() }));
    await differences().insert({
      ...{ kind: 'custody', chain_code: 'local', token_symbol: 'USDC', subject: 'hot_wallet' },
      ...{ expected_atomic: '10', found_atomic: '9', words: 'One is missing.', ...seen },
    });
    expect(await reconcile()).toHaveLength(1);
    await steal();
    await release('ETH');
    await differences().update({ found_atomic: '1' });
    expect(await reconcile()).toHaveLength(1);
    const [fact] = (await queue()).filter(({ kind }) => kind === 'coins_left');
    expect(fact?.message).toMatch(/on every chain of this one\. Transaction 0x(5a){32} of block 7 moved/);
  });

  it('is told beside a freeze by a person, and is over when the last asset is released', async () => {
    const order = {
      asset: usdc(),
      reason: 'the token is paused',
      actor: PERSON,
    };
    await transaction(database.db, (trx) => freezeAsset(trx, { ...order, nowMs: nowMs - MINUTE_MS }));
    expect(await round()).toMatchObject([{ data: { kind: 'freeze', state: 'open' } }]);
    await steal();
    expect((await round()).map(({ data }) => `${data.kind} ${data.state}`).sort()).toEqual([
      'coins_left open',
      'freeze over',
    ]);
    await release('ETH');
    expect(await round()).toEqual([]);
    await release('USDC');
    expect(await round()).toMatchObject([{ data: { kind: 'coins_left', state: 'over' } }]);
  });
});

describe('a receiver that takes no notices', () => {
  const freeze = (tokenSymbol = 'USDC'): Promise<unknown> =>
    transaction(database.db, (trx) =>
      freezeAsset(trx, {
        asset: { ...usdc(), tokenSymbol },
        reason: 'too little',
        actor: PERSON,
        nowMs,
      }),
    );
  const failing = () => countFailingSends(database.as('quittance_api'), nowMs);

  it('is tried again after seconds, then by the schedule, and the log names its host and nothing else of its URL', async () => {
    status = 404;
    await freeze();
    expect(await round()).toHaveLength(1);
    expect(await round()).toEqual([]);
    nowMs += 10_001;
    expect(await round()).toHaveLength(1);
    nowMs += 10_001;
    expect(await round()).toEqual([]);
    nowMs += 5 * MINUTE_MS;
    expect(await round()).toHaveLength(1);
    const host = `127.0.0.1:${receiver.port}`;
    const why: unknown = expect.stringContaining('404');
    // Pino's levels: 40 is a warning, 50 an error.
    expect(logged).toMatchObject([
      { level: 40, host, attempt: 1, why },
      { level: 40, host, attempt: 2, why },
      { level: 50, host, attempt: 3, why },
    ]);
    expect(JSON.stringify(logged)).not.toContain('secret-part');
  });

  it('gets what it did not take before as soon as it takes a notice again', async () => {
    status = 404;
    await freeze();
    await round();
    nowMs += 10_001;
    await round();
    expect(await failing()).toBe(1);
    status = 200;
    await freeze('ETH');
    expect(await round()).toHaveLength(1);
    expect(await round()).toHaveLength(1);
    expect(await failing()).toBe(0);
  });

  it('is still tried by the schedule, however often it takes other notices and refuses one', async () => {
    delaysMs = [0, 5 * MINUTE_MS, 30 * MINUTE_MS];
    status = 404;
    await freeze();
    await round();
    nowMs += 10_001;
    await round();
    for (const tokenSymbol of ['A', 'B', 'C', 'D']) {
      status = 200;
      await freeze(tokenSymbol);
      expect(await round()).toHaveLength(1);
      status = 404;
      expect(await round()).toHaveLength(1);
      expect(await failing()).toBe(1);
    }
    status = 200;
    nowMs += 30 * MINUTE_MS;
    expect(await round()).toMatchObject([{ data: { kind: 'freeze', subject: 'local/USDC' } }]);
  });

  it('is in the queue and in the metric from its second failure on, until it takes them or is no longer tried', async () => {
    status = 404;
    await freeze();
    await round();
    expect(await failing()).toBe(0);
    nowMs += 10_001;
    await round();
    expect(await failing()).toBe(1);
    const [fact] = (await queue()).filter(({ kind }) => kind === 'notices_fail');
    expect(fact?.message).toMatch(
      /^A receiver of NOTIFY_URLS does not take .*: 1 of the notices\. .* Correct NOTIFY_URLS/,
    );
    // Whoever has corrected NOTIFY_URLS has another receiver: the former one is not tried any more.
    const corrected = nowMs + 15 * MINUTE_MS;
    expect(await countFailingSends(database.as('quittance_api'), corrected)).toBe(0);
    status = 200;
    nowMs += 5 * MINUTE_MS;
    expect(await round()).toMatchObject([{ data: { kind: 'freeze', state: 'open' } }]);
    expect(await failing()).toBe(0);
    expect((await queue()).map(({ kind }) => kind)).not.toContain('notices_fail');
  });
});

it('the time of the last look for problems is known, also while there are none', async () => {
  expect(await findLastLook(database.as('quittance_api'))).toBe(0);
  await look();
  expect(await findLastLook(database.as('quittance_api'))).toBe(nowMs);
  nowMs += MINUTE_MS;
  expect(await round()).toEqual([]);
  expect(await findLastLook(database.as('quittance_api'))).toBe(nowMs);
});

it('a notice that a withdrawal needs nobody any more says what became of the withdrawal', async () => {
  const { merchantId } = await insertMerchant(database.db, { name: 'Shop' });
  const withdrawals = () => database.db('withdrawals');
  const ids = ['wd_1', 'wd_2'];
  for (const withdrawal_id of ids)
    await withdrawals().insert({
      withdrawal_id,
      merchant_id: merchantId,
      chain_code: 'local',
      token_symbol: 'USDC',
      token_decimals: 6,
      amount_atomic: '2000000',
      address: addressOf(0x77),
      metadata: '{}',
      approvals_required: 1,
      kind: 'payout',
      created_at: new Date(nowMs),
      status: 'pending_approval',
    });
  expect((await round()).map(({ data }) => data.outcome)).toEqual([null, null]);
  await withdrawals()
    .where({ withdrawal_id: 'wd_1' })
    .update({ status: 'approved', approved_at: new Date(nowMs) });
  await withdrawals().where({ withdrawal_id: 'wd_2' }).update({
    status: 'rejected',
    failure_reason: 'the address is not theirs',
  });
  const was = 'It was: 2.000000 USDC for Shop waits for a decision. 0 of 1 approvals.';
  expect((await round()).map(({ text }) => text).sort()).toEqual([
    `Over: wd_1 is approved. ${was}`,
    `Over: wd_2 was rejected: the address is not theirs. ${was}`,
  ]);
});
