import type { RequestHandler } from 'express';
import ipaddr from 'ipaddr.js';
import type { Logger } from 'pino';
import { clientIp } from '../requests/client-ip.js';
import { requestContext } from '../requests/request-context.js';

/** The longest part of a path that is logged. Every id is shorter, and every key or secret is longer. */
const SEGMENT_LENGTH_MAX = 44;
const PATH_LENGTH_MAX = 256;
const SECRET = /q[ko]_|whsec_/i;
const WITHHELD = '***';
/** How many bits of an address are logged. They identify a network with many clients, not a person. */
const NETWORK_BITS = { ipv4: 24, ipv6: 48 } as const;

/**
 * Logs one line for each answer. Headers, bodies and queries are not logged: they contain keys, and may name a
 * merchant's customers. A part of the path that may be a key is masked. Of the client's address only the network is
 * logged.
 */
export function accessLog(log: Logger): RequestHandler {
  return (request, response, next) => {
    const startedAtMs = performance.now();
    // Express changes `url` on its way through the routes.
    const { originalUrl, method } = request;
    const network = networkOf(clientIp(request));
    response.once('close', () => {
      const { requestId, route, apiKeyId, memberId } = requestContext(response);
      const isAnswered = response.writableFinished;
      const { statusCode } = response;
      log[isAnswered && statusCode >= 500 ? 'error' : 'info'](
        {
          req: { id: requestId, method, route, path: shownPath(originalUrl), network },
          ...(isAnswered ? { res: { statusCode } } : {}),
          ...(apiKeyId === undefined ? {} : { apiKeyId }),
          ...(memberId === undefined ? {} : { memberId }),
          responseTime: Math.round(performance.now() - startedAtMs),
        },
        isAnswered ? 'answered' : 'the client left before its answer',
      );
    });
    next();
  };
}

function shownPath(url: string): string {
  const [path = ''] = url.split(/[?#]/, 1);
  return path
    .slice(0, PATH_LENGTH_MAX)
    .split('/')
    .map((part) =>
      part.length > SEGMENT_LENGTH_MAX || SECRET.test(part.includes('%') ? decoded(part) : part)
        ? WITHHELD
        : part,
    )
    .join('/');
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function networkOf(address: string): string | undefined {
  if (!ipaddr.isValid(address)) return undefined;
  const parsed = ipaddr.parse(address);
  const bits = NETWORK_BITS[parsed.kind()];
  const [base, length] = [parsed.toByteArray().map((byte, at) => (at < bits / 8 ? byte : 0)), bits];
  return `${ipaddr.fromByteArray(base).toString()}/${length}`;
}
