import { getEventListeners } from 'node:events';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';

import type { WebhookUrlPolicy } from '../../src/webhooks/guard-url.js';
import type { ResolveHost } from '../../src/webhooks/resolve-host.js';
import { sendWebhook, type AttemptResult, type SendWebhookOptions } from '../../src/webhooks/send.js';
import { generateWebhookSecret, serviceSignature, signWebhook } from '../../src/webhooks/sign.js';
import { startRawReceiver, startReceiver } from './receiver.js';
import { createTestAuthority } from './test-authority.js';

const strict: WebhookUrlPolicy = { allowHttp: false, allowCidrs: [] };
const loopback: WebhookUrlPolicy = { allowHttp: true, allowCidrs: ['127.0.0.0/8'] };
const authority = createTestAuthority();
const body = '{"event":"ping","timestamp":"2026-01-02T03:04:05.000Z","data":{"note":"Zürich"}}';
const SHORT_MS = 300;
/** For what must not end by its time-out. */
const LONG_MS = 10_000;
const KEPT_BYTES = 16 * 1024;

const resolveTo =
  (...addresses: string[]): ResolveHost =>
  () =>
    Promise.resolve(addresses);

function send(port: number, changes: Partial<SendWebhookOptions> = {}): Promise<AttemptResult> {
  return sendWebhook({
    url: `http://shop.example:${port}/hooks?shop=1`,
    body,
    headers: {},
    policy: loopback,
    timeoutMs: LONG_MS,
    resolve: resolveTo('127.0.0.1'),
    ...changes,
  });
}

const sendTls = (port: number, changes: Partial<SendWebhookOptions> = {}): Promise<AttemptResult> =>
  send(port, { url: `https://shop.example:${port}/hooks`, ca: authority.ca, ...changes });

const onlyTextIsPublic = (result: AttemptResult): void => {
  expect(result.errorMessage).not.toMatch(/127\.0|::1|E[A-Z]{5,}|ERR_/);
};

describe('an attempt', () => {
  it('posts the signed bytes, and keeps what was sent and what came back', async () => {
    await using receiver = await startReceiver((_request, response) => {
      response.writeHead(202, { 'X-Trace': ['a', 'b'] }).end('thanks');
    });
    const secret = generateWebhookSecret();
    const timestampSeconds = Math.floor(Date.now() / 1000);
    const headers = signWebhook({
      body,
      eventId: 'evt_1',
      timestampSeconds,
      secrets: [secret],
      legacySecret: secret,
    });
    const result = await send(receiver.port, {
      headers,
      body: Buffer.from(body),
      now: () => 1_700_000_000_123,
    });

    expect(result).toMatchObject({
      startedAt: 1_700_000_000_123,
      statusCode: 202,
      errorClass: null,
      errorMessage: null,
      responseBody: 'thanks',
    });
    expect(result.responseHeaders).toMatchObject({ 'x-trace': 'a, b' });
    expect(result.requestHeaders).toMatchObject({ ...headers, 'Content-Type': 'application/json' });
    const [request] = receiver.requests;
    expect(request).toMatchObject({ method: 'POST', path: '/hooks?shop=1' });
    expect(request?.body.toString()).toBe(body);
    expect(request?.headers).toMatchObject({
      host: `shop.example:${receiver.port}`,
      'content-type': 'application/json',
      'user-agent': expect.stringMatching(/^Quittance\/\d+\.\d+\.\d+$/) as unknown,
      'content-length': String(Buffer.byteLength(body)),
      'x-service-signature': serviceSignature({ body, secret }),
    });
    const received = request?.headers as Record<string, string>;
    expect(new Webhook(secret).verify(body, received)).toEqual(JSON.parse(body));
  });

  it('is a success for every 2xx and a failure of class status for the rest', async () => {
    let status = 200;
    await using receiver = await startReceiver((_request, response) => {
      response.writeHead(status).end(status === 204 ? undefined : 'why');
    });
    for (status of [200, 201, 204, 299]) {
      expect(await send(receiver.port)).toMatchObject({
        statusCode: status,
        errorClass: null,
        errorMessage: null,
      });
    }
    for (status of [400, 401, 404, 410, 429, 500, 503]) {
      expect(await send(receiver.port)).toMatchObject({
        statusCode: status,
        errorClass: 'status',
        responseBody: 'why',
      });
    }
  });

  it('does not follow a redirect', async () => {
    await using inside = await startReceiver((_request, response) => response.end());
    let status = 301;
    await using receiver = await startReceiver((_request, response) => {
      response.writeHead(status, { location: `http://127.0.0.1:${inside.port}/` }).end();
    });
    for (status of [300, 301, 302, 303, 304, 307, 308]) {
      expect(await send(receiver.port)).toMatchObject({ statusCode: status, errorClass: 'redirect' });
    }
    expect(inside.connectionCount()).toBe(0);
  });

  it('takes the final status after informational ones', async () => {
    await using receiver = await startReceiver((_request, response) => {
      response.writeProcessing();
      response.writeEarlyHints({ link: '</a>; rel=preload' });
      response.writeHead(200).end('done');
    });
    expect(await send(receiver.port)).toMatchObject({
      statusCode: 200,
      errorClass: null,
      responseBody: 'done',
    });
  });

  it('asks no proxy', async () => {
    await using proxy = await startReceiver((_request, response) => response.end());
    await using receiver = await startReceiver((_request, response) => response.end('direct'));
    const names = [
      'HTTP_PROXY',
      'http_proxy',
      'HTTPS_PROXY',
      'https_proxy',
      'ALL_PROXY',
      'NODE_USE_ENV_PROXY',
    ];
    const before = names.map((name) => process.env[name]);
    for (const name of names) process.env[name] = `http://127.0.0.1:${proxy.port}`;
    try {
      expect(await send(receiver.port)).toMatchObject({ responseBody: 'direct' });
    } finally {
      names.forEach((name, index) => {
        if (before[index] === undefined) Reflect.deleteProperty(process.env, name);
        else process.env[name] = before[index];
      });
    }
    expect(proxy.connectionCount()).toBe(0);
  });
});

