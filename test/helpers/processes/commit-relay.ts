import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';

/**
 * A TCP relay in front of PostgreSQL. It can hold one transaction at its COMMIT, so that its process dies just there.
 */
export interface CommitRelay {
  /** URL of the server through the relay. */
  readonly url: string;
  /**
   * Holds the next transaction whose SQL contains `about`. `before`: its COMMIT does not reach the server. `after`: the
   * server commits, but the answer does not come back. Resolves when the transaction is held.
   */
  holdNextCommit(moment: 'before' | 'after', about: string): Promise<void>;
  close(): void;
}

interface Hold {
  readonly moment: 'before' | 'after';
  readonly about: string;
  readonly reached: () => void;
}

/** @param url of the server, without TLS. */
export async function startCommitRelay(url: string): Promise<CommitRelay> {
  const target = new URL(url);
  const sockets = new Set<net.Socket>();
  let hold: Hold | null = null;
  const server = net.createServer((inward) => {
    const outward = net.connect({ host: target.hostname, port: Number(target.port) });
    for (const socket of [inward, outward]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        inward.destroy();
        outward.destroy();
      });
    }
    let isConcerned = false;
    let held: Hold | null = null;
    inward.on('data', (chunk) => {
      const text = chunk.toString('latin1');
      if (hold !== null && text.includes(hold.about)) isConcerned = true;
      if (hold !== null && isConcerned && /\bCOMMIT\b/i.test(text)) {
        held = hold;
        hold = null;
        if (held.moment === 'before') {
          held.reached();
          return;
        }
      }
      outward.write(chunk);
    });
    outward.on('data', (chunk) => {
      if (held === null) inward.write(chunk);
      else held.reached();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const relayed = new URL(url);
  relayed.hostname = '127.0.0.1';
  relayed.port = String((server.address() as AddressInfo).port);
  return {
    url: relayed.href,
    holdNextCommit: (moment, about) =>
      new Promise((resolve) => {
        hold = { moment, about, reached: resolve };
      }),
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
