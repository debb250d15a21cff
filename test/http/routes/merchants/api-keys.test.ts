import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { MERCHANT_SCOPES } from '../../../../src/domain/merchants/scopes.js';
import { startApi, type Answer, type TestApi } from '../../../helpers/api/start-api.js';

const DAY_MS = 86_400_000;
const BALANCES = '/v1/balances';
const KEYS = '/web/v1/api-keys';
const UNKNOWN_KEY = 'key_00000000000000000000000000';

let nowMs = Date.now();
let api: TestApi;
let merchant: { merchantId: string; apiKeyId: string; key: string };
let operator: { operatorId: string; key: string };

beforeAll(async () => {
  api = await startApi({ rateLimits: { '*': null }, trustProxy: 1, now: () => nowMs });
  operator = await api.addOperator();
});
afterAll(() => api.close());
beforeEach(async () => {
  merchant = await api.addMerchant();
});

const codeOf = ({ status, body }: Answer): unknown => [status, body.error.code];
const ask = (method: string, path: string, json: object, key = merchant.key): Promise<Answer> =>
  api.ask(method, `${KEYS}${path}`, { key, json });
const create = (json: object, key?: string): Promise<Answer> =>
  ask('POST', '', { name: 'shop', scopes: ['invoices:read'], ...json }, key);
const regenerate = (json: object, key?: string): Promise<Answer> => ask('POST', '/regenerate', json, key);
const setStatus = (json: object, key?: string): Promise<Answer> => ask('PATCH', '/status', json, key);
const statusWith = async (key: string): Promise<number> => (await api.ask('GET', BALANCES, { key })).status;
/** Another key of the merchant, approved. */
async function addKey(scopes: readonly string[]): Promise<{ apiKeyId: string; key: string }> {
  const { apiKeyId, key } = (await create({ scopes })).body.data;
  await api.ask('POST', `/admin/v1/api-keys/${apiKeyId}/approve`, { key: operator.key });
  return { apiKeyId, key };
}
async function auditOf(apiKeyId: string): Promise<readonly object[]> {
  return (await api.ask('GET', `/admin/v1/audit-log?objectId=${apiKeyId}`, { key: operator.key })).list;
}

