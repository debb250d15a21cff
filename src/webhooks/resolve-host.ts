import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';

/**
 * Every address of a host name, IPv4 and IPv6, as text. Rejects when there is none.
 * `signal` says that nobody waits for the answer any more.
 */
export type ResolveHost = (hostname: string, signal: AbortSignal) => Promise<readonly string[]>;

const HOSTS_FILE = '/etc/hosts';

/** One query's time-out and how often it is asked; a second try waits longer. */
const QUERY_TIMEOUT_MS = 2000;
const QUERY_TRIES = 2;

/**
 * Looks names up as the system would: the hosts file, then DNS, without search domains. With servers of its own it asks
 * these and nothing else, so that what only this network knows is no name to it.
 *
 * Not `dns.lookup`: it waits on a thread, of which two at most serve look-ups, and can't be cancelled. A few names whose
 * servers never answer would delay every other receiver (https://nodejs.org/docs/latest-v20.x/api/dns.html#dnslookup).
 *
 * @param dnsServers addresses, `address:port` or `[address]:port`; empty: the system's.
 */
export function createResolveHost(dnsServers: readonly string[]): ResolveHost {
  const isSystems = dnsServers.length === 0;
  return async (hostname, signal) => {
    const name = hostname.replace(/\.$/, '').toLowerCase();
    const fromHostsFile = isSystems ? addressesInHostsFile(await readHostsFile(), name) : [];
    if (fromHostsFile.length > 0) return fromHostsFile;
    // RFC 6761 §6.3: these names are the loopback's, whatever a server says.
    if (name === 'localhost' || name.endsWith('.localhost')) return ['127.0.0.1', '::1'];
    return queryDns(name, dnsServers, signal);
  };
}

/** By the system's hosts file and DNS servers. */
export const resolveHost = createResolveHost([]);

async function queryDns(
  name: string,
  dnsServers: readonly string[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  signal.throwIfAborted();
  const resolver = new Resolver({ timeout: QUERY_TIMEOUT_MS, tries: QUERY_TRIES });
  if (dnsServers.length > 0) resolver.setServers(dnsServers);
  const cancel = (): void => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    if (v4.status === 'rejected' && v6.status === 'rejected') throw v4.reason;
    return [v4, v6].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

async function readHostsFile(): Promise<string> {
  try {
    return await readFile(HOSTS_FILE, 'utf8');
  } catch {
    return ''; // A system without one has DNS alone.
  }
}

/** The addresses that a hosts file (hosts(5): `address name alias…`, `#` for comments) gives to a lower-case name. */
export function addressesInHostsFile(text: string, name: string): readonly string[] {
  return text.split('\n').flatMap((line) => {
    const [address, ...names] = line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/);
    return address !== undefined && names.includes(name) ? [address] : [];
  });
}
