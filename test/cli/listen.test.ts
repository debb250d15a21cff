import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { createWebhookActivities } from '../../activities/webhooks/webhook-activities.js';
import { transaction, type Transaction } from '../../src/db/core/database.js';
import { recordEvent } from '../../src/db/webhooks/events.js';
import { anyFreePort } from '../../src/local/ports.js';
import { createOutboxDispatcher, type OutboxDispatcher } from '../../src/temporal/outbox-dispatcher.js';
import { createWorkflowStarter } from '../../src/temporal/workflow-starter.js';
import { EXAMPLE_DATA } from '../../src/webhooks/example-event.js';
import type { WebhookUrlPolicy } from '../../src/webhooks/guard-url.js';
import { verifyWebhook } from '../../src/webhooks/index.js';
import { resolveHost } from '../../src/webhooks/resolve-host.js';
import { generateWebhookSecret } from '../../src/webhooks/sign.js';
import { insertEndedInvoice, loopbackPolicy, secretBox } from '../helpers/facts/deliveries.js';
import { testDepositAddress } from '../helpers/facts/test-xpub.js';
import { silentLog, startTestEngine, type TestEngine } from '../helpers/services/test-engine.js';
import { until } from '../helpers/until.js';
import { startApi, type TestApi } from '../helpers/api/start-api.js';
import { startReceiver, type Receiver } from '../webhooks/receiver.js';
import { runCli, startCli, type RunningCli } from './run-cli.js';

const RETRY_DELAYS_MS = [0, 3_600_000];
const strict: WebhookUrlPolicy = { allowHttp: false, allowCidrs: [] };

/** The webhook part of the service, with its own policy for URLs. */
class World {
  readonly #engine: TestEngine;
  readonly api: TestApi;
  readonly #dispatcher: OutboxDispatcher;

  private constructor(engine: TestEngine, api: TestApi, dispatcher: OutboxDispatcher) {
    this.#engine = engine;
    this.api = api;
    this.#dispatcher = dispatcher;
  }

  static async start(policies: { readonly api: WebhookUrlPolicy; readonly worker: WebhookUrlPolicy }) {
    const engine = await startTestEngine();
    let dispatchNow = (): Promise<void> => Promise.resolve();
    const dispatchOutbox = (): Promise<void> => dispatchNow();
    const depositAddress = testDepositAddress;
    const api = await startApi({ secretBox, dispatchOutbox, depositAddress, webhookUrlPolicy: policies.api });
    const { db } = api;
    const starter = createWorkflowStarter(engine.client, {
      log: silentLog,
      maxAttempts: RETRY_DELAYS_MS.length,
      startDeliveriesEagerly: true,
    });
    const dispatcher = createOutboxDispatcher({ db, starter, log: silentLog });
    dispatchNow = async () => {
      await dispatcher.dispatchNow();
    };
    const webhooks = {
      policy: policies.worker,
      resolve: resolveHost,
      retryDelaysMs: RETRY_DELAYS_MS,
      timeoutMs: 5_000,
    };
    const deps = { db, depositAddress, log: silentLog, now: Date.now, secretBox, dispatchOutbox, webhooks };
    await engine.startWorkers({ webhooks: createWebhookActivities(deps) });
    return new World(engine, api, dispatcher);
  }

  async tell(merchantId: string): Promise<string> {
    const invoiceId = await transaction(this.api.db, (trx) => recordPaid(trx, merchantId));
    await this.#dispatcher.dispatchNow();
    return invoiceId;
  }

  /** Records events of one moment and makes their first attempts together, without a worker. @returns invoice ids. */
  async record(merchantId: string, count: number): Promise<readonly string[]> {
    return transaction(this.api.db, async (trx) => {
      const invoiceIds: string[] = [];
      while (invoiceIds.length < count) invoiceIds.push(await recordPaid(trx, merchantId));
      await trx('outbox').delete();
      await trx.raw(
        `WITH tried AS (
           UPDATE deliveries SET attempt_count = 1, next_attempt_at = now() + interval '1 hour'
            WHERE merchant_id = ? AND attempt_count = 0 RETURNING delivery_id)
         INSERT INTO delivery_attempts (delivery_id, number, started_at, duration_ms, error_class, request_headers)
         SELECT delivery_id, 1, now(), 1, 'dns', '{"webhook-id":"evt_1"}' FROM tried`,
        [merchantId],
      );
      return invoiceIds;
    });
  }

  /** @returns the event's id. */
  async ping(endpointId: string, key: string): Promise<string> {
    const { body } = await this.api.ask('POST', `/web/v1/webhook-endpoints/${endpointId}/test`, { key });
    await this.#dispatcher.dispatchNow();
    return (body.data as unknown as { eventId: string }).eventId;
  }

