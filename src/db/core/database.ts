import type { Socket } from 'node:net';
import knex, { type Knex } from 'knex';
import pg from 'pg';
import { quoted } from '../../domain/core/printable.js';

/** A pool of connections. */
export type Database = Knex;
/** One open transaction. Functions named `lock…` or `post…` need one. */
export type Transaction = Knex.Transaction;
/** A pool or a transaction: for reads that may run in either. */
export type Queryable = Knex | Knex.Transaction;

/** A row has a value that this program never writes: somebody has altered the database. */
export class UnreadableError extends Error {
  override readonly name = 'UnreadableError';
  /** The value in words for the operator. When the error is caught, its message has the statement as well. */
  readonly what: string;

  constructor(what: string) {
    super(what);
    this.what = what;
  }
}

/** Refuses a value that a number can't hold exactly. */
function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new UnreadableError(`a number of ${quoted(text)}`);
  return value;
}

/** Refuses `NaN`, which PostgreSQL's numeric can hold, and which sorts above all numbers. @throws UnreadableError */
export function parseNumeric(text: string): bigint {
  if (!/^-?\d+$/.test(text)) throw new UnreadableError(`an amount of ${quoted(text)}`);
  return BigInt(text);
}

const parseDate = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ) as (text: string) => unknown;

/** Refuses `infinity` and `-infinity`, for which the driver gives a number, and a time that no `Date` holds. */
function parseTime(text: string): Date {
  const moment = parseDate(text);
  if (moment instanceof Date && !Number.isNaN(moment.getTime())) return moment;
  throw new UnreadableError(`a time of ${quoted(text)}`);
}

const silent = (): void => undefined;

/** PostgreSQL ends a statement after this time, in ms. */
const STATEMENT_MS = 30_000;
const IDLE_IN_TRANSACTION_MS = 60_000;
/** Extra time for the network to PostgreSQL and back, in ms. */
const NETWORK_MS = 5_000;
/** TCP keep-alive probes a quiet connection after this time, in ms. Ten more seconds without an answer end it. */
const KEEP_ALIVE_DELAY_MS = 10_000;

/** The part of pg's client that is used here. */
interface RawConnection {
  readonly connection: { readonly stream: Socket };
}

/**
 * Closes a connection that is silent for too long. A machine that vanishes closes no connection: a query on it would
 * wait for ever and keep its slot in the pool. PostgreSQL itself ends slow statements, so a longer silence means that
 * nobody is there.
 */
function closeWhenSilent({ connection: { stream } }: RawConnection, silenceMs: number): void {
  stream.setTimeout(silenceMs);
  stream.on('timeout', () => {
    const error = new Error(
      `PostgreSQL has been silent for ${stream.timeout ?? 0} ms; the connection is closed.`,
    );
    stream.destroy(Object.assign(error, { code: 'ETIMEDOUT' }));
  });
}

/**
 * Opens a pool; it connects at the first query. `bigint` comes back as a number (heights, nonces, ids), `numeric` as a
 * bigint (base units).
 *
 * @param options.silenceMs a connection is closed after this time without data.
 */
export function openDatabase({
  url,
  maxConnections = 10,
  silenceMs = IDLE_IN_TRANSACTION_MS + NETWORK_MS,
}: {
  url: string;
  maxConnections?: number;
  silenceMs?: number;
}): Database {
  pg.types.setTypeParser(pg.types.builtins.INT8, parseInt8);
  pg.types.setTypeParser(pg.types.builtins.NUMERIC, parseNumeric);
  pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, parseTime);
  return knex({
    client: 'pg',
    connection: {
      connectionString: url,
      application_name: 'quittance',
      // These end the wait when the server hangs; the caller retries.
      connectionTimeoutMillis: 5_000,
      statement_timeout: STATEMENT_MS,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
    },
    // Knex's own logger writes to the console. The caller gets an error instead.
    log: { warn: silent, error: silent, deprecate: silent, debug: silent },
    // Errors are logged: they contain the statement without its values.
    compileSqlOnError: false,
    pool: {
      min: 0,
      max: maxConnections,
      acquireTimeoutMillis: 10_000,
      afterCreate: (connection: RawConnection, done: (error: null, connection: RawConnection) => void) => {
        closeWhenSilent(connection, silenceMs);
        done(null, connection);
      },
    },
  });
}

/** Runs `work` in one transaction (READ COMMITTED). When it throws, nothing of it is kept. */
export async function transaction<T>(db: Database, work: (trx: Transaction) => Promise<T>): Promise<T> {
  return db.transaction(work);
}

/**
 * Runs `work` in one transaction for sums over whole tables: each statement may take `statementMs`, far longer than a
 * request of the API should.
 */
export async function longTransaction<T>(
  db: Database,
  statementMs: number,
  work: (trx: Transaction) => Promise<T>,
): Promise<T> {
  return transaction(db, (trx) => withLongStatements(trx, statementMs, work));
}

/** No limit for statements. A vanished server is still noticed: it does not answer TCP probes. */
export const AS_LONG_AS_NEEDED = 0;

/** Runs `work` in a transaction that is open, and lets each statement from there to its end take `statementMs`. */
export async function withLongStatements<T>(
  trx: Transaction,
  statementMs: number,
  work: (trx: Transaction) => Promise<T>,
): Promise<T> {
  const client = trx.client as { acquireConnection(): Promise<RawConnection> };
  const { stream } = (await client.acquireConnection()).connection;
  const silenceMs = stream.timeout;
  stream.setTimeout(statementMs === AS_LONG_AS_NEEDED ? 0 : statementMs + NETWORK_MS);
  try {
    await trx.raw(`SET LOCAL statement_timeout = ${statementMs}`);
    return await work(trx);
  } finally {
    if (silenceMs !== undefined) stream.setTimeout(silenceMs);
  }
}

/** Returns PostgreSQL's error code of five characters (SQLSTATE); undefined for any other error. */
export function sqlState(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = (error as { code?: unknown }).code;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined;
}

/** Returns the constraint that refused a row (SQLSTATE class 23); undefined for any other error. */
export function violatedConstraint(error: unknown): string | undefined {
  if (sqlState(error)?.startsWith('23') !== true) return undefined;
  const constraint = (error as { constraint?: unknown }).constraint;
  return typeof constraint === 'string' ? constraint : undefined;
}
