import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';

/** Returns whether the address is in one of the CIDR ranges. IPv4 addresses in IPv6's mapped form count as IPv4. */
export function isWithinRanges(ip: string, ranges: readonly string[]): boolean {
  if (isIP(ip) === 0) return false;
  const address = ipaddr.process(ip);
  return ranges.some((text) => {
    const range = ipaddr.parseCIDR(text);
    return address.kind() === range[0].kind() && address.match(range);
  });
}

const EXPECTED = 'expected a CIDR range such as "203.0.113.0/24" or "2001:db8::/32"';

/** The patterns shown in the reference: zod's own for addresses and ranges. */
const FORMS = [z.regexes.ipv4, z.regexes.cidrv4, z.regexes.ipv6, z.regexes.cidrv6];
/** The pattern of an IPv4 address mapped into IPv6: zeros, `ffff`, and two groups (RFC 4291, 2.5.5.2). */
const MAPPED = '^((0{1,4}:){5}[fF]{4}:|(0{0,4}:){1,6}:?[fF]{4}(:[0-9a-fA-F]{1,4}){2}(/|$))';

/** A CIDR range (RFC 4632, RFC 4291). An address without a length becomes the range of this one address. */
export const ipRange = z
  .string()
  .meta({
    anyOf: FORMS.map(({ source }) => ({ pattern: source })),
    not: { pattern: MAPPED },
    examples: ['203.0.113.0/24'],
  })
  .transform((text, context) => {
    const [address = '', length, more] = text.split('/');
    const version = isIP(address);
    const bits = version === 4 ? 32 : 128;
    const isMapped = version === 6 && ipaddr.IPv6.parse(address).isIPv4MappedAddress();
    const hasLength = length === undefined || (/^(0|[1-9]\d{0,2})$/.test(length) && Number(length) <= bits);
    if (version !== 0 && !address.includes('%') && more === undefined && hasLength && !isMapped) {
      return `${address}/${length ?? String(bits)}`;
    }
    const message = isMapped ? 'write IPv4 addresses as such, not mapped into IPv6' : EXPECTED;
    context.addIssue({ code: 'custom', message, input: text });
    return z.NEVER;
  });
