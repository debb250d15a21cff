import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { transaction } from '../../../src/db/core/database.js';
import { insertMember } from '../../../src/db/people/members.js';
import { beginSession } from '../../../src/db/people/sessions.js';
import { KeysSeenValid } from '../../../src/http/requests/keys-seen-valid.js';
import { formatApiKey } from '../../../src/domain/merchants/api-key-format.js';
import { RATE_LIMITS } from '../../../src/domain/merchants/rate-limits.js';
import { HOUR_LONG_LIMITS } from '../../helpers/api/hour-long-limits.js';
import { startApi, type Answer, type TestApi } from '../../helpers/api/start-api.js';
import { until } from '../../helpers/until.js';

const { limit: LIMIT } = RATE_LIMITS['failed authentication per IP'];
const THIEF = '198.51.100.7';
const ELSEWHERE = '192.0.2.9';

let api: TestApi;
/** The number of keys that PostgreSQL was asked for. Requests at the same moment share a statement. */
let lookedUp: number;

const note = ({ sql, bindings }: { sql: string; bindings?: readonly unknown[] }): void => {
  if (sql.includes('FROM api_key_hashes')) lookedUp += (bindings as readonly [readonly Buffer[]])[0].length;
};

beforeEach(async () => {
  api = await startApi({ rateLimits: HOUR_LONG_LIMITS, trustProxy: 1 });
  lookedUp = 0;
  api.pool.on('query', note);
});
afterEach(() => api.close());

const use = (key: string, ip = THIEF): Promise<Answer> =>
  api.ask('GET', '/v1/assets', { key, headers: { 'x-forwarded-for': ip } });
/** A key that belongs to nobody, but has a valid form. */
const madeUp = (): string => formatApiKey('qk_', randomBytes(32));
const tryMadeUp = (times: number, ip?: string): Promise<Answer[]> =>
  Promise.all(Array.from({ length: times }, () => use(madeUp(), ip)));
const countOf = (answers: readonly Answer[], status: number): number =>
  answers.filter((answer) => answer.status === status).length;

describe('guessed keys', () => {
  it('sent all at once are looked up as often as the limit of their address, and no more', async () => {
    const answers = await tryMadeUp(200);
    expect([countOf(answers, 401), countOf(answers, 429), lookedUp]).toEqual([LIMIT, 200 - LIMIT, LIMIT]);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.body.error.code).toBe('rate_limited');
    expect(refused?.headers.get('x-ratelimit-limit')).toBe(String(LIMIT));
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(countOf(await tryMadeUp(LIMIT, ELSEWHERE), 401)).toBe(LIMIT);
  });

  it('do not delay a key that has worked here, even from the same address', async () => {
    const { key } = await api.addMerchant();
    expect((await use(key, ELSEWHERE)).status).toBe(200);
    await tryMadeUp(2 * LIMIT);
    const answers = await Promise.all(Array.from({ length: 50 }, () => use(key)));
    expect(countOf(answers, 200)).toBe(50);
    expect(countOf(await tryMadeUp(10), 429)).toBe(10);
  });

  it('with an invalid form use no look-up of a valid key that has not worked here yet', async () => {
    const { key } = await api.addMerchant();
    const answers = await Promise.all(Array.from({ length: 100 }, () => use('wrong')));
    expect([countOf(answers, 401), countOf(answers, 429), lookedUp]).toEqual([LIMIT, 100 - LIMIT, 0]);
    expect((await use(key)).status).toBe(200);
  });

  it('block a valid key that has not worked here yet, until their window ends', async () => {
    const windowMs = 3_000;
    const other = await startApi({ rateLimits: { 'failed authentication per IP': { limit: 2, windowMs } } });
    try {
      const { key } = await other.addMerchant();
      // All at once, so that all are in one window on a slow machine too.
      const answers = await Promise.all(
        [madeUp(), madeUp(), madeUp()].map((tried) => other.ask('GET', '/v1/assets', { key: tried })),
      );
      expect([countOf(answers, 401), countOf(answers, 429)]).toEqual([2, 1]);
      const seen = new Set<number>();
      while (!seen.has(200)) seen.add((await other.ask('GET', '/v1/assets', { key })).status);
      expect([...seen].every((status) => [429, 200].includes(status))).toBe(true);
    } finally {
      await other.close();
    }
  });
});

