import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import type { Queryable } from '../../../src/db/core/database.js';
import { until } from '../until.js';

/** A TCP relay in front of PostgreSQL. For the server it seems that the client dies at a given message. */
export interface DyingRelay {
  /** URL of the server through the relay. */
  readonly url: string;
  /** Resolves at the death. After it nothing passes in either direction, and nobody can connect. */
  readonly died: Promise<void>;
  /** Number of messages from the client so far. */
  messages(): number;
  close(): void;
}

/**
 * @param url of the server, without TLS.
 * @param death.at number of the client's last message, from 1.
 * @param death.moment `unsent`: the server never gets that message. `unanswered`: the server acts on it, and its answer
 *   is lost.
 */
export async function startDyingRelay(
  url: string,
  death: { readonly at: number; readonly moment: 'unsent' | 'unanswered' },
): Promise<DyingRelay> {
  const target = new URL(url);
  const sockets = new Set<net.Socket>();
  let messages = 0;
  let isDead = false;
  let tell: () => void = () => undefined;
  const died = new Promise<void>((resolve) => {
    tell = resolve;
  });
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  const die = (): void => {
    isDead = true;
    cut();
    tell();
  };
  const server = net.createServer((inward) => {
    if (isDead) {
      inward.destroy();
      return;
    }
    const outward = net.connect({ host: target.hostname, port: Number(target.port) });
    for (const socket of [inward, outward]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        inward.destroy();
        outward.destroy();
      });
    }
    let isLast = false;
    inward.on('data', (chunk) => {
      messages += 1;
      isLast = messages === death.at;
      if (isLast && death.moment === 'unsent') die();
      else outward.write(chunk);
    });
    outward.on('data', (chunk) => {
      if (isLast) die();
      else inward.write(chunk);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const relayed = new URL(url);
  relayed.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: relayed.href,
    died,
    messages: () => messages,
    close() {
      server.close();
      cut();
    },
  };
}

/** Waits until the server has noticed that the dead client is gone. Before that, others skip the rows it has locked. */
export async function untilMissed(q: Queryable): Promise<void> {
  await until('the server has noticed a death', async () => {
    const { rows } = await q.raw<{ rows: unknown[] }>(
      `SELECT 1 FROM pg_stat_activity
        WHERE datname = current_database() AND backend_type = 'client backend' AND state <> 'idle'
          AND pid <> pg_backend_pid()`,
    );
    return rows.length === 0;
  });
}
