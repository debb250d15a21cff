import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import {
  createClient,
  QuittanceApiError,
  QuittanceConnectionError,
  type Client,
  type Schemas,
} from 'quittance/client';
import { startApi, type TestApi } from '../helpers/api/start-api.js';

let api: TestApi;
let key: string;
let client: Client;

beforeAll(async () => {
  api = await startApi({ rateLimits: { '*': null } });
  ({ key } = await api.addMerchant());
  client = createClient({ baseUrl: `${api.baseUrl}/`, apiKey: key });
});
afterAll(() => api.close());

const body = { amountCrypto: '12.5', chainCode: 'local', tokenSymbol: 'USDC' } as const;

/** An error as the API writes it, and JSON as a body. */
const ofApi = { code: 'not_found', message: 'There is no such invoice.', requestId: 'req_1' };
const json = (value: unknown): Blob => new Blob([JSON.stringify(value)], { type: 'application/json' });

/** Returns a `fetch` with these first answers. It records its requests. */
function faultyFetch(faults: readonly (() => Promise<Response>)[]): {
  fetch: typeof fetch;
  asked: Request[];
} {
  const asked: Request[] = [];
  return {
    asked,
    fetch: async (...args) => {
      const request = new Request(...args);
      asked.push(request.clone());
      const fault = faults[asked.length - 1];
      return fault === undefined ? fetch(request) : fault();
    },
  };
}

it('a client with a session sends its token and no key, and sends the cookie to its own site only', async () => {
  const sent: Request[] = [];
  const remember: typeof fetch = (...args) => {
    sent.push(new Request(...args));
    return Promise.resolve(Response.json({ ok: true, data: {} }));
  };
  let csrfToken: string | undefined = 'token of the session';
  const signedIn = createClient({
    baseUrl: api.baseUrl,
    fetch: remember,
    session: { csrfToken: () => csrfToken },
  });
  await signedIn.get('/v1/assets');
  await signedIn.post('/v1/invoices', { body });
  csrfToken = undefined;
  await signedIn.delete('/web/v1/session');
  expect(sent.map(({ headers }) => headers.get('x-csrf-token'))).toEqual([
    'token of the session',
    'token of the session',
    null,
  ]);
  expect(sent.map(({ headers }) => headers.get('authorization'))).toEqual([null, null, null]);
  expect(sent.map(({ credentials }) => credentials)).toEqual(['same-origin', 'same-origin', 'same-origin']);
});

