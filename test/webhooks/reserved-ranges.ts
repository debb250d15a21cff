/**
 * The ranges that no webhook may reach. They are written down from IANA's registries of special-purpose addresses (IPv4
 * and IPv6), of IPv4 and IPv6 address space, and of multicast. On purpose they do not come from the guard's library.
 */
export interface Range {
  readonly cidr: string;
  readonly first: bigint;
  readonly size: bigint;
}

export const RESERVED_IPV4: readonly Range[] = [
  '0.0.0.0/8', // this network, RFC 791
  '10.0.0.0/8', // private, RFC 1918
  '100.64.0.0/10', // carrier-grade NAT, RFC 6598; Alibaba's metadata
  '127.0.0.0/8', // loopback, RFC 1122
  '168.63.129.16/32', // Azure's platform endpoint
  '169.254.0.0/16', // link-local, RFC 3927; the metadata of most clouds
  '172.16.0.0/12', // private, RFC 1918
  '192.0.0.0/24', // IETF protocols, RFC 6890; Oracle's metadata
  '192.0.2.0/24', // documentation, RFC 5737
  '192.31.196.0/24', // AS112, RFC 7535
  '192.52.193.0/24', // AMT, RFC 7450
  '192.88.99.0/24', // 6to4 relays, RFC 7526
  '192.168.0.0/16', // private, RFC 1918
  '192.175.48.0/24', // AS112, RFC 7534
  '198.18.0.0/15', // benchmarking, RFC 2544
  '198.51.100.0/24', // documentation, RFC 5737
  '203.0.113.0/24', // documentation, RFC 5737
  '224.0.0.0/4', // multicast, RFC 5771
  '240.0.0.0/4', // reserved, RFC 1112, and limited broadcast
].map((cidr) => toRange(cidr, ipv4Number, 32));

export const RESERVED_IPV6: readonly Range[] = [
  '::/128', // unspecified, RFC 4291
  '::1/128', // loopback, RFC 4291
  '::/96', // IPv4-compatible, RFC 4291
  '::ffff:0:0/96', // IPv4-mapped, RFC 4291
  '::ffff:0:0:0/96', // IPv4-translated, RFC 2765
  '64:ff9b::/96', // NAT64, RFC 6052
  '64:ff9b:1::/48', // NAT64 of a site, RFC 8215
  '100::/64', // discard, RFC 6666
  '100:0:0:1::/64', // dummy, RFC 9780
  '200::/7', // once NSAP, RFC 4048
  '2001::/32', // Teredo, RFC 4380
  '2001:1::/32', // anycast of protocols, RFC 7723
  '2001:2::/48', // benchmarking, RFC 5180
  '2001:3::/32', // AMT, RFC 7450
  '2001:4:112::/48', // AS112, RFC 7535
  '2001:10::/28', // ORCHID, RFC 4843
  '2001:20::/28', // ORCHIDv2, RFC 7343
  '2001:30::/28', // drone tags, RFC 9374
  '2001::/23', // all IETF protocols, RFC 2928
  '2001:db8::/32', // documentation, RFC 3849
  '2002::/16', // 6to4, RFC 3056
  '2620:4f:8000::/48', // AS112, RFC 7534
  '3fff::/20', // documentation, RFC 9637
  '4000::/2', // not given out
  '5f00::/16', // segment routing, RFC 9602
  '8000::/2', // not given out
  'c000::/3', // not given out
  'e000::/4', // not given out
  'f000::/5', // not given out
  'f800::/6', // not given out
  'fc00::/7', // unique local, RFC 4193; AWS's and Google's metadata
  'fe00::/9', // not given out
  'fe80::/10', // link-local, RFC 4291
  'fec0::/10', // site-local, RFC 3879
  'ff00::/8', // multicast, RFC 4291
].map((cidr) => toRange(cidr, ipv6Number, 128));

export function ipv4Number(text: string): bigint {
  return text.split('.').reduce((value, octet) => value * 256n + BigInt(octet), 0n);
}

export function ipv6Number(text: string): bigint {
  const [head = '', tail = ''] = text.split('::');
  const groupsOf = (part: string): string[] => (part === '' ? [] : part.split(':'));
  const [before, after] = [groupsOf(head), groupsOf(tail)];
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  return [...before, ...zeros, ...after].reduce((value, group) => value * 65536n + BigInt(`0x${group}`), 0n);
}

function toRange(cidr: string, parse: (text: string) => bigint, bits: number): Range {
  const [address = '', prefix = ''] = cidr.split('/');
  return { cidr, first: parse(address), size: 2n ** BigInt(bits - Number(prefix)) };
}
