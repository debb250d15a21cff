import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

import { QuittanceError } from '../domain/core/errors.js';
import { parseUrl } from '../domain/core/parse-url.js';
import { resolveHost, type ResolveHost } from './resolve-host.js';

export type { ResolveHost } from './resolve-host.js';

/** What is allowed besides https to public addresses. Both options are for development only. */
export interface WebhookUrlPolicy {
  /** `loopback`: http is allowed where every address of the host is this machine's own. */
  readonly allowHttp: boolean | 'loopback';
  /** CIDR ranges whose addresses are allowed though they are not public, e.g. `127.0.0.0/8`. */
  readonly allowCidrs: readonly string[];
}

const URL_LENGTH_MAX = 2048;
/**
 * A valid host name: labels of 1 to 63 characters, and at most 253 characters in all (RFC 1035 §2.3.4). The URL parser
 * checks neither length.
 */
const HOST_NAME = /^(?=.{1,253}$)[^.]{1,63}(\.[^.]{1,63})*$/;
const SYSTEM_PORT_MAX = 1023;
/**
 * How many addresses a host may have: no receiver needs more. DNS can answer with thousands of addresses, and an
 * attempt would try each of them: we would flood whoever owns them with connections.
 */
const ADDRESSES_MAX = 64;
/** How long a registration waits for DNS, in ms. A name without an answer by then counts as not resolving. */
const REGISTRATION_LOOKUP_MS = 5000;

/** All IPv6 addresses that IANA has given out. The others are loopback, local, NAT64, IPv4-compatible or unassigned. */
const IPV6_GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');
/**
 * The Azure platform's own endpoint, reachable from every machine there, although it is in a public range. Those of the
 * other clouds are link-local, ULA or CGNAT.
 */
const AZURE_WIRE_SERVER = '168.63.129.16';

/**
 * Names that never exist on the internet (RFC 6761, 6762, 8375, ICANN's `internal`, and what private networks and
 * clusters use). Looking one up would tell what exists in the private network.
 */
const INTERNAL_SUFFIX =
  /(^|\.)(localhost|local|localdomain|internal|intranet|private|home\.arpa|home|lan|corp|svc|consul)$/;

/** No address was found for the host. The resolver's error is only in `cause`: it may name internal hosts. */
export class HostNotFoundError extends Error {
  constructor(cause: unknown) {
    super('The host name could not be resolved.', { cause });
    this.name = 'HostNotFoundError';
  }
}

/**
 * Parses a webhook URL, and checks all that can be checked without a look-up.
 *
 * It refuses a scheme other than https, credentials, a system port other than 443 and 80, a host name that is not valid
 * in DNS, and an address literal, in any spelling, that is not public. It also refuses names that only a private
 * network can have, unless the policy allows address ranges.
 *
 * @throws QuittanceError `url_not_allowed`
 */
export function parseWebhookUrl(text: string, policy: WebhookUrlPolicy): URL {
  if (text.length > URL_LENGTH_MAX) throw notAllowed(`The URL is longer than ${URL_LENGTH_MAX} characters.`);
  // The URL parser would drop tabs and line breaks, and turn `https:host` and `\` into something else. But the URL that
  // is called must be the one that was registered.
  if (/[\s\p{Cc}\p{Cs}\\]/u.test(text))
    throw notAllowed(
      'The URL contains a space, a backslash, a control character or half a surrogate pair; encode it.',
    );
  const scheme = policy.allowHttp !== false ? /^https?:\/\//i : /^https:\/\//i;
  if (!scheme.test(text))
    throw notAllowed(`The URL must start with https://${policy.allowHttp !== false ? ' or http://' : ''}.`);
  const url = parseUrl(text);
  if (url === null)
    throw notAllowed('The URL is not valid; expected something like https://shop.example/webhooks.');
  if (url.username !== '' || url.password !== '') {
    throw notAllowed('The URL must not contain a user name or password; verify the signature instead.');
  }
  if (!isAllowedPort(url.port)) {
    throw notAllowed(`Port ${url.port} is not allowed; use 443, 80 or one above ${SYSTEM_PORT_MAX}.`);
  }
  const literal = addressLiteral(url);
  if (literal !== undefined) assertAllowed(url, [literal], policy);
  if (literal === undefined && !HOST_NAME.test(url.hostname.replace(/\.$/, ''))) {
    throw notAllowed('The URL has no valid host name: a part of it is empty, or it is too long.');
  }
  if (literal === undefined && policy.allowCidrs.length === 0 && isInternalName(url.hostname))
    throw notPublic();
  return url;
}

/**
 * Checks a URL when it is registered: as `parseWebhookUrl` does, and every address of its host must be allowed. A host
 * that does not resolve (yet) is accepted: then `resolved` is false. Each attempt checks again.
 */
