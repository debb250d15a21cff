import { getEventListeners } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import type { ResolveHost } from '../../src/webhooks/resolve-host.js';
import { sendWebhook } from '../../src/webhooks/send.js';
import { startRawReceiver, startReceiver } from './receiver.js';
import {
  strict,
  authority,
  body,
  SHORT_MS,
  LONG_MS,
  resolveTo,
  send,
  sendTls,
  onlyTextIsPublic,
} from './send-to.js';
import { createTestAuthority } from './test-authority.js';

describe('a receiver that cannot be reached or sends nonsense', () => {
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
    ['is not an HTTP server', '220 mail.example ESMTP\r\n', 'not valid HTTP'],
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

  it('resets the connection before it gets the request', async () => {
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

  it('is set up with the name in the URL, over the checked address', async () => {
    await using receiver = await startReceiver((_request, response) => response.end('safe'), { identity });
    for (const host of ['shop.example', 'shop.example.']) {
      const result = await sendTls(receiver.port, { url: `https://${host}:${receiver.port}/` });
      expect(result).toMatchObject({ statusCode: 200, errorClass: null, responseBody: 'safe' });
    }
    expect(receiver.requests.map(({ servername }) => servername)).toEqual(['shop.example', 'shop.example']);
  });

  it('accepts a certificate for an address', async () => {
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
    ['of an unknown authority', createTestAuthority().issue('shop.example'), 'well-known authority'],
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

  it('trusts only well-known authorities, unless configured otherwise', async () => {
    await using receiver = await startReceiver((_request, response) => response.end(), { identity });
    const url = `https://shop.example:${receiver.port}/`;
    expect(await send(receiver.port, { url })).toMatchObject({ errorClass: 'tls' });
  });

  it.each([
    ['speaks no TLS', 'HTTP/1.1 400 Bad Request\r\n\r\n'],
    ['closes during the handshake', ''],
  ])('fails as a TLS error when the receiver %s', async (_name, answer) => {
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

describe('a receiver in the internal network', () => {
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
    // There is one look-up per attempt: its answer is checked, and the connection goes to the same answer.
    expect(await send(receiver.port, { resolve, policy })).toMatchObject({ statusCode: 200 });
    expect(asked).toBe(1);
    expect(await send(inside.port, { resolve, policy })).toMatchObject({ errorClass: 'url_not_allowed' });
    expect(asked).toBe(2);
    expect(inside.connectionCount()).toBe(0);
  });

  it('is not reached by a name that has a public address too', async () => {
    await using receiver = await startReceiver((_request, response) => response.end());
    const resolve = resolveTo('8.8.8.8', '127.0.0.1');
    const policy = { allowHttp: true, allowCidrs: [] };
    expect(await send(receiver.port, { resolve, policy })).toMatchObject({ errorClass: 'url_not_allowed' });
    expect(receiver.connectionCount()).toBe(0);
  });
});

describe('a shutdown', () => {
  const shutdown = new Error('the worker shuts down');

  it('before the status rejects, and closes the socket', async () => {
    const controller = new AbortController();
    await using receiver = await startReceiver(() => controller.abort(shutdown));
    await expect(send(receiver.port, { signal: controller.signal })).rejects.toBe(shutdown);
    await receiver.idle();
  });

  it('that came before the attempt sends nothing', async () => {
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
  it("is thrown, and not counted as the receiver's failure", async () => {
    await using receiver = await startReceiver((_request, response) => response.end());
    await expect(send(receiver.port, { headers: { 'webhook-id': 'a\r\nb' } })).rejects.toThrow(
      'Invalid character',
    );
  });
});