describe('guessed session cookies', () => {
  let sessionsLookedUp = 0;
  const useCookie = (token: string): Promise<Answer> =>
    api.ask('GET', '/v1/assets', {
      headers: { 'x-forwarded-for': THIEF, cookie: `__Host-quittance-merchant=${token}` },
    });

  it('sent all at once are looked up as often as the limit of their address, and do not delay a session that has worked', async () => {
    const membership = {
      kind: 'merchant',
      merchantId: (await api.addMerchant()).merchantId,
      role: 'owner',
    } as const;
    const made = { membership, email: 'ann@shop.example', name: 'Ann', password: 'correct horse battery' };
    const member = await insertMember(api.db, made);
    if (member === undefined) throw new Error('the email is free');
    const began = { ip: ELSEWHERE, userAgent: null, nowMs: Date.now() };
    const { token } = await transaction(api.db, (trx) => beginSession(trx, member, began));
    expect((await useCookie(token)).status).toBe(200);
    api.pool.on('query', ({ sql }: { sql: string }) => {
      if (sql.includes('FROM sessions')) sessionsLookedUp += 1;
    });
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => useCookie(randomBytes(32).toString('base64url'))),
    );
    expect([countOf(answers, 401), countOf(answers, 429)]).toEqual([LIMIT, 200 - LIMIT]);
    expect(sessionsLookedUp).toBe(LIMIT);
    expect((await useCookie(token)).status).toBe(200);
  });
});

describe('valid keys that have not worked here yet', () => {
  it('are all answered when they come at once, and their look-ups are no longer counted', async () => {
    const merchants = await Promise.all(Array.from({ length: 2 * LIMIT }, () => api.addMerchant()));
    const [first] = merchants;
    // The database answers none of them before all have arrived.
    const lock = await api.db.transaction();
    await lock.raw('LOCK TABLE api_key_hashes');
    const asked = Promise.all([
      ...merchants.map(({ key }) => use(key)),
      ...Array.from({ length: 100 }, () => use(first?.key ?? '')),
    ]);
    await until('all have come', async () => (await api.openConnections()) >= merchants.length + 100);
    await lock.commit();
    const answers = await asked;
    expect(countOf(answers, 200)).toBe(answers.length);
    expect(countOf(await tryMadeUp(100), 401)).toBe(LIMIT);
  });
});

describe('a key that no longer works', () => {
  it.each([
    ['revoked', 401],
    ['disabled', 403],
  ])('is unknown again because it is %s', async (status, expected) => {
    const { key, apiKeyId } = await api.addMerchant();
    await use(key);
    await api.db('api_keys').where({ api_key_id: apiKeyId }).update({ status });
    lookedUp = 0;
    const statuses: number[] = [];
    for (let times = 0; times < 2 * LIMIT; times += 1) statuses.push((await use(key)).status);
    expect(new Set(statuses)).toEqual(new Set([expected, 429]));
    // At its first use it still counts as a key that works.
    expect(lookedUp).toBeLessThanOrEqual(LIMIT + 1);
  });
});

describe('the list of keys that have worked', () => {
  it('has a limit: the least recently used key is forgotten first', () => {
    const worked = new KeysSeenValid(2);
    for (const hash of ['a', 'b', 'a', 'c']) worked.note(hash);
    expect(['a', 'b', 'c'].map((hash) => worked.has(hash))).toEqual([true, false, true]);
    worked.forget('a');
    expect(worked.has('a')).toBe(false);
  });
});
