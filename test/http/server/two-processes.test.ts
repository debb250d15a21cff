import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { RATE_LIMITS } from '../../../src/domain/merchants/rate-limits.js';
import { startTestRedis, type TestRedis } from '../../helpers/services/redis.js';
import { describeWith } from '../../helpers/services/system-parts.js';
import { readAlerts } from '../../helpers/alerts.js';
import { until } from '../../helpers/until.js';
import { killApis, launchReadyApi, LONELY, type ApiProcess } from '../../helpers/api/launch-api.js';
import { startApi, type TestApi } from '../../helpers/api/start-api.js';
import { urlOfRole } from '../../helpers/services/postgres.js';
import { readText } from '../../house/source-files.js';

const ASSET = { chainCode: 'local', tokenSymbol: 'USDC' };
const TO = `0x${'12'.repeat(20)}`;
/** How often a count starts again after a busy machine delayed Redis: each process then counts by itself. */
const ROUNDS_MAX = 5;

interface Process {
  readonly api: ApiProcess;
  readonly baseUrl: string;
  readonly metricsUrl: string;
}

interface Told {
  readonly status: number;
  readonly text: string;
  readonly code: string | undefined;
}

describeWith('redis-server', 'two API processes on one Redis and one PostgreSQL', () => {
  /** Used only for its database, and to make merchants. */
  let testApi: TestApi;
  let redis: TestRedis;
  let processes: readonly Process[];

  const launch = async (): Promise<Process> => {
    const api = await launchReadyApi({
      ...LONELY,
      DATABASE_URL: urlOfRole({ url: testApi.databaseUrl, role: 'quittance_api' }),
      REDIS_URL: redis.url,
      RATE_LIMITS: JSON.stringify({
        'POST /v1/withdrawals': null,
        'POST /v1/invoices': null,
        default: null,
        // On a slow machine a minute could end before the limit is reached.
        'GET /v1/balances': { limit: RATE_LIMITS['GET /v1/balances'].limit, windowSeconds: 3_600 },
      }),
    });
    const [port, metricsPort] = [await api.port('API listens'), await api.port('serves metrics')];
    return {
      api,
      baseUrl: `http://127.0.0.1:${String(port)}`,
      metricsUrl: `http://127.0.0.1:${String(metricsPort)}/metrics`,
    };
  };
  const figure = async ({ metricsUrl }: Process, name: string): Promise<number> => {
    const text = await (await fetch(metricsUrl)).text();
    return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? 0);
  };
  const areShared = async (): Promise<boolean> =>
    (await Promise.all(processes.map((one) => figure(one, 'rate_limits_shared')))).every((is) => is === 1);
  const failures = async (): Promise<number> =>
    (await Promise.all(processes.map((one) => figure(one, 'rate_limit_redis_failures_total')))).reduce(
      (sum, count) => sum + count,
    );
  const tell = async (
    { baseUrl }: Process,
    path: string,
    asking: { key: string; json?: object; idempotencyKey?: string },
  ): Promise<Told> => {
    const { key, json, idempotencyKey } = asking;
    const response = await fetch(`${baseUrl}${path}`, {
      ...(json === undefined ? {} : { method: 'POST', body: JSON.stringify(json) }),
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      },
    });
    const text = await response.text();
    const { error } = JSON.parse(text) as { error?: { code: string } };
    return { status: response.status, text, code: error?.code };
  };
  const withdraw = (at: Process, key: string, idempotencyKey: string): Promise<Told> =>
    tell(at, '/v1/withdrawals', {
      key,
      idempotencyKey,
      json: { ...ASSET, amountCrypto: '1', address: TO },
    });
  /** Asks again while the first request still runs, or the server is busy, as a client does. */
  const withdrawInTheEnd = async (at: Process, key: string, idempotencyKey: string): Promise<Told> => {
    let told: Told | undefined;
    await until('it has an answer', async () => {
      told = await withdraw(at, key, idempotencyKey);
      return told.code !== 'idempotency_in_progress' && told.code !== 'temporarily_unavailable';
    });
    if (told === undefined) throw new Error('There is no answer');
    return told;
  };

  beforeAll(async () => {
    [testApi, redis] = [await startApi(), await startTestRedis()];
    processes = await Promise.all([launch(), launch()]);
    await until('both count in Redis', areShared);
  });
  afterAll(async () => {
    killApis();
    await redis.kill();
    await testApi.close();
  });

  it('the alerts for Prometheus use only metrics that each process exports, and use every metric of the guide', async () => {
    // Prometheus makes this figure itself.
    const asked = readAlerts()
      .flatMap(({ selectors }) => selectors.map(({ metric }) => metric))
      .filter((metric) => metric !== 'up');
    const documented = [...readText('docs/operating.md').matchAll(/^\| `(quittance_\w+)`/gm)].map(
      ([, name = '']) => name,
    );
    expect(documented.filter((name) => !asked.includes(name))).toEqual([]);
    for (const { metricsUrl } of processes) {
      const text = await (await fetch(metricsUrl)).text();
      const exported = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name));
      // A histogram has its parts under names of their own.
      expect(asked.filter((name) => !exported.has(name.replace(/_count$/, '')))).toEqual([]);
    }
  });

  it('two processes that get the same request at the same moment execute it once, and give the same answer', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { key, merchantId } = await testApi.addMerchant();
      await testApi.credit(merchantId, 10_000_000n);
      const idempotencyKey = `round ${String(round)}`;
      const asked = Array.from({ length: 8 }, (_, client) => processes[client % 2]).flatMap((at) => at ?? []);
      const answers = await Promise.all(asked.map((at) => withdrawInTheEnd(at, key, idempotencyKey)));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
      expect(await testApi.db('withdrawals').where({ merchant_id: merchantId })).toHaveLength(1);
      const { list } = await testApi.ask('GET', '/v1/balances', { key });
      expect(list).toMatchObject([{ available: '9.000000', reserved: '1.000000' }]);
    }
  });

  it('two processes never pay out more than the balance, whichever is asked', async () => {
    const { key, merchantId } = await testApi.addMerchant();
    await testApi.credit(merchantId, 10_500_000n);
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, client) => client).flatMap((client) =>
        processes.map((at, place) =>
          withdrawInTheEnd(at, key, `client ${String(client)} at ${String(place)}`),
        ),
      ),
    );
    const made = answers.filter(({ status }) => status === 201);
    const refused = answers.filter(({ code }) => code === 'insufficient_balance');
    expect([made.length, refused.length]).toEqual([10, 50]);
    const { list } = await testApi.ask('GET', '/v1/balances', { key });
    expect(list).toMatchObject([{ available: '0.500000', reserved: '10.000000', deficit: '0.000000' }]);
    expect(await testApi.db('ledger_accounts').where('balance', '<', 0)).toEqual([]);
  });

  it('two processes together allow exactly the limit for concurrent clients', async () => {
    let statuses: readonly number[] = [];
    for (let round = 0; round < ROUNDS_MAX; round += 1) {
      const { key } = await testApi.addMerchant();
      const before = await failures();
      const clients = [...processes, ...processes, ...processes].map(async (at) => {
        const told: number[] = [];
        for (let asked = 0; asked < 25; asked += 1)
          told.push((await tell(at, '/v1/balances', { key })).status);
        return told;
      });
      statuses = (await Promise.all(clients)).flat();
      if ((await failures()) === before) break;
      await until('both count in Redis again', areShared);
    }
    expect(statuses).toHaveLength(150);
    expect(statuses.filter((status) => status === 200)).toHaveLength(120);
    expect(statuses.filter((status) => status === 429)).toHaveLength(30);
  });
});
