import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '../../helpers/until.js';
import { startApi, type TestApi } from '../../helpers/api/start-api.js';
import { createTestDatabase, type TestDatabase } from '../../helpers/services/postgres.js';
import { findBreach } from '../../helpers/api/watch-replies.js';

/**
 * The bounds of production, but shorter. It only matters that each of them ends something. A client of ours could miss
 * them too on a busy machine, so that whoever wants an answer asks the other server.
 */
const IMPATIENT = {
  headersTimeoutMs: 1_000,
  requestTimeoutMs: 2_000,
  checkIntervalMs: 50,
  keepAliveTimeoutMs: 60_000,
  idleTimeoutMs: 3_000,
};

let database: TestDatabase;
let api: TestApi;
let impatient: TestApi;
let key: string;

beforeAll(async () => {
  database = await createTestDatabase();
  api = await startApi({ rateLimits: { '*': null } }, {}, database);
  impatient = await startApi({ rateLimits: { '*': null } }, IMPATIENT, database);
  ({ key } = await api.addMerchant());
});
afterAll(async () => {
  await api.close();
  await impatient.close();
  await database.drop();
});

interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly code: unknown;
  readonly body: { readonly ok: boolean; readonly data?: unknown; readonly error?: { requestId: string } };
}

function open({ baseUrl }: TestApi = api): Promise<Socket> {
  const socket = connect(Number(new URL(baseUrl).port), '127.0.0.1');
  return once(socket, 'connect').then(() => socket);
}

/** Reads until the server closes the connection. A reset after the answer counts as a close. */
function read(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(text));
  });
}

/** Splits the text into answers. Each answer says its own length. */
function parse(text: string): RawAnswer[] {
  const answers: RawAnswer[] = [];
  for (let rest = text; rest !== '';) {
    const end = rest.indexOf('\r\n\r\n');
    const [first = '', ...lines] = rest.slice(0, end).split('\r\n');
    const headers = Object.fromEntries(
      lines.map((line) => [
        line.slice(0, line.indexOf(':')).toLowerCase(),
        line.slice(line.indexOf(':') + 2),
      ]),
    );
    const length = Number(headers['content-length']);
    const body = JSON.parse(rest.slice(end + 4, end + 4 + length)) as RawAnswer['body'] & {
      error?: { code: string };
    };
    answers.push({ status: Number(first.split(' ')[1]), headers, code: body.error?.code, body });
    rest = rest.slice(end + 4 + length);
  }
  return answers;
}

/** Sends this text, and reads until the server closes the connection. */
async function send(text: string | Buffer, to = api): Promise<RawAnswer[]> {
  const socket = await open(to);
  socket.write(text);
  return parse(await read(socket));
}

const only = ([answer, ...others]: readonly RawAnswer[]): RawAnswer => {
  expect(others).toEqual([]);
  if (answer === undefined) throw new Error('There was no answer.');
  return answer;
};

/** Checks that the answer has the contract's form, with a request id. */
function expectRefusal(answer: RawAnswer, status: number, code: string): void {
  expect([answer.status, answer.code]).toEqual([status, code]);
  expect(answer.body.ok).toBe(false);
  expect(answer.headers['content-type']).toMatch(/^application\/json/);
  expect(answer.headers['x-request-id']).toMatch(/^req_/);
  expect(answer.body.error?.requestId).toBe(answer.headers['x-request-id']);
}

const head = (line: string, ...headers: string[]): string =>
  [`${line} HTTP/1.1`, 'Host: api', 'Connection: close', ...headers, '', ''].join('\r\n');
const posting = (...headers: string[]): string =>
  head('POST /v1/invoices', `Authorization: Bearer ${key}`, 'Content-Type: application/json', ...headers);
const INVOICE = '{"amountCrypto":"1","chainCode":"local","tokenSymbol":"USDC"}';

/** Checks that the reference of every endpoint has this answer, which the server gives before any endpoint. */
function expectDescribed({ status, headers, body }: RawAnswer): void {
  for (const [method, path] of [
    ['GET', '/healthz'],
    ['POST', '/v1/invoices'],
  ] as const)
    expect(findBreach({ method, path, status, headers, text: JSON.stringify(body) })).toBeNull();
}

/** Sends a byte now and then until the connection ends. */
function trickle(socket: Socket, bytes: string): void {
  const timer = setInterval(() => socket.write(bytes), 20);
  socket.on('close', () => clearInterval(timer));
}

