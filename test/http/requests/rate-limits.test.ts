import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  effectiveRateLimit,
  RATE_LIMITS,
  type RateLimitGroup,
  type RateLimitOverrides,
} from '../../../src/domain/merchants/rate-limits.js';
import { HOUR_LONG_LIMITS, inAnHour } from '../../helpers/api/hour-long-limits.js';
import { addPerson, MEMBER_PASSWORD } from '../../helpers/api/person.js';
import { startApi, type Answer, type Asking, type TestApi } from '../../helpers/api/start-api.js';
import { until } from '../../helpers/until.js';

const INVOICE = { amountCrypto: '1', chainCode: 'local', tokenSymbol: 'USDC' };

const limitsOf = ({ headers }: Answer): number[] =>
  ['limit', 'remaining'].map((name) => Number(headers.get(`x-ratelimit-${name}`)));

/** The end of the window, in epoch seconds. */
function expectReset({ headers }: Answer, { windowMs }: { windowMs: number }): void {
  const reset = headers.get('x-ratelimit-reset');
  expect(reset).toMatch(/^\d+$/);
  const inSeconds = Number(reset) - Date.now() / 1_000;
  expect(inSeconds).toBeGreaterThan(windowMs / 2_000);
  expect(inSeconds).toBeLessThanOrEqual(windowMs / 1_000 + 1);
}

function expectRefused(answer: Answer, { limit, windowMs }: { limit: number; windowMs: number }): void {
  expect(answer.status).toBe(429);
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  expect(answer.body).toMatchObject({
    ok: false,
    error: { code: 'rate_limited', message: expect.any(String) },
  });
  expect(limitsOf(answer)).toEqual([limit, 0]);
  const retryAfter = Number(answer.headers.get('retry-after'));
  expect(Number.isInteger(retryAfter)).toBe(true);
  expect(retryAfter).toBeGreaterThan(windowMs / 2_000);
  expect(retryAfter).toBeLessThanOrEqual(windowMs / 1_000);
  const reset = Number(answer.headers.get('x-ratelimit-reset'));
  expect(Math.abs(reset - (Date.now() / 1_000 + retryAfter))).toBeLessThan(60);
}

describe('the table of limits', () => {
  it('has every row of the contract', () => {
    const perMinute = (limit: number) => ({ limit, windowMs: 60_000 });
    const perHour = (limit: number) => ({ limit, windowMs: 3_600_000 });
    expect(RATE_LIMITS).toEqual({
      default: perMinute(300),
      'POST /v1/invoices': perMinute(60),
      'GET /v1/invoices*': perMinute(300),
      'POST /v1/withdrawals': perHour(10),
      'GET /v1/balances': perMinute(120),
      'GET /v1/public/*': perMinute(200),
      'POST /web/v1/api-keys/regenerate': perHour(3),
      'PATCH /web/v1/api-keys/status': perHour(10),
      'PUT /web/v1/api-keys/whitelists': perHour(30),
      'GET /v1/public/* per IP': perMinute(60),
      'GET /v1/public/* per /48': perMinute(100),
      'GET /pay/* per IP': perMinute(120),
      'GET /pay/* per /48': perMinute(600),
      'GET /pay/* per publicId': perMinute(6_000),
      'sign-in per account': perHour(20),
      'sign-in per account, anywhere': perHour(200),
      'sign-in per IP': perMinute(30),
      'failed authentication per IP': perMinute(30),
    });
  });

  it.each<[string, RateLimitGroup, RateLimitOverrides[], unknown]>([
    ['a figure', 'default', [{ default: 7 }], { limit: 7, windowMs: 60_000 }],
    [
      'a figure with its window',
      'default',
      [{ default: { limit: 7, windowMs: 1 } }],
      { limit: 7, windowMs: 1 },
    ],
    ['none', 'default', [{ default: null }], null],
    ['all others', 'GET /v1/balances', [{ default: 7, '*': null }], null],
    ['a figure beside all others', 'default', [{ default: 7, '*': null }], { limit: 7, windowMs: 60_000 }],
    [
      "a key's figure after the instance's",
      'default',
      [{ default: null }, { default: 9 }],
      { limit: 9, windowMs: 60_000 },
    ],
    ['nothing said', 'default', [{}, { 'GET /v1/balances': 1 }], { limit: 300, windowMs: 60_000 }],
  ])('can be replaced by %s', (_, group, overrides, expected) => {
    expect(effectiveRateLimit(group, ...overrides)).toEqual(expected);
  });
});

