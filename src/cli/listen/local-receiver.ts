import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Forwarded, SignedRequest } from './forward.js';
import { readWebhookBody } from '../../webhooks/read-webhook-body.js';

/** A receiver of webhooks on this machine. */
export interface LocalReceiver {
  /**
   * The URL of the receiver. Its path cannot be guessed, because a page in a browser can post to every port of the
   * machine.
   */
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Listens on a free port of the loopback. The service gets the answer of `handle`, so its record of the delivery and
 * its next attempts are the same as with a direct connection to the program.
 */
export async function startLocalReceiver(
  handle: (request: SignedRequest) => Promise<Forwarded>,
): Promise<LocalReceiver> {
  const path = `/${randomBytes(16).toString('hex')}`;
  const receive = async (request: http.IncomingMessage, response: http.ServerResponse): Promise<void> => {
    const body =
      request.url === path && request.method === 'POST' ? await readWebhookBody(request) : undefined;
    if (body === undefined) {
      response.writeHead(404).end();
      return;
    }
    const { statusCode, errorMessage } = await handle({ headers: request.headers, body });
    response.writeHead(statusCode ?? 502).end(errorMessage ?? '');
  };
  const server = http.createServer((request, response) => {
    receive(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${path}`,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
