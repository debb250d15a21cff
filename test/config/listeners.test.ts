import { expect, it } from '@jest/globals';
import { loadConfig, type ConfigError } from '../../src/config.js';
import type { Environment } from '../../src/config/environment-reader.js';
import { writeLonelyChainsFile } from '../helpers/chain/chains-file.js';
import { TEST_XPUB } from '../helpers/facts/test-xpub.js';

const SERVICE = {
  DATABASE_URL: 'postgres://h/d',
  TEMPORAL_ADDRESS: 'h:1',
  CHAINS_FILE: writeLonelyChainsFile(),
  DEPOSIT_XPUB: TEST_XPUB,
};
const API = { ...SERVICE, SECRETS_KEY: Buffer.alloc(32, 7).toString('base64') };
const WORKER = { ...SERVICE, WORKER_ROLES: 'core' };

const readApi = (env: Environment): object => loadConfig({ ...API, ...env }, { for: 'api' });
const readWorker = (env: Environment): object => loadConfig({ ...WORKER, ...env }, { for: 'worker' });
const readStart = (env: Environment): object => loadConfig(env, { for: 'start' });

function mistakesOf(read: () => unknown): readonly string[] {
  try {
    read();
    return [];
  } catch (error) {
    return (error as ConfigError).mistakes;
  }
}

it.each<[string, Environment, object]>([
  ['all addresses', {}, { host: null, metricsHost: null, adminPort: null }],
  ['loopback in local mode', { LOCAL_MODE: 'true' }, { host: '127.0.0.1', metricsHost: '127.0.0.1' }],
  ['one address for the API', { HOST: '10.0.0.7' }, { host: '10.0.0.7', metricsHost: null }],
  ['one address for metrics', { METRICS_HOST: '::1' }, { host: null, metricsHost: '::1' }],
  [
    'the addresses that are set, in local mode too',
    { LOCAL_MODE: 'true', HOST: '::', METRICS_HOST: '0.0.0.0' },
    { host: '::', metricsHost: '0.0.0.0' },
  ],
  ['a port for operators', { ADMIN_PORT: '3100' }, { port: 3000, adminPort: 3100 }],
  ['any free ports', { PORT: '0', ADMIN_PORT: '0', METRICS_PORT: '0' }, { port: 0, adminPort: 0 }],
  [
    'the defaults where values are empty',
    { HOST: '', METRICS_HOST: ' ', ADMIN_PORT: '' },
    { host: null, adminPort: null },
  ],
])('the API listens on %s', (_what, env, expected) => {
  expect(readApi(env)).toMatchObject(expected);
});

it("a worker's metrics address is chosen in the same way", () => {
  expect(readWorker({})).toMatchObject({ metricsHost: null });
  expect(readWorker({ LOCAL_MODE: 'true' })).toMatchObject({ metricsHost: '127.0.0.1' });
  expect(readWorker({ METRICS_HOST: '10.0.0.7' })).toMatchObject({ metricsHost: '10.0.0.7' });
});

it('npm start listens on loopback, without a port for operators, unless it is given others', () => {
  const loopback = '127.0.0.1';
  expect(readStart({})).toMatchObject({
    hosts: { api: loopback, metrics: loopback },
    ports: { admin: null },
  });
  expect(readStart({ HOST: '::', ADMIN_PORT: '3100' })).toMatchObject({
    hosts: { api: '::', metrics: loopback },
    ports: { admin: 3100 },
  });
});

it.each([
  'localhost',
  'api.example.com',
  '10.0.0',
  '10.0.0.0/8',
  '[::1]',
  '127.0.0.1:3000',
  'fe80::1%eth0',
  '*',
])('an invalid listen address is refused: %s', (text) => {
  const expected = `expected an IP address of this machine, or :: for all of them, for example 127.0.0.1; got "${text}"`;
  const both = { HOST: text, METRICS_HOST: text };
  const named = [`METRICS_HOST: ${expected}`, `HOST: ${expected}`];
  expect(mistakesOf(() => readApi(both))).toEqual(named);
  expect([...mistakesOf(() => readStart(both))].sort()).toEqual([...named].sort());
  expect(mistakesOf(() => readWorker(both))).toEqual([`METRICS_HOST: ${expected}`]);
});

it.each<[Environment, string]>([
  [{ ADMIN_PORT: '3000' }, 'PORT'],
  [{ PORT: '4000', ADMIN_PORT: '4000' }, 'PORT'],
  [{ ADMIN_PORT: '9464' }, 'METRICS_PORT'],
  [{ METRICS_PORT: '4000', ADMIN_PORT: '4000' }, 'METRICS_PORT'],
])('a port for operators that is already used is refused: %j', (env, name) => {
  expect(mistakesOf(() => readApi(env))).toEqual([
    `ADMIN_PORT: is also the port of ${name}; give operators a port of their own`,
  ]);
});

it('npm start refuses only ports that were both set, because it chooses the others itself', () => {
  expect(mistakesOf(() => readStart({ ADMIN_PORT: '3000' }))).toEqual([]);
  expect(mistakesOf(() => readStart({ PORT: '3000', ADMIN_PORT: '3000' }))).toHaveLength(1);
  expect(mistakesOf(() => readStart({ ADMIN_PORT: 'x' }))).toEqual([
    'ADMIN_PORT: expected a TCP port, 0 for any free one, for example 3100; got "x"',
  ]);
});
