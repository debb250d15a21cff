import { describe, expect, it } from '@jest/globals';
import { ConfigError, loadConfig } from '../../src/config.js';
import {
  environmentOfApi,
  environmentOfCli,
  environmentOfWorker,
  hasRole,
  type LocalSettings,
} from '../../src/local/environment.js';
import { baseUrlOf } from '../../src/local/own-programs.js';
import { wantedPorts } from '../../src/local/ports.js';

const settings: LocalSettings = {
  databaseUrl: 'postgres://quittance:secret@127.0.0.1:5433/quittance',
  embeddedTemporalAddress: '127.0.0.1:7233',
  embeddedTemporalUiUrl: 'http://127.0.0.1:8233',
  chainsFile: '/data/chains.json',
  dataDir: '/data',
  secretsKey: Buffer.alloc(32).toString('base64'),
  depositXpub: 'xpub',
  mnemonic: 'legal winner thank year wave sausage worth useful legal winner thank yellow',
};
const location = {
  port: 3000,
  adminPort: null,
  metricsPort: 9464,
  publicBaseUrl: 'http://127.0.0.1:3000',
};

describe('the environment of our programs', () => {
  it('keeps the wallet keys from the API, whatever was given to npm start', () => {
    const given = { SIGNER_MNEMONIC: settings.mnemonic, SIGNER_KEYSTORE_PASSWORD: 'secret', HOME: '/root' };
    const api = environmentOfApi(given, { settings, location });
    expect(JSON.stringify(api)).not.toContain('legal winner');
    expect(Object.keys(api).filter((name) => name.startsWith('SIGNER_'))).toEqual([]);
    expect(api).toMatchObject({ DEPOSIT_XPUB: 'xpub', HOME: '/root', LOCAL_MODE: 'true' });
    expect(environmentOfWorker(given, settings)['SIGNER_MNEMONIC']).toBe(settings.mnemonic);
    const others = environmentOfWorker({ ...given, WORKER_ROLES: 'core, chain,webhooks' }, settings);
    expect(Object.keys(others).filter((name) => name.startsWith('SIGNER_'))).toEqual([]);
    const signer = environmentOfWorker({ ...given, WORKER_ROLES: 'core, signer' }, settings);
    expect(signer['SIGNER_MNEMONIC']).toBe(settings.mnemonic);
  });

  it('gives the secrets key to the API and to a worker that sends webhooks only', () => {
    const { secretsKey } = settings;
    expect(environmentOfApi({}, { settings, location })['SECRETS_KEY']).toBe(secretsKey);
    expect(environmentOfWorker({}, settings)['SECRETS_KEY']).toBe(secretsKey);
    const given = { SECRETS_KEY: secretsKey, WORKER_ROLES: 'core, chain' };
    expect(environmentOfWorker(given, settings)['SECRETS_KEY']).toBeUndefined();
  });

  it('contains the roles of the worker: all, unless WORKER_ROLES omits one', () => {
    expect(hasRole({}, 'chain')).toBe(true);
    expect(hasRole({ WORKER_ROLES: 'core, chain' }, 'chain')).toBe(true);
    expect(hasRole({ WORKER_ROLES: 'core,signer' }, 'chain')).toBe(false);
  });

  it('keeps the credentials of an external Temporal from the embedded one', () => {
    const given = {
      TEMPORAL_API_KEY: 'secret',
      TEMPORAL_TLS: 'true',
      TEMPORAL_NAMESPACE: 'other',
      TEMPORAL_UI_URL: 'https://temporal.example.com',
    };
    const embedded = environmentOfWorker(given, settings);
    expect(embedded['TEMPORAL_ADDRESS']).toBe('127.0.0.1:7233');
    expect(embedded).toMatchObject({
      TEMPORAL_API_KEY: undefined,
      TEMPORAL_TLS: undefined,
      TEMPORAL_NAMESPACE: undefined,
      TEMPORAL_UI_URL: 'http://127.0.0.1:8233',
    });
    const elsewhere = { ...given, TEMPORAL_ADDRESS: 'temporal.example.com:7233' };
    const connected = { ...settings, embeddedTemporalAddress: null, embeddedTemporalUiUrl: null };
    expect(environmentOfWorker(elsewhere, connected)).toMatchObject(elsewhere);
    expect(environmentOfCli(elsewhere, { settings: connected, location })).toMatchObject({
      TEMPORAL_ADDRESS: 'temporal.example.com:7233',
      TEMPORAL_NAMESPACE: 'other',
    });
  });

  it('gives the command line the delay of changes that loosen a policy, so that it waits as long as the API', () => {
    const cli = environmentOfCli({ POLICY_DELAY: '1h' }, { settings, location });
    const api = environmentOfApi({ POLICY_DELAY: '1h' }, { settings, location });
    expect([cli.POLICY_DELAY, api['POLICY_DELAY']]).toEqual(['1h', '1h']);
    expect(environmentOfCli({}, { settings, location })).not.toHaveProperty('POLICY_DELAY');
  });

  it('sets no listen address, so that local mode chooses loopback, unless one was given', () => {
    const api = environmentOfApi({}, { settings, location });
    expect(api).toMatchObject({ LOCAL_MODE: 'true', ADMIN_PORT: undefined });
    expect(api).not.toHaveProperty('HOST');
    const given = { HOST: '0.0.0.0', METRICS_HOST: '10.0.0.7', ADMIN_PORT: '0' };
    const chosen = environmentOfApi(given, { settings, location: { ...location, adminPort: 12_000 } });
    expect(chosen).toMatchObject({ HOST: '0.0.0.0', METRICS_HOST: '10.0.0.7', ADMIN_PORT: '12000' });
  });

  it('does not relax rules by itself: the configuration checks the chains and decides on local mode', () => {
    const told = { ...environmentOfApi({}, { settings, location }), ...environmentOfWorker({}, settings) };
    for (const name of ['WEBHOOK_ALLOW_HTTP', 'WEBHOOK_ALLOW_CIDRS', 'WHITELIST_DELAY', 'SIGNER_APPROVALS'])
      expect(told[name]).toBeUndefined();
    expect(environmentOfWorker({ SIGNER_APPROVALS: 'unsigned' }, settings)).toMatchObject({
      SIGNER_APPROVALS: 'unsigned',
    });
  });

  it('has prices in US dollars only, unless others were given', () => {
    expect(environmentOfApi({}, { settings, location })).toMatchObject({
      RATE_SOURCE: 'fixed',
      FIXED_RATES: 'USDC/USD=1,USDT/USD=1,DAI/USD=1,ETH/USD=2000',
    });
  });

  it('keeps settings that were set', () => {
    const api = environmentOfApi(
      { FIXED_RATES: 'USDC/USD=2', WEBHOOK_ALLOW_HTTP: 'false' },
      { settings, location },
    );
    expect(api).toMatchObject({
      RATE_SOURCE: 'fixed',
      FIXED_RATES: 'USDC/USD=2',
      WEBHOOK_ALLOW_HTTP: 'false',
    });
    const elsewhere = environmentOfApi({ RATE_SOURCE: 'kraken,coinbase' }, { settings, location });
    expect(elsewhere['RATE_SOURCE']).toBe('kraken,coinbase');
    expect(elsewhere['FIXED_RATES']).toBeUndefined();
  });
});

