import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { ChainClient, RpcSession } from '../../../src/chain/rpc/types.js';
import { openDatabase, type Database } from '../../../src/db/core/database.js';

const never = <T>(): Promise<T> => new Promise<T>(() => undefined);

/**
 * The life of a worker. It counts the worker's waits for the database and for RPCs, and may end after one of them. The
 * awaited operation has then happened, but the worker does not act on it any more.
 *
 * In a process of its own, `kill` kills that process. In the test's process nothing can stop the worker's code. Instead
 * the worker loses its connections, its waits never end, and its further requests go nowhere.
 */
export class Life {
  /** Application name of its connections. */
  readonly name = `mortal_${randomBytes(8).toString('hex')}`;
  readonly died: Promise<void>;
  readonly #connections = new Set<pg.Client>();
  readonly #end = new AbortController();
  readonly #killAfter: number | null;
  readonly #kill: () => void;
  #waits = 0;

  /**
   * @param options.killAfter number of waits that the worker survives; it dies at the next one. Null: it never dies.
   */
  constructor({ killAfter, kill }: { killAfter: number | null; kill?: () => void }) {
    this.#killAfter = killAfter;
    this.died = new Promise((resolve) => this.#end.signal.addEventListener('abort', () => resolve()));
    this.#kill = kill ?? ((): void => this.#cutOff());
    lives.set(this.name, this);
  }

  get isOver(): boolean {
    return this.#end.signal.aborted;
  }

  get waits(): number {
    return this.#waits;
  }

  /** Opens a pool. Its connections bear the name of this life, which the server sees too. */
  openDatabase(databaseUrl: string): Database {
    const url = new URL(databaseUrl);
    url.searchParams.set('application_name', this.name);
    const db = openDatabase({ url: url.href });
    void this.died.then(() => abandon(db));
    return db;
  }

  adopt(connection: pg.Client): void {
    this.#connections.add(connection);
  }

  /** Counts a wait that has ended. @returns whether the life goes on. */
  goesOn(): boolean {
    if (this.isOver) return false;
    if (this.#killAfter !== null && this.#waits >= this.#killAfter) this.#kill();
    this.#waits += 1;
    return !this.isOver;
  }

  /** Waits for an answer and counts the wait. When the life ends, the answer never comes. */
  async waitFor<T>(ask: () => Promise<T>): Promise<T> {
    if (this.isOver) return never();
    const [answer] = await Promise.allSettled([ask()]);
    if (!this.goesOn()) return never();
    if (answer.status === 'rejected') throw answer.reason as Error;
    return answer.value;
  }

  /** Returns the same client for this life. Each answer of an RPC is a wait. */
  clientOf(client: ChainClient): ChainClient {
    return this.#wrap(client.withSignal(this.#end.signal));
  }

  #wrap(client: ChainClient): ChainClient {
    return {
      ...this.#session(client),
      onOneRpc: (work) => this.unlessOver(client.onOneRpc((rpc) => work(this.#session(rpc)))),
      onOneOffering: (method, work) =>
        this.unlessOver(client.onOneOffering(method, (rpc) => work(this.#session(rpc)))),
      onEachRpc: (work, options) =>
        this.unlessOver(client.onEachRpc((rpc) => work(this.#session(rpc)), options)),
      requestFromEach: (method, params, decode, options) =>
        this.waitFor(() => client.requestFromEach(method, params, decode, options)),
      without: (origin) => this.#wrap(client.without(origin)),
      withSignal: (signal) => this.#wrap(client.withSignal(AbortSignal.any([signal, this.#end.signal]))),
    };
  }

  #session<Session extends RpcSession>(session: Session): Session {
    const request = <T>(...args: Parameters<typeof session.request<T>>): Promise<T> =>
      this.waitFor(() => session.request(...args));
    return {
      ...session,
      request: request as Session['request'],
      requestBatch: (calls, decode) => this.waitFor(() => session.requestBatch(calls, decode)),
    } satisfies RpcSession & Session;
  }

  /** Waits without counting: for something that is not a wait of the worker, or that consists of counted waits. */
  async unlessOver<T>(work: Promise<T>): Promise<T> {
    const [answer] = await Promise.allSettled([work]);
    if (this.isOver) return never();
    if (answer.status === 'rejected') throw answer.reason as Error;
    return answer.value;
  }

  #cutOff(): void {
    this.#end.abort();
    for (const connection of this.#connections) streamOf(connection).destroy();
  }
}

/** An operation under way in a pool. */
interface Pending {
  abort(): void;
}

/** Ends a pool and its running queries. Their timers would keep the test's process from ending. */
function abandon(db: Database): void {
  const { pool } = db.client as {
    readonly pool: {
      readonly pendingCreates: readonly Pending[];
      readonly pendingAcquires: readonly Pending[];
    };
  };
  const pending = [...pool.pendingCreates, ...pool.pendingAcquires];
  void db.destroy();
  for (const each of pending) each.abort();
}

const lives = new Map<string, Life>();

type Callback = (...results: unknown[]) => void;
type Asking = (this: pg.Client, ...args: unknown[]) => unknown;
/** Fields of the driver's client that are not in its types. */
interface Hidden {
  readonly connectionParameters: { readonly application_name?: string };
  readonly connection: { readonly stream: { destroy(): void } };
}

const lifeOf = (client: pg.Client): Life | undefined =>
  lives.get((client as unknown as Hidden).connectionParameters.application_name ?? '');
const streamOf = (client: pg.Client): { destroy(): void } => (client as unknown as Hidden).connection.stream;

const driver = pg.Client.prototype as unknown as { connect: Asking; query: Asking };
const { connect, query } = driver;

driver.connect = function (...args) {
  const life = lifeOf(this);
  if (life?.isOver === true) {
    // Without this error its pool would wait for a connection and keep the test's process from ending.
    const callback = args.at(-1);
    const error = new Error('The life of this worker is over, so it can connect to nothing');
    if (typeof callback !== 'function') return Promise.reject(error);
    (callback as Callback)(error);
    return undefined;
  }
  life?.adopt(this);
  return connect.apply(this, args);
};

driver.query = function (...args) {
  const life = lifeOf(this);
  if (life === undefined) return query.apply(this, args);
  if (life.isOver) return never();
  const callback = args.at(-1);
  // Knex passes a callback with each query, but not with a prepared statement.
  if (typeof callback !== 'function') return life.waitFor(() => query.apply(this, args) as Promise<unknown>);
  const counted: Callback = (...results) => {
    if (life.goesOn()) (callback as Callback)(...results);
  };
  return query.apply(this, [...args.slice(0, -1), counted]);
};