describe('one deadline, from name look-up to status', () => {
  const timedOut = (step: string) => ({
    statusCode: null,
    errorClass: 'timeout',
    errorMessage: expect.stringContaining(step) as unknown,
    responseHeaders: null,
    responseBody: null,
  });

  it('ends a look-up that hangs', async () => {
    const resolve = () => new Promise<string[]>(() => undefined);
    expect(await send(1024, { resolve, timeoutMs: SHORT_MS })).toMatchObject(timedOut('looked up'));
  });

  it('ends a TLS handshake that hangs, and lets go of the socket', async () => {
    await using receiver = await startRawReceiver((socket) => socket.resume());
    expect(await sendTls(receiver.port, { timeoutMs: SHORT_MS })).toMatchObject(timedOut('TLS'));
    await receiver.idle();
  });

  it('ends the wait for a receiver that never answers, and lets go of the socket', async () => {
    await using receiver = await startRawReceiver((socket) => socket.resume());
    const result = await send(receiver.port, { timeoutMs: SHORT_MS });
    expect(result).toMatchObject(timedOut('status'));
    expect(result.durationMs).toBeGreaterThanOrEqual(SHORT_MS - 5);
    expect(result.durationMs).toBeLessThan(LONG_MS);
    await receiver.idle();
  });

  it('ends an answer whose headers drip', async () => {
    await using receiver = await startRawReceiver((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      drip(socket, 'X-Drip: 1\r\n');
    });
    expect(await send(receiver.port, { timeoutMs: SHORT_MS })).toMatchObject(timedOut('status'));
    await receiver.idle();
  });

  it('covers all steps together', async () => {
    await using receiver = await startReceiver(() => undefined);
    const resolve = () =>
      new Promise<string[]>((done) => setTimeout(() => done(['127.0.0.1']), SHORT_MS / 2));
    const result = await send(receiver.port, { resolve, timeoutMs: SHORT_MS });
    expect(result).toMatchObject({ errorClass: 'timeout' });
    expect(result.durationMs).toBeLessThan(SHORT_MS * 1.5);
  });

  it('leaves no connection behind, however many receivers are dead', async () => {
    await using receiver = await startRawReceiver((socket) => socket.resume());
    const results = await Promise.all(
      Array.from({ length: 50 }, () => send(receiver.port, { timeoutMs: SHORT_MS })),
    );
    expect(results.every(({ errorClass }) => errorClass === 'timeout')).toBe(true);
    expect(receiver.connectionCount()).toBe(50);
    await receiver.idle();
  });
});

