import { isIP } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import fc from '../helpers/properties.js';

import { QuittanceError } from '../../src/domain/core/errors.js';
import {
  guardUrl,
  isAllowedAddress,
  parseWebhookUrl,
  type WebhookUrlPolicy,
} from '../../src/webhooks/guard-url.js';
import { ipv4Number, ipv6Number, RESERVED_IPV4, RESERVED_IPV6, type Range } from './reserved-ranges.js';

const strict: WebhookUrlPolicy = { allowHttp: false, allowCidrs: [] };
const open: WebhookUrlPolicy = { allowHttp: true, allowCidrs: ['127.0.0.0/8', '::1/128'] };

function refusal(text: string, policy = strict): string {
  try {
    parseWebhookUrl(text, policy);
  } catch (error) {
    if (error instanceof QuittanceError && error.code === 'url_not_allowed') return error.message;
    throw error;
  }
  throw new Error(`accepted: ${text}`);
}

const resolveTo =
  (...addresses: string[]) =>
  () =>
    Promise.resolve(addresses);

describe('a webhook URL', () => {
  it.each([
    'https://shop.example/webhooks',
    'https://shop.example',
    'HTTPS://Shop.Example:443/a?b=c#d',
    'https://shop.example:80/',
    'https://shop.example:1024/',
    'https://shop.example:65535/',
    'https://bücher.example/ü',
    'https://shop_1.example./',
    `https://${'a'.repeat(63)}.example/`,
    `https://${'a.'.repeat(123)}example./`,
    'https://8.8.8.8/',
    'https://[2606:4700::1111]/',
  ])('is accepted: %s', (text) => {
    expect(parseWebhookUrl(text, strict).protocol).toBe('https:');
  });

  it.each([
    ['', 'start with https://'],
    ['shop.example', 'start with https://'],
    ['//shop.example/', 'start with https://'],
    ['http://shop.example/', 'start with https://'],
    ['ftp://shop.example/', 'start with https://'],
    ['file:///etc/passwd', 'start with https://'],
    ['javascript:alert(1)', 'start with https://'],
    ['https:shop.example', 'start with https://'],
    ['https://', 'not valid'],
    ['https://shop.example:99999/', 'not valid'],
    ['https://1.2.3.4.5/', 'not valid'],
    ['https://256.1.1.1/', 'not valid'],
    ['https://[fe80::1%25eth0]/', 'not valid'],
    ['https://user@shop.example/', 'user name'],
    ['https://user:pass@shop.example/', 'user name'],
    ['https://:pass@shop.example/', 'user name'],
    ['https://shop.example:0/', 'Port 0'],
    ['https://shop.example:22/', 'Port 22'],
    ['https://shop.example:25/', 'Port 25'],
    ['https://shop.example:1023/', 'Port 1023'],
    [' https://shop.example/', 'space'],
    ['https://shop.example/ ', 'space'],
    ['https://shop.example/a b', 'space'],
    ['https://shop.\texample/', 'space'],
    ['https://shop.example/\r\nX: y', 'space'],
    ['https:\\\\shop.example\\', 'backslash'],
    ['https://shop.example\\@127.0.0.1/', 'backslash'],
    [`https://shop.example/${'a'.repeat(2048)}`, '2048'],
    // A resolver drops one dot at the end, so it would look up a name that only a private network can have.
    ['https://vault.internal../', 'host name'],
    ['https://localhost。。/', 'host name'],
    ['https://postgres../', 'host name'],
    ['https://127.0.0.1../', 'host name'],
    ['https://shop..example/', 'host name'],
    ['https://.example/', 'host name'],
    [`https://${'a'.repeat(64)}.example/`, 'host name'],
    [`https://${'a.'.repeat(124)}example/`, 'host name'],
  ])('is refused with an explanation: %j', (text, reason) => {
    expect(refusal(text)).toContain(reason);
  });

  it('may be http when the policy says so, and is still checked', () => {
    expect(parseWebhookUrl('http://127.0.0.1:3000/', open).port).toBe('3000');
    expect(refusal('http://10.0.0.1/', open)).toContain('not public');
    expect(refusal('ftp://127.0.0.1/', open)).toContain('http');
  });
});