it.each([
  ['127.0.0.1', 'http://127.0.0.1:3000'],
  ['10.0.0.7', 'http://10.0.0.7:3000'],
  ['::1', 'http://[::1]:3000'],
  ['0.0.0.0', 'http://127.0.0.1:3000'],
  ['::', 'http://127.0.0.1:3000'],
])('a program that listens on %s is reached at %s', (host, url) => {
  expect(baseUrlOf({ host, port: 3000 })).toBe(url);
});

describe('the settings of npm start', () => {
  it('may all be absent', () => {
    const config = loadConfig({}, { for: 'start' });
    expect(config).toMatchObject({ dataDir: '.quittance', databaseUrl: null, temporal: null, chains: null });
    expect(wantedPorts(config.ports)).toMatchObject({
      api: { port: 3000, isFixed: false },
      temporalUi: { port: 8233, isFixed: false },
      metrics: { port: 9464, isFixed: false },
    });
  });

  it('can fix a port, unless any port will do', () => {
    const { ports } = loadConfig({ PORT: '4000', CHAIN_PORT: '0' }, { for: 'start' });
    expect(wantedPorts(ports)).toMatchObject({
      api: { port: 4000, isFixed: true },
      chain: { port: 0, isFixed: false },
    });
  });

  it('are refused before anything is started, with every mistake, including those that only our programs read', () => {
    const env = { POSTGRES_PORT: 'abc', TOLERANCE_BPS: '-1', SIGNER_KEYSTORE_FILE: '/nowhere' };
    const read = (): unknown => loadConfig(env, { for: 'start' });
    expect(read).toThrow(ConfigError);
    for (const name of Object.keys(env)) expect(read).toThrow(name);
  });
});
