import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startCommitRelay, type CommitRelay } from '../../helpers/processes/commit-relay.js';
import { until } from '../../helpers/until.js';
import { killApis, launchReadyApi, LONELY, type ApiProcess } from '../../helpers/api/launch-api.js';
import { startApi, type Answer, type TestApi } from '../../helpers/api/start-api.js';

const ASSET = { chainCode: 'local', tokenSymbol: 'USDC', amountCrypto: '1' };
const POSTS = {
  'POST /v1/invoices': ASSET,
  'POST /v1/withdrawals': { ...ASSET, address: `0x${'12'.repeat(20)}` },
  'POST /web/v1/api-keys': { name: 'next', scopes: ['invoices:read'] },
} as const;
type Post = keyof typeof POSTS;
const TABLES = {
  'POST /v1/invoices': 'invoices',
  'POST /v1/withdrawals': 'withdrawals',
  'POST /web/v1/api-keys': 'api_keys',
} as const;

/** The process that survives. It has the same secrets key as those that die. */
let survivor: TestApi;
let relay: CommitRelay;
let next: Promise<ApiProcess> | undefined;
let merchant: { merchantId: string; key: string };

const launch = (): Promise<ApiProcess> =>
  launchReadyApi({ ...LONELY, DATABASE_URL: relay.url, RATE_LIMITS: '{"*":null}' });

beforeAll(async () => {
  survivor = await startApi({ rateLimits: { '*': null } });
  relay = await startCommitRelay(survivor.databaseUrl);
});
afterAll(async () => {
  await next;
  killApis();
  relay.close();
  await survivor.close();
});

const headers = { 'idempotency-key': 'the one' };
const retry = (post: Post): Promise<Answer> =>
  survivor.ask('POST', post.slice('POST '.length), { key: merchant.key, json: POSTS[post], headers });
const countOf = async (post: Post): Promise<number> =>
  (await survivor.db(TABLES[post]).where({ merchant_id: merchant.merchantId })).length;

/** Asks a process that is killed at the given moment, so that nobody gets an answer. */
async function askAndKill(post: Post, moment: 'before' | 'after'): Promise<void> {
  merchant = await survivor.addMerchant();
  await survivor.credit(merchant.merchantId, 1_500_000n);
  const api = await (next ?? launch());
  // The next process starts while the test examines this one.
  next = launch();
  const url = `http://127.0.0.1:${String(await api.port('API listens'))}${post.slice('POST '.length)}`;
  const held = relay.holdNextCommit(moment, 'idempotency_keys');
  const answer = fetch(url, {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${merchant.key}`, 'content-type': 'application/json' },
    body: JSON.stringify(POSTS[post]),
  }).then(
    ({ status }) => status,
    () => 'no answer',
  );
  await Promise.race([held, answer]);
  api.child.kill('SIGKILL');
  expect(await answer).toBe('no answer');
}

describe('an API process that is killed', () => {
  it.each(Object.keys(POSTS) as Post[])(
    'between doing and answering %s: a retry at another process gets the one effect and its answer',
    async (post) => {
      await askAndKill(post, 'after');
      const before = await countOf(post);
      const again = await retry(post);
      expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 'true']);
      expect(await countOf(post)).toBe(before);
      expect((await retry(post)).text).toBe(again.text);
      if (post === 'POST /v1/withdrawals') {
        const balances = await survivor.ask('GET', '/v1/balances', { key: merchant.key });
        expect(balances.list).toMatchObject([{ available: '0.500000', reserved: '1.000000' }]);
      }
    },
  );

  it('before it committed: nothing was done, the key is free, and the retry does it once', async () => {
    await askAndKill('POST /v1/withdrawals', 'before');
    let again: Answer | undefined;
    await until('PostgreSQL has noticed', async () => {
      again = await retry('POST /v1/withdrawals');
      return again.status !== 409;
    });
    expect([again?.status, again?.headers.get('idempotency-replayed')]).toEqual([201, null]);
    expect(await countOf('POST /v1/withdrawals')).toBe(1);
    const balances = await survivor.ask('GET', '/v1/balances', { key: merchant.key });
    expect(balances.list).toMatchObject([{ available: '0.500000', reserved: '1.000000' }]);
  });
});
