import { createClient } from '@redis/client';
import { type IncrementResponse, type Options, type Store } from 'express-rate-limit';
import type { Logger } from 'pino';
import { Counter, Gauge, type Registry } from 'prom-client';
import { RedisStore } from 'rate-limit-redis';
import type { RateLimitGroup } from '../../domain/merchants/rate-limits.js';
import { MemoryRateLimits } from './memory-rate-limits.js';

const COMMAND_TIMEOUT_MS = 500;
const CONNECT_TIMEOUT_MS = 1_000;
/** How often Redis is checked while it does not answer, in ms. No request waits for the check. */
const RECHECK_INTERVAL_MS = 500;
const KEY_PREFIX = 'quittance:limit:';

/** The counts of all API processes together, in Redis. */
export interface RedisRateLimits {
  /** The store of one group of limits, for express-rate-limit. */
  store(group: RateLimitGroup): Store;
  /** @throws when Redis doesn't answer. */
  check(): Promise<void>;
  close(): void;
}

/** The options of {@link createRedisRateLimits}. */
export interface RedisRateLimitsOptions {
  readonly redisUrl: string;
  readonly registry: Registry;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  /** The longest time that a request waits for Redis, in ms. Default 500. */
  readonly commandTimeoutMs?: number;
}

function createMetrics(registry: Registry): { readonly shared: Gauge; readonly failures: Counter } {
  const shared = new Gauge({
    name: 'rate_limits_shared',
    help: '1: limits are counted in Redis by all API processes together; 0: by this process alone.',
    registers: [registry],
  });
  const failures = new Counter({
    name: 'rate_limit_redis_failures_total',
    help: 'Commands for rate limits that Redis did not answer, or not in time.',
    registers: [registry],
  });
  return { shared, failures };
}

/**
 * Counts in Redis, which all API processes share. While Redis does not answer in time, this process counts its requests
 * alone, and refuses none for that reason. The log, the gauge `rate_limits_shared` and the counter
 * `rate_limit_redis_failures_total` report it. When Redis answers again, its counts are used again.
 */
export function createRedisRateLimits(options: RedisRateLimitsOptions): RedisRateLimits {
  return new RedisCounts(options);
}

class RedisCounts implements RedisRateLimits {
  readonly #redis: ReturnType<typeof createClient>;
  readonly #metrics: ReturnType<typeof createMetrics>;
  readonly #log: RedisRateLimitsOptions['log'];
  readonly #commandTimeoutMs: number;
  readonly #stores: FailoverStore[] = [];
  #state: 'starting' | 'shared' | 'alone' | 'closed' = 'starting';
  #rechecking: NodeJS.Timeout | undefined;

  constructor({ redisUrl, registry, log, commandTimeoutMs = COMMAND_TIMEOUT_MS }: RedisRateLimitsOptions) {
    this.#log = log;
    this.#commandTimeoutMs = commandTimeoutMs;
    this.#metrics = createMetrics(registry);
    this.#redis = connect(redisUrl);
    this.#redis.on('ready', () => void this.#regain());
    // Each failed command reports the error too. But an error event without a listener would end the process.
    this.#redis.on('error', this.#lose);
    this.#redis.connect().catch(this.#lose);
  }

  store(group: RateLimitGroup): Store {
    const store = new FailoverStore({
      prefix: `${KEY_PREFIX}${group}:`,
      send: this.#send,
      isShared: () => this.#state === 'shared',
      lose: this.#lose,
    });
    this.#stores.push(store);
    return store;
  }

  async check(): Promise<void> {
    await this.#send(['PING']);
  }