const ROWS: readonly [RateLimitGroup, string, string, Asking][] = [
  ['POST /v1/invoices', 'POST', '/v1/invoices', { json: INVOICE }],
  ['GET /v1/invoices*', 'GET', '/v1/invoices/inv_00000000000000000000000000', {}],
  ['POST /v1/withdrawals', 'POST', '/v1/withdrawals', { json: {} }],
  ['GET /v1/balances', 'GET', '/v1/balances', {}],
  [
    'POST /web/v1/api-keys/regenerate',
    'POST',
    '/web/v1/api-keys/regenerate',
    { json: { overlapSeconds: -1 } },
  ],
  ['PATCH /web/v1/api-keys/status', 'PATCH', '/web/v1/api-keys/status', { json: { status: 'approved' } }],
  [
    'PUT /web/v1/api-keys/whitelists',
    'PUT',
    '/web/v1/api-keys/whitelists',
    { json: { ips: [], withdrawalAddresses: [] } },
  ],
  ['default', 'GET', '/v1/assets', {}],
];

it('an API tells the limits and windows of the contract', async () => {
  const api = await startApi({ rateLimits: {} });
  try {
    for (const [group, method, path, asking] of ROWS) {
      const { key } = await api.addMerchant();
      const answer = await api.ask(method, path, { key, ...asking });
      const figure = RATE_LIMITS[group];
      expect(limitsOf(answer)).toEqual([figure.limit, figure.limit - 1]);
      expectReset(answer, figure);
    }
  } finally {
    await api.close();
  }
});

describe('an API with the limits of the contract', () => {
  let api: TestApi;
  let key: string;

  beforeAll(async () => {
    api = await startApi({ rateLimits: HOUR_LONG_LIMITS, trustProxy: 1 });
  });
  afterAll(() => api.close());
  beforeEach(async () => {
    ({ key } = await api.addMerchant());
  });

  it.each(ROWS)(
    'answers as many requests to %s as its limit, and refuses the next',
    async (group, method, path, asking) => {
      const figure = inAnHour(group);
      for (let used = 1; used <= figure.limit; used += 1) {
        const answer = await api.ask(method, path, { key, ...asking });
        expect(answer.status).not.toBe(429);
        expect(limitsOf(answer)).toEqual([figure.limit, figure.limit - used]);
        expectReset(answer, figure);
      }
      expectRefused(await api.ask(method, path, { key, ...asking }), figure);
    },
  );

  it('counts the requests of a group in the default too, and shows the limit that has less left', async () => {
    for (let i = 0; i < 250; i += 1) await api.ask('GET', '/v1/assets', { key });
    // The group has 60 left, the default 49 of 300.
    expect(limitsOf(await api.ask('POST', '/v1/invoices', { key, json: INVOICE }))).toEqual([300, 49]);
    for (let i = 0; i < 49; i += 1) await api.ask('GET', '/v1/balances', { key });
    expectRefused(await api.ask('POST', '/v1/invoices', { key, json: INVOICE }), inAnHour('default'));
  });

  it('counts lists, single invoices and timelines together, and the statement apart from the balances', async () => {
    const created = await api.ask('POST', '/v1/invoices', { key, json: INVOICE });
    const { invoiceId } = created.body.data;
    const own = await api.addMerchant({ rateLimits: { default: null } });
    for (const [index, path] of ['', `/${invoiceId}`, `/${invoiceId}/timeline`].entries()) {
      const answer = await api.ask('GET', `/v1/invoices${path}`, { key: own.key });
      expect(limitsOf(answer)).toEqual([300, 299 - index]);
    }
    expect(limitsOf(await api.ask('GET', '/v1/balances', { key: own.key }))).toEqual([120, 119]);
    const statement = await api.ask('GET', '/v1/balances/transactions', { key: own.key });
    expect(statement.headers.get('x-ratelimit-limit')).toBeNull();
    expect(limitsOf(await api.ask('GET', '/v1/balances', { key: own.key }))).toEqual([120, 118]);
  });

  it('counts refusals and bad bodies as requests, and each key separately', async () => {
    await api.ask('POST', '/v1/invoices', { key, raw: '{' });
    await api.ask('POST', '/v1/invoices', { key, raw: 'x', headers: { 'content-type': 'text/plain' } });
    expect(limitsOf(await api.ask('POST', '/v1/invoices', { key, json: {} }))).toEqual([60, 57]);
    const other = await api.addMerchant();
    expect(limitsOf(await api.ask('POST', '/v1/invoices', { key: other.key, json: {} }))).toEqual([60, 59]);
  });

  it('changes nothing for a request that it refuses', async () => {
    for (let i = 0; i < 60; i += 1) await api.ask('POST', '/v1/invoices', { key, json: {} });
    const before = await api.db('invoices').count();
    expect((await api.ask('POST', '/v1/invoices', { key, json: INVOICE })).status).toBe(429);
    expect(await api.db('invoices').count()).toEqual(before);
  });

  it("uses a key's own limits, higher, lower and removed again", async () => {
    const own = await api.addMerchant({ rateLimits: { 'POST /v1/invoices': 2, 'GET /v1/balances': null } });
    const ask = (method: string, path: string) =>
      api.ask(method, path, { key: own.key, json: method === 'POST' ? {} : undefined });
    expect(limitsOf(await ask('POST', '/v1/invoices'))).toEqual([2, 1]);
    await ask('POST', '/v1/invoices');
    expectRefused(await ask('POST', '/v1/invoices'), { ...inAnHour('POST /v1/invoices'), limit: 2 });
    expect(limitsOf(await ask('GET', '/v1/balances'))).toEqual([300, 296]);
    const free = await api.addMerchant({ rateLimits: { '*': null } });
    const answer = await api.ask('GET', '/v1/balances', { key: free.key });
    expect([answer.status, answer.headers.get('x-ratelimit-limit')]).toEqual([200, null]);
  });
});

