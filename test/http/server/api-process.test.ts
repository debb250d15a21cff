import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createApiKey } from '../../../src/db/merchants/api-keys.js';
import { transaction } from '../../../src/db/core/database.js';
import { MERCHANT_SCOPES } from '../../../src/domain/merchants/scopes.js';
import { insertMerchant } from '../../helpers/facts/facts.js';
import { untilWaiting } from '../../helpers/facts/orders.js';
import { createTestDatabase, type TestDatabase, urlOfRole } from '../../helpers/services/postgres.js';
import { until } from '../../helpers/until.js';
import { killApis, launchApi, launchReadyApi, LONELY } from '../../helpers/api/launch-api.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
afterEach(killApis);

async function addKey(): Promise<string> {
  const merchantId = await insertMerchant(database.db);
  const { key } = await transaction(database.db, (trx) =>
    createApiKey(trx, { owner: { merchantId }, name: 'key', scopes: MERCHANT_SCOPES, approved: true }),
  );
  return key;
}

describe('the API process', () => {
  it('does not start with a wrong environment, and lists every mistake', async () => {
    const api = launchApi({
      ...LONELY,
      PORT: 'x',
      SECRETS_KEY: '',
      SIGNER_MNEMONIC: 'a b c',
      SIGNER_KEYSTORE_FILE: '/nowhere',
      SIGNER_KMS_KEY_ID: 'alias/hot',
    });
    expect(await api.ended()).toEqual({ status: 1, signal: null });
    expect(api.output()).toMatch(/PORT: .*\n.*SECRETS_KEY: |SECRETS_KEY: .*\n.*PORT: /s);
    for (const name of ['SIGNER_MNEMONIC', 'SIGNER_KEYSTORE_FILE', 'SIGNER_KMS_KEY_ID'])
      expect(api.output()).toContain(`${name}: must not be set for the API`);
    expect(api.output()).not.toContain('hunter2');
  });

  it('starts while PostgreSQL and Temporal are down, says so, and ends at once when told to', async () => {
    const api = await launchReadyApi(LONELY);
    const baseUrl = `http://127.0.0.1:${String(await api.port('API listens'))}`;
    expect((await fetch(`${baseUrl}/healthz`)).status).toBe(200);
    expect((await fetch(`${baseUrl}/readyz`)).status).toBe(503);
    const metrics = await fetch(`http://127.0.0.1:${String(await api.port('serves metrics'))}/metrics`);
    const text = await metrics.text();
    expect(text).toMatch(
      /http_request_duration_seconds_count\{method="GET",route="\/healthz",status="200"\} 1/,
    );
    expect(text).toContain('process_resident_memory_bytes');
    api.child.kill('SIGTERM');
    expect(await api.ended()).toEqual({ status: 0, signal: null });
    expect(api.output()).not.toContain('hunter2');
  });

  it('finishes running requests when told to stop, even when told twice', async () => {
    const key = await addKey();
    const api = await launchReadyApi({
      ...LONELY,
      DATABASE_URL: urlOfRole({ url: database.url, role: 'quittance_api' }),
    });
    const url = `http://127.0.0.1:${String(await api.port('API listens'))}/v1/invoices`;
    const blocked = await database.db.transaction();
    await blocked.raw('LOCK TABLE invoices IN ACCESS EXCLUSIVE MODE');
    const answer = fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ amountCrypto: '1', chainCode: 'local', tokenSymbol: 'USDC' }),
    });
    await untilWaiting(database.db);
    api.child.kill('SIGINT');
    await until('it has heard', () => api.output().includes('stopping'));
    api.child.kill('SIGINT');
    await expect(fetch(url)).rejects.toThrow();
    await blocked.rollback();
    expect((await answer).status).toBe(201);
    expect(await api.ended()).toEqual({ status: 0, signal: null });
    expect(await database.db('invoices').count()).toEqual([{ count: 1 }]);
  });

  it('closes idle connections, and those that never send a whole request', async () => {
    const api = await launchReadyApi(LONELY);
    const port = await api.port('API listens');
    const idle = connect(port, '127.0.0.1');
    idle.write('GET /healthz HTTP/1.1\r\nHost: api\r\n\r\n');
    await once(idle, 'data');
    const half = connect(port, '127.0.0.1');
    half.write('POST /v1/invoices HTTP/1.1\r\nHost: api\r\n');
    await once(half, 'connect');
    const closed = [idle, half].map((socket) => once(socket.on('error', () => undefined).resume(), 'close'));
    api.child.kill('SIGTERM');
    await Promise.all(closed);
    expect(await api.ended()).toEqual({ status: 0, signal: null });
  });

  it('aborts a hanging request when its time is up, and still ends in order', async () => {
    const key = await addKey();
    const api = await launchReadyApi({
      ...LONELY,
      DATABASE_URL: urlOfRole({ url: database.url, role: 'quittance_api' }),
    });
    const url = `http://127.0.0.1:${String(await api.port('API listens'))}/v1/balances`;
    const blocked = await database.db.transaction();
    await blocked.raw('LOCK TABLE ledger_accounts IN ACCESS EXCLUSIVE MODE');
    try {
      const answer = fetch(url, { headers: { authorization: `Bearer ${key}` } }).catch(() => 'cut off');
      await untilWaiting(database.db);
      api.child.kill('SIGTERM');
      expect(await answer).toBe('cut off');
      expect(await api.ended()).toEqual({ status: 0, signal: null });
      expect(api.output()).toContain('their connections are cut');
    } finally {
      await blocked.rollback();
    }
  });

  it('continues without metrics when their port is taken, and ends with an error when its own is', async () => {
    const taken = createServer().listen(0);
    await once(taken, 'listening');
    const port = String((taken.address() as AddressInfo).port);
    try {
      const api = await launchReadyApi({ ...LONELY, METRICS_PORT: port });
      await until('it says so', () => api.output().includes('metrics are not served'));
      const refused = launchApi({ ...LONELY, PORT: port });
      expect(await refused.ended()).toEqual({ status: 1, signal: null });
      expect(refused.output()).toMatch(/EADDRINUSE/);
    } finally {
      taken.close();
    }
  });

  it('ends when its parent program is gone', async () => {
    const api = await launchReadyApi(LONELY);
    api.child.disconnect();
    expect(await api.ended()).toEqual({ status: 0, signal: null });
  });
});
