import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Say } from './processes.js';

/** `npm start` prefers these TCP ports. */
const DEFAULT_PORTS = {
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
 * The range in which any free port is searched. It is below the ports of outgoing connections (from 32768 on in Linux,
 * by `net.ipv4.ip_local_port_range`; from 49152 on elsewhere, RFC 6335 section 6), and above those of known services.
 */
const ANY_PORTS = { first: 10_240, last: 32_767 } as const;
const ANY_PORTS_TRIED = 100;

const FREEING_TIMEOUT_MS = 2_000;

/** A wanted port, 0 for any. `isFixed`: the port was set explicitly, so no other one is taken. */
export interface WantedPort {
  readonly port: number;
  readonly isFixed: boolean;
}

/** Returns the wanted ports. A port that is not set (null) is that of `DEFAULT_PORTS`; 0 means any free port. */
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
 * Finds a port that can be listened on. If a preferred port is busy, the next free one is taken, and the log says so. A
 * busy fixed port is an error.
 */
export async function choosePort(options: {
  /** The program that will listen there, e.g. `PostgreSQL`, for messages. */
  usedBy: string;
  wanted: WantedPort;
  /** Ports that this start has promised to other programs, which do not listen yet. */
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

/** Waits for a port to become free: the system closes the sockets of a killed program only a moment after its end. */
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

/** Returns whether a program can listen on the port, both on loopback and on all addresses. */
async function isPortFree(port: number): Promise<boolean> {
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
 * Returns a port that no program listens on. It is not in the range of outgoing connections. Otherwise, a connection of any
 * program could take the port before our server listens, or while it is restarted.
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
