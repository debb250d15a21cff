import { expect, it } from '@jest/globals';
import { depositXpubOf } from '../../src/chain/keys/keys.js';
import { loadConfig, type ConfigError } from '../../src/config.js';
import type { Environment } from '../../src/config/environment-reader.js';
import { writeLonelyChainsFile } from '../helpers/chain/chains-file.js';

const SECRETS_KEY = Buffer.alloc(32, 7).toString('base64');
const WORDS = 'test test test test test test test test test test test junk';
const DEPOSIT_XPUB = depositXpubOf(WORDS);
const WORKER = {
  DEPOSIT_XPUB,
  LOCAL_MODE: 'true',
  DATABASE_URL: 'postgres://h/d',
  TEMPORAL_ADDRESS: 'h:1',
  CHAINS_FILE: writeLonelyChainsFile(),
};

function mistakesOf(env: Environment): readonly string[] {
  try {
    loadConfig(env, { for: 'worker' });
    return [];
  } catch (error) {
    return (error as ConfigError).mistakes;
  }
}

it.each(['core', 'chain', 'core,chain'])(
  'a worker with the roles %s refuses the secrets key, and starts without it',
  (roles) => {
    expect(mistakesOf({ ...WORKER, WORKER_ROLES: roles, SECRETS_KEY })).toEqual([
      'SECRETS_KEY: must not be set for a worker without the role webhooks; only that role and the API open secrets',
    ]);
    expect(loadConfig({ ...WORKER, WORKER_ROLES: roles }, { for: 'worker' }).secretsKeys).toBeNull();
  },
);

it('a worker that sends webhooks needs the secrets key, whatever else it does', () => {
  const env = { ...WORKER, WORKER_ROLES: 'core,webhooks' };
  expect(mistakesOf(env)).toEqual([expect.stringMatching(/^SECRETS_KEY: missing/)]);
  expect(loadConfig({ ...env, SECRETS_KEY }, { for: 'worker' }).secretsKeys?.[0]).toHaveLength(32);
});

it('the previous secrets key comes after the current one, and is refused without it', () => {
  const previous = Buffer.alloc(32, 8);
  const keys = { SECRETS_KEY, SECRETS_KEY_PREVIOUS: previous.toString('base64') };
  const read = loadConfig({ ...WORKER, WORKER_ROLES: 'webhooks', ...keys }, { for: 'worker' });
  expect(read.secretsKeys?.map((key) => key[0])).toEqual([7, 8]);
  expect(
    mistakesOf({ ...WORKER, WORKER_ROLES: 'core', ...keys }).map((mistake) => mistake.split(':')[0]),
  ).toEqual(['SECRETS_KEY', 'SECRETS_KEY_PREVIOUS']);
});

it.each(['core', 'chain'])('a worker with the role %s needs the xpub of the deposit addresses', (roles) => {
  expect(mistakesOf({ ...WORKER, WORKER_ROLES: roles, DEPOSIT_XPUB: '' })).toEqual([
    expect.stringMatching(/^DEPOSIT_XPUB: missing/),
  ]);
});

it('a worker with the role webhooks needs the xpub too, because it derives each address before it sends it', () => {
  const env = { ...WORKER, WORKER_ROLES: 'webhooks', SECRETS_KEY: Buffer.alloc(32, 7).toString('base64') };
  expect(mistakesOf({ ...env, DEPOSIT_XPUB: '' })).toEqual([expect.stringMatching(/^DEPOSIT_XPUB: missing/)]);
});

it('a worker that has the seed of the deposit addresses needs no xpub', () => {
  const env = { ...WORKER, WORKER_ROLES: 'core,chain,signer', DEPOSIT_XPUB: '', SIGNER_MNEMONIC: WORDS };
  expect(mistakesOf(env)).toEqual([]);
});

it('a worker that sends webhooks notifies operators with both a list of URLs and a signing secret, or with neither', () => {
  const env = { ...WORKER, WORKER_ROLES: 'webhooks', SECRETS_KEY };
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const told = { NOTIFY_URLS: 'https://a.example/hook, https://b.example', NOTIFY_SECRET: secret };
  expect(loadConfig({ ...env, ...told }, { for: 'worker' }).notify).toEqual({
    urls: ['https://a.example/hook', 'https://b.example'],
    secret,
  });
  expect(loadConfig(env, { for: 'worker' }).notify).toBeNull();
  expect(mistakesOf({ ...env, NOTIFY_URLS: told.NOTIFY_URLS })[0]).toMatch(/^NOTIFY_SECRET/);
  expect(mistakesOf({ ...env, NOTIFY_SECRET: secret })).toEqual([
    'NOTIFY_SECRET: has no effect without NOTIFY_URLS; set both or neither',
  ]);
});

it('a token may refuse a withdrawal for a day, or for as long as REFUSED_AFTER says', () => {
  const env = { ...WORKER, WORKER_ROLES: 'core' };
  expect(loadConfig(env, { for: 'worker' }).refusedAfterMs).toBe(86_400_000);
  expect(loadConfig({ ...env, REFUSED_AFTER: '90m' }, { for: 'worker' }).refusedAfterMs).toBe(5_400_000);
});

it('the API accepts invoices on a halted chain, unless INVOICES_WHILE_HALTED is off', () => {
  const env = { ...WORKER, SECRETS_KEY };
  expect(loadConfig(env, { for: 'api' }).takesInvoicesWhileHalted).toBe(true);
  const off = { ...env, INVOICES_WHILE_HALTED: 'off' };
  expect(loadConfig(off, { for: 'api' }).takesInvoicesWhileHalted).toBe(false);
});
