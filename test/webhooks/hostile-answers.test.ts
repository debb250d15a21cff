import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { TLSSocket } from 'node:tls';
import { describe, expect, it } from '@jest/globals';
import { getService } from '../helpers/services/services.js';
import { describeWith } from '../helpers/services/system-parts.js';
import { startRawReceiver, startReceiver } from './receiver.js';
import { authority, onlyTextIsPublic, send, sendTls, SHORT_MS } from './send-to.js';

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
const CHUNKED = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';

/** Starts a server that, when asked, writes the head, and then the same text for as long as anybody reads. */
const endless = (head: string, piece: string) => (socket: Socket) => {
  const pieces = piece.repeat(Math.ceil(65_536 / piece.length));
  socket.once('data', () => {
    const pump = (): void => {
      while (!socket.destroyed && socket.write(pieces));
    };
    socket.write(head);
    socket.on('drain', pump);
    pump();
  });
};

const saying = (answer: string) => (socket: Socket) => {
  socket.once('data', () => socket.write(answer));
};

describe('an endless answer', () => {
  it.each([
    ['of informational answers', '', 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'],
    ['of the smallest informational answers', '', 'HTTP/1.1 102 P\r\n\r\n'],
    ['of blank lines', '', '\r\n'],
    ['in its reason', 'HTTP/1.1 200 ', 'aaaa'],
    ['in a header’s name', 'HTTP/1.1 200 OK\r\n', 'aaaa'],
    ['in a header’s value', 'HTTP/1.1 200 OK\r\nX: ', 'aaaa'],
    ['of headers', 'HTTP/1.1 200 OK\r\n', 'X: y\r\n'],
  ])('%s is cut off long before its time-out', async (_name, head, piece) => {
    await using receiver = await startRawReceiver(endless(head, piece));
    const result = await send(receiver.port);
    expect(result).toMatchObject({ statusCode: null, errorClass: 'connect' });
    expect(result.errorMessage).toContain('too large');
    onlyTextIsPublic(result);
    await receiver.idle();
  });

  it.each([
    ['a chunk extension', `${CHUNKED}1;`, 'aaaa', ''],
    ['one chunk of 18 exabytes', `${CHUNKED}FFFFFFFFFFFFFFF0\r\n`, 'a', 'a'.repeat(16_384)],
    ['a chunk larger than any number', `${CHUNKED}FFFFFFFFFFFFFFFFFFFF\r\n`, 'a', ''],
    ['chunks of one byte', CHUNKED, '1\r\na\r\n', 'a'.repeat(16_384)],
    ['trailers', `${CHUNKED}0\r\n`, 'X: y\r\n', ''],
  ])('that follows the status counts as success: %s', async (_name, head, piece, kept) => {
    await using receiver = await startRawReceiver(endless(head, piece));
    // With a deadline beyond the test's own, it ends because the amount that is read is bounded.
    const result = await send(receiver.port, { timeoutMs: 3_600_000 });
    expect(result).toMatchObject({ statusCode: 200, errorClass: null, responseBody: kept });
    await receiver.idle();
  });
});

describe('a TLS handshake', () => {
  it('happens once, however often the receiver asks for another', async () => {
    const identity = { ...authority.issue('shop.example'), maxVersion: 'TLSv1.2' };
    let handshakes = 0;
    const another = (socket: TLSSocket): void => {
      socket.renegotiate({}, (error) => {
        if (error !== null) return;
        handshakes += 1;
        another(socket);
      });
    };
    const onSecure = (socket: Socket): void => {
      if (socket instanceof TLSSocket) another(socket);
    };
    await using receiver = await startReceiver(() => undefined, { identity, onSecure });
    expect(await sendTls(receiver.port, { timeoutMs: SHORT_MS })).toMatchObject({ statusCode: null });
    expect(handshakes).toBe(0);
    await receiver.idle();
  });
});

/** Prints its port, and sends each client endless TLS 1.3 tickets: messages that no reader of the answer sees. */
const TICKETS_WITHOUT_END = `
import socket, ssl, sys
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(sys.argv[1])
context.num_tickets = 10_000_000
server = socket.create_server(("127.0.0.1", 0))
print(server.getsockname()[1], flush=True)
context.wrap_socket(server.accept()[0], server_side=True).recv(1)
`;

describeWith('python3', 'TLS messages without end', () => {
  it('endless TLS tickets are cut off long before the time-out', async () => {
    const { key, cert } = authority.issue('shop.example');
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'tickets-')), 'identity.pem');
    writeFileSync(file, `${key}${cert}`);
    const server = spawn(getService('python3'), ['-c', TICKETS_WITHOUT_END, file], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    try {
      const [port] = (await once(server.stdout, 'data')) as [Buffer];
      const result = await sendTls(Number(port.toString()), { timeoutMs: 20_000 });
      expect(result).toMatchObject({ statusCode: null, errorClass: 'connect' });
      onlyTextIsPublic(result);
    } finally {
      server.kill('SIGKILL');
    }
  });
});

