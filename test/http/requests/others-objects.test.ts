import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import type { Route } from '../../../src/http/requests/route.js';
import { ROUTES } from '../../../src/http/routes/index.js';
import { startApi, type Answer, type TestApi } from '../../helpers/api/start-api.js';

/** The valid bodies of routes that need one: a route checks the body before it looks for the object. */
const BODIES: Readonly<Record<string, object>> = {
  'post /v1/invoices/:invoiceId/resolve': { action: 'refund', address: `0x${'12'.repeat(20)}` },
  'patch /web/v1/webhook-endpoints/:endpointId': { description: 'mine now' },
  'post /web/v1/webhook-endpoints/:endpointId/recover': { since: '2026-01-01T00:00:00Z' },
  'patch /web/v1/api-keys/status': { status: 'disabled' },
  'put /web/v1/api-keys/whitelists': { ips: [], withdrawalAddresses: [] },
};
const IDS = /^(invoice|checkout|withdrawal|endpoint|delivery|apiKey|event|merchant)Id$/;

type Ids = Readonly<Record<string, string>>;
/** A request that names an object, as either merchant may send it. */
interface Naming {
  readonly title: string;
  readonly method: string;
  readonly path: (ids: Ids) => string;
  readonly json: (ids: Ids) => object | undefined;
}

const nameOf = (route: Route): string => `${route.method} ${route.path}`;
const paramsOf = ({ path }: Route): readonly string[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');
/** Returns the fields of a schema, also of a wrapped one. */
function fieldsOf(schema: z.ZodType | null): readonly string[] {
  if (schema === null) return [];
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return Object.keys(properties);
}
const idOf = (ids: Ids, name: string): string => {
  const id = ids[name];
  if (id === undefined)
    throw new Error(
      `This test makes nothing with a ${name} yet: make one and add it to \`ids\`. If it is no merchant's own, as an ` +
        'asset is, leave its routes out of `namings`',
    );
  return id;
};

/** Every merchant route that names an object in its path or its body. Routes that delete come last. */
const namings: readonly Naming[] = ROUTES.filter(
  // A key cannot change people: `test/http/routes/people` asks as people.
  ({ access }) => access.kind === 'merchant' && access.isOfPeople !== true && access.isOfSession !== true,
)
  .toSorted((a, b) => Number(a.method === 'delete') - Number(b.method === 'delete'))
  .flatMap((route) => {
    const inBody = fieldsOf(route.body).filter((field) => IDS.test(field));
    if (paramsOf(route).length === 0 && inBody.length === 0) return [];
    const body = BODIES[nameOf(route)];
    return {
      title: nameOf(route),
      method: route.method.toUpperCase(),
      path: (ids: Ids) => route.path.replace(/:(\w+)/g, (_, name: string) => idOf(ids, name)),
      json: (ids: Ids) =>
        inBody.length === 0
          ? body
          : { ...body, ...Object.fromEntries(inBody.map((field) => [field, idOf(ids, field)])) },
    };
  });
/** Every filter of a merchant's list that names an object. */
const filters = ROUTES.filter(({ access, method }) => access.kind === 'merchant' && method === 'get').flatMap(
  (route) =>
    fieldsOf(route.query)
      .filter((field) => IDS.test(field))
      .map((field) => ({ path: route.path, field })),
);
const adminRoutes = ROUTES.filter(({ access }) => access.kind === 'operator');

let api: TestApi;
let theirs: { merchantId: string; apiKeyId: string; key: string };
let other: { key: string };
let ids: Ids;

beforeAll(async () => {
  api = await startApi({ rateLimits: { '*': null } });
  theirs = await api.addMerchant();
  other = await api.addMerchant();
  await api.credit(theirs.merchantId, 5_000_000n);
  const make = async (path: string, json: object): Promise<Answer['body']['data']> => {
    const answer = await api.ask('POST', path, { key: theirs.key, json });
    expect(answer.status).toBe(201);
    return answer.body.data;
  };
  const asset = { amountCrypto: '1', chainCode: 'local', tokenSymbol: 'USDC' };
  const { invoiceId } = await make('/v1/invoices', asset);
  const { checkoutId } = await make('/v1/checkouts', { amountCrypto: '1', tokenSymbol: 'USDC' });
  const { withdrawalId } = await make('/v1/withdrawals', { ...asset, address: `0x${'12'.repeat(20)}` });
  const { id: endpointId } = await make('/web/v1/webhook-endpoints', {
    url: 'https://1.1.1.1/',
    events: ['invoice.created'],
  });
  const { deliveryId, eventId } = await make(`/web/v1/webhook-endpoints/${endpointId}/test`, {});
  const { apiKeyId } = await make('/web/v1/api-keys', { name: 'x', scopes: ['invoices:read'] });
  ids = { invoiceId, checkoutId, withdrawalId, endpointId, deliveryId, eventId, apiKeyId };
});
afterAll(() => api.close());

/** Returns all stored rows about the objects. */
async function kept(): Promise<string> {
  const tables = ['invoices', 'withdrawals', 'webhook_endpoints', 'deliveries', 'api_keys'] as const;
  const rows = await Promise.all([
    ...tables.map((table) => api.db(table).where({ merchant_id: theirs.merchantId }).select()),
    api.db('api_key_hashes').orderBy('key_hash').select(),
    api.db('audit_log').orderBy('audit_id').select(),
    api.db('ledger_accounts').orderBy('account_id').select(),
  ]);
  return JSON.stringify(rows, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value));
}
const send = (naming: Naming, key: string, named: Ids): Promise<Answer> => {
  const json = naming.json(named);
  return api.ask(naming.method, naming.path(named), { key, ...(json === undefined ? {} : { json }) });
};