  async close(): Promise<void> {
    await this.#engine.close();
    await this.api.close();
  }
}

async function recordPaid(trx: Transaction, merchantId: string): Promise<string> {
  const { invoiceId, depositAddress } = await insertEndedInvoice(trx, merchantId);
  await recordEvent(trx, {
    merchantId,
    invoiceId,
    type: 'invoice.paid',
    dedupeKey: invoiceId,
    occurredAtMs: Date.now(),
    data: { ...EXAMPLE_DATA['invoice.paid'], invoiceId, depositAddress, merchantReference: 'Zürich' },
  });
  return invoiceId;
}

let world: World;
let receiver: Receiver;
let answer: (response: ServerResponse) => void;
let merchant: { readonly merchantId: string; readonly key: string };
const started: RunningCli[] = [];

async function useWorld(policies: Parameters<typeof World.start>[0]): Promise<void> {
  world = await World.start(policies);
  receiver = await startReceiver((_request, response) => answer(response));
}
async function leaveWorld(): Promise<void> {
  await receiver[Symbol.asyncDispose]();
  await world.close();
}
beforeEach(async () => {
  merchant = await world.api.addMerchant();
  answer = (response) => response.writeHead(200).end('thanks');
});
afterEach(async () => {
  for (const cli of started.splice(0)) {
    cli.kill('SIGKILL');
    await cli.ended;
  }
});

interface Ready {
  readonly endpointId: string;
  readonly secret: string;
  readonly way: string;
}

async function startListening(
  forwardTo = `http://127.0.0.1:${receiver.port}/hooks`,
  ...more: readonly string[]
): Promise<RunningCli & { readonly ready: Ready }> {
  const env = { QUITTANCE_URL: world.api.baseUrl, QUITTANCE_KEY: merchant.key };
  const cli = startCli(['listen', '--forward-to', forwardTo, '--json', ...more], env);
  started.push(cli);
  await until('it listens', () => cli.lines().length > 0 || cli.errors().includes('refused'));
  return { ...cli, ready: JSON.parse(cli.lines()[0] ?? '') as Ready };
}

const endpointIds = async (): Promise<readonly string[]> =>
  (await world.api.ask('GET', '/web/v1/webhook-endpoints', { key: merchant.key })).list.map(({ id }) => id);

/** Tests what is the same for both ways in which events arrive. */
function forwardsEverything(expected: { readonly way: string; readonly says: string }): void {
  it('forwards the same bytes and signatures, prints the event, and removes its endpoint when it ends', async () => {
    const cli = await startListening();
    const { secret, endpointId, way } = cli.ready;
    expect({ way, says: cli.errors() }).toEqual({
      way: expected.way,
      says: expect.stringContaining(expected.says),
    });
    expect(await endpointIds()).toEqual([endpointId]);
    const invoiceId = await world.tell(merchant.merchantId);
    await until('it is printed', () => cli.lines().length === 2);

    const got = receiver.requests.at(-1);
    const { body = Buffer.alloc(0), headers = {} } = got ?? {};
    expect(got).toMatchObject({ method: 'POST', path: '/hooks' });
    const row = await world.api
      .db('events')
      .where({ dedupe_key: invoiceId })
      .first<{ event_id: string; body: string } | undefined>();
    expect(body.toString('utf8')).toBe(row?.body);
    const verified = verifyWebhook({ rawBody: body, headers, secret });
    expect(verified).toMatchObject({ event: 'invoice.paid', webhookId: row?.event_id, data: { invoiceId } });
    expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toBeTruthy();
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'x-service-signature': expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(JSON.parse(cli.lines()[1] ?? '')).toEqual({
      event: 'invoice.paid',
      eventId: row?.event_id,
      invoiceId,
      withdrawalId: null,
      statusCode: 200,
      durationMs: expect.any(Number),
      errorMessage: null,
    });

    cli.kill('SIGINT');
    expect(await cli.ended).toBe(0);
    expect(await endpointIds()).toEqual([]);
  });

  it("forwards the first ping that the user asks for, and none of its own, signed with the program's secret", async () => {
    const secret = generateWebhookSecret();
    const cli = await startListening(undefined, '--secret', secret);
    expect(cli.ready.secret).toBe(secret);
    const asked = await world.ping(cli.ready.endpointId, merchant.key);
    await until('it is printed', () => cli.lines().length > 1);
    expect(JSON.parse(cli.lines()[1] ?? '')).toMatchObject({ event: 'ping', eventId: asked });
    const { body = '', headers = {} } = receiver.requests.at(-1) ?? {};
    expect(verifyWebhook({ rawBody: body, headers, secret })).toMatchObject({ webhookId: asked });
    await world.tell(merchant.merchantId);
    await until('what follows is printed', () => cli.lines().length > 2);
    expect(JSON.parse(cli.lines()[2] ?? '')).toMatchObject({ event: 'invoice.paid' });
  });
}

