import { expect, it } from '@jest/globals';
import { loadConfig, type ApiConfig, type ConfigError } from '../../src/config.js';
import type { Environment } from '../../src/config/environment-reader.js';
import { writeLonelyChainsFile } from '../helpers/chain/chains-file.js';
import { TEST_XPUB } from '../helpers/facts/test-xpub.js';

const API = {
  DATABASE_URL: 'postgres://h/d',
  TEMPORAL_ADDRESS: 'h:1',
  CHAINS_FILE: writeLonelyChainsFile(),
  DEPOSIT_XPUB: TEST_XPUB,
  SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
};
const read = (env: Environment): ApiConfig => loadConfig({ ...API, ...env }, { for: 'api' });
const refused = (env: Environment): string => {
  try {
    read(env);
  } catch (error) {
    return (error as ConfigError).message;
  }
  return '';
};

it.each<[Environment, string, boolean]>([
  [{}, 'http://localhost:3000', true],
  [{ LOCAL_MODE: 'true' }, 'http://localhost:3000', false],
  [{ LOCAL_MODE: 'true', OPERATOR_PASSKEYS: 'required' }, 'http://localhost:3000', true],
  [{ OPERATOR_PASSKEYS: 'optional' }, 'http://localhost:3000', false],
  [{ PUBLIC_BASE_URL: 'https://pay.example.com' }, 'https://pay.example.com', true],
  [{ PUBLIC_BASE_URL: 'https://pay.example.com', ADMIN_PORT: '3100' }, 'https://pay.example.com:3100', true],
  [{ PUBLIC_BASE_URL: 'http://127.0.0.1:3000', ADMIN_PORT: '3100' }, 'http://127.0.0.1:3100', true],
  [
    { PUBLIC_BASE_URL: 'https://pay.example.com', ADMIN_PORT: '3100', ADMIN_BASE_URL: 'https://ops.example' },
    'https://ops.example',
    true,
  ],
])('with %j, operators open the console at %s, and need a passkey: %s', (env, url, needsPasskeys) => {
  expect(read(env)).toMatchObject({ adminBaseUrl: url, operatorsNeedPasskeys: needsPasskeys });
});

it('an IP address instead of a host name is refused when operators need passkeys, because passkeys need a name', () => {
  const address = { PUBLIC_BASE_URL: 'https://10.0.0.7' };
  expect(refused(address)).toContain(
    'PUBLIC_BASE_URL: passkeys need a host name, and 10.0.0.7 is an IP address',
  );
  expect(refused({ ADMIN_BASE_URL: 'https://[fd00::7]' })).toContain(
    'ADMIN_BASE_URL: passkeys need a host name',
  );
  expect(refused({ ...address, OPERATOR_PASSKEYS: 'optional' })).toBe('');
  expect(refused({ OPERATOR_PASSKEYS: 'perhaps' })).toContain(
    'OPERATOR_PASSKEYS: expected required or optional',
  );
});
