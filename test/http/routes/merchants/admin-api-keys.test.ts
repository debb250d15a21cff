import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApi, type Answer, type TestApi } from '../../../helpers/api/start-api.js';

const KEYS = '/admin/v1/api-keys';
const UNKNOWN_KEY = 'key_00000000000000000000000000';

let api: TestApi;
let operator: { operatorId: string; apiKeyId: string; key: string };

beforeAll(async () => {
  api = await startApi({ rateLimits: {} });
  // Tests ask more often than an operator may.
  operator = await api.addOperator({ rateLimits: { '*': null } });
});
afterAll(() => api.close());

const codeOf = ({ status, body }: Answer): unknown => [status, body.error.code];
const ask = (method: string, path: string, json?: object, key = operator.key): Promise<Answer> =>
  api.ask(method, `${KEYS}${path}`, { key, ...(json === undefined ? {} : { json }) });
const limit = (apiKeyId: string, rateLimits: unknown, key?: string): Promise<Answer> =>
  ask('PATCH', `/${apiKeyId}`, { rateLimits }, key);
const limitsOf = async (key: string, path = '/v1/balances'): Promise<readonly (string | null)[]> => {
  const { headers } = await api.ask('GET', path, { key });
  return ['x-ratelimit-limit', 'x-ratelimit-remaining'].map((name) => headers.get(name));
};

describe('POST /admin/v1/api-keys/{apiKeyId}/approve', () => {
  it('approves a pending key once, and records who did it', async () => {
    const { key, apiKeyId, merchantId } = await api.addMerchant({ approved: false });
    const { status, body } = await ask('POST', `/${apiKeyId}/approve`);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      apiKeyId,
      merchantId,
      operatorId: null,
      status: 'approved',
      approvedAt: expect.stringMatching(/Z$/),
    });
    expect((await api.ask('GET', '/v1/balances', { key })).status).toBe(200);
    expect(codeOf(await ask('POST', `/${apiKeyId}/approve`))).toEqual([409, 'invalid_state']);
    const audit = await api.ask('GET', `/admin/v1/audit-log?objectId=${apiKeyId}`, { key: operator.key });
    expect(audit.list).toMatchObject([{ action: 'api_key.approve', actorId: operator.operatorId }]);
  });

  it('answers 404 for no key, 403 without keys:approve', async () => {
    expect(codeOf(await ask('POST', `/${UNKNOWN_KEY}/approve`))).toEqual([404, 'not_found']);
    const { apiKeyId } = await api.addMerchant({ approved: false });
    const reporter = await api.addOperator({ scopes: ['merchants:write', 'reports:read'] });
    expect(codeOf(await ask('POST', `/${apiKeyId}/approve`, undefined, reporter.key))).toEqual([
      403,
      'missing_scope',
    ]);
  });
});