describe('listen, where the service can reach this machine', () => {
  beforeAll(() => useWorld({ api: loopbackPolicy, worker: loopbackPolicy }));
  afterAll(leaveWorld);
  forwardsEverything({ way: 'direct', says: '' });

  it('continues when no program listens, and says so', async () => {
    const cli = await startListening(`http://127.0.0.1:${await anyFreePort()}/`);
    await world.tell(merchant.merchantId);
    await world.tell(merchant.merchantId);
    await until('both are printed', () => cli.lines().length === 3);
    for (const line of cli.lines().slice(1)) {
      expect(JSON.parse(line)).toMatchObject({
        statusCode: null,
        errorMessage: 'connection refused: nothing listens there',
      });
    }
  });

  it('says that each event arrives twice when an endpoint with the same URL is registered', async () => {
    const url = `http://127.0.0.1:${receiver.port}/hooks`;
    const json = { url, events: ['invoice.paid'] };
    const made = await world.api.ask('POST', '/web/v1/webhook-endpoints', { key: merchant.key, json });
    const cli = await startListening(url);
    expect(cli.errors()).toContain(`also registered as endpoint ${made.body.data.id}. So each event`);
    expect(cli.errors()).toContain('arrives twice, with signatures of two secrets');
  });

  it("passes the program's answer to the service, which records and retries it as in production", async () => {
    answer = (response) => response.writeHead(503).end('busy');
    const cli = await startListening();
    expect(cli.ready.way).toBe('direct');
    await world.tell(merchant.merchantId);
    await until('it is printed', () => cli.lines().length === 2);
    const delivery = async () =>
      world.api
        .db('deliveries as d')
        .join('delivery_attempts as a', 'a.delivery_id', 'd.delivery_id')
        .where({ 'd.endpoint_id': cli.ready.endpointId, 'd.origin': 'event' })
        .first<{ status: string; status_code: number | null } | undefined>('d.status', 'a.status_code');
    await until('it is recorded', async () => (await delivery())?.status_code === 503);
    expect(await delivery()).toMatchObject({ status: 'pending' });
    cli.kill('SIGTERM');
    expect(await cli.ended).toBe(0);
    expect(await delivery()).toMatchObject({ status: 'cancelled' });
  });

  it('continues when the program answers 410, for which the service disables the endpoint, and says so', async () => {
    answer = (response) => response.writeHead(410).end();
    const cli = await startListening();
    await world.tell(merchant.merchantId);
    await until('it is enabled again', () => cli.errors().includes('enabled again'));
    expect(cli.errors()).toContain('The endpoint answered 410 Gone.');
    answer = (response) => response.writeHead(200).end();
    const invoiceId = await world.tell(merchant.merchantId);
    await until('what follows is printed', () => cli.lines().length === 3);
    expect(JSON.parse(cli.lines()[1] ?? '')).toMatchObject({ statusCode: 410 });
    expect(JSON.parse(cli.lines()[2] ?? '')).toMatchObject({ statusCode: 200, invoiceId });
  });

  it('ends and says why when its endpoint is deleted, because no more events would come', async () => {
    const cli = await startListening();
    await world.api.ask('DELETE', `/web/v1/webhook-endpoints/${cli.ready.endpointId}`, { key: merchant.key });
    expect(await cli.ended).toBe(1);
    expect(cli.errors()).toContain('was deleted');
  });

  it('removes the endpoint of a listen that was killed, and keeps those of running ones and all others', async () => {
    const other = await world.api.ask('POST', '/web/v1/webhook-endpoints', {
      key: merchant.key,
      json: { url: `http://127.0.0.1:${receiver.port}/shop`, events: ['invoice.paid'] },
    });
    const elsewhere = await world.api.ask('POST', '/web/v1/webhook-endpoints', {
      key: merchant.key,
      json: {
        url: `http://127.0.0.1:${receiver.port}/shop`,
        events: ['invoice.paid'],
        description: `quittance listen on ${hostname()}-2, process 1`,
      },
    });
    const [running, killed] = [await startListening(), await startListening()];
    killed.kill('SIGKILL');
    expect(await killed.ended).toBe('SIGKILL');
    expect(await endpointIds()).toContain(killed.ready.endpointId);

    const next = await startListening();
    expect(next.errors()).toContain('Removed 1 endpoint');
    const kept = [
      other.body.data.id,
      elsewhere.body.data.id,
      running.ready.endpointId,
      next.ready.endpointId,
    ];
    expect([...(await endpointIds())].sort()).toEqual(kept.sort());
  });

  it('prints readable text, with the secret', async () => {
    const env = { QUITTANCE_URL: world.api.baseUrl, QUITTANCE_KEY: merchant.key };
    const cli = startCli(['listen', '--forward-to', `http://127.0.0.1:${receiver.port}/`], env);
    started.push(cli);
    await until('it listens', () => cli.lines().length === 3);
    expect(cli.lines()[1]).toMatch(/whsec_[A-Za-z0-9+/]{43}=$/);
    expect(cli.lines()[2]).toMatch(/^Restart your program with this secret/);
    const invoiceId = await world.tell(merchant.merchantId);
    await until('it is printed', () => cli.lines().length === 4);
    expect(cli.lines()[3]).toMatch(
      new RegExp(`^[0-9:]{8}  invoice.paid +evt_\\w+  ${invoiceId}  → 200 \\(\\d+ ms\\)$`),
    );
  });
});

