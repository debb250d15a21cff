import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import net, { type AddressInfo } from 'node:net';

import type { Identity } from './test-authority.js';

export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: Buffer;
  readonly servername: string | false | null;
}

/** A test server with every request and connection that reached it. */
export interface Receiver extends AsyncDisposable {
  readonly port: number;
  readonly requests: readonly ReceivedRequest[];
  /** How many connections were ever accepted. */
  connectionCount(): number;
  /** How many are open now. */
  openConnectionCount(): number;
  /** Resolves when none is open any more. */
  idle(): Promise<void>;
}

type Answer = (request: ReceivedRequest, response: http.ServerResponse) => void;

/** Starts an HTTP receiver on the loopback, with TLS when it is given an identity. */
export async function startReceiver(
  answer: Answer,
  options: { identity?: Identity; host?: string; onSecure?: (socket: net.Socket) => void } = {},
): Promise<Receiver> {
  const requests: ReceivedRequest[] = [];
  const onRequest = (request: http.IncomingMessage, response: http.ServerResponse): void => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers, socket } = request;
      const servername = (socket as { servername?: string | false }).servername ?? null;
      const received = { method, path: url, headers, body: Buffer.concat(chunks), servername };
      requests.push(received);
      answer(received, response);
    });
    response.on('error', () => undefined);
  };
  const server =
    options.identity === undefined
      ? http.createServer(onRequest)
      : https.createServer({ ...options.identity }, onRequest);
  server.on('tlsClientError', () => undefined);
  if (options.onSecure !== undefined) server.on('secureConnection', options.onSecure);
  return listen(server, requests, options.host);
}

/** Starts a TCP server that can behave as no HTTP server would. */
export async function startRawReceiver(onConnection: (socket: net.Socket) => void): Promise<Receiver> {
  return listen(net.createServer(onConnection), []);
}

async function listen(
  server: net.Server,
  requests: readonly ReceivedRequest[],
  host = '127.0.0.1',
): Promise<Receiver> {
  const sockets = new Set<net.Socket>();
  let connections = 0;
  server.on('connection', (socket: net.Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(0, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    requests,
    connectionCount: () => connections,
    openConnectionCount: () => sockets.size,
    idle: async () => {
      // Not `events.once`, because a reset is an end too.
      for (const socket of sockets) await new Promise((closed) => socket.once('close', closed));
    },
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
