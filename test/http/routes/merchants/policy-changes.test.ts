import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { insertMember } from '../../../../src/db/people/members.js';
import { insertOperator } from '../../../../src/db/people/operators.js';
import { startApi, type Answer, type TestApi } from '../../../helpers/api/start-api.js';

const DAY_MS = 86_400_000;
const USDC = { chainCode: 'local', tokenSymbol: 'USDC' };
const [A, B] = ['aa', 'bb'].map((byte) => `0x${byte.repeat(20)}`) as [string, string];

let api: TestApi;
let merchant: { merchantId: string; apiKeyId: string; key: string };
let [ann, bob]: { operatorId: string; apiKeyId: string; key: string }[] = [];

beforeAll(async () => {
  api = await startApi({ rateLimits: { '*': null }, policyDelayMs: DAY_MS });
  [ann, bob] = [await api.addOperator(), await api.addOperator()];
  await age(ann.apiKeyId, bob.apiKeyId);
});
afterAll(() => api.close());
beforeEach(async () => {
  merchant = await api.addMerchant();
  await api.credit(merchant.merchantId, 100_000_000n);
});

/** Makes keys old enough to confirm. */
const age = (...ids: readonly string[]): Promise<unknown> =>
  api
    .db('api_keys')
    .whereIn('api_key_id', ids)
    .update({ created_at: new Date(Date.now() - 2 * DAY_MS) });
/** Lets the delay of all waiting changes pass, by the clock alone. */
const passDelay = (): Promise<unknown> =>
  api.db.raw(`UPDATE policy_changes SET requested_at = requested_at - interval '2 days',
    holds_from = holds_from - interval '2 days' WHERE status = 'waiting'`);
const codeOf = ({ status, body }: Answer): unknown => (status < 300 ? status : [status, body.error.code]);
const ask = (
  who: { key: string } | undefined,
  method: string,
  path: string,
  json?: object,
): Promise<Answer> => api.ask(method, path, { key: who?.key ?? '', ...(json === undefined ? {} : { json }) });

const setLimits = (limits: object, who = ann): Promise<Answer> =>
  ask(who, 'PATCH', `/admin/v1/merchants/${merchant.merchantId}`, {
    withdrawalLimits: [{ ...USDC, ...limits }],
  });
const changes = async (status = 'waiting'): Promise<Answer['list']> =>
  (await ask(ann, 'GET', `/admin/v1/policy-changes?status=${status}&merchantId=${merchant.merchantId}`)).list;
async function decide(verb: 'confirm' | 'stop', who = bob): Promise<Answer> {
  const [change] = await changes();
  return ask(who, 'POST', `/admin/v1/policy-changes/${String(change?.policyChangeId)}/${verb}`, {
    reason: 'x',
  });
}
const withdraw = (amountCrypto: string, by: { key: string } = merchant, address = A): Promise<Answer> =>
  ask(by, 'POST', '/v1/withdrawals', { ...USDC, amountCrypto, address });