describe('a private address as a literal', () => {
  it.each([
    'https://127.0.0.1/',
    'https://127.1/',
    'https://0177.0.0.1/',
    'https://0x7f.0.0.1/',
    'https://0x7f000001/',
    'https://2130706433/',
    'https://017700000001/',
    'https://127.0.0.1./',
    'https://%31%32%37.0.0.1/',
    'https://127。0。0。1/',
    'https://①②⑦.0.0.1/',
    'https://0/',
    'https://169.254.169.254/latest/meta-data/',
    'https://168.63.129.16/',
    'https://100.100.100.200/',
    'https://192.0.0.192/',
    'https://[::1]/',
    'https://[::]/',
    'https://[0:0:0:0:0:0:0:1]/',
    'https://[::127.0.0.1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[::ffff:0:127.0.0.1]/',
    'https://[64:ff9b::a9fe:a9fe]/',
    'https://[64:ff9b:1::10.0.0.1]/',
    'https://[2002:7f00:1::]/',
    'https://[2001:0:1234::1]/',
    'https://[fd00:ec2::254]/',
    'https://[FE80::1]/',
    'https://[fec0::1]/',
  ])('is refused in the spelling %s', (text) => {
    expect(refusal(text)).toContain('not public');
  });
});

describe('registration', () => {
  it('accepts a name with only public addresses', async () => {
    const guarded = await guardUrl('https://shop.example/', strict, resolveTo('8.8.8.8', '2606:4700::1111'));
    expect(guarded).toMatchObject({ resolved: true });
    expect(guarded.url.href).toBe('https://shop.example/');
  });

  it.each([
    ['10.0.0.1'],
    ['8.8.8.8', '127.0.0.1'],
    ['2606:4700::1111', '::1'],
    ['::ffff:10.0.0.1'],
    ['8.8.8.8', 'nonsense'],
  ])('refuses a name that resolves to %s', async (...addresses) => {
    const guarded = guardUrl('https://shop.example/', strict, resolveTo(...addresses));
    await expect(guarded).rejects.toMatchObject({ code: 'url_not_allowed' });
    await expect(guarded).rejects.not.toThrow(/\d+\.\d+\.\d+\.\d+/);
  });

  it('refuses a name with more addresses than any receiver needs, because an attempt would try each', async () => {
    const many = Array.from({ length: 65 }, (_, i) => `8.8.4.${i}`);
    expect(await guardUrl('https://shop.example/', strict, resolveTo(...many.slice(1)))).toMatchObject({
      resolved: true,
    });
    await expect(guardUrl('https://shop.example/', strict, resolveTo(...many))).rejects.toMatchObject({
      code: 'url_not_allowed',
      message: 'The host of the URL has more than 64 addresses.',
    });
    // For a private name the number of its addresses is not told.
    const inside = many.map((address) => address.replace('8.8.', '10.8.'));
    await expect(guardUrl('https://shop.example/', strict, resolveTo(...inside))).rejects.toThrow(
      'not public',
    );
  });

  it('accepts a name that does not resolve and says so', async () => {
    const notFound = () => Promise.reject(new Error('queryA ENOTFOUND shop.example'));
    expect(await guardUrl('https://shop.example/', strict, notFound)).toMatchObject({ resolved: false });
    expect(await guardUrl('https://shop.example/', strict, resolveTo())).toMatchObject({ resolved: false });
    expect(await guardUrl('https://quittance-test.invalid/', strict)).toMatchObject({ resolved: false });
  });

  it('accepts plain http in local mode only when every address is on this machine', async () => {
    const local: WebhookUrlPolicy = {
      allowHttp: 'loopback',
      allowCidrs: ['127.0.0.0/8', '::1/128', '10.0.0.0/8'],
    };
    const guarded = (text: string, ...addresses: string[]) =>
      guardUrl(text, local, resolveTo(...addresses)).then(
        ({ resolved }) => resolved,
        (error: unknown) => (error as Error).message,
      );
    expect(await guarded('http://127.0.0.1:4000/')).toBe(true);
    expect(await guarded('http://[::1]:4000/')).toBe(true);
    expect(await guarded('http://localhost:4000/', '127.0.0.1', '::1')).toBe(true);
    expect(await guarded('https://shop.example/', '8.8.8.8')).toBe(true);
    expect(await guarded('https://shop.example/')).toBe(false);
    for (const elsewhere of [
      guarded('http://8.8.8.8/'),
      guarded('http://10.0.0.1/'),
      guarded('http://shop.example/', '8.8.8.8'),
      guarded('http://shop.example/', '127.0.0.1', '8.8.8.8'),
      guarded('http://shop.example/'),
    ])
      expect(await elsewhere).toMatch('Plain http');
  });

  it.each([
    'localhost',
    'app.localhost.',
    'postgres',
    'DB',
    'vault.internal',
    'printer.local',
    'router.lan',
    'nas.home.arpa',
    'ldap.corp',
    'api.default.svc',
    'api.default.svc.cluster.local.',
  ])(
    'refuses %s, which only a private network can have, whether it exists or not, without a look-up',
    async (name) => {
      const never = () => Promise.reject(new Error('asked'));
      const refused = await guardUrl(`https://${name}/`, strict, never).catch((error: unknown) => error);
      const known = await guardUrl('https://shop.example/', strict, resolveTo('10.0.0.1')).catch(
        (error: unknown) => error,
      );
      expect(refused).toMatchObject({ code: 'url_not_allowed', message: (known as Error).message });
      // When private addresses are allowed, so are their names.
      expect(await guardUrl(`https://${name}/`, open, resolveTo('127.0.0.1'))).toMatchObject({
        resolved: true,
      });
    },
  );

  it.each(['internal.example.com', 'mycorp.example', 'local.shop.example'])('looks %s up', async (name) => {
    expect(await guardUrl(`https://${name}/`, strict, resolveTo('8.8.8.8'))).toMatchObject({
      resolved: true,
    });
  });

  it('refuses localhost, by its addresses', async () => {
    await expect(guardUrl('https://localhost/', strict)).rejects.toMatchObject({ code: 'url_not_allowed' });
    await expect(guardUrl('https://app.localhost./', strict)).rejects.toMatchObject({
      code: 'url_not_allowed',
    });
    expect(await guardUrl('http://localhost:3000/', open)).toMatchObject({ resolved: true });
  });

  it('makes no look-up for a literal address', async () => {
    const never = () => Promise.reject(new Error('asked'));
    expect(await guardUrl('https://8.8.8.8/', strict, never)).toMatchObject({ resolved: true });
    await expect(guardUrl('https://10.1/', strict, never)).rejects.toMatchObject({ code: 'url_not_allowed' });
  });
});