describe('POST /web/v1/api-keys', () => {
  it('answers 201 with every field and the key, which works when an operator has approved it', async () => {
    const { status, body } = await create({ name: 'till 4', scopes: ['balances:read'] });
    const { apiKeyId, key } = body.data;
    expect(status).toBe(201);
    expect(body.data).toEqual({
      apiKeyId: expect.stringMatching(/^key_[0-9a-z]{26}$/),
      key: expect.stringMatching(/^qk_[0-9A-Za-z]{49}$/),
      name: 'till 4',
      status: 'pending',
      scopes: ['balances:read'],
      start: key.slice(0, 7),
      last4: key.slice(-4),
      ips: [],
      withdrawalAddresses: [],
      pendingWithdrawalAddresses: [],
      whitelistEndsAt: null,
      rateLimits: {},
      createdAt: expect.stringMatching(/Z$/),
      lastUsedAt: null,
      lastUsedIp: null,
      expiresAt: null,
    });
    expect(codeOf(await api.ask('GET', BALANCES, { key }))).toEqual([403, 'key_not_approved']);
    await api.ask('POST', `/admin/v1/api-keys/${apiKeyId}/approve`, { key: operator.key });
    expect(await statusWith(key)).toBe(200);
  });

  it('creates one key for each Idempotency-Key, and shows it again when the request is repeated', async () => {
    const asking = {
      key: merchant.key,
      json: { name: 'once', scopes: ['invoices:read'] },
      headers: { 'idempotency-key': 'new key' },
    };
    const first = await api.ask('POST', KEYS, asking);
    const again = await api.ask('POST', KEYS, asking);
    expect(again.text).toBe(first.text);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect((await api.ask('GET', KEYS, { key: merchant.key })).list).toHaveLength(2);
  });

  it('creates a key that expires at the requested time', async () => {
    const { body } = await create({
      scopes: ['balances:read'],
      expiresAt: new Date(nowMs + 60_000).toISOString(),
    });
    await api.ask('POST', `/admin/v1/api-keys/${body.data.apiKeyId}/approve`, { key: operator.key });
    expect(await statusWith(body.data.key)).toBe(200);
    nowMs += 60_000;
    expect(await statusWith(body.data.key)).toBe(401);
    expect(codeOf(await regenerate({ apiKeyId: body.data.apiKeyId }))).toEqual([409, 'invalid_state']);
  });

  it('gives no scope that its creator lacks: 403 missing_scope', async () => {
    const weak = await addKey(['keys:write', 'invoices:read']);
    expect((await create({ scopes: ['invoices:read'] }, weak.key)).status).toBe(201);
    expect(codeOf(await create({ scopes: ['invoices:read', 'invoices:write'] }, weak.key))).toEqual([
      403,
      'missing_scope',
    ]);
  });

  it.each([
    ['without a name', { name: undefined }],
    ['without scopes', { scopes: undefined }],
    ['with no scopes', { scopes: [] }],
    ['with a scope twice', { scopes: ['invoices:read', 'invoices:read'] }],
    ["with an operator's scope", { scopes: ['keys:approve'] }],
    ['that has expired already', { expiresAt: '2020-01-01T00:00:00Z' }],
    ['that expires in a year of five digits', { expiresAt: '9999-12-31T23:59:59-23:59' }],
    ['with an unknown field', { approved: true }],
  ])('%s answers 400 validation_failed', async (_, json) => {
    expect(codeOf(await create(json))).toEqual([400, 'validation_failed']);
  });
});

describe('GET /web/v1/api-keys', () => {
  it("lists the merchant's own keys newest first, page by page, by status, and never shows a key", async () => {
    const ids = [(await addKey(['invoices:read'])).apiKeyId, (await create({})).body.data.apiKeyId];
    const other = await api.addMerchant();
    const list = (query: string, key = merchant.key) => api.ask('GET', `${KEYS}${query}`, { key });
    const shown = (answer: Answer) => answer.list.map(({ apiKeyId }) => apiKeyId);
    const all = await list('');
    expect(shown(all)).toEqual([ids[1], ids[0], merchant.apiKeyId]);
    expect(all.text).not.toContain('"key":');
    const first = await list('?limit=2');
    expect(shown(first)).toEqual([ids[1], ids[0]]);
    expect(shown(await list(`?cursor=${first.body.page.nextCursor ?? ''}`))).toEqual([merchant.apiKeyId]);
    expect(shown(await list('?status=pending'))).toEqual([ids[1]]);
    expect(shown(await list('', other.key))).toEqual([other.apiKeyId]);
    expect(codeOf(await list('?status=gone'))).toEqual([400, 'validation_failed']);
  });
});