describe('a limit', () => {
  it('takes effect at once when tightened; a loosened one waits, is shown, and takes effect after its delay', async () => {
    const tightened = await setLimits({ perDayCrypto: '5', twoApprovalsAboveCrypto: '1' });
    expect(tightened.body.data).toMatchObject({ pendingPolicyChanges: [] });
    const { body } = await setLimits({
      perDayCrypto: '50',
      autoApproveBelowCrypto: '1',
      twoApprovalsAboveCrypto: null,
    });
    expect(body.data).toMatchObject({
      withdrawalLimits: [
        { perDayCrypto: '5.000000', autoApproveBelowCrypto: null, twoApprovalsAboveCrypto: '1.000000' },
      ],
      pendingPolicyChanges: [
        {
          merchantName: 'Test shop',
          objectName: null,
          requestedByName: 'Test operator',
          status: 'waiting',
          change: { field: 'perDayAtomic', from: '5000000', to: '50000000' },
        },
        { change: { field: 'twoApprovalsAboveAtomic', from: '1000000', to: null } },
        { change: { field: 'autoApproveBelowAtomic', from: null, to: '1000000' } },
      ],
    });
    expect(codeOf(await withdraw('6'))).toEqual([422, 'limit_exceeded']);
    expect((await withdraw('0.5')).body.data.status).toBe('pending_approval');
    await passDelay();
    expect(await changes()).toEqual([]);
    expect(await changes('in_force')).toHaveLength(3);
    expect((await withdraw('0.5')).body.data.status).toBe('approved');
    expect(codeOf(await withdraw('6'))).toBe(201);
    // The next order writes it, and it is the same as before.
    const next = await setLimits({ perDayCrypto: '50' });
    expect(next.body.data).toMatchObject({
      withdrawalLimits: [
        { perDayCrypto: '50.000000', autoApproveBelowCrypto: '1.000000', twoApprovalsAboveCrypto: null },
      ],
      pendingPolicyChanges: [],
    });
  });

  it('that somebody asked to loosen is told to operators: whose it is, from what to what, and from when on', async () => {
    await setLimits({ perDayCrypto: '5' });
    await setLimits({ perDayCrypto: '50' });
    const [change] = (await changes()) as unknown as readonly Readonly<
      Record<'policyChangeId' | 'holdsFrom', string>
    >[];
    const { list } = await ask(ann, 'GET', '/admin/v1/attention');
    const queue = list as unknown as readonly Readonly<Record<'subjectId' | 'message', string>>[];
    const told = queue.find(({ subjectId }) => subjectId === change?.policyChangeId);
    expect(told?.message).toBe(
      'Test operator asked to loosen a policy of Test shop (withdrawal limit): the most for 24 hours, in USDC on local, ' +
        `from 5.000000 to 50.000000. It is in force from ${String(change?.holdsFrom)} on, unless it is stopped before. ` +
        'If nobody knows of it, it has to be stopped.',
    );
  });

  it('is not loosened by a waiting change when the key that asked for it is disabled; the changes of others still wait', async () => {
    await setLimits({ perDayCrypto: '5', perWithdrawalCrypto: '5' });
    const [thief, before] = [await api.addOperator(), await changes()];
    await setLimits({ perDayCrypto: '50' }, thief);
    await setLimits({ perWithdrawalCrypto: '50' }, bob);
    const asked = await changes();
    expect([before.length, asked.length]).toEqual([0, 2]);
    const path = `/admin/v1/operators/api-keys/${thief.apiKeyId}`;
    expect(codeOf(await ask(ann, 'PATCH', path, { status: 'disabled' }))).toBe(200);
    const [left, stopped] = [await changes(), await changes('stopped')];
    expect([...left, ...stopped].map(({ policyChangeId }) => policyChangeId)).toEqual(
      asked.map(({ policyChangeId }) => policyChangeId),
    );
    expect(stopped).toMatchObject([{ change: { field: 'perDayAtomic' }, decidedById: ann?.operatorId }]);
    await passDelay();
    expect(codeOf(await withdraw('6'))).toEqual([422, 'limit_exceeded']);
  });

  it('is loosened at once by the session of a second operator, unless their account was created after the request', async () => {
    const { operatorId } = await insertOperator(api.db, { name: 'Cleo' });
    const membership = { kind: 'operator', operatorId, role: 'manager' } as const;
    const signIn = { email: 'cleo@ops.example', password: 'correct horse battery staple' };
    await insertMember(api.db, { membership, name: 'Cleo', ...signIn });
    const begun = await api.ask('POST', '/admin/v1/session', { json: signIn });
    const headers = {
      cookie: (begun.headers.get('set-cookie') ?? '').split(';')[0] ?? '',
      'x-csrf-token': (begun.body.data as unknown as { csrfToken: string }).csrfToken,
    };
    await setLimits({ perDayCrypto: '5' });
    await setLimits({ perDayCrypto: '50' });
    const [change] = await changes();
    const confirm = (): Promise<Answer> =>
      api.ask('POST', `/admin/v1/policy-changes/${String(change?.policyChangeId)}/confirm`, {
        headers,
        json: { reason: 'x' },
      });
    expect(codeOf(await confirm())).toEqual([409, 'invalid_state']);
    await api
      .db('members')
      .where({ operator_id: operatorId })
      .update({ held_since: new Date(Date.now() - 2 * DAY_MS) });
    expect(codeOf(await confirm())).toBe(200);
  });

  it('is loosened at once by a second operator, and by nobody else', async () => {
    await setLimits({ perDayCrypto: '5' });
    await setLimits({ perDayCrypto: '50' });
    expect(codeOf(await decide('confirm', ann))).toEqual([409, 'invalid_state']);
    // A thief with a key that manages keys makes a second operator.
    const made = await api.addOperator();
    expect(codeOf(await decide('confirm', made))).toEqual([409, 'invalid_state']);
    expect(codeOf(await withdraw('6'))).toEqual([422, 'limit_exceeded']);
    const { status, body } = await decide('confirm');
    expect([status, body.data]).toMatchObject([
      200,
      { status: 'in_force', requestedById: ann?.operatorId, decidedById: bob?.operatorId },
    ]);
    expect(codeOf(await withdraw('6'))).toBe(201);
    expect(
      codeOf(await ask(bob, 'POST', `/admin/v1/policy-changes/${body.data.policyChangeId}/confirm`)),
    ).toEqual([409, 'invalid_state']);
  });

  it('never takes effect after it was stopped, whoever stopped it', async () => {
    await setLimits({ perDayCrypto: '5' });
    await setLimits({ perDayCrypto: '50' });
    expect((await decide('stop', ann)).body.data).toMatchObject({ status: 'stopped' });
    await passDelay();
    expect(codeOf(await withdraw('6'))).toEqual([422, 'limit_exceeded']);
    const { list } = await ask(ann, 'GET', '/admin/v1/audit-log?objectKind=policy_change&limit=2');
    expect(list.map(({ action }) => action)).toEqual(['policy_change.stop', 'policy_change.request']);
  });

  it('keeps its delay when the same change is requested again, and starts again when more is requested', async () => {
    await setLimits({ perDayCrypto: '5' });
    await setLimits({ perDayCrypto: '50' });
    const [first] = await changes();
    await setLimits({ perDayCrypto: '50' });
    expect(await changes()).toEqual([first]);
    await setLimits({ perDayCrypto: '60' });
    expect(await changes()).toMatchObject([{ change: { to: '60000000' } }]);
    expect(await changes('stopped')).toMatchObject([{ policyChangeId: first?.policyChangeId }]);
  });

  it('of a new merchant cannot be used to avoid the delay', async () => {
    const { body } = await ask(ann, 'POST', '/admin/v1/merchants', {
      name: 'Shop',
      withdrawalLimits: [{ ...USDC, perDayCrypto: '5', autoApproveBelowCrypto: '1' }],
    });
    expect(body.data).toMatchObject({
      withdrawalLimits: [{ perDayCrypto: '5.000000', autoApproveBelowCrypto: null }],
      pendingPolicyChanges: [{ change: { field: 'autoApproveBelowAtomic', to: '1000000' } }],
    });
  });
});

