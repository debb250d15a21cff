import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';

/**
 * Resolves a host name to all of its addresses, IPv4 and IPv6, as text. Rejects when there is none. `signal` is aborted
 * when nobody waits for the answer any more.
 */
export type ResolveHost = (hostname: string, signal: AbortSignal) => Promise<readonly string[]>;

const HOSTS_FILE = '/etc/hosts';

/** The time-out of one query, and how often it is tried. A second try waits longer. */
const QUERY_TIMEOUT_MS = 2000;
const QUERY_TRIES = 2;

/**
 * Creates a resolver. Without `dnsServers` it looks names up as the system would: in the hosts file, then in DNS, but
 * without search domains. With `dnsServers` it asks only these, so that it can't resolve names that only this network
 * knows.
 *
 * It does not use `dns.lookup`, which waits on a thread and can't be cancelled. At most two threads serve look-ups, so
 * a few names whose servers never answer would delay every other receiver
 * (https://nodejs.org/docs/latest-v20.x/api/dns.html#dnslookup).
 *
 * @param dnsServers addresses, `address:port` or `[address]:port`; empty: the system's.
 */
export function createResolveHost(dnsServers: readonly string[]): ResolveHost {
  const isSystems = dnsServers.length === 0;
  return async (hostname, signal) => {
    const name = hostname.replace(/\.$/, '').toLowerCase();
    const fromHostsFile = isSystems ? addressesInHostsFile(await readHostsFile(), name) : [];
    if (fromHostsFile.length > 0) return fromHostsFile;
    // RFC 6761 §6.3: these names always mean the loopback, whatever a server says.
    if (name === 'localhost' || name.endsWith('.localhost')) return ['127.0.0.1', '::1'];
    return queryDns(name, dnsServers, signal);
  };
}

/** Resolves by the system's hosts file and DNS servers. */
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
    return ''; // A system without a hosts file has only DNS.
  }
}

/** Finds the addresses of a lower-case name in a hosts file (hosts(5): `address name alias…`, `#` for comments). */
export function addressesInHostsFile(text: string, name: string): readonly string[] {
  return text.split('\n').flatMap((line) => {
    const [address, ...names] = line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/);
    return address !== undefined && names.includes(name) ? [address] : [];
  });
}