describe('PATCH /admin/v1/api-keys/{apiKeyId}', () => {
  it('gives the key its own limits from the next request on, and removes them', async () => {
    const { key, apiKeyId } = await api.addMerchant();
    expect(await limitsOf(key)).toEqual(['120', '119']);
    const { status, body } = await limit(apiKeyId, { 'GET /v1/balances': 2, default: 1_000 });
    expect([status, body.data]).toEqual([
      200,
      expect.objectContaining({ apiKeyId, rateLimits: { 'GET /v1/balances': 2, default: 1_000 } }),
    ]);
    // The request before counts.
    expect(await limitsOf(key)).toEqual(['2', '0']);
    expect(codeOf(await api.ask('GET', '/v1/balances', { key }))).toEqual([429, 'rate_limited']);
    expect((await limitsOf(key, '/v1/assets'))[0]).toBe('1000');
    await limit(apiKeyId, { 'GET /v1/balances': null });
    expect((await limitsOf(key))[0]).toBe('300');
    await limit(apiKeyId, { '*': null });
    expect(await limitsOf(key)).toEqual([null, null]);
    expect((await limit(apiKeyId, {})).body.data).toMatchObject({ rateLimits: {} });
    expect((await limitsOf(key))[0]).toBe('120');
  });

  it('replaces only limits that are as they were read, where that is asked for', async () => {
    const { apiKeyId } = await api.addMerchant();
    const set = (rateLimits: object, expected: object): Promise<Answer> =>
      ask('PATCH', `/${apiKeyId}`, { rateLimits, expected });
    const [two, three] = [{ default: 2, 'GET /v1/balances': null }, { default: 3 }];
    expect((await set(two, {})).status).toBe(200);
    expect(codeOf(await set(three, {}))).toEqual([409, 'invalid_state']);
    // A repetition whose answer was lost is done already.
    expect((await set(two, {})).status).toBe(200);
    expect((await set(three, { 'GET /v1/balances': null, default: 2 })).body.data).toMatchObject({
      rateLimits: three,
    });
  });

  it('leaves the limits of every other key alone, and keeps them after a regeneration', async () => {
    const [one, other] = [await api.addMerchant(), await api.addMerchant()];
    await limit(one.apiKeyId, { 'GET /v1/balances': 5 });
    await limitsOf(one.key);
    const { key } = (await api.ask('POST', '/web/v1/api-keys/regenerate', { key: one.key, json: {} })).body
      .data;
    expect(await limitsOf(key)).toEqual(['5', '3']);
    expect((await limitsOf(other.key))[0]).toBe('120');
  });

  it('records who set what, before and after, and why', async () => {
    const { apiKeyId } = await api.addMerchant();
    const json = { rateLimits: { default: 9 }, reason: 'a big customer' };
    await ask('PATCH', `/${apiKeyId}`, json);
    const audit = await api.ask('GET', `/admin/v1/audit-log?objectId=${apiKeyId}`, { key: operator.key });
    expect(audit.list).toMatchObject([
      {
        action: 'api_key.set_rate_limits',
        reason: 'a big customer',
        before: { rateLimits: {} },
        after: { rateLimits: { default: 9 } },
      },
    ]);
  });

  it.each([
    ['a group that counts no keys', { 'GET /v1/public/*': 5 }],
    ['an unknown group', { 'GET /v1/everything': 5 }],
    ['zero', { default: 0 }],
    ['part of a request', { default: 1.5 }],
    ['text', { default: '5' }],
    ['a window', { default: { limit: 5, windowSeconds: 1 } }],
    ['nothing', undefined],
  ])('with %s answers 400 validation_failed', async (_, rateLimits) => {
    expect(codeOf(await limit(operator.apiKeyId, rateLimits))).toEqual([400, 'validation_failed']);
  });

  it('answers 404 for an unknown key, 409 for a revoked one, 403 for one of a more powerful operator', async () => {
    expect(codeOf(await limit(UNKNOWN_KEY, {}))).toEqual([404, 'not_found']);
    const { key, apiKeyId } = await api.addMerchant();
    await api.ask('PATCH', '/web/v1/api-keys/status', { key, json: { status: 'revoked' } });
    expect(codeOf(await limit(apiKeyId, {}))).toEqual([409, 'invalid_state']);
    const weak = await api.addOperator({ scopes: ['keys:approve'] });
    expect(codeOf(await limit(operator.apiKeyId, { default: 1 }, weak.key))).toEqual([403, 'missing_scope']);
    expect((await limit(weak.apiKeyId, { default: 100 }, weak.key)).status).toBe(200);
  });
});

describe('POST /admin/v1/api-keys', () => {
  it('creates an approved merchant key, shown once for each Idempotency-Key', async () => {
    const { merchantId } = await api.addMerchant();
    const json = { merchantId, name: 'first', scopes: ['balances:read'] };
    const asking = { key: operator.key, json, headers: { 'idempotency-key': 'first key' } };
    const first = await api.ask('POST', KEYS, asking);
    expect(first.status).toBe(201);
    expect(first.body.data).toMatchObject({ merchantId, status: 'approved', scopes: ['balances:read'] });
    expect((await api.ask('GET', '/v1/balances', { key: first.body.data.key })).status).toBe(200);
    expect((await api.ask('POST', KEYS, asking)).text).toBe(first.text);
    const unknown = { ...json, merchantId: 'mer_00000000000000000000000000' };
    expect(codeOf(await ask('POST', '', unknown))).toEqual([404, 'not_found']);
  });
});

describe('GET /admin/v1/api-keys', () => {
  it('lists all keys newest first, or by merchant and status, page by page', async () => {
    const { merchantId, apiKeyId } = await api.addMerchant({ approved: false });
    const { operatorId } = await api.addOperator();
    const shown = ({ list }: Answer) => list.map((one) => one.apiKeyId);
    expect((await ask('GET', '?limit=2')).list).toMatchObject([
      { merchantId: null, operatorId },
      { merchantId, operatorId: null, apiKeyId },
    ]);
    expect(shown(await ask('GET', `?merchantId=${merchantId}`))).toEqual([apiKeyId]);
    const pending = await ask('GET', '?status=pending&limit=1');
    expect(shown(pending)).toEqual([apiKeyId]);
    const next = await ask('GET', `?status=pending&cursor=${pending.body.page.nextCursor ?? ''}`);
    expect(shown(next)).not.toContain(apiKeyId);
    expect(codeOf(await ask('GET', '?cursor=abc'))).toEqual([400, 'validation_failed']);
  });
});