describe('a slow client', () => {
  it('that sends its headers slowly gets an error and is cut off', async () => {
    const socket = await open(impatient);
    socket.write('GET /healthz HTTP/1.1\r\nHost: api\r\n');
    trickle(socket, 'X-A: b\r\n');
    const answer = only(parse(await read(socket)));
    expectRefusal(answer, 408, 'validation_failed');
    expectDescribed(answer);
  });

  it('that sends its body slowly gets an error and is cut off', async () => {
    const socket = await open(impatient);
    socket.write(posting('Content-Length: 60000'));
    trickle(socket, ' ');
    expectRefusal(only(parse(await read(socket))), 408, 'validation_failed');
  });

  it('that sends nothing is cut off', async () => {
    expect(await read(await open(impatient))).toMatch(/^$|^HTTP\/1\.1 408 /);
  });

  it('that reads its answers slowly is cut off', async () => {
    const others = await impatient.openConnections();
    const socket = await open(impatient);
    socket.pause().on('error', () => undefined);
    // Many long answers that nobody reads fill every buffer between us, and then stop.
    socket.write(head('GET /openapi.json').replace('Connection: close\r\n', '').repeat(100));
    await until('it is connected', async () => (await impatient.openConnections()) > others);
    await until('it is cut off', async () => (await impatient.openConnections()) === others);
    socket.destroy();
  });
});

const bytesInUse = (): number => {
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
};

describe('too much input:', () => {
  it('headers answer 431', async () => {
    const answer = only(await send(head('GET /healthz', `X-A: ${'a'.repeat(20_000)}`)));
    expectRefusal(answer, 431, 'payload_too_large');
    expectDescribed(answer);
    expectRefusal(only(await send(head(`GET /${'a'.repeat(20_000)}`))), 431, 'payload_too_large');
  });

  it.each([
    ['', 413, 'payload_too_large', () => key],
    [' from nobody we know', 401, 'unauthenticated', () => 'wrong'],
  ])('a body that never ends%s answers %i once, is not stored, and ends at the limit', async (...row) => {
    const [, status, code, keyOf] = row;
    const before = bytesInUse();
    const socket = await open(impatient);
    const headers = ['Content-Type: application/json', 'Transfer-Encoding: chunked'];
    socket.write(head('POST /v1/invoices', `Authorization: Bearer ${keyOf()}`, ...headers));
    const chunk = `10000\r\n${' '.repeat(65_536)}\r\n`;
    const more = (): void => {
      while (!socket.destroyed && socket.write(chunk));
    };
    socket.on('drain', more);
    more();
    expectRefusal(only(parse(await read(socket))), status, code);
    expect(bytesInUse() - before).toBeLessThan(200 * 2 ** 20);
  });

  it('an announced body from an unknown client answers 413 too, because its size is checked first', async () => {
    const headers = ['Content-Type: application/json', `Content-Length: ${64 * 1_024 + 1}`];
    expectRefusal(only(await send(head('POST /v1/invoices', ...headers))), 413, 'payload_too_large');
  });

  it('an announced body answers 413 before it arrives', async () => {
    expectRefusal(only(await send(posting('Content-Length: 10000000000'))), 413, 'payload_too_large');
  });

  it('many connections at once leave room for an honest client', async () => {
    const sockets = await Promise.all(Array.from({ length: 300 }, () => open()));
    for (const socket of sockets) socket.on('error', () => undefined).write('GET /healthz HTTP/1.1\r\n');
    expect((await api.ask('GET', '/v1/balances', { key })).status).toBe(200);
    expect(await api.openConnections()).toBeGreaterThanOrEqual(sockets.length);
    for (const socket of sockets) socket.destroy();
    expect((await api.ask('GET', '/v1/balances', { key })).status).toBe(200);
  });
});

