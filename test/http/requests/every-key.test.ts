import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { oas31 } from 'zod-openapi';
import { ERROR_CODES, type ErrorCode } from '../../../src/domain/core/errors.js';
import { MERCHANT_SCOPES, OPERATOR_SCOPES, type Scope } from '../../../src/domain/merchants/scopes.js';
import { templateOf } from '../../../src/http/openapi/describe-api.js';
import { scopesTaken } from '../../../src/http/requests/caller.js';
import type { NamedRoute } from '../../../src/http/requests/route.js';
import { ROUTES } from '../../../src/http/routes/index.js';
import { startApi, type Answer, type TestApi } from '../../helpers/api/start-api.js';
import { apiDocument } from '../../helpers/api/watch-replies.js';

type Kind = 'merchant' | 'operator';
const SCOPES: Readonly<Record<Kind, readonly Scope[]>> = {
  merchant: MERCHANT_SCOPES,
  operator: OPERATOR_SCOPES,
};
const OTHER: Readonly<Record<Kind, Kind>> = { merchant: 'operator', operator: 'merchant' };

/** The routes that need a key, each with the kind of key. */
const closed = ROUTES.flatMap((route) =>
  route.access.kind === 'public' || route.access.isOfSession === true || route.access.isOfPeople === true
    ? []
    : [{ route, kind: route.access.kind, scopes: scopesTaken(route.access) }],
);

/** Faults of a key with every scope, and the code with which each route has to refuse it. */
const FAULTS = {
  pending: { columns: { status: 'pending', approved_at: null }, code: 'key_not_approved' },
  disabled: { columns: { status: 'disabled' }, code: 'key_disabled' },
  revoked: { columns: { status: 'revoked' }, code: 'unauthenticated' },
  expired: { columns: { expires_at: new Date('2026-01-01') }, code: 'unauthenticated' },
  'bound to another address': { columns: { ips: ['203.0.113.0/24'] }, code: 'ip_not_allowed' },
  // A person who found a key must learn nothing about it from another address.
  'revoked and bound to another address': {
    columns: { status: 'revoked', ips: ['203.0.113.0/24'] },
    code: 'unauthenticated',
  },
} as const satisfies Record<string, { readonly columns: object; readonly code: ErrorCode }>;

let api: TestApi;
beforeAll(async () => {
  api = await startApi({ rateLimits: { '*': null } });
});
afterAll(() => api.close());

async function addKey(kind: Kind, scopes = SCOPES[kind]): Promise<{ key: string; apiKeyId: string }> {
  return kind === 'merchant' ? api.addMerchant({ scopes }) : api.addOperator({ scopes });
}

/** Asks for an object that does not exist, with a body that no route accepts. So no route has an effect. */
async function ask({ method, path, body }: NamedRoute, headers: Record<string, string>): Promise<Answer> {
  const asked = path.replaceAll(/:\w+/g, 'none');
  return api.ask(method.toUpperCase(), asked, { headers, ...(body === null ? {} : { json: { none: 1 } }) });
}
const nameOf = ({ method, path }: NamedRoute): string => `${method} ${path}`;
const bearer = (key: string): Record<string, string> => ({ authorization: `Bearer ${key}` });

/** Returns the status and code with which each route answers. */
async function answers(
  asked: readonly { readonly route: NamedRoute }[],
  headers: Record<string, string>,
): Promise<readonly (readonly [string, number, string | undefined])[]> {
  const all: (readonly [string, number, string | undefined])[] = [];
  for (const { route } of asked) {
    const { status, body } = await ask(route, headers);
    all.push([nameOf(route), status, (body as Partial<Answer['body']>).error?.code]);
  }
  return all;
}
const allWith = (
  asked: readonly { readonly route: NamedRoute }[],
  code: ErrorCode,
): readonly (readonly [string, number, string])[] =>
  asked.map(({ route }) => [nameOf(route), ERROR_CODES[code].status, code]);

describe.each(['merchant', 'operator'] as const)('every route for a key of a %s', (kind) => {
  const routes = closed.filter((one) => one.kind === kind);

  it.each(Object.entries(FAULTS))('refuses a key that is %s', async (_fault, { columns, code }) => {
    const { key, apiKeyId } = await addKey(kind);
    await api.db('api_keys').where({ api_key_id: apiKeyId }).update(columns);
    expect(await answers(routes, bearer(key))).toEqual(allWith(routes, code));
    expect(await answers(routes, { 'x-api-key': key })).toEqual(allWith(routes, code));
  });

  it('refuses a replaced secret, and one that was never issued', async () => {
    const { key, apiKeyId } = await addKey(kind);
    await api
      .db('api_key_hashes')
      .where({ api_key_id: apiKeyId })
      .update({ expires_at: new Date(0) });
    for (const headers of [bearer(key), bearer(`${key}0`), { 'x-api-key': '' }, {}]) {
      expect(await answers(routes, headers)).toEqual(allWith(routes, 'unauthenticated'));
    }
  });

  it('refuses a key of the other kind with all of its scopes', async () => {
    const { key } = await addKey(OTHER[kind]);
    expect(await answers(routes, bearer(key))).toEqual(allWith(routes, 'missing_scope'));
  });

  it('requires exactly the documented scope', async () => {
    for (const scope of [...SCOPES[kind], null]) {
      const isEnough = (taken: readonly Scope[]): boolean =>
        scope === null ? taken.length === 0 : taken.includes(scope);
      const asking = routes.filter(({ scopes }) => isEnough(scopes));
      const others = routes.filter(({ scopes }) => scopes.length > 0 && !isEnough(scopes));
      const { key } = await addKey(kind, scope === null ? [] : [scope]);
      const answered = await answers(asking, bearer(key));
      expect(answered.filter(([, status]) => status === 401 || status === 403)).toEqual([]);
      expect(await answers(others, bearer(key))).toEqual(allWith(others, 'missing_scope'));
    }
  });
});

it('every route refuses the key of a suspended merchant', async () => {
  const { key, merchantId } = await api.addMerchant();
  await api.db('merchants').where({ merchant_id: merchantId }).update({ status: 'suspended' });
  const routes = closed.filter(({ kind }) => kind === 'merchant');
  expect(await answers(routes, bearer(key))).toEqual(allWith(routes, 'merchant_suspended'));
});

it('the document names the kind of key and the scope of every route, and neither for public ones', () => {
  const said = ROUTES.map(({ method, path }) => {
    const item = apiDocument.paths?.[templateOf(path)] as Record<string, oas31.OperationObject>;
    return [`${method} ${path}`, item[method]?.security];
  });
  const routed = ROUTES.map(({ method, path, access }) => {
    const { kind, isOfSession, isOfPeople } = access;
    if (kind === 'public') return [`${method} ${path}`, []];
    const isOfPerson = isOfSession === true || isOfPeople === true;
    const schemes = isOfPerson ? ['Session'] : ['Key', 'KeyHeader', 'Session'];
    const taken = scopesTaken(access);
    const ways = taken.length === 0 ? [[]] : taken.map((scope) => [scope]);
    return [
      `${method} ${path}`,
      ways.flatMap((scopes) => schemes.map((scheme) => ({ [`${kind}${scheme}`]: scopes }))),
    ];
  });
  expect(said).toEqual(routed);
  expect(closed.length).toBeGreaterThan(40);
});

it('the public routes ignore a key that was never issued', async () => {
  const open = ROUTES.filter(({ access }) => access.kind === 'public').map((route) => ({ route }));
  const headers = bearer('qk_none');
  expect(await answers(open, headers)).toEqual(await answers(open, {}));
});
