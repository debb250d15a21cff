import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { transaction } from '../../../../src/db/core/database.js';
import { createOperatorKey } from '../../../../src/db/merchants/operator-orders.js';
import { insertMerchant } from '../../../../src/db/merchants/merchants.js';
import { insertOperator } from '../../../../src/db/people/operators.js';
import { OPERATOR_SCOPES } from '../../../../src/domain/merchants/scopes.js';
import type { OperatorRole } from '../../../../src/domain/people/roles.js';
import {
  addSignedIn,
  beginSessionOf,
  memberOfAnswer,
  type SignedInMember,
} from '../../../helpers/api/signed-in.js';
import { addPerson, addTotp, dataOf } from '../../../helpers/api/person.js';
import { startApi, type Answer, type TestApi } from '../../../helpers/api/start-api.js';

const DAY_MS = 86_400_000;
const PASSWORD = 'a password of my own choice';

/** Operators may have an address of their own. */
const CONSOLE = 'https://console.example.com';

let api: TestApi;
let emails = 0;
const newEmail = (): string => `operator${(emails += 1)}@ops.example`;
beforeAll(async () => {
  api = await startApi({ rateLimits: { '*': null }, policyDelayMs: DAY_MS, adminBaseUrl: CONSOLE });
});
afterAll(() => api.close());

const told = ({ status, body }: Answer): unknown =>
  status < 300 ? status : [status, (body as Partial<Answer['body']>).error?.code];
const shown = (answer: Answer): Record<string, string | null> =>
  answer.body.data as unknown as Record<string, string | null>;
const join = (made: Answer, said: object, application = 'admin'): Promise<Answer> => {
  const [address = '', token] = (shown(made)['url'] ?? '').split('#');
  expect(address).toBe(
    application === 'admin' ? `${CONSOLE}/admin/join` : 'https://pay.example.com/dashboard/join',
  );
  const path = application === 'admin' ? '/admin/v1/join' : '/web/v1/join';
  return api.ask('POST', path, { json: { token, ...said } });
};
const newcomer = { name: 'Bob', password: PASSWORD };

async function addOperator(role: OperatorRole): Promise<SignedInMember & { readonly operatorId: string }> {
  const { operatorId } = await insertOperator(api.db, { name: role });
  return { ...(await addSignedIn(api, { kind: 'operator', operatorId, role })), operatorId };
}
const invite = (by: SignedInMember, operatorId: string, role: string): Promise<Answer> =>
  by.ask('POST', `/admin/v1/operators/${operatorId}/invitation`, { email: newEmail(), role });
const newOperator = async (): Promise<string> => (await insertOperator(api.db, { name: 'New' })).operatorId;

describe('an operator who signs in', () => {
  const giveKey = (by: SignedInMember, operatorId: string, scopes: readonly string[]): Promise<Answer> =>
    by.ask('POST', `/admin/v1/operators/${operatorId}/api-keys`, { name: 'Phone', scopes });

  it('gets no key that could both set policy and approve under it', async () => {
    const [manager, approver] = [await addOperator('manager'), await addOperator('approver')];
    for (const scope of ['merchants:write', 'keys:approve'])
      expect(told(await giveKey(manager, approver.operatorId, [scope]))).toEqual([409, 'invalid_state']);
    expect(told(await giveKey(manager, approver.operatorId, ['reports:read']))).toBe(201);
    expect(told(await giveKey(manager, manager.operatorId, ['merchants:write']))).toBe(201);
  });

  it('gets no such role either, by an invitation, by a change, or by keys that were created in between', async () => {
    const manager = await addOperator('manager');
    const { operatorId } = await api.addOperator({ scopes: ['withdrawals:approve', 'reports:read'] });
    expect(told(await invite(manager, operatorId, 'manager'))).toEqual([409, 'invalid_state']);
    const made = await invite(manager, operatorId, 'viewer');
    memberOfAnswer(api, await join(made, newcomer));
    const change = await manager.ask('PATCH', `/admin/v1/operators/${operatorId}/member`, {
      role: 'manager',
    });
    expect(told(change)).toEqual([409, 'invalid_state']);
    const shutOut = { status: 'disabled' };
    expect(told(await manager.ask('PATCH', `/admin/v1/operators/${operatorId}/member`, shutOut))).toBe(200);

    const late = await newOperator();
    const open = await invite(manager, late, 'manager');
    await api.addOperator({ owner: { operatorId: late }, scopes: ['withdrawals:approve'] });
    expect(told(await join(open, newcomer))).toEqual([409, 'invalid_state']);
  });

  it('gets such a role only from the owner of the host', async () => {
    const approver = await addOperator('approver');
    const order = { manager: null, actor: { kind: 'cli', id: 'root', ip: null }, nowMs: Date.now() } as const;
    const terms = { name: 'all', scopes: OPERATOR_SCOPES, ips: [], expiresAtMs: null };
    await transaction(api.db, (trx) =>
      createOperatorKey(trx, order, { ...terms, operatorId: approver.operatorId }),
    );
    expect(await api.db('api_keys').where({ operator_id: approver.operatorId })).toHaveLength(1);
  });
});

