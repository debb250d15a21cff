import { createClient } from '@redis/client';
import { MemoryStore, type IncrementResponse, type Options, type Store } from 'express-rate-limit';
import type { Logger } from 'pino';
import { Counter, Gauge, type Registry } from 'prom-client';
import { RedisStore } from 'rate-limit-redis';
import type { RateLimitGroup } from '../domain/rate-limits.js';

/** Longer than this a request doesn't wait for Redis. */
const COMMAND_TIMEOUT_MS = 500;
const CONNECT_TIMEOUT_MS = 1_000;
/** While Redis is away it is asked so often whether it is back; no request waits for that. */
const RECHECK_INTERVAL_MS = 500;
const KEY_PREFIX = 'quittance:limit:';

/** The counts of all API processes together, in Redis. */
export interface SharedCounts {
  /** The store of one group of limits, for express-rate-limit. */
  store(group: RateLimitGroup): Store;
  /** @throws when Redis doesn't answer. */
  check(): Promise<void>;
  close(): void;
}

export interface SharedCountsOptions {
  readonly redisUrl: string;
  readonly registry: Registry;
  readonly log: Pick<Logger, 'info' | 'warn'>;
}

/**
 * Counts in Redis, which all API processes share. When Redis is away, slow or starting again, requests go on and are
 * counted by this process alone, which the log, the gauge `rate_limits_shared` and the counter
 * `rate_limit_redis_failures_total` say; once it answers again its counts are taken up.
 */
export function createSharedCounts({ redisUrl, registry, log }: SharedCountsOptions): SharedCounts {
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
  const redis = connect(redisUrl);
  const stores: FailoverStore[] = [];
  let state: 'starting' | 'shared' | 'alone' | 'closed' = 'starting';
  let rechecking: NodeJS.Timeout | undefined;

  const send = (args: readonly string[]): Promise<unknown> =>
    inTime(redis.sendCommand([...args]), COMMAND_TIMEOUT_MS);

  const recheckLater = (): void => {
    clearTimeout(rechecking);
    rechecking = setTimeout(() => void regain(), RECHECK_INTERVAL_MS);
    rechecking.unref();
  };
  const lose = (error: unknown): void => {
    failures.inc();
    if (state === 'alone' || state === 'closed') return;
    state = 'alone';
    shared.set(0);
    const reason = error instanceof Error ? error.message : String(error);
    log.warn({ reason }, 'Redis is away: rate limits are counted by this process alone until it is back');
    recheckLater();
  };
  const regain = async (): Promise<void> => {
    try {
      await send(['PING']);
      await Promise.all(stores.map((store) => store.rebuild()));
    } catch (error) {
      lose(error);
      if (state === 'alone') recheckLater();
      return;
    }
    if (state === 'shared' || state === 'closed') return;
    state = 'shared';
    shared.set(1);
    log.info('Redis answers: rate limits are counted by all API processes together');
  };

  shared.set(0);
  redis.on('ready', () => void regain());
  // Each failed command says it as well; without a listener an error would end the process.
  redis.on('error', lose);
  redis.connect().catch(lose);

  return {
    store: (group) => {
      const store = new FailoverStore({
        prefix: `${KEY_PREFIX}${group}:`,
        send,
        isShared: () => state === 'shared',
        lose,
      });
      stores.push(store);
      return store;
    },
    check: async () => {
      await send(['PING']);
    },
    close: () => {
      state = 'closed';
      clearTimeout(rechecking);
      redis.destroy();
      for (const store of stores) store.shutdown();
    },
  };
}

function connect(url: string): ReturnType<typeof createClient> {
  return createClient({
    url,
    // A command that can't be sent now fails now: the request goes on with the process's own count.
    disableOfflineQueue: true,
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
      // Where this process itself was busy for so long the answer may lie in the socket, still unread: read first.
      setImmediate(() => {
        reject(new Error(`Redis did not answer within ${timeoutMs} ms`));
      });
    }, timeoutMs);
  });
  // Whichever loses the race is nobody's any more.
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

/** Redis while it answers, this process's memory while not. */
class FailoverStore implements Store {
  readonly localKeys = false;
  readonly #parts: FailoverParts;
  readonly #memory = new MemoryStore();
  #options: Options | undefined;
  #redis: RedisStore | undefined;

  constructor(parts: FailoverParts) {
    this.#parts = parts;
  }

  init(options: Options): void {
    this.#options = options;
    this.#memory.init(options);
    // Redis may have answered before this store was made.
    if (this.#parts.isShared()) this.rebuild().catch(this.#parts.lose);
  }

  /** Loads the store's scripts into a Redis that may be another one than before. */
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
    await this.#memory.decrement(key);
  }

  async resetKey(key: string): Promise<void> {
    await this.#memory.resetKey(key);
  }

  shutdown(): void {
    this.#memory.shutdown();
  }
}