it('a subscribed endpoint is told about waiting changes, not about tightening ones', async () => {
  await ask(merchant, 'POST', '/web/v1/webhook-endpoints', {
    url: 'https://shop.example/hooks',
    events: ['policy.change_requested'],
  });
  await setLimits({ perDayCrypto: '5' });
  await setLimits({ perDayCrypto: '50' });
  const { list } = await ask(merchant, 'GET', '/web/v1/webhook-deliveries');
  expect(list).toMatchObject([{ event: 'policy.change_requested' }]);
  const { body } = await ask(merchant, 'GET', `/web/v1/webhook-deliveries/${String(list[0]?.deliveryId)}`);
  const [change] = await changes();
  expect(JSON.parse(body.data.body)).toMatchObject({
    event: 'policy.change_requested',
    data: { policyChangeId: change?.policyChangeId, requestedBy: 'operator', change: { to: '50000000' } },
  });
});

describe('a key with a scope that takes money out', () => {
  const create = (scopes: readonly string[]): Promise<Answer> =>
    ask(ann, 'POST', '/admin/v1/api-keys', { merchantId: merchant.merchantId, name: 'x', scopes });
  const approve = (apiKeyId: string, who = ann): Promise<Answer> =>
    ask(who, 'POST', `/admin/v1/api-keys/${apiKeyId}/approve`);

  it('needs nobody any more once an operator has approved it, neither before its time nor after', async () => {
    const made = await ask(merchant, 'POST', '/web/v1/api-keys', {
      name: 'x',
      scopes: ['withdrawals:write'],
    });
    const { apiKeyId } = made.body.data;
    type Need = Readonly<Partial<Record<'kind' | 'apiKeyId' | 'subjectId', string>>>;
    const needsOf = ({ list }: Answer) => list as unknown as readonly Need[];
    const told = async (): Promise<unknown[]> => {
      const own = await ask(merchant, 'GET', '/web/v1/attention');
      const queue = await ask(ann, 'GET', '/admin/v1/attention');
      const shown = await ask(ann, 'GET', `/admin/v1/merchants/${merchant.merchantId}`);
      const { counts } = shown.body.data as unknown as { counts: { pendingApiKeys: number } };
      return [
        needsOf(own).some((need) => need.kind === 'key_to_approve' && need.apiKeyId === apiKeyId),
        needsOf(queue).some((need) => need.kind === 'key_waits' && need.subjectId === apiKeyId),
        counts.pendingApiKeys,
      ];
    };
    expect(await told()).toEqual([true, true, 1]);
    expect((await approve(apiKeyId)).body.data.status).toBe('pending');
    expect(await told()).toEqual([false, false, 0]);
    await decide('stop');
    expect(await told()).toEqual([true, true, 1]);
    await approve(apiKeyId);
    await passDelay();
    expect(await told()).toEqual([false, false, 0]);
    const listed = await ask(merchant, 'GET', '/web/v1/api-keys?status=approved');
    expect(listed.list.map((key) => key.apiKeyId)).toContain(apiKeyId);
  });

  it('is pending until its delay is over when an operator created it; other keys are not', async () => {
    expect((await create(['invoices:write', 'keys:write'])).body.data.status).toBe('approved');
    const { body } = await create(['withdrawals:write', 'keys:write']);
    const made = body.data as { status: string; apiKeyId: string; key: string };
    expect(made.status).toBe('pending');
    const refused = await withdraw('1', made);
    expect(codeOf(refused)).toEqual([403, 'key_not_approved']);
    const [{ holdsFrom = '' } = {}] = (await changes()) as unknown as readonly {
      readonly holdsFrom?: string;
    }[];
    expect(refused.body.error.message).toContain(
      `An operator has approved this API key. It works from ${holdsFrom} on`,
    );
    await passDelay();
    expect(codeOf(await withdraw('1', made))).toBe(201);
    const listed = await ask(merchant, 'GET', '/web/v1/api-keys?status=approved');
    expect(listed.list.map(({ apiKeyId }) => apiKeyId)).toContain(made.apiKeyId);
    // It stays approved when its merchant disables it and enables it again.
    for (const status of ['disabled', 'approved']) {
      const json = { apiKeyId: made.apiKeyId, status };
      expect((await ask(merchant, 'PATCH', '/web/v1/api-keys/status', json)).body.data.status).toBe(status);
    }
  });

  it('is approved by two operators, or by one and a delay, when its merchant created it', async () => {
    const { body } = await ask(merchant, 'POST', '/web/v1/api-keys', {
      name: 'x',
      scopes: ['withdrawals:write'],
    });
    const { apiKeyId } = body.data as { apiKeyId: string };
    expect((await approve(apiKeyId)).body.data.status).toBe('pending');
    expect(codeOf(await approve(apiKeyId))).toEqual([409, 'invalid_state']);
    expect((await approve(apiKeyId, bob)).body.data.status).toBe('approved');
    expect(await changes('in_force')).toMatchObject([{ kind: 'api_key', objectId: apiKeyId }]);
  });

  it.each(['its merchant revokes it', 'an operator stops it'])('is never approved after %s', async (how) => {
    const { body } = await create(['withdrawals:write']);
    const made = body.data as { apiKeyId: string; key: string };
    if (how.startsWith('an operator')) await decide('stop');
    else
      await ask(merchant, 'PATCH', '/web/v1/api-keys/status', { apiKeyId: made.apiKeyId, status: 'revoked' });
    expect(await changes('stopped')).toMatchObject([{ objectId: made.apiKeyId }]);
    await passDelay();
    expect(codeOf(await withdraw('1', made))).not.toBe(201);
  });
});