describe('an operator', () => {
  it('has lost factors removed by another one with at least the same rights, and not by themselves', async () => {
    const manager = await addOperator('manager');
    const lost = await addPerson(api, 'operator', 'viewer');
    if (lost.membership.kind !== 'operator') throw new Error('an operator has an id');
    await lost.signIn();
    await addTotp(lost, Date.now());
    await lost.signIn();
    expect(dataOf(await lost.session('GET')).needsSecondFactor).toBe(true);
    const of = (operatorId: string) => `/admin/v1/operators/${operatorId}/reset-factors`;
    expect(told(await manager.ask('POST', of(lost.membership.operatorId)))).toBe(200);
    // Their sessions have ended, and the password is enough to sign in.
    expect((await lost.session('GET')).status).toBe(401);
    expect(dataOf(await lost.signIn()).needsSecondFactor).toBe(false);
    const kept = await api
      .db('audit_log')
      .where({ object_id: lost.memberId, action: 'member.reset_factors' });
    expect(kept).toMatchObject([{ actor_kind: 'operator', actor_id: manager.operatorId }]);
    const approver = await addOperator('approver');
    expect(told(await manager.ask('POST', of(approver.operatorId)))).toEqual([403, 'missing_scope']);
    expect(told(await manager.ask('POST', of(manager.operatorId)))).toEqual([409, 'invalid_state']);
    expect(told(await manager.ask('POST', of(await newOperator())))).toEqual([404, 'not_found']);
  });

  it('joins once by a link that a manager created, and has one sign-in', async () => {
    const [manager, operatorId] = [await addOperator('manager'), await newOperator()];
    const made = await invite(manager, operatorId, 'viewer');
    const joined = memberOfAnswer(api, await join(made, newcomer));
    expect(told(await joined.ask('GET', '/admin/v1/reconciliation'))).toBe(200);
    expect(told(await joined.ask('GET', '/admin/v1/operators'))).toEqual([403, 'missing_scope']);
    expect(told(await join(made, newcomer))).toEqual([404, 'not_found']);
    expect(told(await invite(manager, operatorId, 'viewer'))).toEqual([409, 'invalid_state']);
    const list = (await manager.ask('GET', '/admin/v1/operators')).list as unknown as {
      readonly operatorId: string;
      readonly member: { readonly memberId: string } | null;
    }[];
    expect(list.find((each) => each.operatorId === operatorId)?.member?.memberId).toBe(joined.memberId);
  });

  it('gives, raises and takes over no role with more rights, but can disable anyone', async () => {
    const [manager, approver] = [await addOperator('manager'), await addOperator('approver')];
    const of = `/admin/v1/operators/${approver.operatorId}`;
    expect(told(await invite(manager, await newOperator(), 'approver'))).toEqual([403, 'missing_scope']);
    expect(told(await manager.ask('POST', `${of}/reset-link`, {}))).toEqual([403, 'missing_scope']);
    expect(told(await manager.ask('PATCH', `${of}/member`, { role: 'viewer' }))).toEqual([
      403,
      'missing_scope',
    ]);
    const viewer = await addOperator('viewer');
    const raise = manager.ask('PATCH', `/admin/v1/operators/${viewer.operatorId}/member`, {
      role: 'approver',
    });
    expect(told(await raise)).toEqual([403, 'missing_scope']);
    expect(told(await manager.ask('PATCH', `${of}/member`, { status: 'disabled' }))).toBe(200);
    expect(told(await approver.ask('GET', '/admin/v1/session'))).toEqual([401, 'unauthenticated']);
    // Enabling the approver again needs the rights of an approver.
    expect(told(await manager.ask('PATCH', `${of}/member`, { status: 'active' }))).toEqual([
      403,
      'missing_scope',
    ]);
    expect(told(await approver.ask('GET', '/admin/v1/operators'))).toEqual([401, 'unauthenticated']);
  });

  it('does not change itself, so that one operator is left when two disable each other at once', async () => {
    const [one, other] = [await addOperator('manager'), await addOperator('manager')];
    const shutOut = (by: SignedInMember, whom: { readonly operatorId: string }): Promise<Answer> =>
      by.ask('PATCH', `/admin/v1/operators/${whom.operatorId}/member`, { status: 'disabled' });
    expect(told(await shutOut(one, one))).toEqual([409, 'invalid_state']);
    const answers = await Promise.all([shutOut(one, other), shutOut(other, one)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  it('cannot change people with a key, and gets 404 for an unknown one', async () => {
    const { key, operatorId } = await api.addOperator();
    const orders = [
      ['POST', `/admin/v1/operators/${operatorId}/invitation`, { email: newEmail(), role: 'viewer' }],
      ['DELETE', `/admin/v1/operators/${operatorId}/invitation/ivt_${'0'.repeat(26)}`, {}],
      ['POST', `/admin/v1/operators/${operatorId}/reset-link`, {}],
      ['PATCH', `/admin/v1/operators/${operatorId}/member`, { status: 'disabled' }],
    ] as const;
    const manager = await addOperator('manager');
    for (const [method, path, json] of orders) {
      expect([path, told(await api.ask(method, path, { key, json }))]).toEqual([
        path,
        [403, 'missing_scope'],
      ]);
      const ofNobody = path.replace(operatorId, `opr_${'0'.repeat(26)}`);
      expect([path, told(await manager.ask(method, ofNobody, json))]).toEqual([path, [404, 'not_found']]);
    }
    const path = `/admin/v1/operators/${operatorId}`;
    expect(told(await manager.ask('POST', `${path}/reset-link`, {}))).toEqual([404, 'not_found']);
    const made = shown(await invite(manager, operatorId, 'viewer'));
    const withdraw = `${path}/invitation/${String(made['invitationId'])}`;
    expect(told(await manager.ask('DELETE', withdraw))).toBe(200);
    expect(told(await manager.ask('DELETE', withdraw))).toEqual([409, 'invalid_state']);
  });

  it('whose password another operator has reset cannot confirm a change of that operator before the delay is over', async () => {
    const [thief, other] = [await addOperator('manager'), await addOperator('manager')];
    await api.db('members').update({ held_since: new Date(Date.now() - 2 * DAY_MS) });
    const { merchantId } = await insertMerchant(api.db, { name: 'Shop' });
    const { key } = await api.addOperator();
    const asked = await thief.ask('POST', '/admin/v1/api-keys', {
      merchantId,
      name: 'mine',
      scopes: ['withdrawals:write'],
    });
    expect(asked.status).toBe(201);
    const [change] = (await api.ask('GET', '/admin/v1/policy-changes?status=waiting', { key })).list;
    const confirm = (by: SignedInMember): Promise<Answer> =>
      by.ask('POST', `/admin/v1/policy-changes/${String(change?.policyChangeId)}/confirm`, {});
    const made = await thief.ask('POST', `/admin/v1/operators/${other.operatorId}/reset-link`, {});
    const taken = memberOfAnswer(api, await join(made, { password: PASSWORD }));
    expect(told(await other.ask('GET', '/admin/v1/session'))).toEqual([401, 'unauthenticated']);
    expect(told(await confirm(taken))).toEqual([409, 'invalid_state']);
    await api.db('members').update({ held_since: new Date(Date.now() - 2 * DAY_MS) });
    expect(told(await confirm(taken))).toBe(200);
  });
});

describe("a merchant's first owner", () => {
  it.each(['disabled', 'revoked'])(
    'cannot join by a link of a key that was %s since, and no change for the role waits any more',
    async (status) => {
      const [manager, thief] = [await api.addOperator(), await api.addOperator()];
      const { merchantId } = await insertMerchant(api.db, { name: 'Corner shop' });
      const invited = (by: { readonly key: string }): Promise<Answer> =>
        api.ask('POST', `/admin/v1/merchants/${merchantId}/invitations`, {
          key: by.key,
          json: { email: newEmail() },
        });
      const [theirs, ours] = [await invited(thief), await invited(manager)];
      const path = `/admin/v1/operators/api-keys/${thief.apiKeyId}`;
      const shutOut = await api.ask('PATCH', path, { key: manager.key, json: { status } });
      expect(told(shutOut)).toBe(200);
      expect(told(await join(theirs, newcomer, 'dashboard'))).toEqual([404, 'not_found']);
      expect(told(await join(ours, newcomer, 'dashboard'))).toBe(200);
      const waiting = `/admin/v1/policy-changes?status=waiting&merchantId=${merchantId}`;
      const { list } = await api.ask('GET', waiting, { key: manager.key });
      expect(list.map(({ policyChangeId }) => policyChangeId)).toEqual([shown(ours)['policyChangeId']]);
    },
  );

  it('joins by a link of an operator, sees who is there, and moves no money before the delay is over', async () => {
    const { key } = await api.addOperator();
    const { merchantId } = await insertMerchant(api.db, { name: 'Corner shop' });
    const path = `/admin/v1/merchants/${merchantId}`;
    const made = await api.ask('POST', `${path}/invitations`, { key, json: { email: newEmail() } });
    const owner = memberOfAnswer(api, await join(made, newcomer, 'dashboard'));
    const list = (await api.ask('GET', `${path}/members`, { key })).list as unknown as Record<
      string,
      unknown
    >[];
    expect(list).toEqual([
      expect.objectContaining({
        memberId: owner.memberId,
        role: 'owner',
        status: 'active',
        waitingRole: expect.objectContaining({ policyChangeId: shown(made)['policyChangeId'] }),
      }),
    ]);
    // An operator requested it, and another one has to confirm it.
    const change = `/admin/v1/policy-changes/${String(shown(made)['policyChangeId'])}/confirm`;
    await api.db('api_keys').update({ created_at: new Date(Date.now() - 2 * DAY_MS) });
    expect(told(await api.ask('POST', change, { key, json: {} }))).toEqual([409, 'invalid_state']);
    const second = await api.addOperator();
    await api.db('api_keys').update({ created_at: new Date(Date.now() - 2 * DAY_MS) });
    expect(told(await api.ask('POST', change, { key: second.key, json: {} }))).toBe(200);
    const { scopes } = shown(await owner.ask('GET', '/web/v1/session'))['member'] as unknown as {
      scopes: string[];
    };
    expect(scopes).toContain('withdrawals:write');
    const nobody = `/admin/v1/merchants/mer_${'0'.repeat(26)}`;
    expect(told(await api.ask('GET', `${nobody}/members`, { key }))).toEqual([404, 'not_found']);
    const json = { email: newEmail() };
    expect(told(await api.ask('POST', `${nobody}/invitations`, { key, json }))).toEqual([404, 'not_found']);
    expect(told(await beginSessionOf(api, 'operator', owner.email, PASSWORD))).toEqual([
      401,
      'unauthenticated',
    ]);
  });
});