/** Writes a little every few ms until the socket is gone. */
function drip(
  socket: { write: (text: string) => unknown; once: (event: 'close', listener: () => void) => unknown },
  text: string,
): void {
  const timer = setInterval(() => socket.write(text), 20);
  socket.once('close', () => clearInterval(timer));
}

describe('a 2xx is success, whatever its body does', () => {
  it('drips: what came until the deadline is kept', async () => {
    await using receiver = await startReceiver((_request, response) => {
      response.writeHead(200);
      drip(response, 'x');
    });
    const result = await send(receiver.port, { timeoutMs: SHORT_MS });
    expect(result).toMatchObject({ statusCode: 200, errorClass: null });
    expect(result.responseBody).toMatch(/^x+$/);
    expect(result.durationMs).toBeLessThan(SHORT_MS);
    await receiver.idle();
  });

  it('never comes', async () => {
    await using receiver = await startReceiver((_request, response) => {
      response.writeHead(200, { 'content-length': '1000000' }).flushHeaders();
    });
    expect(await send(receiver.port, { timeoutMs: SHORT_MS })).toMatchObject({
      errorClass: null,
      responseBody: '',
    });
  });

  it('is endless: 16 KiB are kept and the connection is cut', async () => {
    await using receiver = await startReceiver((_request, response) => {
      const pump = (): void => {
        while (!response.destroyed && response.write('abcdefgh'.repeat(1024)));
      };
      response.writeHead(200).on('drain', pump);
      pump();
    });
    const startMs = performance.now();
    const result = await send(receiver.port);
    expect(performance.now() - startMs).toBeLessThan(LONG_MS);
    expect(result).toMatchObject({ statusCode: 200, errorClass: null });
    expect(result.responseBody).toBe('abcdefgh'.repeat(KEPT_BYTES / 8));
    await receiver.idle();
  });

  it.each([
    ['gzip', gzipSync(Buffer.alloc(50_000_000, 'a'))],
    ['deflate', deflateSync(Buffer.alloc(50_000_000, 'a'))],
    ['br', brotliCompressSync(Buffer.alloc(50_000_000, 'a'))],
  ])('is a %s bomb: no more than needed is unpacked', async (encoding, bomb) => {
    await using receiver = await startReceiver((_request, response) => {
      response.writeHead(200, { 'content-encoding': encoding }).end(bomb);
    });
    const before = process.memoryUsage().arrayBuffers;
    const result = await send(receiver.port);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(10_000_000);
    expect(result).toMatchObject({ statusCode: 200, errorClass: null, responseBody: 'a'.repeat(KEPT_BYTES) });
  });

  it('is compressed without end and stands for nothing', async () => {
    const empty = gzipSync('');
    await using receiver = await startReceiver((_request, response) => {
      const pump = (): void => {
        while (
          !response.destroyed &&
          response.write(Buffer.concat(Array.from({ length: 500 }, () => empty)))
        );
      };
      response.writeHead(200, { 'content-encoding': 'gzip' }).on('drain', pump);
      pump();
    });
    const startMs = performance.now();
    expect(await send(receiver.port)).toMatchObject({ statusCode: 200, errorClass: null, responseBody: '' });
    expect(performance.now() - startMs).toBeLessThan(LONG_MS);
    await receiver.idle();
  });

  it.each([
    ['is not what its encoding says', { 'content-encoding': 'gzip' }, 'plain text', ''],
    ['is of an unknown encoding', { 'content-encoding': 'rot13' }, 'grkg', 'grkg'],
    ['is compressed twice', { 'content-encoding': 'gzip, gzip' }, 'as it comes', 'as it comes'],
    ['is cut off', { 'content-length': '100' }, 'half', 'half'],
  ])('%s', async (_name, headers, sent, kept) => {
    await using receiver = await startReceiver((_request, response) => {
      response.writeHead(200, headers as Record<string, string>);
      response.write(sent, () => response.destroy());
    });
    expect(await send(receiver.port)).toMatchObject({
      statusCode: 200,
      errorClass: null,
      responseBody: kept,
    });
  });

  it('is cut off within its compression: what could be unpacked is kept', async () => {
    const packed = gzipSync(Buffer.from('hello '.repeat(2)));
    await using receiver = await startReceiver((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      response.write(packed.subarray(0, -8), () => response.destroy());
    });
    expect(await send(receiver.port)).toMatchObject({ errorClass: null, responseBody: 'hello hello ' });
  });

  it('has broken chunks', async () => {
    await using receiver = await startRawReceiver((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\ngood\r\nZZ\r\n');
    });
    expect(await send(receiver.port)).toMatchObject({
      statusCode: 200,
      errorClass: null,
      responseBody: 'good',
    });
  });

  it('is text that a database can hold: no NUL, no broken character, 16 KiB of UTF-8', async () => {
    const bytes = Buffer.concat([
      Buffer.from('a\0b\xff'),
      Buffer.from([0xff, 0xfe]),
      Buffer.from('₿'.repeat(10_000)),
    ]);
    await using receiver = await startReceiver((_request, response) => response.end(bytes));
    const { responseBody } = await send(receiver.port);
    expect(responseBody?.startsWith('abÿ\ufffd\ufffd₿')).toBe(true);
    expect(responseBody?.endsWith('₿')).toBe(true);
    expect(responseBody).not.toContain('\0');
    const { length } = Buffer.from(responseBody ?? '');
    expect(length).toBeGreaterThan(KEPT_BYTES - 4);
    expect(length).toBeLessThanOrEqual(KEPT_BYTES);
  });

  it('keeps a failed answer’s body under the same limits', async () => {
    await using receiver = await startReceiver((_request, response) => {
      response.writeHead(500);
      drip(response, 'x');
    });
    const result = await send(receiver.port, { timeoutMs: SHORT_MS });
    expect(result).toMatchObject({ statusCode: 500, errorClass: 'status' });
    expect(result.responseBody).toMatch(/^x+$/);
  });
});