describe('an unusual answer', () => {
  it.each([
    ['that nobody asked to continue', `HTTP/1.1 100 Continue\r\n\r\n${OK}`],
    ['after early hints', `HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n${OK}`],
    ['after several informational ones', `HTTP/1.1 102 P\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n${OK}`],
    ['that offers another protocol', OK.replace('\r\n', '\r\nUpgrade: h2c\r\nConnection: upgrade\r\n')],
    ['followed by another', `${OK}${OK.replace('200 OK', '500 No')}`],
  ])('%s is a success', async (_name, answer) => {
    await using receiver = await startRawReceiver(saying(answer));
    expect(await send(receiver.port)).toMatchObject({
      statusCode: 200,
      errorClass: null,
      responseBody: 'ok',
    });
    await receiver.idle();
  });

  it.each([
    [
      'switches protocols',
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n',
      'closed',
    ],
    ['has two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab', 'not valid'],
    [
      'has a length and chunks',
      CHUNKED.replace('\r\n', '\r\nContent-Length: 5\r\n') + '0\r\n\r\n',
      'not valid',
    ],
    ['has a length below zero', 'HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n', 'not valid'],
    ['has a status of four digits', 'HTTP/1.1 2000 OK\r\nContent-Length: 0\r\n\r\n', 'not valid'],
    ['is of another version', 'HTTP/2 200 OK\r\n\r\n', 'not valid'],
  ])('that %s is a failure, without waiting for the time-out', async (_name, answer, told) => {
    await using receiver = await startRawReceiver(saying(answer));
    const result = await send(receiver.port);
    expect(result).toMatchObject({ statusCode: null, errorClass: 'connect', responseHeaders: null });
    expect(result.errorMessage).toContain(told);
    onlyTextIsPublic(result);
    await receiver.idle();
  });

  it('that comes before the request is a success, because the receiver has decided', async () => {
    await using receiver = await startRawReceiver((socket) => void socket.resume().write(OK));
    expect(await send(receiver.port, { body: 'x'.repeat(1_000_000) })).toMatchObject({ statusCode: 200 });
    await receiver.idle();
  });

  it('in HTTP/1.0 ends with its connection', async () => {
    await using receiver = await startRawReceiver((socket) => {
      socket.once('data', () => socket.end('HTTP/1.0 200 OK\r\n\r\nhello'));
    });
    expect(await send(receiver.port)).toMatchObject({ statusCode: 200, responseBody: 'hello' });
  });
});

describe('a redirect', () => {
  it.each([
    'http://127.0.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    '//10.0.0.1/',
    'file:///etc/passwd',
  ])('to %s is a failure, and is not followed', async (location) => {
    let asked = 0;
    await using receiver = await startReceiver((_request, response) => {
      response.writeHead(307, { location }).end('moved');
    });
    const resolve = () => {
      asked += 1;
      return Promise.resolve(['127.0.0.1']);
    };
    expect(await send(receiver.port, { resolve })).toMatchObject({ statusCode: 307, errorClass: 'redirect' });
    expect([asked, receiver.connectionCount()]).toEqual([1, 1]);
  });
});

describe('the host name of a request', () => {
  it('is the one that is looked up and sent to the receiver, in ASCII', async () => {
    await using receiver = await startReceiver((_request, response) => response.end());
    const looked: string[] = [];
    const resolve = (hostname: string) => {
      looked.push(hostname);
      return Promise.resolve(['127.0.0.1']);
    };
    for (const host of ['Bücher.example', 'shop.example.', 'shop.example'])
      await send(receiver.port, { url: `http://${host}:${receiver.port}/ü?q=ü#fragment`, resolve });
    const names = ['xn--bcher-kva.example', 'shop.example.', 'shop.example'];
    expect(looked).toEqual(names);
    expect(receiver.requests.map(({ headers }) => headers.host)).toEqual(
      names.map((name) => `${name}:${receiver.port}`),
    );
    expect(receiver.requests.map(({ path }) => path)).toEqual(Array(3).fill('/%C3%BC?q=%C3%BC'));
  });

  it('is looked up for each attempt: no connection is reused, whatever the receiver offers', async () => {
    await using receiver = await startReceiver((_request, response) => {
      response.writeHead(200, { connection: 'keep-alive', 'keep-alive': 'timeout=600' }).end();
    });
    await send(receiver.port);
    await receiver.idle();
    const elsewhere = { resolve: () => Promise.resolve(['127.0.0.3']) };
    expect(await send(receiver.port, elsewhere)).toMatchObject({ statusCode: null, errorClass: 'connect' });
    expect(receiver.connectionCount()).toBe(1);
    expect(receiver.requests[0]?.headers.connection).toBe('close');
  });
});