describe('routes without a key', () => {
  let api: TestApi;
  const from = (ip: string): Asking => ({ headers: { 'x-forwarded-for': ip } });
  const path = `/v1/public/invoices/pay_${'0'.repeat(40)}`;

  beforeEach(async () => {
    api = await startApi({ rateLimits: HOUR_LONG_LIMITS, trustProxy: 1 });
  });
  afterEach(() => api.close());

  it('are limited for each address, so that no client uses up the shared limit', async () => {
    for (let i = 0; i < 60; i += 1)
      expect((await api.ask('GET', path, from('198.51.100.1'))).status).toBe(404);
    for (let i = 0; i < 200; i += 1)
      expectRefused(await api.ask('GET', path, from('198.51.100.1')), inAnHour('GET /v1/public/* per IP'));
    const other = await api.ask('GET', path, from('198.51.100.2'));
    expect(other.status).toBe(404);
    expect(limitsOf(other)).toEqual([60, 59]);
    expectReset(other, inAnHour('GET /v1/public/* per IP'));
    expect(other.headers.get('access-control-expose-headers')).toContain('X-RateLimit-Remaining');
  });

  it('count every request below their path, even to a path that does not exist', async () => {
    for (const [index, asked] of [
      path,
      '/v1/public/anything',
      '/v1/public/',
      '/v1/public/invoices/x',
    ].entries()) {
      const answer = await api.ask('GET', asked, from('198.51.100.3'));
      expect([answer.status, ...limitsOf(answer)]).toEqual([404, 60, 59 - index]);
    }
    const preflight = await api.ask('OPTIONS', path, from('198.51.100.3'));
    expect([preflight.status, preflight.headers.get('x-ratelimit-limit')]).toEqual([204, null]);
    expect(limitsOf(await api.ask('GET', path, from('198.51.100.3')))).toEqual([60, 55]);
  });

  it('are limited for all clients together', async () => {
    for (let i = 0; i < 200; i += 1) {
      expect((await api.ask('GET', path, from(`203.0.113.${String(i % 100)}`))).status).toBe(404);
    }
    const refused = await api.ask('GET', path, from('192.0.2.1'));
    expectRefused(refused, inAnHour('GET /v1/public/*'));
    expect((await api.ask('GET', '/healthz', from('192.0.2.1'))).status).toBe(200);
  });

  it('have limits for checkout pages: 20 addresses that flood both close no page for another customer', async () => {
    const page = `/pay/pay_${'0'.repeat(40)}`;
    const flooders = Array.from({ length: 20 }, (_, index) => from(`198.51.100.${String(100 + index)}`));
    const flood = (asked: string, times: number): Promise<Answer[]> =>
      Promise.all(
        flooders.flatMap((flooder) => Array.from({ length: times }, () => api.ask('GET', asked, flooder))),
      );
    const statusesOf = (answers: readonly Answer[]): Set<number> =>
      new Set(answers.map(({ status }) => status));
    expect(statusesOf(await flood(path, 15))).toEqual(new Set([404, 429]));
    expect(statusesOf(await flood(page, 10))).toEqual(new Set([404]));
    for (let i = 0; i < 110; i += 1) await api.ask('GET', page, from('198.51.100.100'));
    expectRefused(await api.ask('GET', page, from('198.51.100.100')), inAnHour('GET /pay/* per IP'));
    expect((await api.ask('GET', path, from('192.0.2.9'))).status).toBe(429);
    const customer = await api.ask('GET', page, from('192.0.2.9'));
    expect([customer.status, ...limitsOf(customer)]).toEqual([404, 120, 119]);
  });

  it('refuse an address after 30 failed authentications, and continue to answer valid keys', async () => {
    const { key } = await api.addMerchant();
    const fail = (ip: string) =>
      api.ask('GET', '/v1/balances', { headers: { ...from(ip).headers, authorization: 'Bearer wrong' } });
    for (let i = 0; i < 30; i += 1) expect((await fail('198.51.100.7')).status).toBe(401);
    const refused = await fail('198.51.100.7');
    expect([refused.status, refused.body.error.code]).toEqual([429, 'rate_limited']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await fail('198.51.100.8')).status).toBe(401);
    expect((await api.ask('GET', '/v1/balances', { key, ...from('198.51.100.7') })).status).toBe(200);
  });

  it('refuse an address after 30 sign-ins, whatever the name, and answer another address', async () => {
    const signIn = (ip: string, number: number): Promise<Answer> =>
      api.ask('POST', '/admin/v1/session', {
        ...from(ip),
        json: { email: `guess${String(number)}@ops.example`, password: 'a password that is none' },
      });
    for (let i = 0; i < 30; i += 1) expect((await signIn('198.51.100.10', i)).status).toBe(401);
    expectRefused(await signIn('198.51.100.10', 30), inAnHour('sign-in per IP'));
    expect((await signIn('198.51.100.11', 30)).status).toBe(401);
  });

  it('keep a stranger who knows the email from blocking the sign-in or confirmation of its member', async () => {
    const person = await addPerson(api, 'operator');
    await person.signIn();
    const json = { email: person.email, password: 'a password that is none' };
    const guess = (): Promise<Answer> =>
      api.ask('POST', '/admin/v1/session', { ...from('198.51.100.12'), json });
    for (let i = 0; i < 20; i += 1) expect((await guess()).status).toBe(401);
    expectRefused(await guess(), inAnHour('sign-in per account'));
    expect((await person.elsewhere().signIn()).status).toBe(200);
    expect((await person.session('POST', '/confirm', { password: MEMBER_PASSWORD })).status).toBe(200);
    const changed = { currentPassword: MEMBER_PASSWORD, newPassword: 'another password of mine' };
    expect((await person.security('POST', '/password', changed)).status).toBe(200);
  });

  it('count the addresses of one IPv6 network as one client', async () => {
    for (let i = 0; i < 60; i += 1) await api.ask('GET', path, from(`2001:db8::${String(i + 1)}`));
    expect((await api.ask('GET', path, from('2001:db8::ffff'))).status).toBe(429);
    expect((await api.ask('GET', path, from('2001:db8:1::1'))).status).toBe(404);
  });

  it('count an IPv6 /48 as a whole too, so that its owner cannot use up the shared limit', async () => {
    const fromNetwork = (index: number): Asking => from(`2001:db8:2:${(index << 8).toString(16)}::1`);
    for (let i = 0; i < 100; i += 1) expect((await api.ask('GET', path, fromNetwork(i))).status).toBe(404);
    for (let i = 100; i < 250; i += 1)
      expectRefused(await api.ask('GET', path, fromNetwork(i)), inAnHour('GET /v1/public/* per /48'));
    expect((await api.ask('GET', path, from('2001:db8:3::1'))).status).toBe(404);
    expect((await api.ask('GET', path, from('198.51.100.9'))).status).toBe(404);
  });
});