describe('headers of the answer', () => {
  it('are kept within bounds', async () => {
    await using receiver = await startReceiver((_request, response) => {
      for (let index = 0; index < 200; index += 1)
        response.setHeader(`X-${index}`, 'v'.repeat(index === 0 ? 5000 : 10));
      response.end();
    });
    const { responseHeaders } = await send(receiver.port);
    expect(Object.keys(responseHeaders ?? {})).toHaveLength(64);
    expect(responseHeaders?.['x-0']).toHaveLength(1024);
  });

  it('can not reach a prototype', async () => {
    await using receiver = await startRawReceiver((socket) => {
      socket.end(
        'HTTP/1.1 200 OK\r\n__proto__: a\r\n__proto__: b\r\nconstructor: c\r\nContent-Length: 0\r\n\r\n',
      );
    });
    const result = await send(receiver.port);
    expect(result).toMatchObject({ statusCode: 200, errorClass: null });
    expect(Object.getPrototypeOf(result.responseHeaders)).toBe(Object.prototype);
    expect(Object.keys(result.responseHeaders ?? {})).toEqual(['__proto__', 'constructor', 'content-length']);
  });
});

describe('a receiver that can not be reached or speaks nonsense', () => {
  it('has a name that does not resolve', async () => {
    const resolve = () => Promise.reject(new Error('queryA ENOTFOUND shop.example 10.0.0.53'));
    const result = await send(1024, { resolve });
    expect(result).toMatchObject({
      statusCode: null,
      errorClass: 'dns',
      errorMessage: 'The host name could not be resolved.',
    });
    const { errorClass } = await sendWebhook({
      url: 'https://quittance-test.invalid/',
      body,
      headers: {},
      policy: strict,
      timeoutMs: LONG_MS,
    });
    expect(errorClass).toBe('dns');
  });

  it('refuses the connection', async () => {
    const { port } = await closedPort();
    for (const addresses of [['127.0.0.1'], ['127.0.0.1', '127.0.0.2']]) {
      const result = await send(port, { resolve: resolveTo(...addresses) });
      expect(result).toMatchObject({ statusCode: null, errorClass: 'connect' });
      expect(result.errorMessage).toContain('refused');
      onlyTextIsPublic(result);
    }
  });

  it('is reached at its second address when the first refuses', async () => {
    await using receiver = await startReceiver((_request, response) => response.end(), { host: '127.0.0.2' });
    const result = await send(receiver.port, { resolve: resolveTo('127.0.0.1', '127.0.0.2') });
    expect(result).toMatchObject({ statusCode: 200, errorClass: null });
  });

  it.each([
    ['closes at once', '', 'closed'],
    ['closes within the headers', 'HTTP/1.1 200 OK\r\nX', 'closed'],
    ['is no HTTP server', '220 mail.example ESMTP\r\n', 'not valid HTTP'],
    ['speaks HTTP/2 only', '\0\0\x06\x04\0\0\0\0\0\0\x04\0\0\x10\0', 'not valid HTTP'],
    [
      'sends headers without end',
      `HTTP/1.1 200 OK\r\n${`X-A: ${'a'.repeat(1000)}\r\n`.repeat(70)}`,
      'too large',
    ],
  ])('%s', async (_name, answer, told) => {
    await using receiver = await startRawReceiver((socket) => {
      socket.once('data', () => socket.end(answer));
    });
    const result = await send(receiver.port);
    expect(result).toMatchObject({ statusCode: null, errorClass: 'connect' });
    expect(result.errorMessage).toContain(told);
    onlyTextIsPublic(result);
    expect(receiver.connectionCount()).toBe(1);
  });

  it('resets the connection before it is asked anything', async () => {
    await using receiver = await startRawReceiver((socket) => socket.resetAndDestroy());
    const result = await send(receiver.port);
    expect(result).toMatchObject({ statusCode: null, errorClass: 'connect' });
    onlyTextIsPublic(result);
  });

  async function closedPort(): Promise<{ port: number }> {
    await using receiver = await startRawReceiver(() => undefined);
    return { port: receiver.port };
  }
});

