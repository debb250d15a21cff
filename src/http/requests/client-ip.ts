import { isIP } from 'node:net';
import type { Request } from 'express';
import ipaddr from 'ipaddr.js';

/**
 * Returns the address that a request comes from. Usually it is the address of the connection. Behind proxies that
 * `TRUST_PROXY` names, it is the address that the outermost of them wrote into `X-Forwarded-For`; what a client itself
 * writes there is ignored. An IPv4 address in IPv6's mapped form (RFC 4291, 2.5.5.2) becomes plain IPv4. The result is
 * empty when the connection is gone already.
 */
export function clientIp(request: Request): string {
  const known = addresses.get(request);
  if (known !== undefined) return known;
  const address = readIp(request.ip) ?? readIp(request.socket.remoteAddress) ?? '';
  addresses.set(request, address);
  return address;
}

/** The address of each request. It is read once, while the connection is open. */
const addresses = new WeakMap<Request, string>();

function readIp(text: string | undefined): string | undefined {
  return text === undefined || isIP(text) === 0 ? undefined : ipaddr.process(text).toString();
}
