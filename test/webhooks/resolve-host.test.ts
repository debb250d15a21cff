import { hostname } from 'node:os';
import { describe, expect, it } from '@jest/globals';
import { findAllowedAddresses, guardUrl } from '../../src/webhooks/guard-url.js';
import { addressesInHostsFile, createResolveHost, resolveHost } from '../../src/webhooks/resolve-host.js';
import { startDnsServer, type DnsAnswer } from './dns-server.js';

const { signal } = new AbortController();

describe('resolveHost', () => {
  it('reads the hosts file first, as the system does', () => {
    const text =
      '# comment\n127.0.0.1\tlocalhost\n10.0.0.5  Vault.Internal vault # the old one\n\n::1 localhost\n10.0.0.6 vault\r\n';
    expect(addressesInHostsFile(text, 'localhost')).toEqual(['127.0.0.1', '::1']);
    expect(addressesInHostsFile(text, 'vault')).toEqual(['10.0.0.5', '10.0.0.6']);
    expect(addressesInHostsFile(text, 'vault.internal')).toEqual(['10.0.0.5']);
    expect(addressesInHostsFile(text, 'the')).toEqual([]);
    expect(addressesInHostsFile(text, '10.0.0.5')).toEqual([]);
  });

  it('resolves localhost and its subdomains to the loopback', async () => {
    for (const name of ['localhost', 'LOCALHOST', 'localhost.', 'app.localhost']) {
      expect(await resolveHost(name, signal)).toContain('127.0.0.1');
    }
  });

  it('rejects for a name that does not exist', async () => {
    await expect(resolveHost('quittance-test.invalid', signal)).rejects.toThrow();
  });

  it('makes no query when the wait is over', async () => {
    await expect(resolveHost('quittance-test.invalid', AbortSignal.abort())).rejects.toThrow('aborted');
  });
});

describe('with configured DNS servers', () => {
  const answers: Readonly<Record<string, DnsAnswer>> = {
    'shop.example': ['8.8.8.8', '2606:4700::1111'],
    'v4.example': ['8.8.8.8'],
    'inside.example': ['10.0.0.7'],
    'mixed.example': ['8.8.8.8', '::1'],
    'failing.example': 'fails',
    'silent.example': 'silent',
  };
  const answerTo = (name: string): DnsAnswer => answers[name] ?? 'unknown';
  const strict = { allowHttp: false, allowCidrs: [] };

  it('queries these servers, for both kinds of addresses', async () => {
    await using server = await startDnsServer(answerTo);
    const resolve = createResolveHost([server.address]);
    expect(await resolve('Shop.Example.', signal)).toEqual(['8.8.8.8', '2606:4700::1111']);
    expect(await resolve('v4.example', signal)).toEqual(['8.8.8.8']);
    for (const name of ['unknown.example', 'failing.example'])
      await expect(resolve(name, signal)).rejects.toThrow();
    await expect(guardUrl('https://inside.example/', strict, resolve)).rejects.toMatchObject({
      code: 'url_not_allowed',
    });
    await expect(guardUrl('https://mixed.example/', strict, resolve)).rejects.toMatchObject({
      code: 'url_not_allowed',
    });
  });

  it('ignores the hosts file: a name that only this machine knows is unknown', async () => {
    await using server = await startDnsServer(answerTo);
    const own = hostname();
    // Every container has its own line there. Without one, this is an ordinary name.
    await expect(createResolveHost([server.address])(own, signal)).rejects.toThrow();
    expect(server.asked).toContain(own.toLowerCase());
  });

  it('queries the next server when one is silent, and none when the wait is over', async () => {
    await using silent = await startDnsServer(() => 'silent');
    await using server = await startDnsServer(answerTo);
    const resolve = createResolveHost([silent.address, server.address]);
    expect(await resolve('v4.example', signal)).toEqual(['8.8.8.8']);
    const patience = new AbortController();
    const waiting = findAllowedAddresses({
      url: new URL('https://silent.example/'),
      policy: strict,
      resolve,
      signal: patience.signal,
    });
    patience.abort();
    await expect(waiting).rejects.toMatchObject({ name: 'HostNotFoundError' });
  });

  it('queries again at each look-up, whatever it answered before', async () => {
    let answer = ['8.8.8.8'];
    await using server = await startDnsServer(() => answer);
    const resolve = createResolveHost([server.address]);
    expect(await guardUrl('https://rebinding.example/', strict, resolve)).toMatchObject({ resolved: true });
    answer = ['127.0.0.1'];
    await expect(guardUrl('https://rebinding.example/', strict, resolve)).rejects.toMatchObject({
      code: 'url_not_allowed',
    });
  });
});