describe('POST /web/v1/api-keys/regenerate', () => {
  it('gives the calling key another secret; the old one ends at once, and everything else stays', async () => {
    const { status, body } = await regenerate({});
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      apiKeyId: merchant.apiKeyId,
      status: 'approved',
      scopes: [...MERCHANT_SCOPES],
      last4: body.data.key.slice(-4),
      previousKeyEndsAt: null,
    });
    expect(await statusWith(merchant.key)).toBe(401);
    expect(await statusWith(body.data.key)).toBe(200);
  });

  it('keeps the old secret working for its overlap; never more than two work', async () => {
    const second = (await regenerate({ overlapSeconds: 3_600 })).body.data;
    expect(second.previousKeyEndsAt).toBe(new Date(nowMs + 3_600_000).toISOString());
    expect(await statusWith(merchant.key)).toBe(200);
    const third = (await regenerate({ overlapSeconds: 3_600 }, second.key)).body.data;
    expect(await Promise.all([merchant.key, second.key, third.key].map(statusWith))).toEqual([401, 200, 200]);
    nowMs += 3_600_000;
    expect(await Promise.all([second.key, third.key].map(statusWith))).toEqual([401, 200]);
  });

  it('can name another key, of this merchant and with no more scopes', async () => {
    const weak = await addKey(['keys:write', 'balances:read']);
    const { body } = await regenerate({ apiKeyId: weak.apiKeyId });
    expect(body.data.apiKeyId).toBe(weak.apiKeyId);
    expect(await Promise.all([weak.key, body.data.key].map(statusWith))).toEqual([401, 200]);
    const byWeak = await regenerate({ apiKeyId: merchant.apiKeyId }, body.data.key);
    expect(codeOf(byWeak)).toEqual([403, 'missing_scope']);
    expect(await statusWith(merchant.key)).toBe(200);
  });

  it('answers 409 for a revoked key, 400 for an overlap longer than a week or in fractions of a second', async () => {
    const { apiKeyId } = await addKey(['invoices:read']);
    await setStatus({ apiKeyId, status: 'revoked' });
    expect(codeOf(await regenerate({ apiKeyId }))).toEqual([409, 'invalid_state']);
    for (const overlapSeconds of [604_801, -1, 0.5, '60']) {
      expect(codeOf(await regenerate({ overlapSeconds }))).toEqual([400, 'validation_failed']);
    }
    expect((await regenerate({ overlapSeconds: 604_800 })).status).toBe(200);
  });
});

describe('PATCH /web/v1/api-keys/status', () => {
  it('disables, enables and revokes for good, each at once', async () => {
    const { apiKeyId, key } = await addKey(['balances:read']);
    const move = async (status: string) => codeOf(await setStatus({ apiKeyId, status }).then(orStatus));
    const orStatus = (answer: Answer): Answer =>
      answer.body.ok
        ? {
            ...answer,
            body: { ...answer.body, error: { ...answer.body.error, code: answer.body.data.status } },
          }
        : answer;
    expect(await move('disabled')).toEqual([200, 'disabled']);
    expect(codeOf(await api.ask('GET', BALANCES, { key }))).toEqual([403, 'key_disabled']);
    expect(await move('disabled')).toEqual([200, 'disabled']);
    expect(await move('approved')).toEqual([200, 'approved']);
    expect(await statusWith(key)).toBe(200);
    expect(await move('revoked')).toEqual([200, 'revoked']);
    expect(await statusWith(key)).toBe(401);
    expect(await move('approved')).toEqual([409, 'invalid_state']);
  });

  it('approves no key that no operator has approved, and can only revoke a pending key', async () => {
    const { apiKeyId } = (await create({})).body.data;
    expect(codeOf(await setStatus({ apiKeyId, status: 'approved' }))).toEqual([409, 'invalid_state']);
    expect(codeOf(await setStatus({ apiKeyId, status: 'disabled' }))).toEqual([409, 'invalid_state']);
    expect((await setStatus({ apiKeyId, status: 'revoked' })).body.data.status).toBe('revoked');
    const approve = `/admin/v1/api-keys/${apiKeyId}/approve`;
    expect(codeOf(await api.ask('POST', approve, { key: operator.key }))).toEqual([409, 'invalid_state']);
  });

  it('applies to the calling key when none is named, and to no more powerful one', async () => {
    const weak = await addKey(['keys:write']);
    const stronger = await setStatus({ apiKeyId: merchant.apiKeyId, status: 'revoked' }, weak.key);
    expect(codeOf(stronger)).toEqual([403, 'missing_scope']);
    expect((await setStatus({ status: 'disabled' }, weak.key)).body.data.apiKeyId).toBe(weak.apiKeyId);
    expect(codeOf(await setStatus({ status: 'approved' }, weak.key))).toEqual([403, 'key_disabled']);
    expect((await setStatus({ apiKeyId: weak.apiKeyId, status: 'approved' })).status).toBe(200);
  });

  it('answers 400 to pending and to a missing status', async () => {
    for (const json of [{ status: 'pending' }, {}, { status: 'disabled', reason: 'x' }]) {
      expect(codeOf(await setStatus(json))).toEqual([400, 'validation_failed']);
    }
  });
});