describe('the client', () => {
  it('creates, reads and lists with the types of the API', async () => {
    const { invoiceId, status } = await client.post('/v1/invoices', { body });
    expect(status).toBe('pending');
    const read = await client.get('/v1/invoices/{invoiceId}', { path: { invoiceId } });
    expect(read.amountAtomic).toBe('12500000');
    expect(await client.get('/v1/balances')).toEqual([]);
  });

  it('walks through every page of a list', async () => {
    const merchant = await api.addMerchant();
    const own = createClient({ baseUrl: api.baseUrl, apiKey: merchant.key });
    const created: string[] = [];
    for (let i = 0; i < 5; i += 1) created.unshift((await own.post('/v1/invoices', { body })).invoiceId);
    const listed: string[] = [];
    for await (const { invoiceId } of own.list('/v1/invoices', { query: { limit: 2, status: 'pending' } }))
      listed.push(invoiceId);
    expect(listed).toEqual(created);
  });

  it('gives one page of a list with the cursor of the next', async () => {
    const merchant = await api.addMerchant();
    const own = createClient({ baseUrl: api.baseUrl, apiKey: merchant.key });
    for (let i = 0; i < 3; i += 1) await own.post('/v1/invoices', { body });
    const first = await own.list('/v1/invoices', { query: { limit: 2 } });
    expect([first.data.length, typeof first.nextCursor]).toEqual([2, 'string']);
    const query = { limit: 2, ...(first.nextCursor === null ? {} : { cursor: first.nextCursor }) };
    const last = await own.list('/v1/invoices', { query });
    expect([last.data.length, last.nextCursor]).toEqual([1, null]);
  });

  it.each([
    ['no key', { apiKey: undefined }, 'needs apiKey'],
    ['an empty key', { apiKey: ' ' }, 'needs apiKey'],
    ['no URL', { baseUrl: undefined }, 'needs baseUrl'],
    [
      'a URL without scheme',
      { baseUrl: 'pay.example.com' },
      'begins with https:// (or http:// in local mode)',
    ],
    ['a host that only looks like a scheme', { baseUrl: 'localhost:3000' }, 'begins with https://'],
    ['a URL without host', { baseUrl: 'https://' }, 'begins with https://'],
    ['a password in the URL', { baseUrl: 'https://shop:s3cret@pay.example.com' }, 'no user name or password'],
    ['a user name in the URL', { baseUrl: 'https://s3cret@pay.example.com' }, 'no user name or password'],
    ['a password and no scheme', { baseUrl: 'shop:s3cret@pay.example.com' }, 'begins with https://'],
    ['a password that ends the host', { baseUrl: 'https://shop:s3cret/@pay.example.com' }, 'https://'],
    ['the key in place of the URL', { baseUrl: 'qk_s3cret' }, 'begins with https://'],
    ['two lines in the key', { apiKey: 'qk_s3cret\nqk_2' }, 'needs an apiKey of'],
    ['a key that was cut short for display', { apiKey: 'qk_s3cret…' }, 'needs an apiKey of'],
  ])('is not created with %s: the error says what is wrong, and repeats no secret', (_, wrong, words) => {
    const options = { baseUrl: 'https://pay.example.com', apiKey: 'qk_1', ...wrong };
    expect(() => createClient(options)).toThrow(expect.objectContaining({ name: 'TypeError' }));
    expect(() => createClient(options)).toThrow(words);
    expect(() => createClient(options)).not.toThrow('s3cret');
  });

  it('has everything that an endpoint missed sent again, call after call, as docs/webhooks.md shows it', async () => {
    const merchant = await api.addMerchant();
    const own = createClient({ baseUrl: api.baseUrl, apiKey: merchant.key });
    const { id: endpointId } = await own.post('/web/v1/webhook-endpoints', {
      body: { url: 'https://shop.invalid/hooks', events: ['invoice.paid'] },
    });
    await api.db.raw(
      `INSERT INTO events (event_id, merchant_id, type, dedupe_key, occurred_at, body)
       SELECT 'evt_' || lpad(n::text, 26, '0'), ?, 'invoice.paid', 'missed/' || n, now(), '{}'
         FROM generate_series(1, 501) AS n`,
      [merchant.merchantId],
    );
    const sent: number[] = [];
    let since: string | null = '2026-01-02T00:00:00.000Z';
    while (since !== null) {
      const recovered: Schemas['Recovery'] = await own.post(
        '/web/v1/webhook-endpoints/{endpointId}/recover',
        { path: { endpointId }, body: { since } },
      );
      since = recovered.nextSince;
      sent.push(recovered.sent);
    }
    expect(sent).toEqual([500, 1]);
  });

  it('throws a refusal with its code, details and request id', async () => {
    const asking = client.post('/v1/invoices', { body: { ...body, tokenSymbol: 'DOGE' } });
    await expect(asking).rejects.toMatchObject({
      name: 'QuittanceApiError',
      status: 422,
      code: 'unsupported_asset',
      requestId: expect.stringMatching(/^req_/),
    });
    const wrong: unknown = await client
      .post('/v1/invoices', { body: { ...body, amountCrypto: '1,5' } })
      .catch((error: unknown) => error);
    expect(wrong).toBeInstanceOf(QuittanceApiError);
    expect((wrong as QuittanceApiError).details).toMatchObject([{ path: 'amountCrypto' }]);
    // One sentence for people: the code and the request id have fields of their own.
    expect((wrong as QuittanceApiError).message).toMatch(/^amountCrypto: /);
    expect((wrong as QuittanceApiError).message).not.toContain('req_');
  });

  it.each([
    [
      'a page',
      () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } }),
      'text/html',
    ],
    ['nothing', () => new Response(null, { status: 204 }), 'no content type'],
    ['other JSON', () => Response.json({ hello: 'world' }), 'application/json'],
    ['a JSON text', () => Response.json('ok'), 'application/json'],
    ['null', () => Response.json(null), 'application/json'],
  ])('does not count an answer as success when it is not from the API: %s', async (_, answer, type) => {
    for (const ask of [
      (own: Client) => own.post('/v1/invoices', { body }),
      (own: Client) => own.get('/v1/balances'),
      (own: Client) => own.list('/v1/invoices', { query: { limit: 1 } }),
    ]) {
      const faulty = faultyFetch([() => Promise.resolve(answer())]);
      const own = createClient({ baseUrl: api.baseUrl, apiKey: key, fetch: faulty.fetch });
      const error: unknown = await ask(own).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(QuittanceConnectionError);
      expect((error as Error).message).toContain(`${api.baseUrl}/v1/`);
      expect((error as Error).message).toContain(type);
      expect((error as Error).message).toContain('Is baseUrl the URL of your Quittance instance?');
      expect(faulty.asked).toHaveLength(1);
    }
  });

  it.each([
    ['the page of a proxy', 403, new Blob(['<!doctype html>'], { type: 'text/html' }), 'text/html'],
    ['the page of another site', 404, new Blob(['<!doctype html>'], { type: 'text/html' }), 'text/html'],
    ['nothing', 401, null, 'no content type'],
    ['an error that is a text', 403, json({ ok: false, error: 'Forbidden' }), 'application/json'],
    ['the error of another API', 404, json({ error: ofApi }), 'application/json'],
    ['an error without a code', 404, json({ ok: false, error: { ...ofApi, code: 404 } }), 'application/json'],
    [
      'an error without a message',
      404,
      json({ ok: false, error: { code: 'not_found' } }),
      'application/json',
    ],
    ['null', 413, json(null), 'application/json'],
  ])('gives no API error code to a failure that is not from the API: %s', async (_, status, answer, type) => {
    for (const ask of [
      (own: Client) => own.post('/v1/invoices', { body }),
      (own: Client) => own.get('/v1/balances'),
    ]) {
      const faulty = faultyFetch([() => Promise.resolve(new Response(answer, { status }))]);
      const own = createClient({ baseUrl: api.baseUrl, apiKey: key, fetch: faulty.fetch });
      const error: unknown = await ask(own).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(QuittanceConnectionError);
      expect(error).toMatchObject({ status, url: expect.stringContaining(`${api.baseUrl}/v1/`) });
      expect(error).not.toHaveProperty('code');
      expect((error as Error).message).toContain(`answered with status ${status} and ${type}, which is not`);
      expect(faulty.asked).toHaveLength(1);
    }
  });

  it('names the URL when it cannot connect, and keeps the cause', async () => {
    const cause = new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED', message: '' } });
    const faulty = faultyFetch([() => Promise.reject(cause)]);
    const own = createClient({ baseUrl: api.baseUrl, apiKey: key, fetch: faulty.fetch, retries: 0 });
    await expect(own.get('/v1/balances')).rejects.toMatchObject({
      name: 'QuittanceConnectionError',
      message: `No answer came from ${api.baseUrl}/v1/balances: fetch failed (ECONNREFUSED)`,
      url: `${api.baseUrl}/v1/balances`,
      status: null,
      cause,
    });
  });

  it("throws its caller's reason when the caller aborts the request", async () => {
    const own = createClient({ baseUrl: api.baseUrl, apiKey: key });
    const reason = new Error('no longer needed');
    await expect(own.get('/v1/balances', { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });

  it('throws unchanged any error that prevents the request, once, and sends nothing', async () => {
    const faulty = faultyFetch([]);
    const common = { baseUrl: api.baseUrl, fetch: faulty.fetch };
    const unwritable = { ...body, metadata: { count: 1n } } as unknown as typeof body;
    await expect(
      createClient({ ...common, apiKey: key }).post('/v1/invoices', { body: unwritable }),
    ).rejects.toMatchObject({ name: 'TypeError', message: expect.stringContaining('BigInt') });
    const reason = new Error('nobody knows the session');
    const csrfToken = jest.fn(() => {
      throw reason;
    });
    await expect(createClient({ ...common, session: { csrfToken } }).get('/v1/assets')).rejects.toBe(reason);
    expect(csrfToken).toHaveBeenCalledTimes(1);
    expect(faulty.asked).toEqual([]);
  });

  it('retries with the same Idempotency-Key when an answer was lost, so that one invoice is created', async () => {
    const merchant = await api.addMerchant();
    const lost = async (): Promise<Response> => {
      const [first] = faulty.asked;
      if (first !== undefined) await fetch(first.clone());
      throw new TypeError('fetch failed');
    };
    const faulty = faultyFetch([lost]);
    const own = createClient({ baseUrl: api.baseUrl, apiKey: merchant.key, fetch: faulty.fetch });
    const { invoiceId } = await own.post('/v1/invoices', { body });
    expect((await own.get('/v1/invoices')).map((invoice) => invoice.invoiceId)).toEqual([invoiceId]);
    const keys = faulty.asked.slice(0, 2).map(({ headers }) => headers.get('idempotency-key'));
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(keys[1]).toBe(keys[0]);
  });

  it('does not report the refusal of a retry as the answer, when the answer to the first attempt was lost', async () => {
    const merchant = await api.addMerchant();
    const lost = async (): Promise<Response> => {
      const [first] = faulty.asked;
      if (first !== undefined) await fetch(first.clone());
      throw new TypeError('fetch failed');
    };
    const error = { code: 'rate_limited', message: 'Too many', requestId: 'req_1' };
    const headers = { 'retry-after': '3600' };
    const refuse = () => Promise.resolve(Response.json({ ok: false, error }, { status: 429, headers }));
    const faulty = faultyFetch([lost, refuse]);
    const own = createClient({ baseUrl: api.baseUrl, apiKey: merchant.key, fetch: faulty.fetch });
    const thrown: unknown = await own.post('/v1/invoices', { body }).catch((reason: unknown) => reason);
    expect(thrown).toBeInstanceOf(QuittanceConnectionError);
    const cause = expect.objectContaining({ name: 'QuittanceApiError', status: 429 });
    expect(thrown).toMatchObject({ status: null, retryAfterSeconds: 3_600, cause });
    expect(await own.get('/v1/invoices')).toHaveLength(1);
  });

  it('waits as long as Retry-After says, and gives up after its retries', async () => {
    const refuse = (): Promise<Response> => {
      const error = { code: 'rate_limited', message: 'Too many', requestId: 'req_1' };
      const headers = { 'retry-after': '1' };
      return Promise.resolve(Response.json({ ok: false, error }, { status: 429, headers }));
    };
    const faulty = faultyFetch([refuse, refuse]);
    const patient = createClient({ baseUrl: api.baseUrl, apiKey: key, fetch: faulty.fetch, retries: 1 });
    const startedAt = performance.now();
    await expect(patient.get('/v1/assets')).rejects.toMatchObject({
      code: 'rate_limited',
      retryAfterSeconds: 1,
    });
    expect(performance.now() - startedAt).toBeGreaterThan(900);
    expect(faulty.asked).toHaveLength(2);
  });

  it('throws at once when it would have to wait more than 30 s', async () => {
    const error = { code: 'rate_limited', message: 'Too many', requestId: 'req_1' };
    const headers = { 'retry-after': '3600' };
    const faulty = faultyFetch([
      () => Promise.resolve(Response.json({ ok: false, error }, { status: 429, headers })),
    ]);
    const own = createClient({ baseUrl: api.baseUrl, apiKey: key, fetch: faulty.fetch });
    await expect(own.get('/v1/assets')).rejects.toMatchObject({ retryAfterSeconds: 3_600 });
    expect(faulty.asked).toHaveLength(1);
  });

  describe('after a 500', () => {
    const failed = (): Promise<Response> => {
      const error = { code: 'internal_error', message: 'Something failed', requestId: 'req_1' };
      return Promise.resolve(Response.json({ ok: false, error }, { status: 500 }));
    };

    it('retries when a repeat is safe: a GET, or a POST with its Idempotency-Key', async () => {
      for (const ask of [
        (own: Client) => own.get('/v1/assets'),
        (own: Client) => own.post('/v1/invoices', { body }),
      ]) {
        const faulty = faultyFetch([failed]);
        await ask(createClient({ baseUrl: api.baseUrl, apiKey: key, fetch: faulty.fetch }));
        const [first, second, ...more] = faulty.asked.map(({ headers }) => headers.get('idempotency-key'));
        expect([second, more]).toEqual([first, []]);
      }
    });

    it('does not repeat an order', async () => {
      const { invoiceId } = await client.post('/v1/invoices', { body });
      const faulty = faultyFetch([failed]);
      const own = createClient({ baseUrl: api.baseUrl, apiKey: key, fetch: faulty.fetch });
      await expect(
        own.post('/v1/invoices/{invoiceId}/cancel', { path: { invoiceId } }),
      ).rejects.toMatchObject({ status: 500, code: 'internal_error' });
      expect(faulty.asked).toHaveLength(1);
    });
  });

  describe("after a proxy's error page with a temporary status", () => {
    const busy = (status: number, retryAfter: string) => (): Promise<Response> => {
      const headers = { 'content-type': 'text/html', 'retry-after': retryAfter };
      return Promise.resolve(new Response('<!doctype html>', { status, headers }));
    };

    it.each([429, 500, 502, 503, 504])('retries when a repeat is safe: %d', async (status) => {
      for (const ask of [
        (own: Client) => own.get('/v1/assets'),
        (own: Client) => own.post('/v1/invoices', { body }),
      ]) {
        const faulty = faultyFetch([busy(status, '0')]);
        await ask(createClient({ baseUrl: api.baseUrl, apiKey: key, fetch: faulty.fetch }));
        const [first, second, ...more] = faulty.asked.map(({ headers }) => headers.get('idempotency-key'));
        expect([second, more]).toEqual([first, []]);
      }
    });

    it('throws at once when it would have to wait more than 30 s', async () => {
      const faulty = faultyFetch([busy(503, '3600')]);
      const own = createClient({ baseUrl: api.baseUrl, apiKey: key, fetch: faulty.fetch });
      await expect(own.get('/v1/assets')).rejects.toMatchObject({ status: 503, retryAfterSeconds: 3_600 });
      expect(faulty.asked).toHaveLength(1);
    });

    it('does not repeat an order', async () => {
      const { invoiceId } = await client.post('/v1/invoices', { body });
      const faulty = faultyFetch([busy(502, '0')]);
      const own = createClient({ baseUrl: api.baseUrl, apiKey: key, fetch: faulty.fetch });
      await expect(
        own.post('/v1/invoices/{invoiceId}/cancel', { path: { invoiceId } }),
      ).rejects.toMatchObject({ name: 'QuittanceConnectionError', status: 502 });
      expect(faulty.asked).toHaveLength(1);
    });
  });

  it('does not repeat an order whose answer was lost, because it may have been carried out', async () => {
    const { invoiceId } = await client.post('/v1/invoices', { body });
    const faulty = faultyFetch([() => Promise.reject(new TypeError('fetch failed'))]);
    const own = createClient({ baseUrl: api.baseUrl, apiKey: key, fetch: faulty.fetch });
    await expect(own.post('/v1/invoices/{invoiceId}/cancel', { path: { invoiceId } })).rejects.toThrow(
      'fetch failed',
    );
    expect(faulty.asked).toHaveLength(1);
  });
});
