import { connect } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { longTransaction, openDatabase } from '../../../src/db/core/database.js';
import { untilWaiting } from '../../helpers/facts/orders.js';
import { startRelay } from '../../helpers/processes/relay.js';
import { until } from '../../helpers/until.js';
import { startApi, type Answer, type TestApi } from '../../helpers/api/start-api.js';

let api: TestApi;
let key: string;

beforeAll(async () => {
  api = await startApi({ rateLimits: { '*': null } });
  ({ key } = await api.addMerchant());
});
afterAll(() => api.close());

const codeOf = ({ status, body }: Answer): unknown => [status, body.error.code];
const INVOICE = { amountCrypto: '1', chainCode: 'local', tokenSymbol: 'USDC' };
const post = (asking: object): Promise<Answer> => api.ask('POST', '/v1/invoices', { key, ...asking });

describe('every answer', () => {
  it('has its own request id, which its log line has as well', async () => {
    const first = await api.ask('GET', '/healthz');
    const second = await api.ask('GET', '/nowhere');
    const ids = [first, second].map(({ headers }) => headers.get('x-request-id'));
    expect(ids[0]).toMatch(/^req_/);
    expect(ids[1]).not.toBe(ids[0]);
    expect(second.body.error.requestId).toBe(ids[1]);
    expect(api.logLines().filter((line) => line.includes(ids[1] ?? '-'))).toHaveLength(1);
  });

  it('is not cached, and reveals nothing about the server software', async () => {
    const { headers } = await api.ask('GET', '/v1/balances', { key });
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-powered-by')).toBeNull();
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });
});

describe('a path', () => {
  it.each([
    '/',
    '/v1',
    '/v1/invoice',
    '/v1/invoices/',
    '/V1/invoices',
    '/v1/invoices/x/y',
    '/v1/public/',
    '/metrics',
  ])('%s, which does not exist, answers 404 not_found, with or without a key', async (path) => {
    expect(codeOf(await api.ask('GET', path))).toEqual([404, 'not_found']);
    expect(codeOf(await api.ask('GET', path, { key }))).toEqual([404, 'not_found']);
  });

  it('that cannot be decoded answers 404', async () => {
    expect(codeOf(await api.ask('GET', '/v1/invoices/%ff', { key }))).toEqual([404, 'not_found']);
  });

  it.each([
    ['DELETE', '/v1/invoices', 'POST, GET, HEAD'],
    ['PUT', '/v1/balances', 'GET, HEAD'],
    ['GET', '/admin/v1/withdrawals/wd_1/approve', 'POST'],
    ['OPTIONS', '/v1/invoices', 'POST, GET, HEAD'],
    ['POST', '/healthz', 'GET, HEAD'],
  ])('%s %s answers 405 method_not_allowed with Allow', async (method, path, allow) => {
    const answer = await api.ask(method, path);
    expect(codeOf(answer)).toEqual([405, 'method_not_allowed']);
    expect(answer.headers.get('allow')).toBe(allow);
  });
});

