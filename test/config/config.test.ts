import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ConfigError, loadConfig } from '../../src/config.js';
import type { Environment } from '../../src/config/environment-reader.js';
import { VARIABLES } from '../../src/config/variables.js';

const folder = mkdtempSync(path.join(tmpdir(), 'quittance-config-'));
let files = 0;

function fileWith(content: unknown): string {
  const file = path.join(folder, `${String((files += 1))}.json`);
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

const USDC = {
  symbol: 'USDC',
  address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  decimals: 6,
  minInvoice: '0.5',
};
const CHAIN = {
  chainCode: 'LOCAL',
  chainId: 31337,
  name: 'Local chain',
  rpcUrls: ['http://127.0.0.1:8545'],
  singleRpc: true,
  confirmations: 3,
  maxFeePerGasGwei: 1.5,
  nativeToken: { symbol: 'ETH', enabled: true },
  tokens: [USDC],
};

const API: Environment = {
  DATABASE_URL: 'postgres://u:hunter2@127.0.0.1:5432/q',
  TEMPORAL_ADDRESS: '127.0.0.1:7233',
  CHAINS_FILE: fileWith({ chains: [CHAIN] }),
  DEPOSIT_XPUB: `xpub${'A'.repeat(107)}`,
  SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
};
/** A worker in local mode, which needs neither limits nor approvers. */
const SIGNER: Environment = { ...API, LOCAL_MODE: 'true' };
const SIGNER_VARIABLES = Object.keys(VARIABLES).filter((name) => name.startsWith('SIGNER_'));
const UNSET = { limits: null, approvers: null, memoryFile: null, defaultMemoryFile: null };
const WORDS = 'test test test test test test test test test test test junk';

function mistakesOf(env: Environment, kind: 'api' | 'worker' = 'api'): readonly string[] {
  try {
    if (kind === 'api') loadConfig(env, { for: 'api' });
    else loadConfig(env, { for: 'worker' });
  } catch (error) {
    if (error instanceof ConfigError) return error.mistakes;
    throw error;
  }
  return [];
}

describe('the configuration', () => {
  it('has a default for every setting that can have one, and is frozen', () => {
    const config = loadConfig(API, { for: 'api' });
    const retryDelaysMs = [0, 300_000, 1_800_000, 7_200_000, 43_200_000];
    expect(config).toMatchObject({
      port: 3000,
      metricsPort: 9464,
      publicBaseUrl: 'http://localhost:3000',
      toleranceBps: 50,
      temporalUiUrl: null,
      trustProxy: null,
      policyDelayMs: 86_400_000,
      whitelistDelayMs: 86_400_000,
      webhookEndpointsMax: 100,
      rates: { fixed: new Map(), sources: [], maxAgeMs: 300_000, maxDeviationBps: 100 },
      redisUrl: null,
      logLevel: 'info',
      dataDir: '.quittance',
      localMode: false,
      webhooks: { retryDelaysMs, timeoutMs: 30_000, allowHttp: false },
      temporal: { address: '127.0.0.1:7233', namespace: 'default', tls: null },
    });
    expect(Object.isFrozen(config)).toBe(true);
  });

  it('accepts a whitelist delay of zero, which no other duration may be', () => {
    expect(loadConfig({ ...API, WHITELIST_DELAY: '0s' }, { for: 'api' }).whitelistDelayMs).toBe(0);
    expect(mistakesOf({ ...API, WHITELIST_DELAY: '-1s' })).toHaveLength(1);
    const given = (env: object): object => loadConfig({ ...API, ...env }, { for: 'api' });
    const hour = { policyDelayMs: 3_600_000, whitelistDelayMs: 3_600_000 };
    expect(given({ POLICY_DELAY: '1h' })).toMatchObject(hour);
    expect(given({ LOCAL_MODE: 'true' })).toMatchObject({ policyDelayMs: 0, whitelistDelayMs: 0 });
    expect(mistakesOf({ ...API, WEBHOOK_TIMEOUT: '0s' })).toHaveLength(1);
  });

  it.each([
    ['WEBHOOK_TIMEOUT', '6m', 'at most 5m'],
    ['WEBHOOK_TIMEOUT', '1d', 'at most 5m'],
    ['WEBHOOK_RETRY_DELAYS', '5m,30m', 'Begin with 0s'],
    ['WEBHOOK_RETRY_DELAYS', '0s,31d', 'longer than 30d'],
    ['WEBHOOK_RETRY_DELAYS', Array(21).fill('0s').join(','), 'at most 20'],
  ])('refuses %s=%s, which could not be kept, and says why', (name, value, why) => {
    const mistakes = mistakesOf({ ...API, [name]: value });
    expect(mistakes).toHaveLength(1);
    expect(mistakes[0]).toContain(why);
  });

  it('lists every mistake at once, with what is expected, and never a secret', () => {
    const mistakes = mistakesOf({
      ...API,
      PORT: '3000x',
      DATABASE_URL: 'mysql://u:hunter2@h/d',
      TEMPORAL_ADDRESS: '',
      SECRETS_KEY: 'c2hvcnQ=',
      WEBHOOK_TIMEOUT: '30',
      WEBHOOK_ALLOW_CIDRS: '127.0.0.1',
      TRUST_PROXY: 'true',
      LOG_LEVEL: 'loud',
      SIGNER_MNEMONIC: WORDS,
    });
    expect(mistakes.map((mistake) => mistake.split(':')[0])).toEqual([
      'SIGNER_MNEMONIC',
      'DATABASE_URL',
      'LOG_LEVEL',
      'TEMPORAL_ADDRESS',
      'WEBHOOK_TIMEOUT',
      'WEBHOOK_ALLOW_CIDRS',
      'PORT',
      'SECRETS_KEY',
      'TRUST_PROXY',
    ]);
    expect(mistakes.join('\n')).not.toMatch(/hunter2|c2hvcnQ|junk/);
    expect(mistakes.find((mistake) => mistake.startsWith('PORT'))).toBe(
      'PORT: expected a TCP port, 0 for any free one, for example 3000; got "3000x"',
    );
  });

  it('keeps the signing keys to the worker that signs', () => {
    expect(mistakesOf({ ...SIGNER, WORKER_ROLES: 'webhooks', SIGNER_MNEMONIC: WORDS }, 'worker')).toEqual([
      'SIGNER_MNEMONIC: must not be set for a worker without the role signer',
    ]);
    expect(mistakesOf(SIGNER, 'worker')).toHaveLength(1);
    expect(loadConfig({ ...SIGNER, SIGNER_MNEMONIC: WORDS }, { for: 'worker' })).toMatchObject({
      roles: ['core', 'chain', 'signer', 'webhooks'],
      signer: { hotWallet: { kind: 'mnemonic', mnemonic: WORDS }, depositMnemonic: WORDS, limits: null },
    });
  });

  it.each(SIGNER_VARIABLES)('refuses %s, unread, in the API and in workers that do not sign', (name) => {
    const value = '/nowhere/to/be/read';
    expect(mistakesOf({ ...API, [name]: value }, 'api')).toEqual([
      `${name}: must not be set for the API; give it to the signing worker only`,
    ]);
    expect(mistakesOf({ ...SIGNER, WORKER_ROLES: 'core,chain,webhooks', [name]: value }, 'worker')).toEqual([
      `${name}: must not be set for a worker without the role signer`,
    ]);
  });

  describe('in the worker that signs', () => {
    const write = (name: string, text: string, mode = 0o600): string => {
      const file = path.join(folder, name);
      writeFileSync(file, text);
      chmodSync(file, mode);
      return file;
    };
    const keystore = write('keystore.json', '{"version":3}');

    it('reads a keystore and its password, from the environment or from a file', () => {
      const read = (password: object): unknown =>
        loadConfig({ ...SIGNER, SIGNER_KEYSTORE_FILE: keystore, ...password }, { for: 'worker' }).signer;
      const hotWallet = { kind: 'keystore', keystore: '{"version":3}', password: 'pass word' };
      const expected = { hotWallet, depositMnemonic: null, ...UNSET };
      expect(read({ SIGNER_KEYSTORE_PASSWORD: 'pass word' })).toEqual(expected);
      expect(read({ SIGNER_KEYSTORE_PASSWORD_FILE: write('password', 'pass word\n') })).toEqual(expected);
    });

    it('reads which key of AWS KMS to use, and the seed of the deposit addresses beside it', () => {
      const env = { ...SIGNER, SIGNER_KMS_KEY_ID: 'alias/hot', SIGNER_DEPOSIT_MNEMONIC: WORDS };
      const hotWallet = { kind: 'kms', keyId: 'alias/hot' };
      const { signer } = loadConfig(env, { for: 'worker' });
      expect(signer).toEqual({ ...UNSET, hotWallet, depositMnemonic: WORDS });
    });

    it.each<[string, Record<string, string>, RegExp]>([
      ['no key', {}, /^SIGNER_MNEMONIC, SIGNER_KEYSTORE_FILE, SIGNER_KMS_KEY_ID: expected exactly one/],
      [
        'two keys',
        { SIGNER_MNEMONIC: WORDS, SIGNER_KMS_KEY_ID: 'alias/hot' },
        /expected exactly one of them/,
      ],
      [
        'a keystore without password',
        { SIGNER_KEYSTORE_FILE: keystore },
        /^SIGNER_KEYSTORE_PASSWORD, .*exactly one/,
      ],
      [
        'two passwords',
        {
          SIGNER_KEYSTORE_FILE: keystore,
          SIGNER_KEYSTORE_PASSWORD: 'one',
          SIGNER_KEYSTORE_PASSWORD_FILE: write('two', 'two'),
        },
        /^SIGNER_KEYSTORE_PASSWORD, SIGNER_KEYSTORE_PASSWORD_FILE: expected exactly one/,
      ],
      [
        'a password for no keystore',
        { SIGNER_KMS_KEY_ID: 'alias/hot', SIGNER_KEYSTORE_PASSWORD: 'pass word' },
        /^SIGNER_KEYSTORE_PASSWORD: has no effect without SIGNER_KEYSTORE_FILE/,
      ],
      [
        'a keystore that others can read',
        { SIGNER_KEYSTORE_FILE: write('open.json', '{}', 0o640), SIGNER_KEYSTORE_PASSWORD: 'pass word' },
        /^SIGNER_KEYSTORE_FILE: .*has mode 0640: others than its owner have rights to it; run: chmod 600/s,
      ],
      [
        'a password that others can read',
        {
          SIGNER_KEYSTORE_FILE: keystore,
          SIGNER_KEYSTORE_PASSWORD_FILE: write('open', 'pass word', 0o604),
        },
        /^SIGNER_KEYSTORE_PASSWORD_FILE: .*has mode 0604/s,
      ],
      [
        'two seeds',
        { SIGNER_MNEMONIC: WORDS, SIGNER_DEPOSIT_MNEMONIC: WORDS },
        /^SIGNER_DEPOSIT_MNEMONIC: deposit addresses are derived from SIGNER_MNEMONIC/,
      ],
    ])('refuses %s', (_what, env, expected) => {
      const mistakes = mistakesOf({ ...SIGNER, ...env }, 'worker');
      expect(mistakes).toEqual([expect.stringMatching(expected)]);
      expect(mistakes.join()).not.toMatch(/pass word|junk/);
    });
  });

  it('reads numbers that replace the rate limits', () => {
    const text = '{"POST /v1/invoices":600,"default":{"limit":5,"windowSeconds":1},"*":null}';
    expect(loadConfig({ ...API, RATE_LIMITS: text }, { for: 'api' }).rateLimits).toEqual({
      'POST /v1/invoices': 600,
      default: { limit: 5, windowMs: 1_000 },
      '*': null,
    });
    expect(mistakesOf({ ...API, RATE_LIMITS: '{"POST /v1/invoice":600}' })[0]).toContain('POST /v1/invoice');
  });

  it('reads the prices of the fixed source exactly', () => {
    const config = loadConfig(
      { ...API, RATE_SOURCE: 'fixed', FIXED_RATES: 'USDC/USD=1, ETH/USD=2000.5' },
      { for: 'api' },
    );
    expect(config.rates.fixed).toEqual(
      new Map([
        ['USDC/USD', '1'],
        ['ETH/USD', '2000.5'],
      ]),
    );
    expect(loadConfig({ ...API, FIXED_RATES: 'USDC/USD=1' }, { for: 'api' }).rates).toMatchObject({
      fixed: new Map([['USDC/USD', '1']]),
      sources: [],
    });
    expect(mistakesOf({ ...API, RATE_SOURCE: 'fixed', FIXED_RATES: 'USDC/USD=0' })).toHaveLength(1);
    expect(mistakesOf({ ...API, RATE_SOURCE: 'fixed' })).toHaveLength(1);
  });

  it('reads public price sources, with fixed prices beside them', () => {
    const asked = { RATE_SOURCE: 'kraken, coinbase', RATE_MAX_AGE: '90s', RATE_MAX_DEVIATION_BPS: '50' };
    const { rates } = loadConfig({ ...API, ...asked, FIXED_RATES: 'USDC/USD=1' }, { for: 'api' });
    const fixed = new Map([['USDC/USD', '1']]);
    expect(rates).toEqual({ fixed, sources: ['kraken', 'coinbase'], maxAgeMs: 90_000, maxDeviationBps: 50 });
    expect(mistakesOf({ ...API, RATE_SOURCE: 'kraken,fixed' })[0]).toMatch(
      /^RATE_SOURCE: expected fixed, or some of coinbase, kraken, bitstamp, coingecko/,
    );
  });

  it('gives the command line what is set, and requires only the database', () => {
    expect(loadConfig({ DATABASE_URL: 'postgres://h/d' }, { for: 'cli' })).toMatchObject({
      temporal: null,
      chains: null,
      takesOrders: true,
    });
  });
});

describe('the file of chains', () => {
  it('is read as chains with amounts in base units and addresses in lower case', () => {
    const [chain] = loadConfig(API, { for: 'api' }).chains;
    expect(chain).toMatchObject({
      chainCode: 'LOCAL',
      chainId: 31337,
      confirmations: 3,
      explorerUrl: null,
      coldAddress: null,
      maxFeePerGasWei: 1_500_000_000n,
      assets: [
        {
          tokenSymbol: 'USDC',
          kind: 'erc20',
          address: USDC.address.toLowerCase(),
          minInvoiceAtomic: 500_000n,
          minWithdrawalAtomic: 1n,
        },
        { tokenSymbol: 'ETH', kind: 'native', address: null, decimals: 18, minInvoiceAtomic: 10n ** 12n },
      ],
    });
  });

  it('contains the settings for sweeping, in base units', () => {
    const coldAddress = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
    const token = { ...USDC, sweepThreshold: '25.5', hotWalletCeiling: '1000' };
    const content = { chains: [{ ...CHAIN, coldAddress, tokens: [token] }] };
    const [chain] = loadConfig({ ...API, CHAINS_FILE: fileWith(content) }, { for: 'api' }).chains;
    expect(chain).toMatchObject({
      coldAddress: coldAddress.toLowerCase(),
      assets: [
        { tokenSymbol: 'USDC', sweepThresholdAtomic: 25_500_000n, hotWalletCeilingAtomic: 1_000_000_000n },
        { tokenSymbol: 'ETH', sweepThresholdAtomic: null, hotWalletCeilingAtomic: null },
      ],
    });
  });

  it.each([
    ['text that is not JSON', '{', 'not valid JSON'],
    ['no chain', { chains: [] }, 'chains:'],
    [
      'a misspelt field',
      { chains: [{ ...CHAIN, confirmation: 3 }] },
      'chains[0]: Unrecognized key: "confirmation"',
    ],
    [
      'an invalid URL',
      { chains: [{ ...CHAIN, rpcUrls: ['127.0.0.1:8545'] }] },
      'chains[0].rpcUrls[0]: expected an http or https URL',
    ],
    [
      'an address cut short',
      { chains: [{ ...CHAIN, tokens: [{ ...USDC, address: '0x12' }] }] },
      'chains[0].tokens[0].address: expected an address',
    ],
    [
      'the same symbol twice',
      { chains: [{ ...CHAIN, tokens: [{ ...USDC, symbol: 'ETH' }] }] },
      'chains[0].tokens[0].symbol: symbol ETH on LOCAL is listed twice',
    ],
    [
      'the same chain twice',
      { chains: [CHAIN, CHAIN] },
      'chains[1].chainCode: chainCode LOCAL is listed twice',
    ],
    [
      'an amount finer than the token',
      { chains: [{ ...CHAIN, tokens: [{ ...USDC, minInvoice: '0.0000001' }] }] },
      'chains[0].tokens[0].minInvoice has 7 digits',
    ],
    [
      'an address of mixed case with a mistyped character',
      {
        chains: [{ ...CHAIN, tokens: [{ ...USDC, address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB49' }] }],
      },
      'chains[0].tokens[0].address: fails its EIP-55 checksum',
    ],
    [
      'a cold address that fails its checksum',
      { chains: [{ ...CHAIN, coldAddress: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB49' }] },
      'chains[0].coldAddress: fails its EIP-55 checksum',
    ],
    [
      'the same token twice, in another spelling',
      {
        chains: [
          {
            ...CHAIN,
            tokens: [
              { ...USDC, address: `0x${'ab'.repeat(20)}` },
              { ...USDC, symbol: 'USD2', address: `0x${'AB'.repeat(20)}` },
            ],
          },
        ],
      },
      `chains[0].tokens[1].address: address 0x${'ab'.repeat(20)} on LOCAL is listed twice`,
    ],
    [
      'the same RPC twice, without repeating its key',
      { chains: [{ ...CHAIN, rpcUrls: ['https://rpc.example/key', 'https://rpc.example/key'] }] },
      'chains[0].rpcUrls[1]: an RPC on LOCAL is listed twice',
    ],
    [
      'a ceiling without an address for the excess',
      { chains: [{ ...CHAIN, tokens: [{ ...USDC, hotWalletCeiling: '100' }] }] },
      'chains[0].coldAddress: expected an address for the coins above the hotWalletCeiling',
    ],
    ['no confirmations', { chains: [{ ...CHAIN, confirmations: 0 }] }, 'chains[0].confirmations:'],
  ])('refuses %s and says where', (_, content, expected) => {
    const [mistake] = mistakesOf({ ...API, CHAINS_FILE: fileWith(content) });
    expect(mistake).toMatch(/^CHAINS_FILE: expected the path of a JSON file/);
    expect(mistake).toContain(expected);
  });

  it('is reported when it is missing', () => {
    expect(mistakesOf({ ...API, CHAINS_FILE: '/nowhere/chains.json' })[0]).toContain('ENOENT');
  });
});
