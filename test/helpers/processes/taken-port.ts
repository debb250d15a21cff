import { once } from 'node:events';
import { createServer } from 'node:net';
import { anyFreePort } from '../../../src/local/ports.js';

/** A port on which something already listens. */
export interface TakenPort {
  readonly port: number;
  giveBack(): void;
}

export async function takePort(): Promise<TakenPort> {
  const port = await anyFreePort();
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  return { port, giveBack: () => void server.close() };
}
