import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { insertMember } from '../../../src/db/people/members.js';
import { insertOperator } from '../../../src/db/people/operators.js';
import { insertMerchant } from '../../../src/db/merchants/merchants.js';
import { scopesOfMember, type Membership } from '../../../src/domain/people/roles.js';
import { scopesTaken } from '../../../src/http/requests/caller.js';
import type { NamedRoute } from '../../../src/http/requests/route.js';
import { ROUTES } from '../../../src/http/routes/index.js';
import { addPasskeyOf, addPerson, addTotp, dataOf, SESSION_OF } from '../../helpers/api/person.js';
import { createSoftwarePasskey } from '../../helpers/api/software-passkey.js';
import { until } from '../../helpers/until.js';
import { startApi, type Answer, type TestApi } from '../../helpers/api/start-api.js';

const PASSWORD = 'correct horse battery staple';
type Kind = Membership['kind'];
const ROLES = {
  merchant: ['owner', 'finance', 'developer', 'viewer'],
  operator: ['viewer', 'approver', 'manager'],
} as const;

let api: TestApi;
let nowMs = Date.now();
let members = 0;
beforeAll(async () => {
  api = await startApi({ rateLimits: { '*': null }, now: () => nowMs });
});
afterAll(() => api.close());

interface SignedIn {
  readonly cookie: string;
  readonly csrfToken: string;
  readonly answer: Answer;
  readonly email: string;
  readonly membership: Membership;
}

async function addMember(kind: Kind, role: string): Promise<{ email: string; membership: Membership }> {
  const email = `member${(members += 1)}@shop.example`;
  const membership = (
    kind === 'merchant'
      ? { kind, role, merchantId: (await insertMerchant(api.db, { name: 'Shop' })).merchantId }
      : { kind, role, operatorId: (await insertOperator(api.db, { name: 'Ann' })).operatorId }
  ) as Membership;
  await insertMember(api.db, { membership, email, name: 'Ann', password: PASSWORD });
  return { email, membership };
}

const begin = (kind: Kind, json: object, headers = {}): Promise<Answer> =>
  api.ask('POST', SESSION_OF[kind], { json, headers });

async function signIn(kind: Kind, role: string): Promise<SignedIn> {
  const { email, membership } = await addMember(kind, role);
  const answer = await begin(kind, { email, password: PASSWORD });
  expect(answer.status).toBe(200);
  return { ...tokensOf(answer), answer, email, membership };
}

