import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it, jest } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { generateWebhookSecret, signWebhook } from '../../src/webhooks/sign.js';
import { serviceSignature } from '../../src/webhooks/signatures.js';
import { until } from '../helpers/until.js';
import { startRawReceiver, startReceiver } from './receiver.js';
import { body, SHORT_MS, LONG_MS, KEPT_BYTES, send, sendTls } from './send-to.js';

const HOUR_MS = 3_600_000;

describe('a webhook request', () => {
  it('posts the signed bytes, and records what was sent and received', async () => {
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

  it('succeeds for every 2xx and fails with class status for the rest', async () => {
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

  it('uses the final status after informational ones', async () => {
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

  it('uses no proxy', async () => {
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

/** What goes on by itself while a test moves the time-outs on. */
const ALL_BUT_TIMEOUTS = [
  ...(['Date', 'hrtime', 'performance', 'nextTick', 'queueMicrotask'] as const),
  ...(['setImmediate', 'clearImmediate', 'setInterval', 'clearInterval'] as const),
];

describe('one deadline, from name look-up to status', () => {
  const timedOut = (step: string) => ({
    statusCode: null,
    errorClass: 'timeout',
    errorMessage: expect.stringContaining(step) as unknown,
    responseHeaders: null,
    responseBody: null,
  });

  it('ends a name look-up that hangs', async () => {
    const resolve = () => new Promise<string[]>(() => undefined);
    expect(await send(1024, { resolve, timeoutMs: SHORT_MS })).toMatchObject(timedOut('looked up'));
  });

  it('ends a TLS handshake that hangs, and closes the socket', async () => {
    await using receiver = await startRawReceiver((socket) => socket.resume());
    expect(await sendTls(receiver.port, { timeoutMs: SHORT_MS })).toMatchObject(timedOut('TLS'));
    await receiver.idle();
  });

  it('ends the wait for a receiver that never answers, and closes the socket', async () => {
    await using receiver = await startRawReceiver((socket) => socket.resume());
    const result = await send(receiver.port, { timeoutMs: SHORT_MS });
    expect(result).toMatchObject(timedOut('status'));
    expect(result.durationMs).toBeGreaterThanOrEqual(SHORT_MS - 5);
    expect(result.durationMs).toBeLessThan(LONG_MS);
    await receiver.idle();
  });

  it('ends an answer whose headers arrive slowly', async () => {
    await using receiver = await startRawReceiver((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      drip(socket, 'X-Drip: 1\r\n');
    });
    expect(await send(receiver.port, { timeoutMs: SHORT_MS })).toMatchObject(timedOut('status'));
    await receiver.idle();
  });

  it('covers all steps together', async () => {
    await using receiver = await startReceiver(() => undefined);
    const lookUps: ((addresses: string[]) => void)[] = [];
    const resolve = () => new Promise<string[]>((answer) => lookUps.push(answer));
    jest.useFakeTimers({ doNotFake: ALL_BUT_TIMEOUTS });
    try {
      const sent = send(receiver.port, { resolve });
      await until('the name is looked up', () => lookUps.length === 1);
      jest.advanceTimersByTime(LONG_MS - 1);
      lookUps[0]?.(['127.0.0.1']);
      await until('the request has come', () => receiver.requests.length === 1);
      jest.advanceTimersByTime(1);
      expect(await sent).toMatchObject(timedOut('status'));
    } finally {
      jest.useRealTimers();
    }
  });

  it('leaves no connection behind, however many receivers are down', async () => {
    await using receiver = await startRawReceiver((socket) => socket.resume());
    const results = await Promise.all(
      // On a busy machine it takes a while until all of them are connected.
      Array.from({ length: 50 }, () => send(receiver.port, { timeoutMs: 5 * SHORT_MS })),
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

describe('a 2xx is a success, whatever its body does', () => {
  it('a slow body is recorded up to the deadline', async () => {
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

  it('a body that never arrives is recorded as empty', async () => {
    await using receiver = await startReceiver((_request, response) => {
      response.writeHead(200, { 'content-length': '1000000' }).flushHeaders();
    });
    expect(await send(receiver.port, { timeoutMs: SHORT_MS })).toMatchObject({
      errorClass: null,
      responseBody: '',
    });
  });

  it('an endless body is recorded up to 16 KiB, and the connection is cut', async () => {
    await using receiver = await startReceiver((_request, response) => {
      const pump = (): void => {
        while (!response.destroyed && response.write('abcdefgh'.repeat(1024)));
      };
      response.writeHead(200).on('drain', pump);
      pump();
    });
    // With a deadline beyond the test's own, it ends because of the amount.
    const result = await send(receiver.port, { timeoutMs: HOUR_MS });
    expect(result).toMatchObject({ statusCode: 200, errorClass: null });
    expect(result.responseBody).toBe('abcdefgh'.repeat(KEPT_BYTES / 8));
    await receiver.idle();
  });

  it.each([
    ['gzip', gzipSync(Buffer.alloc(50_000_000, 'a'))],
    ['deflate', deflateSync(Buffer.alloc(50_000_000, 'a'))],
  ])('a %s bomb is decompressed only as far as needed', async (encoding, bomb) => {
    await using receiver = await startReceiver((_request, response) => {
      response.writeHead(200, { 'content-encoding': encoding }).end(bomb);
    });
    const before = process.memoryUsage().arrayBuffers;
    const result = await send(receiver.port);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(10_000_000);
    expect(result).toMatchObject({ statusCode: 200, errorClass: null, responseBody: 'a'.repeat(KEPT_BYTES) });
  });

  it('a Brotli body is not decompressed, because its first byte needs a whole window', async () => {
    const packed = brotliCompressSync(Buffer.alloc(50_000_000, 'a'));
    await using receiver = await startReceiver((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'br' }).end(packed);
    });
    const { statusCode, errorClass, responseBody } = await send(receiver.port);
    expect([statusCode, errorClass]).toEqual([200, null]);
    expect(responseBody).toBe(packed.toString('utf8').replaceAll('\0', ''));
  });

  it('an endless compressed body without content is cut off', async () => {
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
    expect(await send(receiver.port, { timeoutMs: HOUR_MS })).toMatchObject({
      statusCode: 200,
      errorClass: null,
      responseBody: '',
    });
    await receiver.idle();
  });

  it.each([
    ['does not match its encoding', { 'content-encoding': 'gzip' }, 'plain text', ''],
    ['is of an unknown encoding', { 'content-encoding': 'rot13' }, 'grkg', 'grkg'],
    ['is compressed twice', { 'content-encoding': 'gzip, gzip' }, 'as it comes', 'as it comes'],
    ['is cut off', { 'content-length': '100' }, 'half', 'half'],
  ])('the body %s', async (_name, headers, sent, kept) => {
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

  it('a body that is cut off in its compression is recorded as far as possible', async () => {
    const packed = gzipSync(Buffer.from('hello '.repeat(2)));
    await using receiver = await startReceiver((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      response.write(packed.subarray(0, -8), () => response.destroy());
    });
    expect(await send(receiver.port)).toMatchObject({ errorClass: null, responseBody: 'hello hello ' });
  });

  it('a body may have broken chunks', async () => {
    await using receiver = await startRawReceiver((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\ngood\r\nZZ\r\n');
    });
    expect(await send(receiver.port)).toMatchObject({
      statusCode: 200,
      errorClass: null,
      responseBody: 'good',
    });
  });

  it('the body is stored as valid text: no NUL, no broken character, 16 KiB of UTF-8', async () => {
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

  it("a failed answer's body has the same limits", async () => {
    await using receiver = await startReceiver((_request, response) => {
      response.writeHead(500);
      drip(response, 'x');
    });
    const result = await send(receiver.port, { timeoutMs: SHORT_MS });
    expect(result).toMatchObject({ statusCode: 500, errorClass: 'status' });
    expect(result.responseBody).toMatch(/^x+$/);
  });
});

describe('the headers of an answer', () => {
  it('are limited in number and size', async () => {
    await using receiver = await startReceiver((_request, response) => {
      for (let index = 0; index < 200; index += 1)
        response.setHeader(`X-${index}`, 'v'.repeat(index === 0 ? 5000 : 10));
      response.end();
    });
    const { responseHeaders } = await send(receiver.port);
    expect(Object.keys(responseHeaders ?? {})).toHaveLength(64);
    expect(responseHeaders?.['x-0']).toHaveLength(1024);
  });

  it('cannot change a prototype', async () => {
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
