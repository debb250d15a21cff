import { isIP } from 'node:net';
import type { Request } from 'express';
import ipaddr from 'ipaddr.js';

/**
 * Returns the address that a request comes from. Usually it is the address of the connection. Behind proxies that
 * `TRUST_PROXY` names, it is the address that the outermost of them has written into `X-Forwarded-For`. Addresses that
 * the client has written there are ignored. An IPv4 address mapped into IPv6 (RFC 4291, 2.5.5.2) becomes plain IPv4.
 * The result is empty if the connection is closed already.
 */
export function clientIp(request: Request): string {
  const known = addresses.get(request);
  if (known !== undefined) return known;
  const address = readIp(request.ip) ?? readIp(request.socket.remoteAddress) ?? '';
  addresses.set(request, address);
  return address;
}

/**
 * Removes the ports from `X-Forwarded-For`. Some proxies write them, as in `203.0.113.9:4711` or `[2001:db8::1]:443`.
 * Express compares whole entries with the proxies that it trusts. With a port, it would take a trusted proxy for the
 * client.
 */
export function dropForwardedPorts(request: Request): void {
  const header = request.headers['x-forwarded-for'];
  if (typeof header !== 'string') return;
  request.headers['x-forwarded-for'] = header.split(',').map(withoutPort).join(',');
}

function withoutPort(entry: string): string {
  const [, v6, v4] = /^\s*(?:\[([^\]]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d{1,5})?\s*$/.exec(entry) ?? [];
  return v6 ?? v4 ?? entry;
}

/** The address of each request. It is read once, while the connection is open. */
const addresses = new WeakMap<Request, string>();

function readIp(text: string | undefined): string | undefined {
  return text === undefined || isIP(text) === 0 ? undefined : ipaddr.process(text).toString();
}