describe('TLS', () => {
  const identity = authority.issue('shop.example');

  it('is made with the name of the URL, over the checked address', async () => {
    await using receiver = await startReceiver((_request, response) => response.end('safe'), { identity });
    for (const host of ['shop.example', 'shop.example.']) {
      const result = await sendTls(receiver.port, { url: `https://${host}:${receiver.port}/` });
      expect(result).toMatchObject({ statusCode: 200, errorClass: null, responseBody: 'safe' });
    }
    expect(receiver.requests.map(({ servername }) => servername)).toEqual(['shop.example', 'shop.example']);
  });

  it('takes a certificate for an address', async () => {
    const forAddress = authority.issue('127.0.0.1');
    await using receiver = await startReceiver((_request, response) => response.end(), {
      identity: forAddress,
    });
    const url = `https://127.0.0.1:${receiver.port}/`;
    expect(await sendTls(receiver.port, { url })).toMatchObject({ statusCode: 200, errorClass: null });
    await using other = await startReceiver((_request, response) => response.end(), {
      identity: forAddress,
      host: '127.0.0.2',
    });
    const otherUrl = `https://127.0.0.2:${other.port}/`;
    expect(await sendTls(other.port, { url: otherUrl })).toMatchObject({ errorClass: 'tls' });
  });

  const past = { notBefore: new Date('2020-01-01'), notAfter: new Date('2020-02-01') };
  const future = { notBefore: new Date('2090-01-01'), notAfter: new Date('2090-02-01') };
  it.each([
    ['of another host', authority.issue('evil.example'), 'not for the URL'],
    ['for an address, when the URL has a name', authority.issue('127.0.0.1'), 'not for the URL'],
    [
      'of an authority that nobody knows',
      createTestAuthority().issue('shop.example'),
      'well-known authority',
    ],
    ['that has expired', authority.issue('shop.example', past), 'expired'],
    ['that is not valid yet', authority.issue('shop.example', future), 'not valid yet'],
  ])('refuses a certificate %s, before a byte of the event is sent', async (_name, wrong, told) => {
    await using receiver = await startReceiver((_request, response) => response.end(), { identity: wrong });
    const result = await sendTls(receiver.port);
    expect(result).toMatchObject({ statusCode: null, errorClass: 'tls' });
    expect(result.errorMessage).toContain(told);
    onlyTextIsPublic(result);
    expect(receiver.requests).toHaveLength(0);
    await receiver.idle();
  });

  it('trusts the well-known authorities only, unless told', async () => {
    await using receiver = await startReceiver((_request, response) => response.end(), { identity });
    const url = `https://shop.example:${receiver.port}/`;
    expect(await send(receiver.port, { url })).toMatchObject({ errorClass: 'tls' });
  });

  it.each([
    ['speaks no TLS', 'HTTP/1.1 400 Bad Request\r\n\r\n'],
    ['closes during the handshake', ''],
  ])('fails as such when the receiver %s', async (_name, answer) => {
    await using receiver = await startRawReceiver((socket) => {
      socket.once('data', () => socket.end(answer));
    });
    const result = await sendTls(receiver.port);
    expect(result).toMatchObject({ statusCode: null, errorClass: 'tls' });
    onlyTextIsPublic(result);
  });

  it('ends with the connection when the receiver closes right after the handshake', async () => {
    await using receiver = await startReceiver(() => undefined, {
      identity,
      onSecure: (socket) => socket.destroy(),
    });
    for (let run = 0; run < 20; run += 1) {
      expect(await sendTls(receiver.port)).toMatchObject({ statusCode: null, errorClass: 'connect' });
    }
  });
});