describe('the orders about keys', () => {
  it("need keys:write, and cannot find another merchant's key, nor an operator's", async () => {
    const reader = await addKey(['invoices:read']);
    const other = await api.addMerchant();
    const theirs = (await api.addOperator()).apiKeyId;
    const orders = [
      ['POST', '/regenerate', {}],
      ['PATCH', '/status', { status: 'revoked' }],
      ['PUT', '/whitelists', { ips: [], withdrawalAddresses: [] }],
    ] as const;
    for (const [method, path, json] of orders) {
      expect(codeOf(await ask(method, path, json, reader.key))).toEqual([403, 'missing_scope']);
      for (const apiKeyId of [other.apiKeyId, theirs, UNKNOWN_KEY]) {
        expect(codeOf(await ask(method, path, { ...json, apiKeyId }))).toEqual([404, 'not_found']);
      }
    }
    expect(codeOf(await api.ask('GET', KEYS, { key: reader.key }))).toEqual([403, 'missing_scope']);
    expect(await statusWith(other.key)).toBe(200);
  });

  it('are recorded with who gave them, by which key and from where, without any key', async () => {
    const { apiKeyId, key } = await addKey(['balances:read']);
    const made = (await regenerate({ apiKeyId })).body.data;
    await setStatus({ apiKeyId, status: 'disabled' });
    await ask('PUT', '/whitelists', { apiKeyId, ips: ['10.0.0.0/8'], withdrawalAddresses: [] });
    const entries = await auditOf(apiKeyId);
    expect(entries).toMatchObject([
      { action: 'api_key.set_whitelists', before: { ips: [] }, after: { ips: ['10.0.0.0/8'] } },
      { action: 'api_key.set_status', before: { status: 'approved' }, after: { status: 'disabled' } },
      { action: 'api_key.regenerate', after: { last4: made.last4 } },
      { action: 'api_key.approve', actorKind: 'operator', actorId: operator.operatorId },
      {
        action: 'api_key.create',
        actorKind: 'merchant',
        actorId: merchant.merchantId,
        apiKeyId: merchant.apiKeyId,
        ip: '127.0.0.1',
        after: { scopes: ['balances:read'], status: 'pending' },
      },
    ]);
    for (const secret of [key, made.key]) {
      expect(JSON.stringify(entries) + api.logLines().join('')).not.toContain(secret.slice(7, -4));
    }
  });

  it('leave one secret in force when given at the same moment, and it is the one that was shown last', async () => {
    const { apiKeyId } = await addKey(['balances:read']);
    const answers = await Promise.all(Array.from({ length: 6 }, () => regenerate({ apiKeyId })));
    const statuses = await Promise.all(answers.map(({ body }) => statusWith(body.data.key)));
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    const list = (await api.ask('GET', KEYS, { key: merchant.key })).list;
    const inForce = answers[statuses.indexOf(200)]?.body.data.last4;
    expect(list.find((shown) => shown.apiKeyId === apiKeyId)?.last4).toBe(inForce);
  });

  it('are stored for their Idempotency-Key: a lost answer can be requested again during the overlap', async () => {
    const asking = {
      key: merchant.key,
      json: { overlapSeconds: 60 },
      headers: { 'idempotency-key': 'regenerate' },
    };
    const first = await api.ask('POST', `${KEYS}/regenerate`, asking);
    const again = await api.ask('POST', `${KEYS}/regenerate`, asking);
    expect([again.status, again.text]).toEqual([200, first.text]);
    nowMs += DAY_MS;
    expect(await statusWith(merchant.key)).toBe(401);
  });
});
