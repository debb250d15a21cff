import { UNREADABLE, type Unreadable } from '../requests/unreadable-requests.js';
import { randomUUID } from 'node:crypto';
import {
  createServer,
  STATUS_CODES,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Duplex } from 'node:stream';
import { QuittanceError } from '../../domain/core/errors.js';
import { errorReply } from '../requests/reply.js';

/** The limits of a server: how long a client may take, and how many connections are open at once. Times are in ms. */
export interface ServerBounds {
  /** The longest time until all headers of a request have arrived. */
  readonly headersTimeoutMs: number;
  /** The longest time until a whole request has arrived, with its body. */
  readonly requestTimeoutMs: number;
  /** How often these two limits are checked. A client may exceed them by this time. */
  readonly checkIntervalMs: number;
  /** How long an idle connection is kept open for the next request. */
  readonly keepAliveTimeoutMs: number;
  /** How long a connection may be silent while an answer is prepared or sent. */
  readonly idleTimeoutMs: number;
  /** The most open connections. Further ones are closed without an answer. */
  readonly connectionsMax: number;
}

const BOUNDS: ServerBounds = {
  headersTimeoutMs: 15_000,
  requestTimeoutMs: 30_000,
  checkIntervalMs: 2_000,
  // The usual proxies close an idle connection after 60 s. This time is longer, so the proxy closes first and sends no
  // request into a connection that is closing.
  keepAliveTimeoutMs: 65_000,
  idleTimeoutMs: 120_000,
  connectionsMax: 10_000,
};

const HEADER_BYTES_MAX = 16 * 1024;
const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE';

/**
 * Creates a server for the API that no client can block. Each request has to arrive in time, and its headers and body
 * are limited. Input that is not HTTP gets a refusal in the usual form before the connection is closed (RFC 9112, 9.6).
 */
export function createApiServer(app: RequestListener, bounds: Partial<ServerBounds> = {}): Server {
  const { headersTimeoutMs, requestTimeoutMs, checkIntervalMs, keepAliveTimeoutMs, ...others } = {
    ...BOUNDS,
    ...bounds,
  };
  const answering = new WeakMap<Duplex, ServerResponse>();
  const server = createServer({
    headersTimeout: headersTimeoutMs,
    requestTimeout: requestTimeoutMs,
    connectionsCheckingInterval: checkIntervalMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    maxHeaderSize: HEADER_BYTES_MAX,
    // Node's own refusal would have no body.
    requireHostHeader: false,
  });
  server.timeout = others.idleTimeoutMs;
  server.maxConnections = others.connectionsMax;
  const listener: RequestListener = (request, response) => {
    answering.set(request.socket, response);
    if (request.httpVersion === '1.1' && request.headers.host === undefined) {
      // RFC 9112, 3.2
      refuse(request.socket, {
        status: 400,
        refusal: new QuittanceError('validation_failed', 'A request needs the header Host.'),
      });
      return;
    }
    app(request, response);
  };
  server.on('request', listener);
  // An unknown expectation is ignored (RFC 9110, 10.1.1).
  server.on('checkExpectation', listener);
  server.on('connect', (_request, socket) => {
    refuse(socket, {
      status: 405,
      refusal: new QuittanceError(
        'method_not_allowed',
        `This server does not accept CONNECT. It accepts ${METHODS}.`,
      ),
    });
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const response = answering.get(socket);
    const isAnswered = response?.headersSent === true;
    // In the middle of an answer, the client would read a refusal as part of that answer. And a request whose body is
    // still arriving may have its answer already.
    if (isAnswered && !(response.writableFinished && response.req.complete)) socket.destroy();
    else refuse(socket, describe(error));
  });
  return server;
}

function describe(error: NodeJS.ErrnoException): Unreadable {
  switch (error.code ?? '') {
    case 'HPE_HEADER_OVERFLOW':
      return UNREADABLE.HeadersTooLarge;
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return {
        status: 413,
        refusal: new QuittanceError('payload_too_large', "The chunks' extensions are too large."),
      };
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return UNREADABLE.RequestTooLate;
    default:
      return {
        status: 400,
        refusal: new QuittanceError('validation_failed', 'This is not a valid HTTP/1.1 request.'),
      };
  }
}

/** Writes a complete answer to the socket and closes it. Node can no longer use the connection. */
function refuse(socket: Duplex, { status, refusal }: Unreadable): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const requestId = `req_${randomUUID()}`;
  const { body } = errorReply(refusal, requestId);
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    `X-Request-Id: ${requestId}`,
    ...(status === 405 ? [`Allow: ${METHODS}`] : []),
  ];
  // Further input is not read. Otherwise a client could keep the connection open by sending more.
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}
