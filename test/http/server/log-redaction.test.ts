import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createApiKey } from '../../../src/db/merchants/api-keys.js';
import { transaction } from '../../../src/db/core/database.js';
import { MERCHANT_SCOPES } from '../../../src/domain/merchants/scopes.js';
import { insertMerchant } from '../../helpers/facts/facts.js';
import { createTestDatabase, type TestDatabase, urlOfRole } from '../../helpers/services/postgres.js';
import { until } from '../../helpers/until.js';
import { killApis, launchReadyApi, LONELY, type ApiProcess } from '../../helpers/api/launch-api.js';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const CUSTOMER = 'jane.doe@example.com';
const CLIENT = '203.0.113.77';
const INVOICE = { amountCrypto: '1', chainCode: 'local', tokenSymbol: 'USDC' };

/** Ways in which the database can refuse a row and quote it. Each is the body of a trigger that sees the row as NEW. */
const REFUSALS = {
  'detail, hint and message of an exception': `RAISE EXCEPTION 'refused' USING
      ERRCODE = 'XX000', DETAIL = NEW.merchant_reference, HINT = NEW.merchant_reference`,
  'the message of a value that is none of its type': 'PERFORM NEW.merchant_reference::integer',
  'the context of a statement within': `EXECUTE format('SELECT %L::integer', NEW.merchant_reference)`,
  'the detail of a failing row': 'NEW.amount_atomic := -1',
} as const;

let database: TestDatabase;
let api: ApiProcess;
let baseUrl: string;
let key: string;

beforeAll(async () => {
  database = await createTestDatabase();
  const merchantId = await insertMerchant(database.db);
  ({ key } = await transaction(database.db, (trx) =>
    createApiKey(trx, { owner: { merchantId }, name: 'key', scopes: MERCHANT_SCOPES, approved: true }),
  ));
  api = await launchReadyApi({
    ...LONELY,
    DATABASE_URL: urlOfRole({ url: database.url, role: 'quittance_api' }),
    LOG_LEVEL: 'trace',
    TRUST_PROXY: '1',
    RATE_LIMITS: '{"*":null}',
  });
  baseUrl = `http://127.0.0.1:${String(await api.port('API listens'))}`;
});
afterAll(async () => {
  killApis();
  await database.drop();
});

interface Asked {
  readonly status: number;
  /** The lines about it. */
  readonly lines: readonly string[];
}

/** Asks, and waits until the log has the request's line. */
async function ask(path: string, init: RequestInit = {}): Promise<Asked> {
  const answer = await fetch(`${baseUrl}${path}`, init);
  await answer.arrayBuffer();
  const requestId = answer.headers.get('x-request-id') ?? '-';
  const lines = (): string[] =>
    api
      .output()
      .split('\n')
      .filter((line) => line.includes(requestId) && line.endsWith('}'));
  await until('it is in the log', () => lines().some((line) => line.includes('"answered"')));
  return { status: answer.status, lines: lines() };
}

const withKey = (headers: Record<string, string> = {}): RequestInit => ({
  headers: { authorization: `Bearer ${key}`, ...headers },
});
const posting = (json: unknown): RequestInit => ({
  method: 'POST',
  body: JSON.stringify(json),
  ...withKey({ 'content-type': 'application/json' }),
});
/** Returns texts that would betray one of these values, also cut or encoded. */
const secretsOf = (secret: string): readonly string[] => [
  secret.slice(8, -4),
  encodeURIComponent(secret).slice(12, 40),
];

function expectNothingOf(...secrets: readonly string[]): void {
  for (const secret of secrets) expect(api.output()).not.toContain(secret);
}

