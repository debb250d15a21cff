import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { transaction } from '../../../../src/db/core/database.js';
import { resetFactors, resetPassword } from '../../../../src/db/merchants/member-orders.js';
import { insertMerchant } from '../../../../src/db/merchants/merchants.js';
import { recordEvent } from '../../../../src/db/webhooks/events.js';
import type { MerchantRole } from '../../../../src/domain/people/roles.js';
import {
  addSignedIn,
  beginSessionOf,
  MEMBERS_PASSWORD,
  memberOfAnswer,
  type SignedInMember,
} from '../../../helpers/api/signed-in.js';
import { startApi, type Answer, type TestApi } from '../../../helpers/api/start-api.js';

const DAY_MS = 86_400_000;
const PASSWORD = 'a password of my own choice';

interface Invited {
  readonly invitationId: string;
  readonly url: string;
  readonly expiresAt: string;
  readonly policyChangeId: string | null;
  readonly memberId: string;
  readonly role: string;
  readonly status: string;
  readonly scopes: readonly string[];
  readonly waitingRole: { readonly status: string } | null;
}
const dataOf = (answer: Answer): Invited => answer.body.data as unknown as Invited;
const tokenOf = (answer: Answer): string => dataOf(answer).url.split('#')[1] ?? '';
const told = ({ status, body }: Answer): unknown =>
  status < 300 ? status : [status, (body as Partial<Answer['body']>).error?.code];

let api: TestApi;
let nowMs = Date.now();
let delayed: TestApi;
let emails = 0;
const newEmail = (): string => `new${(emails += 1)}@shop.example`;

beforeAll(async () => {
  [api, delayed] = await Promise.all([
    startApi({ rateLimits: { '*': null }, now: () => nowMs }),
    startApi({ rateLimits: { '*': null }, policyDelayMs: DAY_MS }),
  ]);
});
afterAll(() => Promise.all([api.close(), delayed.close()]));

async function openShop(at = api): Promise<{ merchantId: string; owner: SignedInMember }> {
  const { merchantId } = await insertMerchant(at.db, { name: 'Corner shop' });
  return { merchantId, owner: await addSignedIn(at, { kind: 'merchant', merchantId, role: 'owner' }) };
}
const add = (merchantId: string, role: MerchantRole, at = api): Promise<SignedInMember> =>
  addSignedIn(at, { kind: 'merchant', merchantId, role });
const invite = (by: SignedInMember, role: string, email = newEmail()): Promise<Answer> =>
  by.ask('POST', '/web/v1/invitations', { email, role });
const join = (token: string, said: object = { name: 'Bob', password: PASSWORD }, at = api): Promise<Answer> =>
  at.ask('POST', '/web/v1/join', { json: { token, ...said } });
const read = (token: string): Promise<Answer> => api.ask('POST', '/web/v1/join/read', { json: { token } });