describe('a body', () => {
  it.each([
    ['cut short', '{"amountCrypto":"1"'],
    ['with one comma too many', '{"a":1,}'],
    ['empty but announced as JSON', ' '],
    ['XML', '<a/>'],
  ])('that is %s answers 400 invalid_json', async (_, raw) => {
    expect(codeOf(await post({ raw }))).toEqual([400, 'invalid_json']);
  });

  it('that is not valid UTF-8 answers 400 invalid_json', async () => {
    const raw = Buffer.concat([Buffer.from('{"merchantReference":"'), Buffer.of(0xff), Buffer.from('"}')]);
    expect(codeOf(await post({ raw }))).toEqual([400, 'invalid_json']);
  });

  it.each(['gzip', 'deflate'])('that is not the announced %s answers 400 invalid_json', async (packing) => {
    const headers = { 'content-encoding': packing };
    expect(codeOf(await post({ raw: JSON.stringify(INVOICE), headers }))).toEqual([400, 'invalid_json']);
  });

  it('that is missing answers 400 validation_failed', async () => {
    expect(codeOf(await post({}))).toEqual([400, 'validation_failed']);
  });

  it('above 64 KiB answers 413 payload_too_large, even when compressed', async () => {
    const large = JSON.stringify({ ...INVOICE, merchantReference: 'x'.repeat(65_536) });
    expect(codeOf(await post({ raw: large }))).toEqual([413, 'payload_too_large']);
    const packed = { raw: gzipSync(large), headers: { 'content-encoding': 'gzip' } };
    expect(codeOf(await post(packed))).toEqual([413, 'payload_too_large']);
    const fitting = JSON.stringify(INVOICE).padEnd(65_536);
    expect((await post({ raw: fitting })).status).toBe(201);
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/jsonp',
    'multipart/form-data',
    '',
  ])('of content type %j answers 415 unsupported_media_type', async (type) => {
    const answer = await post({ raw: JSON.stringify(INVOICE), headers: { 'content-type': type } });
    expect(codeOf(answer)).toEqual([415, 'unsupported_media_type']);
  });

  it('compressed by Brotli answers 415, because the memory for its first byte has no limit', async () => {
    const raw = brotliCompressSync(JSON.stringify(INVOICE));
    for (const packing of ['br', 'BR'])
      expect(codeOf(await post({ raw, headers: { 'content-encoding': packing } }))).toEqual([
        415,
        'unsupported_media_type',
      ]);
  });

  it('in another character set answers 415', async () => {
    const headers = { 'content-type': 'application/json; charset=iso-8859-1' };
    expect(codeOf(await post({ raw: '{}', headers }))).toEqual([415, 'unsupported_media_type']);
  });

  it('of application/json with a character set is accepted', async () => {
    const headers = { 'content-type': 'application/json; charset=utf-8' };
    expect(
      (await post({ raw: JSON.stringify({ ...INVOICE, merchantReference: 'Grüße ✓' }), headers })).status,
    ).toBe(201);
  });

  it('cannot change the prototype of an object', async () => {
    const raw = `{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}},${JSON.stringify(INVOICE).slice(1)}`;
    expect(codeOf(await post({ raw }))).toEqual([400, 'validation_failed']);
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  });
});

describe('a request without HTTP in it', () => {
  it('is answered and cut off', async () => {
    const port = Number(new URL(api.baseUrl).port);
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => socket.write('HELO\r\n\r\n'));
      let text = '';
      socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
      socket.on('error', reject);
      socket.on('close', () => resolve(text));
    });
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  });
});

