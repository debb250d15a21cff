import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { noteNeeds, tellOperators } from '../../../activities/operators/operator-notices.js';
import { transaction } from '../../../src/db/core/database.js';
import { listOperatorFacts } from '../../../src/db/operators/operator-attention.js';
import { storeSpends } from '../../../src/db/wallets/outside-payments.js';
import { freezeAsset, releaseAsset } from '../../../src/db/withdrawals/asset-freezes.js';
import { freezeForOutside } from '../../../src/db/withdrawals/freeze-for-outside.js';
import { showOperatorFact } from '../../../src/http/views/operator-attention.js';
import { resolveHost } from '../../../src/webhooks/resolve-host.js';
import { generateWebhookSecret } from '../../../src/webhooks/sign.js';
import { addressOf, testChain, usdc } from '../../helpers/facts/facts.js';
import { createTestDatabase, type TestDatabase } from '../../helpers/services/postgres.js';
import { startReceiver, type Receiver } from '../../webhooks/receiver.js';

const MINUTE_MS = 60_000;
const TX_HASH = `0x${'5a'.repeat(32)}`;
const PERSON = { kind: 'cli', id: 'ann', ip: null } as const;
const chains = new Map([[testChain.chainCode, testChain]]);

interface Told {
  readonly text: string;
  readonly data: { readonly kind: string; readonly state: string };
}

let database: TestDatabase;
let receiver: Receiver;
let secret: string;
let nowMs: number;

beforeAll(async () => {
  receiver = await startReceiver((_request, response) => response.end());
  secret = generateWebhookSecret();
});
afterAll(async () => {
  await receiver[Symbol.asyncDispose]();
});
beforeEach(async () => {
  database = await createTestDatabase();
  nowMs = Date.now();
});
afterEach(() => database.drop());

const deps = () => ({
  chains,
  now: () => nowMs,
  log: pino({ level: 'silent' }),
  webhooks: {
    policy: { allowHttp: false, allowCidrs: [] },
    resolve: resolveHost,
    retryDelaysMs: [0, 5 * MINUTE_MS],
    timeoutMs: 5_000,
  },
});
/** Looks for problems and tells them, as the workers do. @returns what the receiver got. */
async function round(): Promise<readonly Told[]> {
  const before = receiver.requests.length;
  await noteNeeds({ ...deps(), db: database.as('quittance_core') });
  const urls = [`http://127.0.0.1:${receiver.port}/hook`];
  await tellOperators({ ...deps(), db: database.as('quittance_webhooks') }, { urls, secret });
  return receiver.requests.slice(before).map(({ body }) => JSON.parse(body.toString()) as Told);
}
const queue = async () =>
  (await listOperatorFacts(database.as('quittance_api'), { chains: [testChain], nowMs, isAll: false })).map(
    (fact) => showOperatorFact(fact, chains),
  );

describe('a transfer out of our wallet that we did not sign', () => {
  const asset = { chainCode: testChain.chainCode, tokenSymbol: 'USDC' };
  const spend = {
    asset,
    txHash: TX_HASH,
    ordinal: 0,
    from: addressOf(0xa11),
    to: addressOf(0x666),
    amountAtomic: 1_500_000n,
    blockNumber: 7,
    blockTimeMs: Date.UTC(2026, 0, 1),
  };
  const steal = async (): Promise<void> => {
    await transaction(database.db, (trx) => storeSpends(trx, [spend]));
    await freezeForOutside(database.db, { chain: testChain, nowMs });
  };
  const release = (tokenSymbol: string): Promise<void> =>
    transaction(database.db, (trx) =>
      releaseAsset(trx, { asset: { ...asset, tokenSymbol }, reason: 'a restore', actor: PERSON }),
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

  it('is told beside a freeze by a person, and is over when the last asset is released', async () => {
    const order = { asset: usdc(), reason: 'the token is paused', actor: PERSON };
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
