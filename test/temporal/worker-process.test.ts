import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ServerResponse } from 'node:http';
import {
  insertDelivery,
  insertEndpoint,
  secretsKey,
  type TestEndpoint,
  readDelivery,
} from '../helpers/facts/deliveries.js';
import { insertMerchant } from '../helpers/facts/facts.js';
import { TEST_XPUB } from '../helpers/facts/test-xpub.js';
import { createTestDatabase, type TestDatabase, urlOfRole } from '../helpers/services/postgres.js';
import { startRelay } from '../helpers/processes/relay.js';
import { createTestNamespace, type TestNamespace } from '../helpers/services/temporal.js';
import { until } from '../helpers/until.js';
import { startWorkerProcess, type WorkerProcess } from '../helpers/processes/worker-process.js';
import { startReceiver, type Receiver } from '../webhooks/receiver.js';

let engine: TestNamespace;
let database: TestDatabase;
let receiver: Receiver;
let endpoint: TestEndpoint;
let answer: (response: ServerResponse, count: number) => void;
let processes: WorkerProcess[];

beforeAll(async () => {
  engine = await createTestNamespace();
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
});
beforeEach(async () => {
  processes = [];
  receiver = await startReceiver((_request, response) => answer(response, receiver.requests.length));
  endpoint = await insertEndpoint(database.db, {
    merchantId: await insertMerchant(database.db),
    port: receiver.port,
  });
});
afterEach(async () => {
  for (const worker of processes) worker.kill('SIGKILL');
  await Promise.all(processes.map((worker) => worker.ended));
  await receiver[Symbol.asyncDispose]();
});

const startWorker = (variables: Record<string, string> = {}): WorkerProcess => {
  const worker = startWorkerProcess({
    DATABASE_URL: urlOfRole({ url: database.url, role: 'quittance_webhooks' }),
    TEMPORAL_ADDRESS: engine.address,
    TEMPORAL_NAMESPACE: engine.namespace,
    SECRETS_KEY: secretsKey.toString('base64'),
    WORKER_ROLES: 'webhooks',
    DEPOSIT_XPUB: TEST_XPUB,
    WEBHOOK_ALLOW_HTTP: 'true',
    WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
    WEBHOOK_RETRY_DELAYS: '0s,100ms,100ms,100ms,100ms',
    ...variables,
  });
  processes.push(worker);
  return worker;
};
const deliveryOf = (deliveryId: string) => readDelivery(database.db, deliveryId);
const untilStatus = (deliveryId: string, status: string): Promise<void> =>
  until(`the delivery is ${status}`, async () => (await deliveryOf(deliveryId)).delivery.status === status);

describe('a worker that is killed in the middle of the third attempt', () => {
  it('makes five attempts in total, none skipped: the third is made again under its own number', async () => {
    // The third request hangs, and is interrupted by the kill.
    answer = (response, count) => {
      if (count !== 3) response.writeHead(500).end();
    };
    const first = startWorker();
    const deliveryId = await insertDelivery(database.db, endpoint);
    await until('the third attempt is under way', () => receiver.requests.length === 3);
    first.kill('SIGKILL');
    expect(await first.ended).toBe('SIGKILL');
    expect((await deliveryOf(deliveryId)).attempts.at(-1)).toMatchObject({ number: 3, durationMs: null });

    startWorker();
    await untilStatus(deliveryId, 'failed');
    const { delivery, attempts } = await deliveryOf(deliveryId);
    expect(delivery.attemptCount).toBe(5);
    expect(attempts.map(({ number, statusCode }) => [number, statusCode])).toEqual(
      [1, 2, 3, 4, 5].map((number) => [number, 500]),
    );
    expect(receiver.requests).toHaveLength(6);
    expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });
});

describe('a worker', () => {
  it('continues to cancel the waiting deliveries of a closed endpoint', async () => {
    const deliveryId = await insertDelivery(database.db, endpoint);
    const { endpointId } = endpoint;
    const nowMs = Date.now();
    await database.db('endpoint_closings').insert({
      endpoint_id: endpointId,
      generation: 0,
      reason: 'The merchant disabled the endpoint.',
      closed_at: new Date(nowMs),
    });
    await database.db('webhook_endpoints').where({ endpoint_id: endpointId }).update({ generation: 1 });
    // Nothing else wakes the delivery.
    await database.db('outbox').delete();
    startWorker();
    await untilStatus(deliveryId, 'cancelled');
    expect(receiver.requests).toEqual([]);
  });
});

