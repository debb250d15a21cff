import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { ConfigError, loadConfig, type SignerConfig } from '../../src/config.js';
import { toChecksumAddress } from '../../src/chain/keys/address.js';
import { addressOf } from '../helpers/facts/facts.js';

const folder = mkdtempSync(path.join(tmpdir(), 'quittance-approvers-'));
afterAll(() => rmSync(folder, { recursive: true }));
const fileWith = (name: string, content: object): string => {
  const file = path.join(folder, name);
  writeFileSync(file, JSON.stringify(content));
  return file;
};
const CHAIN = {
  chainCode: 'base',
  chainId: 8453,
  name: 'Base',
  rpcUrls: ['http://127.0.0.1:1'],
  confirmations: 10,
  singleRpc: true,
  nativeToken: { symbol: 'ETH', enabled: true },
  tokens: [{ symbol: 'USDC', address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', decimals: 6 }],
};
const SIGNER = {
  DATABASE_URL: 'postgres://u:p@127.0.0.1/q',
  TEMPORAL_ADDRESS: '127.0.0.1:7233',
  CHAINS_FILE: fileWith('chains.json', { chains: [CHAIN] }),
  WORKER_ROLES: 'signer',
  SIGNER_MNEMONIC: 'test test test test test test test test test test test junk',
};
/**
 * Reads the configuration with explicit defaults: the worker has no limits, and has approvers unless they are unset.
 */
const SAID = { SIGNER_LIMITS: 'unlimited', SIGNER_APPROVALS: '' };
const signerOf = (env: object): SignerConfig | null =>
  loadConfig({ ...SIGNER, ...SAID, ...env }, { for: 'worker' }).signer;
function mistakesOf(env: object): string {
  try {
    signerOf(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.mistakes.join('\n');
    throw error;
  }
  return 'none';
}

const ANN = `0x${'ab'.repeat(20)}`;
const ann = { name: 'Ann', address: toChecksumAddress(ANN) };
const phone = { name: 'Ann', address: addressOf(0xa2) };
const bob = { name: ' Bob ', address: addressOf(0xb1) };
const written = {
  approvers: [ann, phone, bob],
  required: {
    'base/USDC': [
      { above: '0', signatures: 1 },
      { above: '10000', signatures: 2 },
    ],
    '*': [{ above: '0.5', signatures: 2 }],
  },
};

describe('SIGNER_APPROVERS', () => {
  it('is read from JSON, or from a file named after @', () => {
    const file = fileWith('approvers.json', written);
    for (const text of [JSON.stringify(written), `@${file}`]) {
      const approvers = signerOf({ SIGNER_APPROVERS: text })?.approvers;
      expect([...(approvers?.names ?? [])]).toEqual([
        [ANN, 'Ann'],
        [addressOf(0xa2), 'Ann'],
        [addressOf(0xb1), 'Bob'],
      ]);
      expect(approvers?.required.get('base/USDC')).toEqual([
        { above: 0n, signatures: 1 },
        { above: 10n ** 40n, signatures: 2 },
      ]);
      expect(approvers?.required.get('*')).toEqual([{ above: 5n * 10n ** 35n, signatures: 2 }]);
    }
  });

  it('believes a contract on the chains that its entry names, or on the only chain that there is', () => {
    const second = { ...CHAIN, chainCode: 'arbitrum', chainId: 42_161, name: 'Arbitrum' };
    const CHAINS_FILE = fileWith('two-chains.json', { chains: [CHAIN, second] });
    const named = { ...written, approvers: [{ ...ann, chains: ['arbitrum'] }, phone, bob] };
    const chainsOf = (env: object): readonly string[] => [
      ...(signerOf({ SIGNER_APPROVERS: JSON.stringify(named), ...env })?.approvers?.contractChains.get(ANN) ??
        []),
    ];
    expect(chainsOf({ CHAINS_FILE })).toEqual(['arbitrum']);
    expect(chainsOf({ CHAINS_FILE, SIGNER_APPROVERS: JSON.stringify(written) })).toEqual([]);
    expect(chainsOf({ SIGNER_APPROVERS: JSON.stringify(written) })).toEqual(['base']);
  });

  it('creates a file under DATA_DIR that records what was signed, when no file is named', () => {
    const SIGNER_APPROVERS = JSON.stringify(written);
    expect(signerOf({ SIGNER_APPROVERS, DATA_DIR: '/data' })).toMatchObject({
      memoryFile: null,
      defaultMemoryFile: '/data/signed.jsonl',
    });
    expect(signerOf({ SIGNER_APPROVERS, SIGNER_MEMORY_FILE: '/kept/signed' })?.memoryFile).toBe(
      '/kept/signed',
    );
  });

  const rules = (...list: object[]): object => ({ ...written, required: { 'base/USDC': list } });
  it.each([
    ['no JSON', 'Ann', 'Unexpected token'],
    ['an unknown field', { ...written, require: {} }, 'Unrecognized key: "require"'],
    ['no approver', { ...written, approvers: [] }, 'approvers: '],
    ['a number as amount', rules({ above: 0, signatures: 1 }), 'required.base/USDC.0.above: '],
    ['no amount', rules({ above: '-1', signatures: 1 }), '"above" of "base/USDC" is not a decimal amount'],
    ['half a signature', rules({ above: '0', signatures: 0.5 }), 'required.base/USDC.0.signatures: '],
    [
      'a wrong checksum',
      {
        ...written,
        approvers: [
          { ...ann, address: ann.address.replace(/[a-b]$/i, (last) => (last === 'b' ? 'B' : 'b')) },
        ],
      },
      'the address of Ann',
    ],
    [
      'one address of two people',
      { ...written, approvers: [ann, bob, { ...bob, address: ann.address }] },
      'is there twice',
    ],
    [
      'an unknown chain',
      { ...written, approvers: [{ ...ann, chains: ['moon'] }, bob] },
      '"moon" of Ann is no chain of CHAINS_FILE; there are base',
    ],
    ['an unknown asset', { ...written, required: { 'base/USDX': [] } }, 'required.base/USDX: '],
    [
      'a mistyped asset',
      { ...written, required: { 'base/USDX': [{ above: '0', signatures: 0 }] } },
      '"base/USDX" is no asset of CHAINS_FILE; there are base/USDC, base/ETH, and "*"',
    ],
    [
      'too few people',
      rules({ above: '0', signatures: 3 }),
      'requires 3 signatures above 0, but there are 2 people',
    ],
    [
      'an amount twice',
      rules({ above: '1', signatures: 1 }, { above: '1.0', signatures: 2 }),
      'has two entries for the same amount',
    ],
    [
      'less for more',
      rules({ above: '1', signatures: 1 }, { above: '0', signatures: 2 }),
      'requires fewer signatures for a larger amount',
    ],
    ['a file that does not exist', '@/nowhere/approvers.json', 'ENOENT'],
  ])('is refused with an explanation for %s', (_, content, words) => {
    const text = typeof content === 'string' ? content : JSON.stringify(content);
    const mistakes = mistakesOf({ SIGNER_APPROVERS: text });
    expect(mistakes).toMatch(/^SIGNER_APPROVERS: /);
    expect(mistakes).toContain(words);
  });
});

describe('a signing worker outside local mode', () => {
  const approvers = JSON.stringify(written);
  it.each([
    ['approvers and limits', { SIGNER_APPROVERS: approvers, SIGNER_LIMITS: '{"base/ETH":{"perDay":"1"}}' }],
    ['approvers, and the explicit setting that there are no limits', { SIGNER_APPROVERS: approvers }],
    ['the explicit setting that there are no approvers', { SIGNER_APPROVALS: 'unsigned' }],
  ])('starts with %s', (_, env) => {
    expect(mistakesOf(env)).toBe('none');
  });

  it.each([
    ['approvers', {}, /^SIGNER_APPROVERS: missing; .* or set SIGNER_APPROVALS=unsigned/],
    [
      'limits',
      { SIGNER_LIMITS: '', SIGNER_APPROVALS: 'unsigned' },
      /^SIGNER_LIMITS: missing; .* or unlimited$/,
    ],
    ['a clear word', { SIGNER_APPROVALS: 'none' }, /^SIGNER_APPROVALS: expected unsigned/],
  ])('does not start without %s', (_, env, words) => {
    expect(mistakesOf(env)).toMatch(words);
  });

  it('does not start with approvers and the setting that there are none, in any mode', () => {
    for (const LOCAL_MODE of ['true', 'false'])
      expect(mistakesOf({ LOCAL_MODE, SIGNER_APPROVERS: approvers, SIGNER_APPROVALS: 'unsigned' })).toMatch(
        /^SIGNER_APPROVALS: unsigned means that nobody signs/,
      );
  });

  it('needs neither in local mode', () => {
    expect(signerOf({ LOCAL_MODE: 'true', SIGNER_LIMITS: '' })).toMatchObject({
      limits: null,
      approvers: null,
    });
  });
});