describe('listen, where the service allows no loopback', () => {
  beforeAll(() => useWorld({ api: strict, worker: strict }));
  afterAll(leaveWorld);
  forwardsEverything({ way: 'record', says: 'allows no webhook URL on the loopback' });

  it('forwards each event of a burst once, even if they fill more than one page of deliveries', async () => {
    const cli = await startListening();
    const invoiceIds = await world.record(merchant.merchantId, 130);
    await until('all are printed', () => cli.lines().length > invoiceIds.length);
    await world.tell(merchant.merchantId);
    await until('what follows is printed', () => cli.lines().length > invoiceIds.length + 1);
    const printed = cli.lines().slice(1, -1);
    expect(printed.map((line) => (JSON.parse(line) as { invoiceId: string }).invoiceId).sort()).toEqual(
      [...invoiceIds].sort(),
    );
  });
});

describe('listen, where the service treats the loopback as its own', () => {
  beforeAll(() => useWorld({ api: loopbackPolicy, worker: { allowHttp: true, allowCidrs: [] } }));
  afterAll(leaveWorld);
  forwardsEverything({
    way: 'record',
    says: "can't reach this machine: The host of the URL has an address that is not public",
  });
});

describe('listen, before it starts', () => {
  beforeAll(() => useWorld({ api: loopbackPolicy, worker: loopbackPolicy }));
  afterAll(leaveWorld);
  const to = ['listen', '--forward-to', 'http://127.0.0.1:1/'];

  it('says what is missing, and sends the demo key to no address except its own', async () => {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'quittance-listen-'));
    mkdirSync(path.join(dataDir, 'secrets'));
    writeFileSync(path.join(dataDir, 'secrets/demo-merchant.json'), JSON.stringify({ apiKey: merchant.key }));
    const { status, stdout, stderr } = await runCli(to, {
      DATA_DIR: dataDir,
      QUITTANCE_URL: world.api.baseUrl,
    });
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toContain("QUITTANCE_KEY: missing; expected a merchant's API key");
    expect((await runCli(to, { DATA_DIR: dataDir })).stderr).toContain('QUITTANCE_URL: missing');
  });

  it('says that the key is refused, or that the URL is invalid', async () => {
    const env = { QUITTANCE_URL: world.api.baseUrl, QUITTANCE_KEY: 'qk_wrong' };
    const refused = await runCli(to, env);
    expect(refused).toMatchObject({ status: 1, stderr: expect.stringContaining('401 unauthenticated') });
    expect(refused.stderr).not.toContain('deleted');
    const noUrl = await runCli(['listen', '--forward-to', '127.0.0.1:4000'], env);
    expect(noUrl).toMatchObject({ status: 1, stderr: expect.stringContaining('starts with http://') });
    expect((await runCli([...to, '--secret', 'whsec_'], env)).stderr).toContain('Expected whsec_ and base64');
  });

  it('says that nothing answers there, and ends at once when it is told to', async () => {
    const cli = startCli(to, { QUITTANCE_URL: 'http://127.0.0.1:1', QUITTANCE_KEY: merchant.key });
    started.push(cli);
    await until('it says so', () => cli.errors().includes('127.0.0.1:1 does not answer'));
    cli.kill('SIGINT');
    expect(await cli.ended).toBe(0);
    expect(cli.errors()).not.toContain('deleted');
  });
});