describe("another merchant's objects", () => {
  it('are tried in every endpoint that names an object', () => {
    expect(namings.length).toBeGreaterThanOrEqual(17);
    expect(filters.length).toBeGreaterThanOrEqual(2);
  });

  it('answer 404 everywhere, in the same words as objects that do not exist, and stay unchanged', async () => {
    await api.ask('GET', '/v1/balances', { key: theirs.key });
    const before = await kept();
    const none = Object.fromEntries(
      Object.entries(ids).map(([name, id]) => [name, `${id.split('_')[0] ?? ''}_${'0'.repeat(26)}`]),
    );
    for (const naming of namings) {
      const [answer, ofNone] = [await send(naming, other.key, ids), await send(naming, other.key, none)];
      const told = ({ status, body }: Answer, named: Ids): unknown => [
        naming.title,
        status,
        body.error.code,
        Object.values(named).reduce((text, id) => text.replaceAll(id, 'ID'), body.error.message),
      ];
      expect(told(answer, ids)).toEqual([naming.title, 404, 'not_found', expect.any(String)]);
      expect(told(answer, ids)).toEqual(told(ofNone, none));
    }
    expect(await kept()).toBe(before);
  });

  it('are not found by filters either', async () => {
    for (const { path, field } of filters) {
      const answer = await api.ask('GET', `${path}?${field}=${ids[field] ?? ''}`, { key: other.key });
      expect([path, field, answer.status, answer.list]).toEqual([path, field, 200, []]);
    }
  });

  it('are not reached through operator routes', async () => {
    for (const route of adminRoutes) {
      const path = route.path.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? 'local');
      const answer = await api.ask(route.method.toUpperCase(), path, { key: other.key });
      expect([nameOf(route), answer.status, answer.body.error.code]).toEqual([
        nameOf(route),
        403,
        'missing_scope',
      ]);
    }
  });

  it('are found by their own merchant with the same requests', async () => {
    for (const naming of namings) {
      const answer = await send(naming, theirs.key, ids);
      expect([naming.title, [200, 201, 409].includes(answer.status)]).toEqual([naming.title, true]);
    }
  });

  it.each([['inv_1'], ['..%2f..%2fhealthz'], ['%00'], ['inv_%27%20OR%201%3D1'], ['-'.repeat(5_000)]])(
    'are not found under %j, which is not an id',
    async (text) => {
      for (const naming of namings.filter(({ path }) => path(ids) !== path({ ...ids, ...none(text) }))) {
        const answer = await send(naming, theirs.key, { ...ids, ...none(text) });
        expect([naming.title, answer.status]).toEqual([naming.title, 404]);
      }
    },
  );
});

const none = (text: string): Ids => Object.fromEntries(Object.keys(ids).map((name) => [name, text]));
