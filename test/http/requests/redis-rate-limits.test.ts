import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { createClient } from '@redis/client';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { formatApiKey } from '../../../src/domain/merchants/api-key-format.js';
import { createRedisRateLimits, type RedisRateLimits } from '../../../src/http/requests/redis-rate-limits.js';
import { startTestRedis, type TestRedis } from '../../helpers/services/redis.js';
import { describeWith } from '../../helpers/services/system-parts.js';
import { until } from '../../helpers/until.js';
import { HOUR_LONG_LIMITS } from '../../helpers/api/hour-long-limits.js';
import { startApi, type TestApi } from '../../helpers/api/start-api.js';

/** How often Redis has counted a request. */
const countEvaluations = async (observer: {
  sendCommand(args: string[]): Promise<unknown>;
}): Promise<number> =>
  Number(
    /cmdstat_evalsha:calls=(\d+)/.exec(String(await observer.sendCommand(['INFO', 'commandstats'])))?.[1] ??
      0,
  );

/** The counts as one API process sees them. */
interface Process {
  readonly api: TestApi;
  readonly counts: RedisRateLimits;
  readonly registry: Registry;
  readonly lines: string[];
}

describeWith('redis-server', 'two API processes on one Redis', () => {
  let redis: TestRedis;
  let first: Process;
  let second: Process;
  let key: string;

  const startProcess = async (
    db?: TestApi['db'],
    // A machine that is busy with all these requests may itself be slow.
    commandTimeoutMs = 60_000,
  ): Promise<Process> => {
    const registry = new Registry();
    const lines: string[] = [];
    const log = pino({ level: 'info' }, { write: (line: string) => lines.push(line) });
    const counts = createRedisRateLimits({ redisUrl: redis.url, registry, log, commandTimeoutMs });
    const api = await startApi({
      rateLimits: HOUR_LONG_LIMITS,
      rateLimitStore: (group) => counts.store(group),
      checkRedis: () => counts.check(),
      ...(db === undefined ? {} : { db }),
    });
    return { api, counts, registry, lines };
  };
  const isShared = async ({ registry }: Process): Promise<boolean> =>
    (await registry.getSingleMetric('rate_limits_shared')?.get())?.values[0]?.value === 1;
  const bothShared = (): Promise<void> =>
    until('both count in Redis', async () => (await isShared(first)) && (await isShared(second)));
  const bothAlone = (): Promise<void> =>
    until('both count by themselves', async () => !(await isShared(first)) && !(await isShared(second)));
  const askBalances = async ({ api }: Process): Promise<number> =>
    (await api.ask('GET', '/v1/balances', { key })).status;
  const remaining = async ({ api }: Process): Promise<number> =>
    Number((await api.ask('GET', '/v1/balances', { key })).headers.get('x-ratelimit-remaining'));

  beforeEach(async () => {
    redis = await startTestRedis();
    first = await startProcess();
    second = await startProcess(first.api.db);
    await bothShared();
    ({ key } = await first.api.addMerchant());
  });
  afterEach(async () => {
    for (const { counts } of [first, second]) counts.close();
    await second.api.close();
    await first.api.close();
    await redis.kill();
  });

  it('processes share each count exactly, even for requests that arrive at the same moment', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 150 }, (_, index) => askBalances(index % 2 === 0 ? first : second)),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(120);
    expect(statuses.filter((status) => status === 429)).toHaveLength(30);
  });

  it('processes share the look-ups of unknown keys, and the look-ups that valid keys return', async () => {
    const two = [first, second];
    const observer = createClient({ url: redis.url });
    await observer.connect();
    const askBoth = (keys: readonly string[]): Promise<number[]> =>
      Promise.all(
        keys.map(async (tried, index) => {
          const { status } = (await two[index % 2]?.api.ask('GET', '/v1/assets', { key: tried })) ?? {};
          return status ?? 0;
        }),
      );
    const merchants = await Promise.all(Array.from({ length: 60 }, () => first.api.addMerchant()));
    const valid = await askBoth(merchants.map(({ key: tried }) => tried));
    const madeUp = await askBoth(Array.from({ length: 150 }, () => formatApiKey('qk_', randomBytes(32))));
    const names = await observer.keys('quittance:limit:failed authentication per IP:look-ups *');
    const ends = await Promise.all(names.map((name) => observer.pTTL(name)));
    observer.destroy();
    expect(new Set(valid)).toEqual(new Set([200]));
    expect([madeUp.filter((status) => status === 401), madeUp.filter((status) => status === 429)]).toEqual([
      Array.from({ length: 30 }, () => 401),
      Array.from({ length: 120 }, () => 429),
    ]);
    expect(ends).toEqual([expect.any(Number)]);
    expect(ends[0]).toBeGreaterThan(0);
  });

  it('processes ask Redis once for each count of a request, no more', async () => {
    const observer = createClient({ url: redis.url });
    await observer.connect();
    const evaluations = (): Promise<number> => countEvaluations(observer);
    // The first use in a process counts its look-up, too.
    await askBalances(first);
    const before = await evaluations();
    for (let asked = 0; asked < 5; asked += 1) await askBalances(first);
    // The group's count and the default's.
    expect((await evaluations()) - before).toBe(10);
    observer.destroy();
  });

  it('processes limit by themselves when Redis stops, say so, and share again when it is back', async () => {
    await askBalances(first);
    await redis.kill();
    const statuses = await Promise.all(Array.from({ length: 20 }, () => askBalances(first)));
    expect(new Set(statuses)).toEqual(new Set([200]));
    await askBalances(second);
    await bothAlone();
    expect(first.lines.some((line) => line.includes('Redis is away'))).toBe(true);
    expect((await first.api.ask('GET', '/readyz')).status).toBe(503);
    // Each process counts alone, but still limits.
    expect(await remaining(first)).toBe(99);
    redis = await startTestRedis({ port: redis.port });
    await bothShared();
    expect(first.lines.some((line) => line.includes('Redis answers'))).toBe(true);
    expect(await remaining(first)).toBe(119);
    expect(await remaining(second)).toBe(118);
  });

  it('processes let no request wait for a Redis that hangs longer than the first request needs to notice', async () => {
    const hasty = await startProcess(first.api.db, 500);
    await until('it counts in Redis', () => isShared(hasty));
    const observer = createClient({ url: redis.url });
    await observer.connect();
    const before = await countEvaluations(observer);
    redis.pause();
    expect(await askBalances(hasty)).toBe(200);
    await until('it counts by itself', async () => !(await isShared(hasty)));
    const statuses = await Promise.all(Array.from({ length: 20 }, () => askBalances(hasty)));
    expect(new Set(statuses)).toEqual(new Set([200]));
    redis.resume();
    await until('it counts in Redis again', () => isShared(hasty));
    // Redis now does what it was asked for meanwhile: at most the first request has asked it, and waited.
    expect((await countEvaluations(observer)) - before).toBeLessThanOrEqual(1);
    observer.destroy();
    hasty.counts.close();
    await hasty.api.close();
  });

  it('processes continue when Redis has lost its scripts and counts', async () => {
    await askBalances(first);
    const admin = createClient({ url: redis.url });
    await admin.connect();
    await admin.sendCommand(['SCRIPT', 'FLUSH']);
    await admin.sendCommand(['FLUSHALL']);
    admin.destroy();
    expect(await remaining(first)).toBe(119);
    expect(await isShared(first)).toBe(true);
  });
});

describeWith('redis-server', 'an API whose Redis was never there', () => {
  it('a process starts and limits by itself without Redis, and uses Redis when it comes', async () => {
    const redis = await startTestRedis();
    await redis.kill();
    const registry = new Registry();
    const lines: string[] = [];
    const log = pino({ level: 'info' }, { write: (line: string) => lines.push(line) });
    const counts = createRedisRateLimits({ redisUrl: redis.url, registry, log });
    const api = await startApi({ rateLimits: {}, rateLimitStore: (group) => counts.store(group) });
    const { key } = await api.addMerchant();
    const answer = await api.ask('GET', '/v1/balances', { key });
    expect([answer.status, answer.headers.get('x-ratelimit-remaining')]).toEqual([200, '119']);
    await until('it is said', () => Promise.resolve(lines.some((line) => line.includes('Redis is away'))));
    const late = await startTestRedis({ port: redis.port });
    await until(
      'Redis is taken up',
      async () => (await registry.getSingleMetric('rate_limits_shared')?.get())?.values[0]?.value === 1,
    );
    counts.close();
    await api.close();
    await late.kill();
  });
});
