import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '../../helpers/until.js';
import { startApi, type Answer, type TestApi } from '../../helpers/api/start-api.js';

let api: TestApi;

beforeAll(async () => {
  api = await startApi({ trustProxy: 1 });
});
afterAll(() => api.close());

const codeOf = ({ status, body }: Answer): unknown => [status, body.error.code];

describe('an API key', () => {
  it('is accepted as a bearer token and as X-API-Key', async () => {
    const { key } = await api.addMerchant();
    for (const headers of [
      { authorization: `Bearer ${key}` },
      { authorization: `bearer ${key}` },
      { 'x-api-key': key },
      { authorization: 'Basic cHJveHk6cHJveHk=', 'x-api-key': key },
    ]) {
      expect((await api.ask('GET', '/v1/balances', { headers })).status).toBe(200);
    }
  });

  it('is required: 401 unauthenticated says how to send it', async () => {
    const answer = await api.ask('GET', '/v1/balances');
    expect(codeOf(answer)).toEqual([401, 'unauthenticated']);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    expect(answer.body.error.message).toContain('Authorization: Bearer');
  });

  it.each([
    ['mistyped', (key: string) => key.slice(0, 20) + (key[20] === 'a' ? 'b' : 'a') + key.slice(21)],
    ['cut short', (key: string) => key.slice(0, -1)],
    ['of another prefix', (key: string) => `qo_${key.slice(3)}`],
    ['in the wrong case', (key: string) => key.toUpperCase()],
    ['someone else made', () => `qk_${'0'.repeat(43)}0LP7sK`],
    ['no key at all', () => "' OR 1=1 --"],
  ])('that is %s answers 401', async (_, change) => {
    const { key } = await api.addMerchant();
    const answer = await api.ask('GET', '/v1/balances', { headers: { 'x-api-key': change(key) } });
    expect(codeOf(answer)).toEqual([401, 'unauthenticated']);
  });

  it('expires at its end, and a replaced secret at the end of its overlap', async () => {
    const { key, apiKeyId } = await api.addMerchant();
    const past = new Date(Date.now() - 1_000);
    await api.db('api_keys').where({ api_key_id: apiKeyId }).update({ expires_at: past });
    expect(codeOf(await api.ask('GET', '/v1/balances', { key }))).toEqual([401, 'unauthenticated']);
    await api.db('api_keys').where({ api_key_id: apiKeyId }).update({ expires_at: null });
    expect((await api.ask('GET', '/v1/balances', { key })).status).toBe(200);
    await api.db('api_key_hashes').where({ api_key_id: apiKeyId }).update({ expires_at: past });
    expect(codeOf(await api.ask('GET', '/v1/balances', { key }))).toEqual([401, 'unauthenticated']);
  });

  it('works only from the addresses on its list', async () => {
    const { key, apiKeyId } = await api.addMerchant();
    await api
      .db('api_keys')
      .where({ api_key_id: apiKeyId })
      .update({ ips: ['203.0.113.0/24', '2001:db8::/32'] });
    const from = (ip: string): Promise<Answer> =>
      api.ask('GET', '/v1/balances', { key, headers: { 'x-forwarded-for': ip } });
    expect((await from('203.0.113.9')).status).toBe(200);
    expect((await from('::ffff:203.0.113.9')).status).toBe(200);
    expect((await from('2001:db8::1')).status).toBe(200);
    expect(codeOf(await from('203.0.114.9'))).toEqual([403, 'ip_not_allowed']);
    expect(codeOf(await from('2001:db9::1'))).toEqual([403, 'ip_not_allowed']);
    // Only the proxy in front is believed. An address that the client itself wrote counts for nothing.
    expect(codeOf(await from('203.0.113.9, 198.51.100.1'))).toEqual([403, 'ip_not_allowed']);
  });

  it('does only what its scopes allow', async () => {
    const { key } = await api.addMerchant({ scopes: ['balances:read'] });
    expect((await api.ask('GET', '/v1/balances', { key })).status).toBe(200);
    expect((await api.ask('GET', '/v1/assets', { key })).status).toBe(200);
    for (const [method, path] of [
      ['GET', '/v1/invoices'],
      ['GET', '/v1/withdrawals'],
      ['POST', '/v1/invoices'],
      ['POST', '/v1/withdrawals'],
      ['GET', '/web/v1/webhook-endpoints'],
      ['GET', '/web/v1/webhook-deliveries'],
    ] as const) {
      expect(codeOf(await api.ask(method, path, { key }))).toEqual([403, 'missing_scope']);
    }
  });

  it('for a merchant opens no operator routes, and the reverse', async () => {
    const merchant = await api.addMerchant();
    const operator = await api.addOperator();
    expect(codeOf(await api.ask('GET', '/admin/v1/withdrawals', { key: merchant.key }))).toEqual([
      403,
      'missing_scope',
    ]);
    expect(codeOf(await api.ask('GET', '/v1/balances', { key: operator.key }))).toEqual([
      403,
      'missing_scope',
    ]);
    expect((await api.ask('GET', '/admin/v1/withdrawals', { key: operator.key })).status).toBe(200);
  });

  it('is never stored, only its SHA-256, and is never logged', async () => {
    const { key, apiKeyId } = await api.addMerchant();
    await api.ask('GET', '/v1/balances', { key });
    await api.ask('GET', '/v1/balances', { headers: { 'x-api-key': `${key}x` } });
    const rows = [await api.db('api_keys').select(), await api.db('api_key_hashes').select()];
    expect(JSON.stringify(rows)).not.toContain(key.slice(7, -4));
    const log = api.logLines().join('');
    expect(log).toContain(apiKeyId);
    expect(log).not.toContain(key.slice(7, -4));
  });

  it('is found by one look-up in the index of hashes; a mistyped key needs none', async () => {
    const { key, apiKeyId } = await api.addMerchant();
    await api.ask('GET', '/v1/assets', { key });
    await until(
      'its use is noted',
      async () =>
        (await api.db('api_keys').whereNull('last_used_at').andWhere({ api_key_id: apiKeyId })).length === 0,
    );
    const queries: string[] = [];
    const note = ({ sql }: { sql: string }): void => void queries.push(sql);
    api.pool.on('query', note);
    await api.ask('GET', '/v1/assets', { headers: { 'x-api-key': `${key}x` } });
    expect(queries).toEqual([]);
    await api.ask('GET', '/v1/assets', { key });
    const lookUps = queries.filter((sql) => sql.includes('api_key_hashes'));
    expect([queries.length, lookUps.length]).toEqual([1, 1]);
    api.pool.removeListener('query', note);
    const plan = await api.db.transaction(async (trx) => {
      // With few rows PostgreSQL would read them all.
      await trx.raw('SET LOCAL enable_seqscan = off');
      const lookUp = lookUps[0]?.replace('$1', `'{"\\\\x00"}'`) ?? '';
      return JSON.stringify(await trx.raw(`EXPLAIN ${lookUp}`));
    });
    expect(plan).toContain('api_key_hashes_pkey');
  });

  it('records its last use, when and from where, once a minute at most', async () => {
    let nowMs = Date.now();
    const other = await startApi({ trustProxy: 1, now: () => nowMs });
    try {
      const { key, apiKeyId } = await other.addMerchant();
      const useFrom = (ip: string): Promise<Answer> =>
        other.ask('GET', '/v1/balances', { key, headers: { 'x-forwarded-for': ip } });
      const lastUse = (): Promise<unknown> =>
        other.db('api_keys').where({ api_key_id: apiKeyId }).first('last_used_at', 'last_used_ip');
      const noted = async (ip: string, atMs: number): Promise<void> => {
        const expected = { last_used_at: new Date(atMs), last_used_ip: ip };
        await until(
          'the use is noted',
          async () => JSON.stringify(await lastUse()) === JSON.stringify(expected),
        );
      };
      const beganMs = nowMs;
      await useFrom('203.0.113.9');
      await noted('203.0.113.9', beganMs);
      nowMs += 60_000;
      await useFrom('198.51.100.7');
      await useFrom('198.51.100.7');
      nowMs += 1;
      await useFrom('2001:db8::7');
      await noted('2001:db8::7', beganMs + 60_001);
    } finally {
      await other.close();
    }
  });
});