  close(): void {
    this.#state = 'closed';
    clearTimeout(this.#rechecking);
    this.#redis.destroy();
    for (const store of this.#stores) store.shutdown();
  }

  readonly #send = (args: readonly string[]): Promise<unknown> =>
    inTime(this.#redis.sendCommand([...args]), this.#commandTimeoutMs);

  readonly #lose = (error: unknown): void => {
    this.#metrics.failures.inc();
    if (this.#state === 'alone' || this.#state === 'closed') return;
    this.#state = 'alone';
    this.#metrics.shared.set(0);
    const reason = error instanceof Error ? error.message : String(error);
    this.#log.warn(
      { reason },
      'Redis is away: rate limits are counted by this process alone until it is back',
    );
    this.#recheckLater();
  };

  async #regain(): Promise<void> {
    try {
      await this.#send(['PING']);
      await Promise.all(this.#stores.map((store) => store.rebuild()));
    } catch (error) {
      this.#lose(error);
      if (this.#state === 'alone') this.#recheckLater();
      return;
    }
    if (this.#state === 'shared' || this.#state === 'closed') return;
    this.#state = 'shared';
    this.#metrics.shared.set(1);
    this.#log.info('Redis answers: rate limits are counted by all API processes together');
  }

  #recheckLater(): void {
    clearTimeout(this.#rechecking);
    this.#rechecking = setTimeout(() => void this.#regain(), RECHECK_INTERVAL_MS);
    this.#rechecking.unref();
  }
}

function connect(url: string): ReturnType<typeof createClient> {
  return createClient({
    url,
    // A command that cannot be sent fails at once. The request then continues with the process's own count.
    disableOfflineQueue: true,
    // With its own time limit, the client keeps a timer for each command for seconds. `inTime` clears its timer.
    commandOptions: { timeout: 0 },
    socket: {
      connectTimeout: CONNECT_TIMEOUT_MS,
      reconnectStrategy: (retries) =>
        Math.min(2_000, 50 * 2 ** Math.min(retries, 6)) * (0.5 + Math.random() / 2),
    },
  });
}

async function inTime<T>(answer: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      // If this process was busy for that long, the answer may be unread in the socket. It is read before this
      // callback.
      setImmediate(() => {
        reject(new Error(`Redis did not answer within ${timeoutMs} ms`));
      });
    }, timeoutMs);
  });
  // Nobody waits for a late answer. Without this line, its failure would be an unhandled rejection.
  answer.catch(() => undefined);
  return Promise.race([answer, late]).finally(() => {
    clearTimeout(timer);
  });
}

interface FailoverParts {
  readonly prefix: string;
  readonly send: (args: readonly string[]) => Promise<unknown>;
  readonly isShared: () => boolean;
  readonly lose: (error: unknown) => void;
}

/**
 * Takes one off a count, if the count still exists. After the end of its window, DECR alone would create a count that
 * never expires.
 */
const TAKE_ONE_OFF = `if redis.call('EXISTS', KEYS[1]) == 1 then return redis.call('DECR', KEYS[1]) end return 0`;

/** Counts in Redis while it answers, and otherwise in this process's memory. */
class FailoverStore implements Store {
  readonly localKeys = false;
  readonly #parts: FailoverParts;
  readonly #memory = new MemoryRateLimits();
  #options: Options | undefined;
  #redis: RedisStore | undefined;

  constructor(parts: FailoverParts) {
    this.#parts = parts;
  }

  init(options: Options): void {
    this.#options = options;
    this.#memory.init(options);
    // Redis may be connected already when this store is created.
    if (this.#parts.isShared()) this.rebuild().catch(this.#parts.lose);
  }

  /** Loads the store's scripts into Redis again, because the new connection may lead to another server. */
  async rebuild(): Promise<void> {
    if (this.#options === undefined) return;
    const { prefix, send } = this.#parts;
    const redis = new RedisStore({
      prefix,
      sendCommand: async (...args: string[]) => (await send(args)) as number | string | (number | string)[],
    });
    await redis.init(this.#options);
    this.#redis = redis;
  }

  async increment(key: string): Promise<IncrementResponse> {
    if (this.#redis !== undefined && this.#parts.isShared()) {
      try {
        return await this.#redis.increment(key);
      } catch (error) {
        this.#parts.lose(error);
      }
    }
    return this.#memory.increment(key);
  }

  async decrement(key: string): Promise<void> {
    if (this.#redis !== undefined && this.#parts.isShared()) {
      try {
        await this.#parts.send(['EVAL', TAKE_ONE_OFF, '1', `${this.#parts.prefix}${key}`]);
        return;
      } catch (error) {
        this.#parts.lose(error);
      }
    }
    await this.#memory.decrement(key);
  }

  async resetKey(key: string): Promise<void> {
    await this.#memory.resetKey(key);
  }

  shutdown(): void {
    this.#memory.shutdown();
  }
}