export async function guardUrl(
  text: string,
  policy: WebhookUrlPolicy,
  resolve: ResolveHost = resolveHost,
): Promise<{ readonly url: URL; readonly resolved: boolean }> {
  const url = parseWebhookUrl(text, policy);
  try {
    await findAllowedAddresses({ url, policy, resolve, signal: AbortSignal.timeout(REGISTRATION_LOOKUP_MS) });
    return { url, resolved: true };
  } catch (error) {
    if (error instanceof HostNotFoundError && !isHttpOnLoopbackOnly(url, policy))
      return { url, resolved: false };
    if (error instanceof HostNotFoundError) throw httpElsewhere();
    throw error;
  }
}

/**
 * Finds the addresses that may be connected to for a parsed URL: at least one, and at most 64.
 *
 * @throws QuittanceError `url_not_allowed` when any address of the host is not allowed, or when there are more than 64.
 * @throws HostNotFoundError when there is no address, or when `signal` ends the wait.
 */
export async function findAllowedAddresses(input: {
  readonly url: URL;
  readonly policy: WebhookUrlPolicy;
  readonly resolve: ResolveHost;
  readonly signal: AbortSignal;
}): Promise<readonly string[]> {
  const { url, policy, resolve, signal } = input;
  const literal = addressLiteral(url);
  const addresses = literal === undefined ? await resolveOrGiveUp(url.hostname, resolve, signal) : [literal];
  // Whether they are public is checked first: the error must not tell how many addresses a private name has.
  assertAllowed(url, addresses.slice(0, ADDRESSES_MAX), policy);
  if (addresses.length > ADDRESSES_MAX)
    throw notAllowed(`The host of the URL has more than ${ADDRESSES_MAX} addresses.`);
  return addresses;
}

/** @throws QuittanceError `url_not_allowed` when the URL may not be called at one of the addresses. */
function assertAllowed(url: URL, addresses: readonly string[], policy: WebhookUrlPolicy): void {
  if (!addresses.every((address) => isAllowedAddress(address, policy))) throw notPublic();
  if (!isHttpOnLoopbackOnly(url, policy)) return;
  if (!addresses.every((address) => ipaddr.parse(address).range() === 'loopback')) throw httpElsewhere();
}

const isHttpOnLoopbackOnly = (url: URL, policy: WebhookUrlPolicy): boolean =>
  policy.allowHttp === 'loopback' && url.protocol === 'http:';

const httpElsewhere = (): QuittanceError =>
  notAllowed('Plain http is allowed to addresses of this machine only; use https.');

/** Waits no longer than `signal`, even if the resolver ignores it. */
async function resolveOrGiveUp(
  hostname: string,
  resolve: ResolveHost,
  signal: AbortSignal,
): Promise<readonly string[]> {
  try {
    signal.throwIfAborted();
    const gaveUp = new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Error('the look-up was given up')), { once: true });
    });
    const addresses = await Promise.race([resolve(hostname, signal), gaveUp]);
    if (addresses.length === 0) throw new Error('the look-up found no address');
    return addresses;
  } catch (error) {
    throw new HostNotFoundError(error);
  }
}

/** Tells whether we may connect to an address: it is public, or in a range that the policy allows. */
export function isAllowedAddress(address: string, policy: WebhookUrlPolicy): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.parse(address);
  return policy.allowCidrs.some((cidr) => isWithin(parsed, cidr)) || isPublicAddress(parsed);
}

/**
 * Tells whether an address is public: ordinary unicast, in none of the special-purpose ranges of IANA's registries (RFC
 * 6890 and its successors). All forms that contain an IPv4 address (mapped, compatible, NAT64, 6to4, Teredo) are
 * refused: no receiver needs them.
 */
function isPublicAddress(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4'
    ? address.toString() !== AZURE_WIRE_SERVER
    : address.match(IPV6_GLOBAL_UNICAST);
}

function isWithin(address: ipaddr.IPv4 | ipaddr.IPv6, cidr: string): boolean {
  const range = ipaddr.parseCIDR(cidr);
  return range[0].kind() === address.kind() && address.match(range);
}

/**
 * Returns the host if it is an address. The URL parser has already written every spelling of an IPv4 address (octal,
 * hex, one number, full-width digits) in dotted form.
 */
function addressLiteral(url: URL): string | undefined {
  const host = bareHostname(url);
  return isIP(host) === 0 ? undefined : host;
}

/**
 * Tells whether only a private network can have the name. A name with a single label is internal too: search domains
 * and the hosts file give it an address.
 */
function isInternalName(hostname: string): boolean {
  const name = hostname.replace(/\.$/, '');
  return !name.includes('.') || INTERNAL_SUFFIX.test(name);
}

/** Returns the host without the brackets that a URL puts around an IPv6 address. */
export function bareHostname(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1');
}

function isAllowedPort(port: string): boolean {
  return port === '' || port === '443' || port === '80' || Number(port) > SYSTEM_PORT_MAX;
}

function notAllowed(message: string): QuittanceError {
  return new QuittanceError('url_not_allowed', message);
}

/** Uses one message for every kind of address: the error must not tell which kind it is. */
function notPublic(): QuittanceError {
  return notAllowed(
    'The host of the URL has an address that is not public (private, loopback, link-local or reserved). Use one that the internet can reach.',
  );
}
