import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Say } from './processes.js';

/** The ports that `npm start` prefers; each is a TCP port on this machine. */
export const DEFAULT_PORTS = {
  api: 3000,
  temporalUi: 8233,
  temporal: 7233,
  postgres: 5433,
  chain: 8545,
  metrics: 9464,
} as const;

export type PortName = keyof typeof DEFAULT_PORTS;

/** How many ports above the preferred one are tried before any free one is taken. */
const NEIGHBOURS_TRIED = 50;

/**
 * Where any free port is looked for: below what outgoing connections are given (Linux from 32768 on, by
 * `net.ipv4.ip_local_port_range`; others from 49152 on, RFC 6335 section 6), above what services are known by.
 */
const ANY_PORTS = { first: 10_240, last: 32_767 } as const;
const ANY_PORTS_TRIED = 100;

const FREEING_TIMEOUT_MS = 2_000;

/** A port that was wished for, 0 for any: `isFixed` when somebody set it, and then no other will do. */
export interface WantedPort {
  readonly port: number;
  readonly isFixed: boolean;
}

/** What to listen on by `DEFAULT_PORTS` and by what somebody set (null: nothing; 0: any free port). */
export function wantedPorts(
  set: Readonly<Record<PortName, number | null>>,
): Readonly<Record<PortName, WantedPort>> {
  const wanted = (name: PortName): WantedPort => {
    const port = set[name];
    return { port: port ?? DEFAULT_PORTS[name], isFixed: port !== null && port !== 0 };
  };
  return {
    api: wanted('api'),
    metrics: wanted('metrics'),
    postgres: wanted('postgres'),
    temporal: wanted('temporal'),
    temporalUi: wanted('temporalUi'),
    chain: wanted('chain'),
  };
}

/**
 * Finds a port that can be listened on. A busy preferred port moves to the next free one, and that is said;
 * a fixed one that is busy is an error.
 */
export async function choosePort(options: {
  /** What will listen there, e.g. `PostgreSQL`; for messages. */
  usedBy: string;
  wanted: WantedPort;
  /** Ports promised to others in this start, not listened on yet. */
  taken?: ReadonlySet<number>;
  log: Say;
}): Promise<number> {
  const { usedBy, wanted, log } = options;
  const taken = options.taken ?? new Set<number>();
  if (wanted.port === 0) return anyFreePort();
  if (!taken.has(wanted.port) && (await isPortFree(wanted.port))) return wanted.port;
  if (wanted.isFixed) {
    if (await isFreedSoon(wanted.port)) return wanted.port;
    throw new Error(
      `Port ${wanted.port} for ${usedBy} is in use by another program. ` +
        `It was set explicitly, so no other port is tried: stop that program or set another port.`,
    );
  }
  const port = await nextFreePort(wanted.port, taken);
  log(`port ${wanted.port} is busy: ${usedBy} uses ${port}`);
  return port;
}

/** The system closes the sockets of a program that was killed a moment after the program is gone. */
async function isFreedSoon(port: number): Promise<boolean> {
  const deadline = Date.now() + FREEING_TIMEOUT_MS;
  while (Date.now() < deadline) {
    await delay(50);
    if (await isPortFree(port)) return true;
  }
  return false;
}

async function nextFreePort(after: number, taken: ReadonlySet<number>): Promise<number> {
  const last = Math.min(after + NEIGHBOURS_TRIED, 65_535);
  for (let port = after + 1; port <= last; port += 1) {
    if (!taken.has(port) && (await isPortFree(port))) return port;
  }
  return anyFreePort();
}

/** Whether one can listen on the port, on loopback and on every address. */
export async function isPortFree(port: number): Promise<boolean> {
  return (await canListen({ port, host: '127.0.0.1' })) && (await canListen({ port }));
}

function canListen(address: { port: number; host?: string }): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ ...address, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/**
 * A port that nobody listens on. It is not one of those that outgoing connections are given: such a port could be
 * taken by anybody's connection before its server listens, or while that is started again.
 */
export async function anyFreePort(): Promise<number> {
  const { first, last } = ANY_PORTS;
  for (let tried = 0; tried < ANY_PORTS_TRIED; tried += 1) {
    const port = randomInt(first, last + 1);
    if (await isPortFree(port)) return port;
  }
  throw new Error(
    `No free port was found: ${ANY_PORTS_TRIED} between ${first} and ${last} were all in use. Stop programs that listen there.`,
  );
}
