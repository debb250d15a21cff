import { createServer, type Server } from 'node:http';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';

/**
 * Serves GET /metrics on a port of its own. If the port is in use, an error is logged and the process continues,
 * because its work matters more than its metrics.
 */
export function serveMetrics(options: {
  readonly registry: Registry;
  /** Null: all addresses of the machine. */
  readonly host: string | null;
  readonly port: number;
  readonly log: Logger;
}): Server {
  const { registry, host, port, log } = options;
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'Content-Type': registry.contentType }).end(text),
      (error: unknown) => {
        log.error({ err: error }, 'metrics could not be collected');
        response.writeHead(500).end();
      },
    );
  });
  server.on('error', (error) =>
    log.error({ err: error, host, port }, 'metrics are not served: the port can not be used'),
  );
  server.listen({ port, ...(host === null ? {} : { host }) }, () =>
    log.info({ address: server.address() }, 'serves metrics'),
  );
  return server;
}
