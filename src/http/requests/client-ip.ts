import { isIP } from 'node:net';
import type { Request } from 'express';
import ipaddr from 'ipaddr.js';

/**
 * The address that a request comes from: the connection's, or, behind proxies that `TRUST_PROXY` names, the one that the
 * outermost of them wrote into `X-Forwarded-For`. What a client writes there itself counts for nothing. IPv4 addresses
 * that arrive in IPv6's mapped form (RFC 4291, 2.5.5.2) are shown as IPv4. Empty when the connection is gone already.
 */
export function clientIp(request: Request): string {
  const known = addresses.get(request);
  if (known !== undefined) return known;
  const address = readIp(request.ip) ?? readIp(request.socket.remoteAddress) ?? '';
  addresses.set(request, address);
  return address;
}

/** It is read once, while the connection is there. */
const addresses = new WeakMap<Request, string>();

function readIp(text: string | undefined): string | undefined {
  return text === undefined || isIP(text) === 0 ? undefined : ipaddr.process(text).toString();
}
