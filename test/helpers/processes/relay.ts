import { once } from 'node:events';
import net from 'node:net';
import { anyFreePort } from '../../../src/local/ports.js';

/** A TCP relay in front of a server. It imitates an outage of the server, which stays up for others. */
export interface Relay {
  /** Port for clients; it stays the same while the relay is down. */
  readonly port: number;
  /** Cuts all connections and refuses new ones. */
  goDown(): Promise<void>;
  /** Keeps connections open and accepts new ones, but lets nothing through, as if the server's machine had vanished. */
  goSilent(): void;
  comeUp(): Promise<void>;
}

/** @param target `host:port` of the server. */
export async function startRelay(target: string): Promise<Relay> {
  const { hostname: host, port: targetPort } = new URL(`tcp://${target}`);
  const sockets = new Set<net.Socket>();
  let isSilent = false;
  const onConnection = (inward: net.Socket): void => {
    if (isSilent) {
      sockets.add(inward.on('error', () => inward.destroy()).resume());
      return;
    }
    const outward = net.connect({ host, port: Number(targetPort) });
    for (const socket of [inward, outward]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        inward.destroy();
        outward.destroy();
      });
    }
    inward.pipe(outward).pipe(inward);
  };
  const listen = async (port: number): Promise<net.Server> => {
    const server = net.createServer(onConnection).listen(port, '127.0.0.1');
    await once(server, 'listening');
    return server;
  };
  const port = await anyFreePort();
  let server = await listen(port);
  return {
    port,
    async goDown() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    goSilent() {
      isSilent = true;
      for (const socket of sockets) socket.unpipe().resume();
    },
    async comeUp() {
      isSilent = false;
      if (!server.listening) server = await listen(port);
    },
  };
}