describe('the log of an API process', () => {
  it.each([
    ['the header Authorization', () => ask('/v1/balances', withKey()), 200],
    ['the header X-API-Key', () => ask('/v1/balances', { headers: { 'x-api-key': key } }), 200],
    [
      'a header of another scheme',
      () => ask('/v1/balances', { headers: { authorization: `Basic ${key}` } }),
      401,
    ],
    ['a cookie', () => ask('/v1/balances', { headers: { cookie: `key=${key}` } }), 401],
    ['the path', () => ask(`/v1/invoices/${key}`, withKey()), 404],
    ['an unknown path', () => ask(`/v1/${key}/balances`), 404],
    ['a path, encoded', () => ask(`/v1/invoices/${key.replace('qk_', '%71k%5f')}`, withKey()), 404],
    ['a path, within another part', () => ask(`/v1/invoices/key=${key.slice(0, 30)}`, withKey()), 404],
    ['the query', () => ask(`/v1/balances?api_key=${key}`, withKey()), 400],
    ['a body', () => ask('/v1/invoices', posting({ ...INVOICE, [key]: key })), 400],
    ['the header Idempotency-Key', () => ask('/v1/balances', withKey({ 'idempotency-key': key })), 200],
  ])('contains no API key that came in %s', async (_where, asking, status) => {
    const asked = await asking();
    expect([asked.status, asked.lines.length]).toEqual([status, 1]);
    expectNothingOf(...secretsOf(key), key.slice(8, 28));
  });

  it('contains no webhook secret, wherever it came from', async () => {
    const url = 'https://shop.example/hooks';
    await ask('/web/v1/webhook-endpoints', posting({ url, events: ['invoice.paid'], secret: SECRET }));
    await ask('/web/v1/webhook-endpoints', { ...posting({}), body: `{"secret":"${SECRET}"` });
    await ask(`/web/v1/webhook-endpoints/${encodeURIComponent(SECRET)}`, withKey());
    const made = await ask(
      `/web/v1/webhook-endpoints`,
      posting({ url: `https://${CUSTOMER}`, events: [SECRET] }),
    );
    expect(made.status).toBe(400);
    expectNothingOf(...secretsOf(SECRET), CUSTOMER);
  });

  it('contains no name from a query or a body, and no client address', async () => {
    const { lines } = await ask(`/v1/invoices?merchantReference=${encodeURIComponent(CUSTOMER)}`, {
      headers: {
        authorization: `Bearer ${key}`,
        'x-forwarded-for': CLIENT,
        'user-agent': CUSTOMER,
        referer: `https://shop.example/?who=${CUSTOMER}`,
      },
    });
    await ask(
      '/v1/invoices',
      posting({ ...INVOICE, merchantReference: CUSTOMER, metadata: { who: CUSTOMER } }),
    );
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      req: { method: 'GET', route: '/v1/invoices', path: '/v1/invoices', network: '203.0.113.0/24' },
      res: { statusCode: 200 },
      responseTime: expect.any(Number) as unknown,
    });
    await ask('/v1/balances', { headers: { 'x-forwarded-for': '2001:db8:1:2:3:4:5:6' } });
    expect(api.output()).toContain('"2001:db8:1::/48"');
    expectNothingOf(CUSTOMER, encodeURIComponent(CUSTOMER), CLIENT, '2001:db8:1:2');
  });

  it.each(Object.entries(REFUSALS))('has no value that PostgreSQL quotes in %s', async (_where, body) => {
    await database.db.raw(
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${body}; RETURN NEW; END $$;
       CREATE TRIGGER refuse BEFORE INSERT ON invoices FOR EACH ROW EXECUTE FUNCTION refuse();`,
    );
    try {
      const asked = posting({ ...INVOICE, merchantReference: CUSTOMER, metadata: { note: SECRET } });
      const { status, lines } = await ask('/v1/invoices', asked);
      expect([status, lines.length]).toEqual([500, 2]);
      const fault = lines.find((line) => line.includes('because of an internal error')) ?? '';
      // The log still has what is needed to find the fault.
      expect(JSON.parse(fault)).toMatchObject({
        err: {
          code: expect.stringMatching(/^[0-9A-Z]{5}$/) as unknown,
          message: expect.stringContaining('create-invoice') as unknown,
        },
      });
      expectNothingOf(CUSTOMER, ...secretsOf(SECRET));
    } finally {
      await database.db.raw('DROP TRIGGER refuse ON invoices; DROP FUNCTION refuse();');
    }
  });

  it('contains no value of a query that failed while nothing waited for it', async () => {
    await database.db.raw(
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
         RAISE EXCEPTION 'refused' USING DETAIL = NEW.last_used_ip; END $$;
       CREATE TRIGGER refuse BEFORE UPDATE ON api_keys FOR EACH ROW EXECUTE FUNCTION refuse();`,
    );
    try {
      const merchantId = await insertMerchant(database.db);
      const fresh = await transaction(database.db, (trx) =>
        createApiKey(trx, { owner: { merchantId }, name: 'key', scopes: MERCHANT_SCOPES, approved: true }),
      );
      await ask('/v1/balances', { headers: { 'x-api-key': fresh.key, 'x-forwarded-for': CLIENT } });
      await until('it is said', () => api.output().includes("noting an API key's use failed"));
      expectNothingOf(CLIENT, ...secretsOf(fresh.key));
    } finally {
      await database.db.raw('DROP TRIGGER refuse ON api_keys; DROP FUNCTION refuse();');
    }
  });
});