const within = (range: Range) =>
  fc.bigInt({ min: 0n, max: range.size - 1n }).map((offset) => range.first + offset);
const isReserved = (ranges: readonly Range[], value: bigint): boolean =>
  ranges.some(({ first, size }) => value >= first && value < first + size);

/** Returns an IPv4 address in all spellings of the URL standard: parts decimal, octal or hex, and last parts joined. */
const ipv4Spelling = (value: bigint) =>
  fc
    .tuple(
      fc.integer({ min: 1, max: 4 }),
      fc.array(fc.constantFrom(10, 8, 16), { minLength: 4, maxLength: 4 }),
    )
    .map(([partCount, bases]) => {
      const octets = [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 0xffn);
      const last = octets.slice(partCount - 1).reduce((joined, octet) => joined * 256n + octet, 0n);
      return [...octets.slice(0, partCount - 1), last]
        .map((part, index) => inBase(part, bases[index] ?? 10))
        .join('.');
    });

const ipv6Spelling = (value: bigint) =>
  fc.tuple(fc.boolean(), fc.boolean(), fc.boolean()).map(([upper, padded, dotted]) => {
    const groups = Array.from({ length: 8 }, (_, index) =>
      ((value >> BigInt(112 - 16 * index)) & 0xffffn).toString(16),
    );
    const written = padded ? groups.map((group) => group.padStart(4, '0')) : groups;
    const tail = [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 0xffn).join('.');
    const text = dotted ? [...written.slice(0, 6), tail].join(':') : written.join(':');
    return upper ? text.toUpperCase() : text;
  });

