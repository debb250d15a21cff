import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { ConfigError, loadConfig } from '../../src/config.js';
import { describeChainsElsewhere } from '../../src/config/local-mode.js';
import { TEST_XPUB } from '../helpers/facts/test-xpub.js';

const folder = mkdtempSync(path.join(tmpdir(), 'quittance-local-mode-'));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;

/** Writes a file with one chain for each list of RPCs: `a`, `b` and so on. */
function chainsFile(...chains: readonly { rpcUrls: readonly string[]; singleRpc?: boolean }[]): string {
  const file = path.join(folder, `${String((files += 1))}.json`);
  const entries = chains.map((fields, i) => ({
    chainCode: 'abc'[i],
    chainId: i + 1,
    name: 'A chain',
    confirmations: 3,
    tokens: [],
    ...fields,
    nativeToken: { symbol: 'ETH', enabled: true },
  }));
  writeFileSync(file, JSON.stringify({ chains: entries }));
  return file;
}

const SERVICE = {
  DATABASE_URL: 'postgres://u:p@127.0.0.1/q',
  TEMPORAL_ADDRESS: '127.0.0.1:7233',
  LOCAL_MODE: 'true',
  DEPOSIT_XPUB: TEST_XPUB,
  SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
};
const MNEMONIC = 'test test test test test test test test test test test junk';
const here = 'http://127.0.0.1:8545';
const two = ['https://rpc.one.example', 'https://rpc.two.example'];

function mistakesOf(read: () => unknown): readonly string[] {
  try {
    read();
  } catch (error) {
    if (error instanceof ConfigError) return error.mistakes;
    throw error;
  }
  return [];
}

describe('the relaxed rules of local mode', () => {
  it.each([
    ['127.0.0.1', [here]],
    ['all of 127.0.0.0/8', ['http://127.1.2.3:8545']],
    ['::1', ['http://[::1]:8545']],
    ['its IPv4 address mapped to IPv6', ['http://[::ffff:127.0.0.1]:8545']],
    ['localhost', ['http://localhost:8545', 'http://localhost.:8546']],
  ])('apply while every RPC is on this machine: %s', (_, rpcUrls) => {
    const CHAINS_FILE = chainsFile({ rpcUrls });
    expect(loadConfig({ ...SERVICE, CHAINS_FILE }, { for: 'api' })).toMatchObject({
      localMode: true,
      chainsElsewhere: [],
      policyDelayMs: 0,
      whitelistDelayMs: 0,
      webhooks: { allowHttp: 'loopback', allowCidrs: ['127.0.0.0/8', '::1/128'] },
    });
    const worker = loadConfig({ ...SERVICE, CHAINS_FILE, SIGNER_MNEMONIC: MNEMONIC }, { for: 'worker' });
    expect(worker.signer).toMatchObject({ limits: null, approvers: null });
  });

  it.each([
    ['a public one', two],
    ['one on this machine and a public one', [here, 'https://rpc.one.example']],
    ['a name that only looks like this machine', ['http://localhost.example', 'http://127.0.0.1.example']],
    ['the network beside this machine', ['http://10.0.0.1:8545', 'http://192.168.0.1:8545']],
  ])('do not apply to any chain when one RPC is elsewhere: %s', (_, rpcUrls) => {
    const CHAINS_FILE = chainsFile({ rpcUrls: [here], singleRpc: true }, { rpcUrls });
    const day = 86_400_000;
    const config = loadConfig({ ...SERVICE, CHAINS_FILE }, { for: 'api' });
    expect(config).toMatchObject({
      localMode: false,
      chainsElsewhere: ['b'],
      policyDelayMs: day,
      whitelistDelayMs: day,
      webhooks: { allowHttp: false, allowCidrs: [] },
      // The rules that local mode narrows stay narrow.
      host: '127.0.0.1',
      metricsHost: '127.0.0.1',
    });
    expect(describeChainsElsewhere(config.chainsElsewhere)).toMatch(
      /^Local mode loosens nothing: b has an RPC/,
    );
    const worker = { ...SERVICE, CHAINS_FILE, SIGNER_MNEMONIC: MNEMONIC };
    expect(mistakesOf(() => loadConfig(worker, { for: 'worker' }))).toEqual([
      expect.stringMatching(/^SIGNER_APPROVERS: missing/),
      expect.stringMatching(/^SIGNER_LIMITS: missing/),
    ]);
    const cli = loadConfig({ ...SERVICE, CHAINS_FILE }, { for: 'cli' });
    expect(cli).toMatchObject({ localMode: false, policyDelayMs: day });
  });

  it('do not apply when no chain is known', () => {
    expect(loadConfig(SERVICE, { for: 'cli' })).toMatchObject({
      localMode: false,
      policyDelayMs: 86_400_000,
    });
  });

  it('do not apply to npm start with given chains, and it says what is missing before it starts', () => {
    const start = (env: object): unknown => loadConfig({ ...env }, { for: 'start' });
    const CHAINS_FILE = chainsFile({ rpcUrls: two });
    expect(mistakesOf(() => start({ CHAINS_FILE }))).toEqual([
      expect.stringMatching(/^SIGNER_APPROVERS: missing/),
      expect.stringMatching(/^SIGNER_LIMITS: missing/),
    ]);
    const said = { SIGNER_LIMITS: 'unlimited', SIGNER_APPROVALS: 'unsigned' };
    expect(start({ CHAINS_FILE, ...said })).toMatchObject({ chainsElsewhere: ['a'] });
    expect(start({ CHAINS_FILE, WORKER_ROLES: 'core,chain' })).toMatchObject({ chainsElsewhere: ['a'] });
    expect(start({ CHAINS_FILE: chainsFile({ rpcUrls: [here] }) })).toMatchObject({ chainsElsewhere: [] });
  });
});

describe('a chain with a single RPC', () => {
  const refused = [expect.stringMatching(/^CHAINS_FILE: a has a single RPC.*"singleRpc": true/)];
  const mistakes = (env: object): readonly string[] =>
    mistakesOf(() => loadConfig({ ...SERVICE, LOCAL_MODE: '', ...env }, { for: 'api' }));

  it.each([
    ['elsewhere', { rpcUrls: ['https://rpc.one.example'] }],
    ['on this machine', { rpcUrls: [here] }],
    ['under two paths of one host', { rpcUrls: ['https://rpc.example/a', 'https://rpc.example/b'] }],
    ['with singleRpc set to false', { rpcUrls: [here], singleRpc: false }],
  ])('is refused: %s', (_, chain) => {
    expect(mistakes({ CHAINS_FILE: chainsFile(chain) })).toEqual(refused);
  });

  it('is accepted when that is configured explicitly, and in local mode on this machine', () => {
    expect(mistakes({ CHAINS_FILE: chainsFile({ rpcUrls: [here], singleRpc: true }) })).toEqual([]);
    expect(mistakes({ CHAINS_FILE: chainsFile({ rpcUrls: two }) })).toEqual([]);
    expect(mistakes({ CHAINS_FILE: chainsFile({ rpcUrls: [here] }), LOCAL_MODE: 'true' })).toEqual([]);
    const elsewhere = chainsFile({ rpcUrls: ['https://rpc.one.example'] });
    expect(mistakes({ CHAINS_FILE: elsewhere, LOCAL_MODE: 'true' })).toEqual(refused);
    const start = mistakesOf(() =>
      loadConfig({ CHAINS_FILE: elsewhere, WORKER_ROLES: 'core' }, { for: 'start' }),
    );
    expect(start).toEqual(refused);
  });
});
