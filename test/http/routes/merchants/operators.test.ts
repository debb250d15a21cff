import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { NewApiKey } from '../../../../src/db/merchants/api-keys.js';
import { startApi, type Answer, type TestApi } from '../../../helpers/api/start-api.js';
import { until } from '../../../helpers/until.js';

const OPERATORS = '/admin/v1/operators';
const DAY_MS = 86_400_000;
const HOME = '203.0.113.9';
const TO = `0x${'77'.repeat(20)}`;

type Holder = Awaited<ReturnType<TestApi['addOperator']>>;

let nowMs = Date.now();
let api: TestApi;
let ann: Holder;

beforeAll(async () => {
  api = await startApi({ rateLimits: { '*': null }, trustProxy: 1, now: () => nowMs });
});
afterAll(() => api.close());
beforeEach(async () => {
  // The keys of earlier tests can no longer manage anything, so only Ann can.
  await api.db('api_keys').whereNotNull('operator_id').update({ status: 'revoked' });
  ann = await api.addOperator({ rateLimits: { '*': null } });
});

const codeOf = ({ status, body }: Answer): unknown => [status, body.error.code];
const ask = (method: string, path: string, json?: object, { key }: { key: string } = ann): Promise<Answer> =>
  api.ask(method, `${OPERATORS}${path}`, { key, ...(json === undefined ? {} : { json }) });
const change = (apiKeyId: string, json: object, by?: { key: string }): Promise<Answer> =>
  ask('PATCH', `/api-keys/${apiKeyId}`, json, by);
const use = ({ key }: { key: string }, ip = HOME): Promise<Answer> =>
  api.ask('GET', '/admin/v1/audit-log?limit=1', { key, headers: { 'x-forwarded-for': ip } });
const inMs = (ms: number): string => new Date(nowMs + ms).toISOString();
const add = (key: Partial<NewApiKey> = {}): Promise<Holder> => api.addOperator(key);
const auditOf = async (objectId: string): Promise<object[]> =>
  api.db('audit_log').where({ object_id: objectId }).orderBy('audit_id').select<object[]>();