describe('a request that contradicts itself', () => {
  it.each([
    [
      'a body longer than its Content-Length',
      () => `${posting('Content-Length: 2')}{}{}`.replace('Connection: close\r\n', ''),
    ],
    ['garbage as chunks', () => `${posting('Transfer-Encoding: chunked')}zz\r\n{}\r\n0\r\n\r\n`],
    ['a chunk longer than it says', () => `${posting('Transfer-Encoding: chunked')}2\r\n{}}}}}\r\n0\r\n\r\n`],
    [
      'both lengths',
      () => `${posting('Content-Length: 2', 'Transfer-Encoding: chunked')}2\r\n{}\r\n0\r\n\r\n`,
    ],
    ['two lengths', () => `${posting('Content-Length: 2', 'Content-Length: 3')}{}`],
    ['an invalid length', () => `${posting('Content-Length: -1')}{}`],
    ['no host', () => 'GET /healthz HTTP/1.1\r\n\r\n'],
    ['a NUL in its path', () => head('GET /v1/invoices/\0')],
    ['a NUL in a header', () => head('GET /healthz', 'X-A: \0')],
    ['an obsolete folded line', () => head('GET /healthz', 'X-A: a', '  b')],
    ['an invalid method', () => head('BREW /pot')],
    ['another protocol', () => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
    ['HTTP/2 without asking', () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ])('%s answers 400 and is cut off', async (_, text) => {
    const answers = await send(text());
    const last = answers.at(-1);
    if (last === undefined) throw new Error('There was no answer.');
    expectRefusal(last, 400, 'validation_failed');
  });

  it('with a body shorter than its Content-Length is waited for up to the limit only', async () => {
    const short = await send(`${posting('Content-Length: 200')}${INVOICE}`, impatient);
    expectRefusal(only(short), 408, 'validation_failed');
    expect(await impatient.db('invoices').count()).toEqual([{ count: 0 }]);
  });
});

describe('a method', () => {
  it.each(['TRACE', 'PROPFIND', 'LOCK', 'PURGE', 'M-SEARCH'])(
    '%s answers 405 and echoes nothing',
    async (method) => {
      const answer = only(await send(head(`${method} /v1/balances`, 'X-Secret: of-mine')));
      expectRefusal(answer, 405, 'method_not_allowed');
      expect(answer.headers['allow']).toBe('GET, HEAD');
      expect(JSON.stringify(answer)).not.toContain('of-mine');
    },
  );

  it('CONNECT answers 405', async () => {
    expectRefusal(
      only(await send('CONNECT inside:80 HTTP/1.1\r\nHost: inside:80\r\n\r\n')),
      405,
      'method_not_allowed',
    );
  });
});

describe('a path', () => {
  it.each([
    '/v1/invoices/%2e%2e%2fbalances',
    '/v1%2finvoices',
    '/v1/invoices/inv_%00',
    '/v1/invoices/%',
    '/v1/invoices/%zz',
    '/v1/invoices/%c0%af',
    '/v1/invoices/../balances',
    '//v1/balances',
    '/v1/./balances',
    '/v1/invoices/__proto__',
    '/docs/%2e%2e/package.json',
  ])('%s names nothing', async (path) => {
    expectRefusal(only(await send(head(`GET ${path}`, `Authorization: Bearer ${key}`))), 404, 'not_found');
  });

  it('of absolute form is read as its path, whatever host it names', async () => {
    const { status } = only(
      await send(head('GET http://elsewhere.example/v1/balances', `Authorization: Bearer ${key}`)),
    );
    expect(status).toBe(200);
    expectRefusal(only(await send(head('GET http://elsewhere.example/nowhere'))), 404, 'not_found');
  });

  it('of asterisk form names nothing', async () => {
    expectRefusal(only(await send(head('OPTIONS *'))), 404, 'not_found');
  });
});

describe('a body', () => {
  const withBody = (body: string, type = 'application/json'): Promise<RawAnswer[]> => {
    const headers = [`Authorization: Bearer ${key}`, `Content-Type: ${type}`, 'Idempotency-Key: nested'];
    return send(head('POST /v1/invoices', ...headers, `Content-Length: ${Buffer.byteLength(body)}`) + body);
  };

  it.each(['utf-16', 'utf-16le', 'utf-32', 'utf-7', '"utf-16"', 'latin1'])(
    'in the character set %s answers 415',
    async (charset) => {
      const answer = only(await withBody(INVOICE, `application/json; charset=${charset}`));
      expectRefusal(answer, 415, 'unsupported_media_type');
    },
  );

  it.each([
    ['lists', '['.repeat(30_000) + ']'.repeat(30_000)],
    ['objects', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
    ['metadata', `${INVOICE.slice(0, -1)},"metadata":{"a":${'['.repeat(30_000)}${']'.repeat(30_000)}}}`],
  ])('of %s within each other answers 400', async (_, body) => {
    expectRefusal(only(await withBody(body)), 400, 'validation_failed');
  });

  it('with __proto__ in its metadata answers 400 and changes nothing of ours', async () => {
    const body = `${INVOICE.slice(0, -1)},"metadata":{"__proto__":{"isAdmin":true}}}`;
    expectRefusal(only(await withBody(body)), 400, 'validation_failed');
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  });

  it('that names a field twice is read by the last, as JSON.parse does (RFC 8259, 4)', async () => {
    const answer = only(await withBody(`{"amountCrypto":"-1",${INVOICE.slice(1)}`));
    expect([answer.status, answer.body.data]).toEqual([
      201,
      expect.objectContaining({ amountCrypto: '1.000000' }),
    ]);
  });
});

describe('requests in an older or a denser form', () => {
  it('one after another without waiting are answered in order', async () => {
    const keepAlive = head('GET /nowhere').replace('Connection: close\r\n', '');
    const answers = await send(keepAlive.repeat(50) + head('GET /healthz'));
    expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 50 }, () => 404), 200]);
    expect(new Set(answers.map(({ headers }) => headers['x-request-id'])).size).toBe(51);
  });

  it('of HTTP/1.0 are answered, without a host and without chunks', async () => {
    const answer = only(await send(`GET /v1/balances HTTP/1.0\r\nAuthorization: Bearer ${key}\r\n\r\n`));
    expect(answer.status).toBe(200);
    expect(answer.headers['transfer-encoding']).toBeUndefined();
  });

  it('with an expectation that nobody knows are answered', async () => {
    expect(only(await send(head('GET /healthz', 'Expect: wonders'))).status).toBe(200);
  });
});