describe('a receiver inside', () => {
  it.each([
    'https://127.0.0.1',
    'https://127.1',
    'https://0x7f000001',
    'https://2130706433',
    'https://[::ffff:127.0.0.1]',
    'https://localhost',
  ])('is not reached as %s', async (origin) => {
    await using receiver = await startReceiver((_request, response) => response.end());
    const url = `${origin}:${receiver.port}/`;
    const result = await sendWebhook({ url, body, headers: {}, policy: strict, timeoutMs: LONG_MS });
    expect(result).toMatchObject({ statusCode: null, errorClass: 'url_not_allowed', responseBody: null });
    onlyTextIsPublic(result);
    expect(receiver.connectionCount()).toBe(0);
  });

  it('is not reached by a name whose answer changes after the check', async () => {
    await using receiver = await startReceiver((_request, response) => response.end());
    await using inside = await startReceiver((_request, response) => response.end('secret'), {
      host: '127.0.0.9',
    });
    const answers = [['127.0.0.1'], ['127.0.0.9'], ['127.0.0.9']];
    let asked = 0;
    const resolve: ResolveHost = () => Promise.resolve(answers[asked++] ?? []);
    const policy = { allowHttp: true, allowCidrs: ['127.0.0.1/32'] };
    // One look-up an attempt: its answer is checked, and is what is connected to.
    expect(await send(receiver.port, { resolve, policy })).toMatchObject({ statusCode: 200 });
    expect(asked).toBe(1);
    expect(await send(inside.port, { resolve, policy })).toMatchObject({ errorClass: 'url_not_allowed' });
    expect(asked).toBe(2);
    expect(inside.connectionCount()).toBe(0);
  });

  it('is not reached by a name that has a public address as well', async () => {
    await using receiver = await startReceiver((_request, response) => response.end());
    const resolve = resolveTo('8.8.8.8', '127.0.0.1');
    const policy = { allowHttp: true, allowCidrs: [] };
    expect(await send(receiver.port, { resolve, policy })).toMatchObject({ errorClass: 'url_not_allowed' });
    expect(receiver.connectionCount()).toBe(0);
  });
});

describe('a shutdown', () => {
  const shutdown = new Error('the worker shuts down');

  it('before the status rejects, and lets go of the socket', async () => {
    const controller = new AbortController();
    await using receiver = await startReceiver(() => controller.abort(shutdown));
    await expect(send(receiver.port, { signal: controller.signal })).rejects.toBe(shutdown);
    await receiver.idle();
  });

  it('that came earlier sends nothing', async () => {
    await using receiver = await startReceiver(() => undefined);
    await expect(send(receiver.port, { signal: AbortSignal.abort(shutdown) })).rejects.toBe(shutdown);
    expect(receiver.connectionCount()).toBe(0);
  });

  it('after the status keeps the answer', async () => {
    const controller = new AbortController();
    await using receiver = await startReceiver((_request, response) => {
      response.writeHead(200);
      response.write('begun', () => setTimeout(() => controller.abort(shutdown), SHORT_MS));
    });
    expect(await send(receiver.port, { signal: controller.signal })).toMatchObject({
      statusCode: 200,
      errorClass: null,
      responseBody: 'begun',
    });
  });

  it('leaves no listener on its signal after an attempt', async () => {
    const { signal } = new AbortController();
    await using receiver = await startReceiver((_request, response) => response.end());
    for (let run = 0; run < 5; run += 1) await send(receiver.port, { signal });
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });
});

describe('a bug of ours', () => {
  it('is thrown, not booked to the receiver', async () => {
    await using receiver = await startReceiver((_request, response) => response.end());
    await expect(send(receiver.port, { headers: { 'webhook-id': 'a\r\nb' } })).rejects.toThrow('invalid');
  });
});