describe('a worker that is told to stop', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'ends with status 0 at %s, even if an attempt hangs, and the next worker repeats the attempt',
    async (signal) => {
      answer = (response, count) => {
        if (count > 1) response.writeHead(204).end();
      };
      // Whoever waited for the attempt would be ended by force, with another status.
      const first = startWorker({ WEBHOOK_TIMEOUT: '5m' });
      const deliveryId = await insertDelivery(database.db, endpoint);
      await until('the attempt is under way', () => receiver.requests.length === 1);
      first.kill(signal);
      first.kill(signal); // Ctrl-C reaches a process twice.
      expect(await first.ended).toBe(0);

      startWorker();
      await untilStatus(deliveryId, 'succeeded');
      expect((await deliveryOf(deliveryId)).attempts.map(({ number }) => number)).toEqual([1]);
    },
  );
});

describe('a worker without its database and Temporal', () => {
  it('waits for them at its start, says so, and works when they are up; also after a later outage', async () => {
    answer = (response) => response.writeHead(204).end();
    const databaseUrl = new URL(database.url);
    const toDatabase = await startRelay(databaseUrl.host);
    const toEngine = await startRelay(engine.address);
    await toDatabase.goDown();
    await toEngine.goDown();
    databaseUrl.host = `127.0.0.1:${toDatabase.port}`;
    const worker = startWorker({
      DATABASE_URL: databaseUrl.href,
      TEMPORAL_ADDRESS: `127.0.0.1:${toEngine.port}`,
    });
    await until('it says what it waits for', () => worker.output().includes('connecting to Temporal at'));
    const atStart = await insertDelivery(database.db, endpoint);
    await toEngine.comeUp();
    await until('it says that it waits for the database', () => worker.output().includes('DEPOSIT_XPUB'));
    await toDatabase.comeUp();
    await worker.ready;
    await untilStatus(atStart, 'succeeded');

    await Promise.all([toDatabase.goDown(), toEngine.goDown()]);
    const inBetween = await insertDelivery(database.db, endpoint);
    await until('it says that it can not tell anybody', () => worker.output().includes('not possible now'));
    await Promise.all([toDatabase.comeUp(), toEngine.comeUp()]);
    await untilStatus(inBetween, 'succeeded');

    worker.kill('SIGTERM');
    expect(await worker.ended).toBe(0);
    await Promise.all([toDatabase.goDown(), toEngine.goDown()]);
  });

  it('ends with status 0 when it is told to stop while it waits', async () => {
    const worker = startWorker({ TEMPORAL_ADDRESS: '127.0.0.1:1' });
    await until('it waits', () => worker.output().includes('connecting to Temporal at'));
    worker.kill('SIGTERM');
    expect(await worker.ended).toBe(0);
  });
});

describe('a signing worker', () => {
  const start = (variables: Record<string, string>): WorkerProcess =>
    startWorker({
      DATABASE_URL: urlOfRole({ url: database.url, role: 'quittance_signer' }),
      SECRETS_KEY: '',
      WORKER_ROLES: 'signer',
      SIGNER_MNEMONIC: 'test test test test test test test test test test test junk',
      ...variables,
    });

  it('does not start without limits; with limits, or with worthless coins, it runs', async () => {
    const without = start({});
    const bounded = start({ SIGNER_LIMITS: '{"local/ETH":{"perDay":"1"}}', SIGNER_APPROVALS: 'unsigned' });
    const local = start({ LOCAL_MODE: 'true' });
    expect(await without.ended).toBe(1);
    expect(without.output()).toContain('SIGNER_APPROVERS: missing');
    expect(without.output()).toContain('SIGNER_LIMITS: missing');
    for (const running of [bounded, local]) {
      await until('it runs', () => running.output().includes('worker runs'));
      running.kill('SIGTERM');
      expect(await running.ended).toBe(0);
    }
  });
});

describe('a worker with mistakes in its environment', () => {
  it('names each of them and ends with status 1', async () => {
    const worker = startWorker({ SECRETS_KEY: 'short', WORKER_ROLES: 'cook' });
    expect(await worker.ended).toBe(1);
    expect(worker.output()).toContain('WORKER_ROLES: expected');
    expect(worker.output()).toContain('SECRETS_KEY: expected');
  });
});