describe('an invitation', () => {
  it('lets one person join with its role, signed in, by a link of which only the hash is stored', async () => {
    const { owner, merchantId } = await openShop();
    const invited = await invite(owner, 'developer', 'New.Person@Shop.example');
    expect(invited.status).toBe(201);
    expect(dataOf(invited).url).toMatch(/^https:\/\/pay\.example\.com\/dashboard\/join#[\w-]{43}$/);
    const token = tokenOf(invited);
    expect((await read(token)).body.data).toEqual({
      kind: 'invitation',
      ownerName: 'Corner shop',
      email: 'new.person@shop.example',
      role: 'developer',
      expiresAt: dataOf(invited).expiresAt,
    });
    const joined = memberOfAnswer(api, await join(token));
    const session = (await joined.ask('GET', '/web/v1/session')).body.data as unknown as object;
    expect(session).toMatchObject({
      merchant: { merchantId },
      member: { email: 'new.person@shop.example', name: 'Bob', role: 'developer' },
    });
    expect(told(await joined.ask('GET', '/web/v1/members'))).toEqual([403, 'missing_scope']);
    expect(told(await beginSessionOf(api, 'merchant', 'NEW.person@shop.example', PASSWORD))).toBe(200);
    const everything = JSON.stringify([
      await api.db('invitations').select(),
      await api.db('audit_log').select(),
      api.logLines(),
    ]);
    expect(everything).not.toContain(token);
  });

  it('gets the same answer when it was used, withdrawn, replaced or late, and when it never existed', async () => {
    const { owner } = await openShop();
    const email = newEmail();
    const [replaced, used] = [await invite(owner, 'viewer', email), await invite(owner, 'viewer', email)];
    expect((await join(tokenOf(used))).status).toBe(200);
    const withdrawn = await invite(owner, 'viewer');
    const path = `/web/v1/invitations/${dataOf(withdrawn).invitationId}`;
    expect(told(await owner.ask('DELETE', path))).toBe(200);
    expect(told(await owner.ask('DELETE', path))).toEqual([409, 'invalid_state']);
    const late = await invite(owner, 'viewer');
    nowMs += 7 * DAY_MS;
    const tokens = [replaced, used, withdrawn, late].map(tokenOf);
    const answers: Answer[] = [];
    for (const token of [...tokens, 'A'.repeat(43), 'x'])
      answers.push(await join(token), await read(token), await join(token, { password: PASSWORD }));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.error.message}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(404);
    // A link of the dashboard opens nothing at the console.
    const fresh = await invite(await add((await openShop()).merchantId, 'owner'), 'viewer');
    expect(told(await api.ask('POST', '/admin/v1/join/read', { json: { token: tokenOf(fresh) } }))).toEqual([
      404,
      'not_found',
    ]);
  });

  it('creates one member when many use it at once', async () => {
    const { owner, merchantId } = await openShop();
    const token = tokenOf(await invite(owner, 'viewer'));
    const answers = await Promise.all(Array.from({ length: 4 }, () => join(token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404]);
    expect(await api.db('members').where({ merchant_id: merchantId })).toHaveLength(2);
  });

  it('needs our own page, a real password and a new email, and stays valid after a refusal', async () => {
    const { owner } = await openShop();
    const stranger = (await openShop()).owner;
    expect(told(await invite(owner, 'viewer', owner.email))).toEqual([409, 'invalid_state']);
    const token = tokenOf(await invite(owner, 'viewer', stranger.email));
    const json = { token, name: 'Bob', password: PASSWORD };
    const forged = await api.ask('POST', '/web/v1/join', {
      json,
      headers: { 'sec-fetch-site': 'cross-site' },
    });
    expect(told(forged)).toEqual([403, 'csrf_failed']);
    expect(told(await join(token, { name: 'Bob', password: 'too short' }))).toEqual([
      400,
      'validation_failed',
    ]);
    expect(told(await join(token, { password: PASSWORD }))).toEqual([400, 'validation_failed']);
    expect(told(await join(token))).toEqual([409, 'invalid_state']);
    expect(told(await read(token))).toBe(200);
  });

  it('is counted by address before anything is looked up', async () => {
    const limited = await startApi();
    try {
      const statuses: number[] = [];
      for (let i = 0; i < 31; i += 1)
        statuses.push((await limited.ask('POST', '/web/v1/join/read', { json: { token: `${i}` } })).status);
      expect(statuses).toEqual([...Array.from({ length: 30 }, () => 404), 429]);
    } finally {
      await limited.close();
    }
  });

  it('leads nowhere while the merchant is suspended', async () => {
    const { owner, merchantId } = await openShop();
    const token = tokenOf(await invite(owner, 'viewer'));
    await api.db('merchants').where({ merchant_id: merchantId }).update({ status: 'suspended' });
    expect(told(await join(token))).toEqual([403, 'merchant_suspended']);
  });
});

describe('the people of a merchant', () => {
  it('are listed for a key, but changed only by somebody who has signed in', async () => {
    const { merchantId, key } = await api.addMerchant();
    const { memberId } = await add(merchantId, 'owner');
    const list = (await api.ask('GET', '/web/v1/members', { key })).list as unknown as Invited[];
    expect(list.map((each) => [each.memberId, each.role, each.status])).toEqual([
      [memberId, 'owner', 'active'],
    ]);
    expect((await api.ask('GET', '/web/v1/invitations', { key })).list).toEqual([]);
    const orders = [
      ['POST', '/web/v1/invitations', { email: newEmail(), role: 'viewer' }],
      ['DELETE', `/web/v1/invitations/ivt_${'0'.repeat(26)}`, {}],
      ['PATCH', `/web/v1/members/${memberId}`, { role: 'viewer' }],
      ['POST', `/web/v1/members/${memberId}/reset-link`, {}],
    ] as const;
    for (const [method, path, json] of orders)
      expect([path, told(await api.ask(method, path, { key, json }))]).toEqual([
        path,
        [403, 'missing_scope'],
      ]);
  });

  it('are neither visible nor changeable for another merchant', async () => {
    const { owner, merchantId } = await openShop();
    const other = (await openShop()).owner;
    const member = await add(merchantId, 'viewer');
    const invited = dataOf(await invite(owner, 'viewer'));
    const orders = [
      ['PATCH', `/web/v1/members/${member.memberId}`, { status: 'disabled' }],
      ['POST', `/web/v1/members/${member.memberId}/reset-link`, {}],
      ['DELETE', `/web/v1/invitations/${invited.invitationId}`, {}],
    ] as const;
    for (const [method, path, json] of orders)
      expect([path, told(await other.ask(method, path, json))]).toEqual([path, [404, 'not_found']]);
    const seen = await other.ask('GET', '/web/v1/members');
    expect(seen.text).not.toContain(member.memberId);
    expect((await other.ask('GET', '/web/v1/invitations')).list).toEqual([]);
  });

  it('lose their sessions, and the links for them and by them, when their role or status changes', async () => {
    const { owner, merchantId } = await openShop();
    const second = await add(merchantId, 'owner');
    const byThem = tokenOf(await invite(second, 'viewer'));
    const forThem = tokenOf(await owner.ask('POST', `/web/v1/members/${second.memberId}/reset-link`, {}));
    const path = `/web/v1/members/${second.memberId}`;
    expect(told(await second.ask('GET', '/web/v1/session'))).toBe(200);
    expect(dataOf(await owner.ask('PATCH', path, { role: 'viewer' })).role).toBe('viewer');
    expect(told(await second.ask('GET', '/web/v1/session'))).toEqual([401, 'unauthenticated']);
    for (const token of [byThem, forThem]) expect(told(await join(token))).toEqual([404, 'not_found']);
    const again = memberOfAnswer(api, await beginSessionOf(api, 'merchant', second.email));
    expect(dataOf(await owner.ask('PATCH', path, { status: 'disabled' })).status).toBe('disabled');
    expect(told(await again.ask('GET', '/web/v1/session'))).toEqual([401, 'unauthenticated']);
    expect(told(await beginSessionOf(api, 'merchant', second.email))).toEqual([401, 'unauthenticated']);
    expect(told(await owner.ask('POST', `${path}/reset-link`, {}))).toEqual([409, 'invalid_state']);
    expect(dataOf(await owner.ask('PATCH', path, { status: 'active' })).status).toBe('active');
    expect(told(await beginSessionOf(api, 'merchant', second.email))).toBe(200);
  });

  it('always have an owner, even when two owners disable each other at once', async () => {
    const { owner, merchantId } = await openShop();
    for (const change of [{ role: 'finance' }, { status: 'disabled' }])
      expect(told(await owner.ask('PATCH', `/web/v1/members/${owner.memberId}`, change))).toEqual([
        409,
        'invalid_state',
      ]);
    const second = await add(merchantId, 'owner');
    await Promise.all([
      owner.ask('PATCH', `/web/v1/members/${second.memberId}`, { status: 'disabled' }),
      second.ask('PATCH', `/web/v1/members/${owner.memberId}`, { role: 'viewer' }),
    ]);
    const left = await api.db('members').where({ merchant_id: merchantId, role: 'owner', status: 'active' });
    expect(left).toHaveLength(1);
  });

  it('set a new password by a link once, which ends all their sessions and the links that they have made', async () => {
    const { owner, merchantId } = await openShop();
    const member = await add(merchantId, 'owner');
    const byThem = tokenOf(await invite(member, 'viewer'));
    const made = await owner.ask('POST', `/web/v1/members/${member.memberId}/reset-link`, {});
    expect(dataOf(made).role).toBeNull();
    const fresh = memberOfAnswer(api, await join(tokenOf(made), { password: PASSWORD }));
    expect(fresh.memberId).toBe(member.memberId);
    expect(told(await member.ask('GET', '/web/v1/session'))).toEqual([401, 'unauthenticated']);
    expect(told(await fresh.ask('GET', '/web/v1/session'))).toBe(200);
    expect(told(await join(byThem))).toEqual([404, 'not_found']);
    expect(told(await beginSessionOf(api, 'merchant', member.email))).toEqual([401, 'unauthenticated']);
    expect(told(await join(tokenOf(made), { password: PASSWORD }))).toEqual([404, 'not_found']);
    const late = await owner.ask('POST', `/web/v1/members/${member.memberId}/reset-link`, {});
    nowMs += DAY_MS;
    expect(told(await join(tokenOf(late), { password: PASSWORD }))).toEqual([404, 'not_found']);
  });
});

describe('a link for a new password', () => {
  const order = {
    actor: { kind: 'cli', id: 'root', ip: null },
    policyDelayMs: 0,
    tell: recordEvent,
    givenWith: null,
  } as const;
  it.each<[string, (member: SignedInMember) => Promise<unknown>]>([
    [
      'by a new password of the member',
      async (member) => {
        const changed = { currentPassword: MEMBERS_PASSWORD, newPassword: 'another password of mine' };
        expect(told(await member.ask('POST', '/web/v1/security/password', changed))).toBe(200);
      },
    ],
    [
      'by a password reset at the command line',
      ({ email }) =>
        transaction(api.db, (trx) => resetPassword(trx, { kind: 'merchant', email }, { ...order, nowMs })),
    ],
    [
      'when the command line removes the second factors',
      ({ email }) =>
        transaction(api.db, (trx) => resetFactors(trx, { kind: 'merchant', email }, { ...order, nowMs })),
    ],
  ])('that is open is withdrawn %s, and so are the links that the member has made', async (_, change) => {
    const { owner, merchantId } = await openShop();
    const member = await add(merchantId, 'owner');
    const byThem = tokenOf(await invite(member, 'viewer'));
    const made = await owner.ask('POST', `/web/v1/members/${member.memberId}/reset-link`, {});
    expect(told(await read(tokenOf(made)))).toBe(200);
    await change(member);
    expect(told(await join(tokenOf(made), { password: PASSWORD }))).toEqual([404, 'not_found']);
    expect(told(await join(byThem))).toEqual([404, 'not_found']);
    expect(told(await beginSessionOf(api, 'merchant', member.email, PASSWORD))).toEqual([
      401,
      'unauthenticated',
    ]);
  });
});

describe('a new role that can move money', () => {
  const policy = async (policyChangeId: string | null, verb: 'confirm' | 'stop'): Promise<Answer> => {
    const { key, apiKeyId } = await delayed.addOperator();
    await delayed
      .db('api_keys')
      .where({ api_key_id: apiKeyId })
      .update({ created_at: new Date(Date.now() - 2 * DAY_MS) });
    return delayed.ask('POST', `/admin/v1/policy-changes/${String(policyChangeId)}/${verb}`, {
      key,
      json: {},
    });
  };
  const scopes = async (member: SignedInMember): Promise<readonly string[]> =>
    ((await member.ask('GET', '/web/v1/session')).body.data as unknown as { member: Invited }).member.scopes;
  const withdraw = (member: SignedInMember): Promise<Answer> =>
    member.ask('POST', '/v1/withdrawals', {
      chainCode: 'local',
      tokenSymbol: 'USDC',
      amountCrypto: '1',
      address: `0x${'12'.repeat(20)}`,
    });

  it('withdraws nothing, gives no such role and takes over no such account until an operator confirms it', async () => {
    const { owner, merchantId } = await openShop(delayed);
    await delayed.credit(merchantId, 5_000_000n);
    const invited = await invite(owner, 'owner');
    expect(dataOf(invited).policyChangeId).toMatch(/^pol_/);
    const second = memberOfAnswer(delayed, await join(tokenOf(invited), undefined, delayed));
    expect(told(await withdraw(second))).toEqual([403, 'missing_scope']);
    expect(await scopes(second)).not.toContain('withdrawals:write');
    const refused = [
      invite(second, 'finance'),
      second.ask('PATCH', `/web/v1/members/${owner.memberId}`, { status: 'disabled' }),
      second.ask('POST', `/web/v1/members/${owner.memberId}/reset-link`, {}),
      second.ask('POST', '/web/v1/api-keys', { name: 'mine', scopes: ['withdrawals:write'] }),
    ];
    for (const answer of await Promise.all(refused)) expect(told(answer)).toEqual([403, 'missing_scope']);
    expect(told(await invite(second, 'viewer'))).toBe(201);
    // The new owner does not count yet, so the first one is still the last.
    expect(told(await owner.ask('PATCH', `/web/v1/members/${owner.memberId}`, { role: 'viewer' }))).toEqual([
      409,
      'invalid_state',
    ]);
    expect(told(await policy(dataOf(invited).policyChangeId, 'confirm'))).toBe(200);
    expect(told(await withdraw(second))).toBe(201);
  });

  it('takes effect without a confirmation when the delay is over, counted from the invitation', async () => {
    const { owner } = await openShop(delayed);
    const invited = await invite(owner, 'finance');
    await delayed
      .db('policy_changes')
      .where({ policy_change_id: dataOf(invited).policyChangeId })
      .update({ holds_from: new Date(), requested_at: new Date(Date.now() - DAY_MS) });
    const joined = memberOfAnswer(delayed, await join(tokenOf(invited), undefined, delayed));
    expect(await scopes(joined)).toContain('withdrawals:write');
  });

  it('moves no money after an operator has stopped it, nor by a withdrawn link, until the role is given again', async () => {
    const { owner, merchantId } = await openShop(delayed);
    const viewer = await add(merchantId, 'viewer', delayed);
    const path = `/web/v1/members/${viewer.memberId}`;
    const raised = await owner.ask('PATCH', path, { role: 'finance' });
    expect(dataOf(raised).waitingRole?.status).toBe('waiting');
    const change = await delayed
      .db('policy_changes')
      .where({ object_id: viewer.memberId })
      .first<{ policy_change_id: string }>('policy_change_id');
    expect(told(await policy(change.policy_change_id, 'stop'))).toBe(200);
    const again = memberOfAnswer(delayed, await beginSessionOf(delayed, 'merchant', viewer.email));
    expect(await scopes(again)).toEqual([
      'invoices:read',
      'invoices:write',
      'withdrawals:read',
      'balances:read',
    ]);
    expect(dataOf(await owner.ask('PATCH', path, { role: 'viewer' })).waitingRole).toBeNull();
    expect(dataOf(await owner.ask('PATCH', path, { role: 'owner' })).waitingRole?.status).toBe('waiting');
    const invited = dataOf(await invite(owner, 'finance'));
    await owner.ask('DELETE', `/web/v1/invitations/${invited.invitationId}`);
    expect(told(await policy(invited.policyChangeId, 'confirm'))).toEqual([409, 'invalid_state']);
  });
});