function inBase(part: bigint, base: number): string {
  const digits = part.toString(base);
  return base === 8 ? `0${digits}` : base === 16 ? `0x${digits}` : digits;
}

describe('every reserved range', () => {
  it.each(RESERVED_IPV4)('$cidr is refused, in every spelling', (range) => {
    const spelt = within(range).chain((value) => ipv4Spelling(value));
    fc.assert(
      fc.property(spelt, (text) => refusal(`https://${text}/`).includes('not public')),
      {
        numRuns: 50,
      },
    );
    for (const value of [range.first, range.first + range.size - 1n]) {
      expect(refusal(`https://${value}/`)).toContain('not public');
    }
  });

  it.each(RESERVED_IPV6)('$cidr is refused, in every spelling', (range) => {
    const spelt = within(range).chain((value) => ipv6Spelling(value));
    fc.assert(
      fc.property(spelt, (text) => refusal(`https://[${text}]/`).includes('not public')),
      {
        numRuns: 50,
      },
    );
  });

  it('is refused in a DNS answer too', async () => {
    const answers = fc.oneof(
      ...RESERVED_IPV4.map((range) => within(range).map((value) => new URL(`https://${value}/`).hostname)),
      ...RESERVED_IPV6.map((range) => within(range).chain((value) => ipv6Spelling(value))),
    );
    await fc.assert(
      fc.asyncProperty(answers, async (address) => {
        await expect(
          guardUrl('https://shop.example/', strict, resolveTo('8.8.8.8', address)),
        ).rejects.toMatchObject({
          code: 'url_not_allowed',
        });
      }),
      { numRuns: 500 },
    );
  });
});

describe('every public address', () => {
  it('of IPv4 is accepted, in every spelling', () => {
    const isPublic = (value: bigint): boolean => !isReserved(RESERVED_IPV4, value);
    const values = fc.bigInt({ min: 0n, max: 2n ** 32n - 1n }).filter(isPublic);
    const spelt = values.chain((value) => ipv4Spelling(value));
    fc.assert(
      fc.property(spelt, (text) => isIP(parseWebhookUrl(`https://${text}/`, strict).hostname) === 4),
      {
        numRuns: 1000,
      },
    );
  });

  it('next to a reserved range is accepted', () => {
    const neighbours = RESERVED_IPV4.flatMap(({ first, size }) => [first - 1n, first + size]).filter(
      (value) => value >= 0n && value < 2n ** 32n && !isReserved(RESERVED_IPV4, value),
    );
    expect(neighbours.length).toBeGreaterThan(20);
    for (const value of neighbours)
      expect(parseWebhookUrl(`https://${value}/`, strict).protocol).toBe('https:');
  });

  it('of IPv6 is accepted, in every spelling', () => {
    const first = ipv6Number('2000::');
    const values = fc
      .bigInt({ min: first, max: first + 2n ** 125n - 1n })
      .filter((value) => !isReserved(RESERVED_IPV6, value));
    const spelt = values.chain((value) => ipv6Spelling(value));
    fc.assert(
      fc.property(spelt, (text) => parseWebhookUrl(`https://[${text}]/`, strict).protocol === 'https:'),
      {
        numRuns: 1000,
      },
    );
  });
});

describe('WEBHOOK_ALLOW_CIDRS', () => {
  it('opens its own ranges and no other', () => {
    expect(isAllowedAddress('127.9.9.9', open)).toBe(true);
    expect(isAllowedAddress('::1', open)).toBe(true);
    expect(isAllowedAddress('::ffff:127.0.0.1', open)).toBe(false);
    expect(isAllowedAddress('10.0.0.1', open)).toBe(false);
    expect(isAllowedAddress('128.0.0.1', open)).toBe(true);
  });

  it('reads the ranges of this test as it reads the policy', () => {
    expect(ipv4Number('255.255.255.255')).toBe(2n ** 32n - 1n);
    expect(ipv6Number('::ffff:0:0')).toBe(0xffff00000000n);
  });
});