describe('other origins', () => {
  const origin = { origin: 'https://shop.example' };

  it('may read public routes, without credentials', async () => {
    const answer = await api.ask('GET', `/v1/public/invoices/pay_${'0'.repeat(40)}`, { headers: origin });
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    const preflight = await api.ask('OPTIONS', '/v1/public/invoices/x', {
      headers: { ...origin, 'access-control-request-method': 'GET' },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-methods')).toBe('GET, POST');
  });

  it('may read nothing else', async () => {
    for (const path of ['/v1/invoices', '/healthz', '/web/v1/webhook-endpoints', '/v1/publicity']) {
      const { headers } = await api.ask('GET', path, { key, headers: origin });
      expect(headers.get('access-control-allow-origin')).toBeNull();
    }
  });
});

describe('health', () => {
  it('/healthz answers while everything else is down, and /readyz says what is down', async () => {
    const db = openDatabase({ url: 'postgres://nobody@127.0.0.1:1/none' });
    const lonely = await startApi({ db, checkTemporal: () => Promise.reject(new Error('away')) });
    try {
      expect((await lonely.ask('GET', '/healthz')).body).toEqual({ ok: true, data: { status: 'live' } });
      const ready = await lonely.ask('GET', '/readyz');
      expect(codeOf(ready)).toEqual([503, 'temporarily_unavailable']);
      expect(ready.body.error.details.map(({ path }) => path)).toEqual(['database', 'temporal']);
      const merchant = await lonely.addMerchant();
      const balances = await lonely.ask('GET', '/v1/balances', { key: merchant.key });
      expect(codeOf(balances)).toEqual([503, 'temporarily_unavailable']);
      expect(Number(balances.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(balances.text).not.toMatch(/ECONNREFUSED|127\.0\.0\.1|postgres/i);
    } finally {
      await lonely.close();
      await db.destroy();
    }
  });

  it('/readyz answers 200 when everything that it depends on answers', async () => {
    expect((await api.ask('GET', '/readyz')).body.data).toEqual({
      status: 'ready',
      database: 'up',
      temporal: 'up',
    });
  });
});

describe('/readyz with many clients at once', () => {
  it('checks its dependencies once per second, and not once for each client', async () => {
    let checks = 0;
    const asked = await startApi({
      checkTemporal: () => {
        checks += 1;
        return Promise.resolve();
      },
    });
    try {
      const startedAtMs = performance.now();
      const answers = await Promise.all(Array.from({ length: 50 }, () => asked.ask('GET', '/readyz')));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      expect(checks).toBeLessThanOrEqual(1 + Math.floor((performance.now() - startedAtMs) / 1_000));
      await until('it is asked again a second later', async () => {
        await asked.ask('GET', '/readyz');
        return checks > 1;
      });
    } finally {
      await asked.close();
    }
  });
});

describe('interrupted connections to PostgreSQL', () => {
  it('answer 503 at worst, and are replaced automatically', async () => {
    const administrator = openDatabase({ url: api.databaseUrl });
    try {
      for (let round = 0; round < 5; round += 1) {
        const asking = Promise.all(Array.from({ length: 10 }, () => api.ask('GET', '/v1/balances', { key })));
        await administrator.raw(
          'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
        );
        for (const answer of await asking) {
          if (answer.status !== 200) expect(codeOf(answer)).toEqual([503, 'temporarily_unavailable']);
        }
      }
      // A cut connection is noticed when its end arrives, or by the first request that uses it.
      await until(
        'it answers as before',
        async () => (await api.ask('GET', '/v1/balances', { key })).status === 200,
      );
    } finally {
      await administrator.destroy();
    }
  });
});

describe('a PostgreSQL connection that is lost in the middle of a query', () => {
  it('answers 503 temporarily_unavailable', async () => {
    const relay = await startRelay(new URL(api.databaseUrl).host);
    const throughRelay = new URL(api.databaseUrl);
    throughRelay.port = String(relay.port);
    const db = openDatabase({ url: throughRelay.href });
    const relayed = await startApi({ db });
    try {
      await api.db.transaction(async (trx) => {
        await trx.raw('LOCK TABLE ledger_accounts IN ACCESS EXCLUSIVE MODE');
        const asking = relayed.ask('GET', '/v1/balances', { key });
        await untilWaiting(api.db);
        await relay.goDown();
        expect(codeOf(await asking)).toEqual([503, 'temporarily_unavailable']);
      });
    } finally {
      await relayed.close();
      await db.destroy();
    }
  });
});

describe('a PostgreSQL server that stops answering', () => {
  it('is abandoned after a while: 503 temporarily_unavailable, and normal when it is back', async () => {
    const relay = await startRelay(new URL(api.databaseUrl).host);
    const throughRelay = new URL(api.databaseUrl);
    throughRelay.port = String(relay.port);
    const db = openDatabase({ url: throughRelay.href, maxConnections: 2, silenceMs: 5_000 });
    const relayed = await startApi({ db });
    try {
      const ask = () => relayed.ask('GET', '/v1/balances', { key });
      expect((await ask()).status).toBe(200);
      relay.goSilent();
      const held = db.transaction(async (trx) => trx.raw('SELECT 1'));
      expect(codeOf(await ask())).toEqual([503, 'temporarily_unavailable']);
      await expect(held).rejects.toMatchObject({ code: 'ETIMEDOUT' });
      await relay.comeUp();
      expect((await ask()).status).toBe(200);
    } finally {
      await relay.goDown();
      await relayed.close();
      await db.destroy();
    }
  });
});

describe('a slow statement', () => {
  it('is waited for when it is a sum that may take its time', async () => {
    // A busy machine may answer each of the statements around it only after seconds.
    const db = openDatabase({ url: api.databaseUrl, silenceMs: 5_000 });
    const sleep = 'SELECT pg_sleep(8) AS slept';
    try {
      await expect(db.raw(sleep)).rejects.toMatchObject({ code: 'ETIMEDOUT' });
      const slept = await longTransaction(db, 20_000, async (trx) => trx.raw<{ rowCount: number }>(sleep));
      expect(slept.rowCount).toBe(1);
    } finally {
      await db.destroy();
    }
  });
});

describe('an internal error', () => {
  it('answers 500 internal_error without details, and logs it fully under the same request id', async () => {
    const faulty = await startApi({
      depositAddress: () => {
        throw new Error('secret detail of /etc/passwd');
      },
    });
    try {
      const merchant = await faulty.addMerchant();
      const answer = await faulty.ask('POST', '/v1/invoices', { key: merchant.key, json: INVOICE });
      expect(codeOf(answer)).toEqual([500, 'internal_error']);
      expect(answer.text).not.toMatch(/secret|passwd|at /);
      const line = faulty.logLines().find((text) => text.includes('secret detail'));
      expect(line).toContain(answer.body.error.requestId);
      expect(await faulty.db('invoices').count()).toEqual([{ count: 0 }]);
    } finally {
      await faulty.close();
    }
  });
});