function tokensOf(answer: Answer): { cookie: string; csrfToken: string } {
  const cookie = (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  return { cookie, csrfToken: (answer.body.data as unknown as { csrfToken: string }).csrfToken };
}

/** Asks for an object that does not exist, with a body that no route accepts. So no route has an effect. */
const ask = (
  { method, path, body }: Pick<NamedRoute, 'method' | 'path' | 'body'>,
  headers: Record<string, string>,
) =>
  api.ask(method.toUpperCase(), path.replaceAll(/:\w+/g, 'none'), {
    headers,
    ...(body === null ? {} : { json: { none: 1 } }),
  });
const asking = ({ cookie, csrfToken }: Pick<SignedIn, 'cookie' | 'csrfToken'>): Record<string, string> => ({
  cookie,
  'x-csrf-token': csrfToken,
});
const nameOf = ({ method, path }: NamedRoute): string => `${method} ${path}`;
const codeOf = (answer: Answer): string | undefined => (answer.body as Partial<Answer['body']>).error?.code;

/** The people who may move money and give rights, listed by hand, for comparison with the routes' own rules. */
const MAY: readonly (readonly [order: string, roles: readonly string[]])[] = [
  ['post /v1/withdrawals', ['owner', 'finance']],
  ['post /v1/withdrawals/:withdrawalId/cancel', ['owner', 'finance']],
  ['post /web/v1/api-keys', ['owner']],
  ['post /web/v1/api-keys/regenerate', ['owner']],
  ['put /web/v1/api-keys/whitelists', ['owner']],
  ['put /web/v1/withdrawal-addresses', ['owner']],
  ['post /web/v1/invitations', ['owner']],
  ['patch /web/v1/members/:memberId', ['owner']],
  ['post /web/v1/members/:memberId/reset-link', ['owner']],
  ['post /admin/v1/withdrawals/:withdrawalId/approve', ['approver']],
  ['post /admin/v1/withdrawals/:withdrawalId/reject', ['approver']],
  ['post /admin/v1/withdrawals/:withdrawalId/stop', ['approver']],
  ['post /admin/v1/withdrawals/:withdrawalId/settle', ['approver']],
  ['patch /admin/v1/merchants/:merchantId', ['manager']],
  ['post /admin/v1/api-keys', ['manager']],
  ['post /admin/v1/api-keys/:apiKeyId/approve', ['manager']],
  ['post /admin/v1/operators', ['manager']],
  ['post /admin/v1/operators/:operatorId/api-keys', ['manager']],
  ['post /admin/v1/operators/:operatorId/invitation', ['manager']],
  ['post /admin/v1/operators/:operatorId/reset-factors', ['manager']],
  ['patch /admin/v1/operators/:operatorId/member', ['manager']],
];

it.each(MAY)('%s is allowed for %j only', async (order, roles) => {
  const route = ROUTES.find((each) => nameOf(each) === order);
  const kind = route?.access.kind;
  if (route === undefined || kind === undefined || kind === 'public') throw new Error(order);
  const allowed: string[] = [];
  for (const role of ROLES[kind])
    if (codeOf(await ask(route, asking(await signIn(kind, role)))) !== 'missing_scope') allowed.push(role);
  expect(allowed.sort()).toEqual([...roles].sort());
});

describe.each(['merchant', 'operator'] as const)('every route for a session of a %s', (kind) => {
  const closed = ROUTES.filter(({ access }) => access.kind === kind);
  // They answer about the session itself, or end it.
  const routes = closed.filter(({ access }) => access.isOfSession !== true);

  it.each(ROLES[kind])('allows a %s what the scopes of the role allow, and nothing else', async (role) => {
    const signedIn = await signIn(kind, role);
    const scopes = scopesOfMember(signedIn.membership);
    for (const route of routes) {
      const answer = await ask(route, asking(signedIn));
      const taken = scopesTaken(route.access);
      const isAllowed = taken.length === 0 || taken.some((scope) => scopes.includes(scope));
      const refused = [401, 403].includes(answer.status) ? codeOf(answer) : undefined;
      expect([nameOf(route), refused]).toEqual([nameOf(route), isAllowed ? undefined : 'missing_scope']);
    }
  });

  it('accepts no cookie for a request from another site, nor without the token of the session', async () => {
    const [signedIn, other] = [await signIn(kind, ROLES[kind][0]), await signIn(kind, ROLES[kind][0])];
    const { cookie, csrfToken } = signedIn;
    for (const route of closed) {
      const forged: Record<string, string>[] = [
        { cookie, 'x-csrf-token': csrfToken, 'sec-fetch-site': 'cross-site' },
        { cookie, 'x-csrf-token': csrfToken, 'sec-fetch-site': 'same-site' },
        { cookie, 'x-csrf-token': csrfToken, origin: 'https://thief.example' },
        ...(route.method === 'get' ? [] : [{ cookie }, { cookie, 'x-csrf-token': other.csrfToken }]),
      ];
      for (const headers of forged)
        expect([nameOf(route), headers, codeOf(await ask(route, headers))]).toEqual([
          ...[nameOf(route), headers, 'csrf_failed'],
        ]);
    }
    expect((await api.ask('GET', SESSION_OF[kind], { headers: asking(signedIn) })).status).toBe(200);
  });

  it('answers a session that waits for the second factor only on routes that complete or end it', async () => {
    const person = await addPerson(api, kind);
    await person.signIn();
    await addTotp(person, nowMs);
    await person.signIn();
    const answered: string[] = [];
    for (const route of closed) {
      // Asked before it may end the session.
      if (route.method === 'delete' && route.path === SESSION_OF[kind]) continue;
      if (codeOf(await ask(route, asking(person.tokens))) !== 'second_factor_needed')
        answered.push(nameOf(route));
    }
    const path = SESSION_OF[kind];
    expect(answered.sort()).toEqual([
      ...[`get ${path}`, `post ${path}/passkey-options`, `post ${path}/second-factor`],
    ]);
    expect((await person.session('DELETE')).status).toBe(200);
    expect(codeOf(await person.session('GET'))).toBe('unauthenticated');
  });

  it('refuses a session that has ended, and one of the other kind', async () => {
    const signedIn = await signIn(kind, ROLES[kind][0]);
    const other = await signIn(kind === 'merchant' ? 'operator' : 'merchant', 'viewer');
    expect((await api.ask('DELETE', SESSION_OF[kind], { headers: asking(signedIn) })).status).toBe(200);
    for (const route of closed)
      for (const headers of [asking(signedIn), asking(other)])
        expect([nameOf(route), codeOf(await ask(route, headers))]).toEqual([
          nameOf(route),
          'unauthenticated',
        ]);
  });

  it('uses the key when a request has both a key and a cookie', async () => {
    const signedIn = await signIn(kind, ROLES[kind][0]);
    const headers = { ...asking(signedIn), authorization: 'Bearer wrong' };
    for (const route of closed) expect((await ask(route, headers)).status).toBe(401);
  });
});

describe('where operators need a passkey', () => {
  /** The routes that an operator without a passkey may use: those that register one, and those of the own sign-in. */
  const OF_SIGN_IN = [
    ...['get /admin/v1/session', 'post /admin/v1/session/confirm', 'delete /admin/v1/session'],
    ...['post /admin/v1/session/second-factor', 'post /admin/v1/session/passkey-options'],
    ...['get /admin/v1/security', 'post /admin/v1/security/password'],
    ...['delete /admin/v1/security/sessions', 'delete /admin/v1/security/sessions/:sessionId'],
    ...[
      'post /admin/v1/security/totp',
      'post /admin/v1/security/totp/confirm',
      'delete /admin/v1/security/totp',
    ],
    ...['post /admin/v1/security/recovery-codes', 'post /admin/v1/security/passkeys/options'],
    ...['post /admin/v1/security/passkeys', 'delete /admin/v1/security/passkeys/:passkeyId'],
  ];
  const ofOperators = ROUTES.filter(({ access }) => access.kind === 'operator');

  it('lets an operator without a passkey only register one, and an operator with one use every route', async () => {
    const strict = await startApi({
      rateLimits: { '*': null },
      operatorsNeedPasskeys: true,
      now: () => nowMs,
    });
    try {
      const person = await addPerson(strict, 'operator', 'approver');
      const session = dataOf(await person.signIn());
      expect([session.needsSecondFactor, session.needsPasskey]).toEqual([false, true]);
      for (const { method, path, body } of ofOperators) {
        if (OF_SIGN_IN.includes(`${method} ${path}`)) continue;
        const asked = await strict.ask(method.toUpperCase(), path.replaceAll(/:\w+/g, 'none'), {
          headers: asking(person.tokens),
          ...(body === null ? {} : { json: { none: 1 } }),
        });
        expect([path, codeOf(asked)]).toEqual([path, 'passkey_needed']);
      }
      const passkey = createSoftwarePasskey();
      const added = await addPasskeyOf(person, passkey, 'https://pay.example.com');
      expect(added.status).toBe(200);
      expect((await person.ask('GET', '/admin/v1/withdrawals')).status).toBe(200);
      const { passkeyId } = dataOf(added).passkey;
      // An operator who needs a passkey can't remove the last one.
      expect(codeOf(await person.security('DELETE', `/passkeys/${passkeyId}`))).toBe('invalid_state');
      const { key } = await strict.addOperator();
      expect((await strict.ask('GET', '/admin/v1/withdrawals', { key })).status).toBe(200);
    } finally {
      await strict.close();
    }
  });

  it('covers every route of an operator that is not about the own sign-in', () => {
    const ofSession = ofOperators.filter(({ access }) => access.isOfSession === true);
    expect(ofSession.map(nameOf).sort()).toEqual([...OF_SIGN_IN].sort());
  });
});

describe('the list of routes', () => {
  /** Routes that neither move money nor give rights. A new route is either here, or asks for a confirmation. */
  const HARMLESS: readonly string[] = [
    ...['post /v1/invoices', 'post /v1/invoices/:invoiceId/cancel', 'post /v1/checkouts'],
    ...['post /v1/checkouts/:checkoutId/cancel', 'post /v1/withdrawals/:withdrawalId/cancel'],
    ...['delete /web/v1/webhook-endpoints/:endpointId', 'post /web/v1/webhook-endpoints/:endpointId/test'],
    ...['post /web/v1/webhook-endpoints/:endpointId/recover'],
    ...['post /web/v1/webhook-deliveries/:deliveryId/redeliver', 'patch /web/v1/merchant'],
    ...['post /web/v1/session/confirm', 'delete /web/v1/session'],
    ...['post /admin/v1/session/confirm', 'delete /admin/v1/session'],
    // These complete a sign-in, or ask for the proof of one.
    ...['post /web/v1/session/second-factor', 'post /web/v1/session/passkey-options'],
    ...['post /admin/v1/session/second-factor', 'post /admin/v1/session/passkey-options'],
    // These stop money.
    ...['post /admin/v1/withdrawals/:withdrawalId/reject', 'post /admin/v1/withdrawals/:withdrawalId/stop'],
    ...[
      'post /admin/v1/assets/:chainCode/:tokenSymbol/freeze',
      'post /admin/v1/policy-changes/:policyChangeId/stop',
      // It only compares, and freezes what it finds missing.
      'post /admin/v1/reconciliation/runs',
    ],
  ];

  it('says that each route that moves money or gives rights needs a confirmation in a session', () => {
    const unconfirmed = ROUTES.filter(
      ({ method, access, needsConfirmation }) =>
        method !== 'get' && access.kind !== 'public' && !needsConfirmation,
    );
    expect(unconfirmed.map(nameOf).sort()).toEqual([...HARMLESS].sort());
  });
});

describe('a session', () => {
  it('confirms routes that move money for 10 minutes after the password was given, and again with a new token', async () => {
    const shop = await signIn('merchant', 'owner');
    const create = (as: Pick<SignedIn, 'cookie' | 'csrfToken'>): Promise<Answer> =>
      api.ask('POST', '/web/v1/api-keys', {
        headers: asking(as),
        json: { name: 'till', scopes: ['invoices:read'] },
      });
    expect((await create(shop)).status).toBe(201);
    nowMs += 10 * 60_000;
    expect(codeOf(await create(shop))).toBe('confirmation_needed');
    const confirm = (password: string, as: Pick<SignedIn, 'cookie' | 'csrfToken'> = shop): Promise<Answer> =>
      api.ask('POST', '/web/v1/session/confirm', { headers: asking(as), json: { password } });
    expect(codeOf(await confirm('wrong horse battery staple'))).toBe('unauthenticated');
    const fresh = tokensOf(await confirm(PASSWORD));
    expect(fresh.cookie).not.toBe(shop.cookie);
    expect((await create(fresh)).status).toBe(201);
    // A copy of the old cookie is worthless.
    expect(codeOf(await create(shop))).toBe('unauthenticated');
  });

  it('is not begun without a password, and the answer does not reveal whether an account exists', async () => {
    const { email } = await addMember('merchant', 'owner');
    const answers = [
      await begin('merchant', { email, password: 'wrong horse battery staple' }),
      await begin('merchant', { email, password: 'x' }),
      await begin('merchant', { email: 'nobody@shop.example', password: PASSWORD }),
      await begin('operator', { email, password: PASSWORD }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
    expect(new Set(answers.map(({ body }) => body.error.message)).size).toBe(1);
    expect(answers.every(({ headers }) => headers.get('set-cookie') === null)).toBe(true);
  });

  it('is begun only by our own page, and has a token that its client did not choose', async () => {
    const { email } = await addMember('merchant', 'owner');
    const said = { email, password: PASSWORD };
    expect(codeOf(await begin('merchant', said, { 'sec-fetch-site': 'cross-site' }))).toBe('csrf_failed');
    const given = `__Host-quittance-merchant=${'A'.repeat(43)}`;
    const { cookie } = tokensOf(await begin('merchant', said, { cookie: given }));
    expect(cookie).not.toBe(given);
    expect((await api.ask('GET', '/web/v1/session', { headers: { cookie: given } })).status).toBe(401);
  });

  it('ends for a disabled member, and stops for a suspended merchant during the suspension', async () => {
    const shop = await signIn('merchant', 'owner');
    const read = (): Promise<Answer> => api.ask('GET', '/v1/invoices', { headers: asking(shop) });
    const { membership } = shop;
    const merchantId = membership.kind === 'merchant' ? membership.merchantId : '';
    await api.db('merchants').where({ merchant_id: merchantId }).update({ status: 'suspended' });
    expect(codeOf(await read())).toBe('merchant_suspended');
    await api.db('merchants').where({ merchant_id: merchantId }).update({ status: 'active' });
    expect((await read()).status).toBe(200);
    await api.db('members').where({ email: shop.email }).update({ status: 'disabled' });
    expect(codeOf(await read())).toBe('unauthenticated');
  });

  it("is recorded with its member, and another member's order with the same Idempotency-Key is a separate one", async () => {
    const shop = await signIn('merchant', 'owner');
    const { merchantId } = shop.membership as { merchantId: string };
    const email = `second${(members += 1)}@shop.example`;
    const membership = { kind: 'merchant', merchantId, role: 'owner' } as const;
    await insertMember(api.db, { membership, email, name: 'Bob', password: PASSWORD });
    const second = tokensOf(await begin('merchant', { email, password: PASSWORD }));
    const create = (as: Pick<SignedIn, 'cookie' | 'csrfToken'>): Promise<Answer> =>
      api.ask('POST', '/v1/invoices', {
        headers: { ...asking(as), 'idempotency-key': 'same' },
        json: { amountCrypto: '5', chainCode: 'local', tokenSymbol: 'USDC' },
      });
    const [first, again, others] = [await create(shop), await create(shop), await create(second)];
    expect(again.text).toBe(first.text);
    expect(others.status).toBe(201);
    expect(others.body.data.invoiceId).not.toBe(first.body.data.invoiceId);
    const { invoiceId } = first.body.data;
    await api.ask('POST', `/v1/invoices/${invoiceId}/cancel`, { headers: asking(shop) });
    const row = await api.db('audit_log').where({ object_id: invoiceId }).first<{ api_key_id: string }>();
    const { key } = await api.addOperator();
    const log = (await api.ask('GET', `/admin/v1/audit-log?objectId=${invoiceId}`, { key })).list;
    expect(row.api_key_id).toMatch(/^mbr_/);
    expect(log[0]).toMatchObject({
      actorKind: 'merchant',
      actorId: merchantId,
      memberId: row.api_key_id,
      apiKeyId: null,
    });
  });
});

it('a session ends even if its page keeps reading by itself, and continues when somebody uses it', async () => {
  const HALF_MS = 30 * 60_000;
  const [left, used] = [await signIn('operator', 'manager'), await signIn('operator', 'manager')];
  const read = (as: SignedIn, headers = {}): Promise<Answer> =>
    api.ask('GET', '/admin/v1/session', { headers: { ...asking(as), ...headers } });
  nowMs += HALF_MS - 60_000;
  expect((await read(left, { 'x-unattended': '1' })).status).toBe(200);
  expect((await read(used)).status).toBe(200);
  await until('the use is noted', async () => {
    const noted = await api.db('sessions').where('last_used_at', '>=', new Date(nowMs));
    return noted.length > 0;
  });
  nowMs += 60_000;
  expect([(await read(left)).status, (await read(used)).status]).toEqual([401, 200]);
});

it('password guesses are refused after 20 within an hour, for any password, without a look at the account', async () => {
  const limited = await startApi({ rateLimits: { 'sign-in per IP': null }, now: () => nowMs });
  try {
    const answers: Answer[] = [];
    for (let i = 0; i < 21; i += 1) {
      const json = {
        email: i % 2 === 0 ? 'Ann@shop.example' : 'ann@shop.example',
        password: `guess number ${i}`,
      };
      answers.push(await limited.ask('POST', '/web/v1/session', { json }));
    }
    expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 20 }, () => 401), 429]);
    expect(Number(answers.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(0);
    const other = { email: 'bob@shop.example', password: 'guess number 1' };
    expect((await limited.ask('POST', '/web/v1/session', { json: other })).status).toBe(401);
  } finally {
    await limited.close();
  }
});
