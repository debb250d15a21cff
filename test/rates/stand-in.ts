import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A local HTTP server that stands in for one public source. */
export interface StandIn {
  readonly baseUrl: string;
  /** Path and query of each request. */
  readonly asked: string[];
  answer: (request: IncomingMessage, response: ServerResponse) => void;
  close(): Promise<void>;
}

/** Starts a stand-in that answers nothing until it gets its answer. */
export async function startStandIn(): Promise<StandIn> {
  const server = createServer((request, response) => {
    standIn.asked.push(request.url ?? '');
    standIn.answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const standIn: StandIn = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: [],
    answer: () => undefined,
    async close() {
      if (!server.listening) return;
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return standIn;
}

/** Makes an answer of JSON, or of the text as it is. */
export function say(content: unknown, status = 200): StandIn['answer'] {
  return (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(typeof content === 'string' ? content : JSON.stringify(content));
  };
}
