import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net';
import type { EventType } from '../../src/domain/webhooks/events.js';
import type { BenchContext } from '../harness/bench.js';
import type { Product } from './product.js';

export interface LiveEndpoint {
  readonly endpointId: string;
  readonly url: string;
  /** The number of different events that came. */
  count(): number;
  /** The time at which the event of this id came first, by `performance.now()`; undefined: not yet. */
  heardAtMs(eventId: string): number | undefined;
}

/** Opens a receiver on this machine that answers at once, registered for these events. */
export async function openLiveEndpoint(
  context: BenchContext,
  { product, events }: { product: Product; events: readonly EventType[] },
): Promise<LiveEndpoint> {
  const heard = new Map<string, number>();
  const answer: RequestListener = (request, response) => {
    const eventId = String(request.headers['webhook-id']);
    if (!heard.has(eventId)) heard.set(eventId, performance.now());
    request.resume().on('end', () => response.writeHead(204).end());
  };
  const url = await listen(context, createServer(answer));
  const endpointId = await register(product, url, events);
  return { endpointId, url, count: () => heard.size, heardAtMs: (eventId) => heard.get(eventId) };
}

export interface DeadEndpoints {
  readonly endpointIds: readonly string[];
  /** The number of connections that are open now. */
  openSockets(): number;
}

/** Opens endpoints whose receiver accepts connections, reads, and never answers. */
export async function openDeadEndpoints(
  context: BenchContext,
  { product, events, count }: { product: Product; events: readonly EventType[]; count: number },
): Promise<DeadEndpoints> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket.resume());
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  });
  const url = await listen(context, server, sockets);
  const endpointIds = [];
  for (let made = 0; made < count; made += 1) endpointIds.push(await register(product, url, events));
  return { endpointIds, openSockets: () => sockets.size };
}

async function listen(
  context: BenchContext,
  server: Server,
  sockets: Set<Socket> = collectSockets(server),
): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  context.onEnd(async () => {
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
}

function collectSockets(server: Server): Set<Socket> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  return sockets;
}

async function register({ merchant }: Product, url: string, events: readonly EventType[]): Promise<string> {
  const { id } = await merchant.api.post('/web/v1/webhook-endpoints', {
    body: { url, events: [...events] },
  });
  return id;
}