describe.each([
  ['key_whitelist', '/web/v1/api-keys/whitelists', { ips: [] }],
  ['merchant_whitelist', '/web/v1/withdrawal-addresses', {}],
])('a %s', (kind, path, rest) => {
  const put = (...addresses: readonly string[]): Promise<Answer> =>
    ask(merchant, 'PUT', path, {
      ...rest,
      withdrawalAddresses: addresses.map((address) => ({ chainCode: 'local', address })),
    });
  const pays = async (address: string): Promise<boolean> =>
    (await withdraw('1', merchant, address)).status === 201;

  it('that gets an address becomes a waiting change; a second person makes it effective at once', async () => {
    await put(A);
    expect(await changes()).toEqual([]);
    await put(A, B);
    expect(await changes()).toMatchObject([
      { kind, requestedBy: 'merchant', requestedByName: 'Test shop', change: { address: B } },
    ]);
    expect(await pays(B)).toBe(false);
    expect(codeOf(await decide('confirm'))).toBe(200);
    expect([await pays(A), await pays(B)]).toEqual([true, true]);
  });

  it('that is emptied restricts until the delay is over; when that change is stopped, it keeps restricting', async () => {
    await put(A);
    const { body } = await put();
    expect(body.data.whitelistEndsAt).toEqual(expect.any(String));
    expect(await changes()).toMatchObject([{ kind, change: { lifted: 'all' } }]);
    await decide('stop');
    const shown = await put(A);
    expect(shown.body.data).toMatchObject({ whitelistEndsAt: null });
    expect([await pays(A), await pays(B)]).toEqual([true, false]);
    await put();
    await decide('confirm');
    expect([await pays(A), await pays(B)]).toEqual([true, true]);
  });

  it('still restricts when its only address was stopped, and accepts the address when it is requested again', async () => {
    await put(A);
    await put(B);
    await decide('stop');
    expect([await pays(A), await pays(B)]).toEqual([false, false]);
    expect(await changes()).toEqual([]);
    await put(B);
    await decide('confirm');
    expect([await pays(A), await pays(B)]).toEqual([false, true]);
  });

  it('that takes an address back stops the change', async () => {
    await put(A);
    await put(A, B);
    await put(A);
    expect(await changes()).toEqual([]);
    expect(await changes('stopped')).toMatchObject([{ kind, change: { address: B } }]);
  });
});

it('the waiting address of a new key can be stopped too', async () => {
  const put = (withdrawalAddresses: readonly object[]): Promise<Answer> =>
    ask(merchant, 'PUT', '/web/v1/api-keys/whitelists', { ips: [], withdrawalAddresses });
  await put([{ chainCode: 'local', address: A }]);
  await put([A, B].map((address) => ({ chainCode: 'local', address })));
  await ask(merchant, 'POST', '/web/v1/api-keys', { name: 'x', scopes: ['withdrawals:write'] });
  const waiting = await changes();
  expect(new Set(waiting.map(({ objectId }) => objectId)).size).toBe(2);
});