describe('operators', () => {
  it('are created with a first key, get others, and are listed with unrevoked keys and their last use', async () => {
    const json = { name: 'Night shift', scopes: ['reports:read'], ips: [HOME], expiresAt: inMs(DAY_MS) };
    const made = await ask('POST', '', json);
    expect(made.status).toBe(201);
    const { operatorId, apiKeyId, key } = made.body.data as unknown as Holder;
    expect(made.body.data).toMatchObject({
      name: 'Night shift',
      status: 'approved',
      merchantId: null,
      ips: [`${HOME}/32`],
      scopes: ['reports:read'],
      expiresAt: inMs(DAY_MS),
    });
    expect((await use({ key })).status).toBe(200);
    const second = await ask('POST', `/${operatorId}/api-keys`, { name: 'phone', scopes: ['reports:read'] });
    expect(second.body.data).toMatchObject({ operatorId, name: 'phone', ips: [], expiresAt: null });
    await change(apiKeyId, { status: 'revoked' });
    const listed = await ask('GET', '?limit=1');
    expect(listed.list).toMatchObject([
      {
        operatorId,
        name: 'Night shift',
        apiKeys: [{ apiKeyId: second.body.data.apiKeyId, lastUsedAt: null }],
      },
    ]);
    expect((await ask('GET', `/${operatorId}`)).body.data).toEqual(listed.list[0]);
    expect(codeOf(await ask('GET', '/opr_00000000000000000000000000'))).toEqual([404, 'not_found']);
    expect((await use({ key: second.body.data.key })).status).toBe(200);
    const lastUse = async (): Promise<unknown> => {
      const [operator] = (await ask('GET', '?limit=1')).list as unknown as {
        apiKeys: { lastUsedAt: unknown }[];
      }[];
      return operator?.apiKeys[0]?.lastUsedAt;
    };
    await until('the use of the key is shown', async () => typeof (await lastUse()) === 'string');
    const next = await ask('GET', `?cursor=${listed.body.page.nextCursor ?? ''}`);
    expect(next.list[0]).toMatchObject({ operatorId: ann.operatorId });
    const all = await api.ask('GET', `/admin/v1/api-keys?operatorId=${operatorId}`, { key: ann.key });
    expect(all.list).toMatchObject([{ status: 'approved' }, { apiKeyId, status: 'revoked' }]);
    expect(await auditOf(operatorId)).toMatchObject([
      { action: 'operator.create', actor_id: ann.operatorId, after: { name: 'Night shift', apiKeyId } },
    ]);
  });

  it('each count as one approver, whatever keys they have', async () => {
    const { merchantId, key } = await api.addMerchant();
    await api.credit(merchantId, 10_000_000n);
    const withdrawalLimits = [{ chainCode: 'local', tokenSymbol: 'USDC', twoApprovalsAboveCrypto: '1' }];
    await api.ask('PATCH', `/admin/v1/merchants/${merchantId}`, { key: ann.key, json: { withdrawalLimits } });
    const asked = { amountCrypto: '5', chainCode: 'local', tokenSymbol: 'USDC', address: TO };
    const { withdrawalId } = (await api.ask('POST', '/v1/withdrawals', { key, json: asked })).body.data;
    const terms = { name: 'second', scopes: ['withdrawals:approve'] };
    const second = (await ask('POST', `/${ann.operatorId}/api-keys`, terms)).body.data;
    const approve = (by: { key: string }): Promise<Answer> =>
      api.ask('POST', `/admin/v1/withdrawals/${withdrawalId}/approve`, { key: by.key });
    expect((await approve(ann)).body.data.status).toBe('pending_approval');
    expect(codeOf(await approve(second))).toEqual([409, 'invalid_state']);
    expect((await approve(await add())).body.data.status).toBe('approved');
  });

  it('have a limited number of keys, even when many are requested at the same moment', async () => {
    const terms = { name: 'more', scopes: ['reports:read'] };
    const answers = await Promise.all(
      Array.from({ length: 22 }, () => ask('POST', `/${ann.operatorId}/api-keys`, terms)),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(19);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(3);
  });
});

describe("an operator's key", () => {
  it('is refused from the next request on: revoked for good, disabled, expired, or from another address', async () => {
    const bob = await add();
    await change(bob.apiKeyId, { status: 'disabled' });
    const disabled = await use(bob);
    expect(codeOf(disabled)).toEqual([403, 'key_disabled']);
    expect(disabled.body.error.message).toContain('by an operator');
    await change(bob.apiKeyId, { status: 'approved', ips: ['198.51.100.0/24'] });
    expect(codeOf(await use(bob))).toEqual([403, 'ip_not_allowed']);
    expect((await use(bob, '198.51.100.7')).status).toBe(200);
    await change(bob.apiKeyId, { ips: [], expiresAt: inMs(1_000) });
    expect((await use(bob)).status).toBe(200);
    nowMs += 1_000;
    expect(codeOf(await use(bob))).toEqual([401, 'unauthenticated']);
    await change(bob.apiKeyId, { expiresAt: null });
    expect((await use(bob)).status).toBe(200);
    await change(bob.apiKeyId, { status: 'revoked' });
    expect(codeOf(await use(bob))).toEqual([401, 'unauthenticated']);
    expect(codeOf(await change(bob.apiKeyId, { status: 'approved' }))).toEqual([409, 'invalid_state']);
    const [first] = await auditOf(bob.apiKeyId);
    expect(first).toMatchObject({
      action: 'api_key.update',
      actor_id: ann.operatorId,
      before: { status: 'approved' },
      after: { status: 'disabled' },
    });
  });

  it('that is revoked lists the keys that were created with it, directly or through others, and still work', async () => {
    const bob = await add();
    const terms = { name: 'x', scopes: ['keys:approve', 'reports:read'] };
    const made = async (path: string, by: { key: string }): Promise<{ key: string; apiKeyId: string }> =>
      (await ask('POST', path, terms, by)).body.data;
    const [child, operator] = [await made(`/${ann.operatorId}/api-keys`, bob), await made('', bob)];
    const grandchild = await made(`/${bob.operatorId}/api-keys`, operator);
    const shop = await api.addMerchant({ approved: false });
    await api.ask('POST', `/admin/v1/api-keys/${shop.apiKeyId}/approve`, { key: child.key });
    await change(child.apiKeyId, { status: 'revoked' });
    const { keysMade } = (await change(bob.apiKeyId, { status: 'revoked' })).body.data as unknown as {
      readonly keysMade: readonly object[];
    };
    const left = [operator, grandchild, shop].map(({ apiKeyId }) => apiKeyId);
    expect(keysMade).toHaveLength(left.length);
    expect(keysMade).toEqual(
      expect.arrayContaining(
        left.map((apiKeyId) => expect.objectContaining({ apiKeyId, status: 'approved' }) as unknown),
      ),
    );
  });

  it('gives no other key more than it has itself: scopes, time, addresses', async () => {
    const limited = {
      scopes: ['keys:approve', 'reports:read'],
      ips: ['127.0.0.0/8', '2001:db8::/32'],
      expiresAtMs: nowMs + DAY_MS,
    } as const;
    const bob = await add(limited);
    const within = { name: 'x', scopes: ['reports:read'], ips: ['127.0.0.0/9'], expiresAt: inMs(DAY_MS) };
    expect((await ask('POST', '', within, bob)).status).toBe(201);
    for (const beyond of [
      { scopes: ['withdrawals:approve'] },
      { expiresAt: null },
      { expiresAt: inMs(DAY_MS + 1) },
      { ips: [] },
      { ips: ['127.0.0.0/8', '203.0.113.0/24'] },
      { ips: ['0.0.0.0/0'] },
      { ips: ['2001:d00::/24'] },
    ]) {
      const asked = { ...within, ...beyond };
      expect(codeOf(await ask('POST', '', asked, bob))).toEqual([403, 'missing_scope']);
      expect(codeOf(await ask('POST', `/${bob.operatorId}/api-keys`, asked, bob))).toEqual([
        403,
        'missing_scope',
      ]);
      const { scopes, ...change_ } = beyond as { scopes?: unknown };
      if (scopes !== undefined) continue;
      // Nor does it lift its own restrictions.
      expect(codeOf(await change(bob.apiKeyId, change_, bob))).toEqual([403, 'missing_scope']);
    }
    // It can only disable a more powerful key.
    expect(codeOf(await change(ann.apiKeyId, { ips: [HOME] }, bob))).toEqual([403, 'missing_scope']);
    expect((await change(ann.apiKeyId, { status: 'disabled' }, bob)).status).toBe(200);
    expect(codeOf(await change(ann.apiKeyId, { status: 'approved' }, bob))).toEqual([403, 'missing_scope']);
  });

  it.each([
    ['revoked', () => ({ status: 'revoked' })],
    ['disabled', () => ({ status: 'disabled' })],
    ['given an end', () => ({ expiresAt: inMs(DAY_MS) })],
    ['bound to another address', () => ({ ips: [HOME] })],
  ])('that is the last one able to manage operators cannot be %s by itself', async (_, asked) => {
    // None of these is a key that could manage operators instead.
    await add({ scopes: ['withdrawals:approve', 'reports:read'] });
    await add({ ips: ['198.51.100.0/24'] });
    await add({ expiresAtMs: nowMs });
    expect(codeOf(await change(ann.apiKeyId, asked()))).toEqual([409, 'invalid_state']);
    expect((await use(ann)).status).toBe(200);
    await add();
    expect((await change(ann.apiKeyId, asked())).status).toBe(200);
  });

  it('that can manage operators is left, when two such keys revoke each other at the same moment', async () => {
    const bob = await add({ rateLimits: { '*': null } });
    const answers = await Promise.all([
      change(bob.apiKeyId, { status: 'revoked' }, ann),
      change(ann.apiKeyId, { status: 'revoked' }, bob),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    const left = await api.db('api_keys').whereIn('api_key_id', [ann.apiKeyId, bob.apiKeyId]).pluck('status');
    expect(left.sort()).toEqual(['approved', 'revoked']);
  });

  it("answers 404 when it is unknown or a merchant's, and 400 for an empty change or an end in the past", async () => {
    const merchant = await api.addMerchant();
    for (const apiKeyId of ['key_00000000000000000000000000', merchant.apiKeyId]) {
      expect(codeOf(await change(apiKeyId, { status: 'revoked' }))).toEqual([404, 'not_found']);
    }
    const terms = { name: 'x', scopes: ['reports:read'] };
    expect(codeOf(await ask('POST', '/opr_00000000000000000000000000/api-keys', terms))).toEqual([
      404,
      'not_found',
    ]);
    for (const wrong of [{}, { expiresAt: inMs(-1) }, { ips: ['home'] }, { status: 'pending' }]) {
      expect(codeOf(await change(ann.apiKeyId, wrong))).toEqual([400, 'validation_failed']);
    }
    expect(codeOf(await ask('POST', '', { name: 'x' }))).toEqual([400, 'validation_failed']);
  });
});
