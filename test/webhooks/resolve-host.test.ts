import { describe, expect, it } from '@jest/globals';

import { addressesInHostsFile, resolveHost } from '../../src/webhooks/resolve-host.js';

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

  it('finds localhost and what is under it on the loopback', async () => {
    for (const name of ['localhost', 'LOCALHOST', 'localhost.', 'app.localhost']) {
      expect(await resolveHost(name, signal)).toContain('127.0.0.1');
    }
  });

  it('rejects for a name that does not exist', async () => {
    await expect(resolveHost('quittance-test.invalid', signal)).rejects.toThrow();
  });

  it('asks nobody once the wait is over', async () => {
    await expect(resolveHost('quittance-test.invalid', AbortSignal.abort())).rejects.toThrow('aborted');
  });
});
