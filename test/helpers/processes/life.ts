import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { ChainClient, RpcSession } from '../../../src/chain/rpc/types.js';
import { openDatabase, type Database } from '../../../src/db/core/database.js';

const never = <T>(): Promise<T> => new Promise<T>(() => undefined);

/**
 * The life of a worker whose waits for the database and for RPCs are counted, and which may end after one of them: what
 * the worker waited for has happened, and it does nothing about it any more.
 *
 * In a process of its own `die` kills that process. In the test's process the dead lose their connections, what they wait
 * for never comes, and what they ask for still, because nothing stops their code, goes nowhere.
 */
export class Life {
  /** That of its connections. */
  readonly name = `mortal_${randomBytes(8).toString('hex')}`;
  readonly died: Promise<void>;
  readonly #connections = new Set<pg.Client>();
  readonly #end = new AbortController();
  readonly #killAfter: number | null;
  readonly #kill: () => void;
  #waits = 0;

  /** @param options.killAfter so many waits end in life, and the next one by its death; null: it does not die. */
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

  /** Opens a pool whose connections are known as those of this life, to the server too. */
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

  /** Counts a wait that has ended. @returns whether it goes on. */
  goesOn(): boolean {
    if (this.isOver) return false;
    if (this.#killAfter !== null && this.#waits >= this.#killAfter) this.#kill();
    this.#waits += 1;
    return !this.isOver;
  }

  /** A wait: what came of it, or nothing for ever. */
  async waitFor<T>(ask: () => Promise<T>): Promise<T> {
    if (this.isOver) return never();
    const [answer] = await Promise.allSettled([ask()]);
    if (!this.goesOn()) return never();
    if (answer.status === 'rejected') throw answer.reason as Error;
    return answer.value;
  }

  /** The same client for this life: each answer of an RPC is a wait. */
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

  /** What it waits for that is no wait of its own, or made of others, which are counted. */
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

/** What is under way in a pool. */
interface Pending {
  abort(): void;
}

/** A pool looks after its connections, and waits for them, by timers: they would keep the test's process from its end. */
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
/** What of the driver's client is not in its types. */
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
    // Its pool would wait for a connection, and keep the test's process from its end.
    const callback = args.at(-1);
    const error = new Error('the dead connect to nothing');
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
  // Knex gives each query a callback; a prepared statement has none.
  if (typeof callback !== 'function') return life.waitFor(() => query.apply(this, args) as Promise<unknown>);
  const counted: Callback = (...results) => {
    if (life.goesOn()) (callback as Callback)(...results);
  };
  return query.apply(this, [...args.slice(0, -1), counted]);
};