it('a checkout page has its own limit: many addresses that flood it close no other page', async () => {
  const group = 'GET /pay/* per publicId';
  const api = await startApi({ rateLimits: { [group]: { ...inAnHour(group), limit: 20 } }, trustProxy: 1 });
  try {
    const [flooded, other] = ['1', '2'].map((digit) => `/pay/pay_${digit.repeat(40)}`) as [string, string];
    const ask = (path: string, ip: string): Promise<Answer> =>
      api.ask('GET', path, { headers: { 'x-forwarded-for': ip } });
    for (let i = 0; i < 20; i += 1) expect((await ask(flooded, `198.51.100.${String(i)}`)).status).toBe(404);
    expectRefused(await ask(flooded, '192.0.2.1'), { ...inAnHour(group), limit: 20 });
    expect((await ask(other, '192.0.2.1')).status).toBe(404);
  } finally {
    await api.close();
  }
});

describe('a window', () => {
  it('ends, and then requests are answered again', async () => {
    const api = await startApi({ rateLimits: { 'GET /v1/balances': { limit: 1, windowMs: 2_000 } } });
    try {
      const { key } = await api.addMerchant();
      const ask = async (): Promise<number> => (await api.ask('GET', '/v1/balances', { key })).status;
      // At once, so that both are in one window.
      expect((await Promise.all([ask(), ask()])).sort()).toEqual([200, 429]);
      await until('the window has ended', async () => (await ask()) === 200);
    } finally {
      await api.close();
    }
  });
});
