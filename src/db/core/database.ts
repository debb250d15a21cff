import type { Socket } from 'node:net';
import knex, { type Knex } from 'knex';
import pg from 'pg';

/** A pool of connections. */
export type Database = Knex;
/** One open transaction: what a function named `lock…` or `post…` demands. */
export type Transaction = Knex.Transaction;
/** Either: for reads that may, but need not, run in a transaction. */
export type Queryable = Knex | Knex.Transaction;

/** A value that stands in a row and that nothing of ours writes there: somebody has altered the database. */
export class UnreadableError extends Error {
  override readonly name = 'UnreadableError';
  /** In words for the operator; the message has the statement as well by the time it is caught. */
  readonly what: string;

  constructor(what: string) {
    super(what);
    this.what = what;
  }
}

function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error(`bigint ${text} is beyond what a number holds exactly`);
  return value;
}

/** PostgreSQL's numeric has a value that is no number, and says that it is above all others. */
function parseNumeric(text: string): bigint {
  if (!/^-?\d+$/.test(text)) throw new UnreadableError(`an amount of "${text}"`);
  return BigInt(text);
}

const silent = (): void => undefined;

/** A statement is ended by PostgreSQL after this, in ms. */
const STATEMENT_MS = 30_000;
const IDLE_IN_TRANSACTION_MS = 60_000;
/** What the way to PostgreSQL and back may take beside. */
const JOURNEY_MS = 5_000;
/** From so long on a quiet connection is asked whether anybody is there; no answer within ten more seconds ends it. */
const KEEP_ALIVE_DELAY_MS = 10_000;

/** The part of pg's client that is needed here. */
interface RawConnection {
  readonly connection: { readonly stream: Socket };
}

/**
 * A machine that vanishes closes no connection: whatever waits on one would wait for ever, and hold its place in the
 * pool. PostgreSQL itself ends what takes too long, so that more silence than that comes from nobody.
 */
function giveUpSilent({ connection: { stream } }: RawConnection, silenceMs: number): void {
  stream.setTimeout(silenceMs);
  stream.on('timeout', () => {
    const error = new Error(
      `PostgreSQL has been silent for ${stream.timeout ?? 0} ms; the connection is given up.`,
    );
    stream.destroy(Object.assign(error, { code: 'ETIMEDOUT' }));
  });
}

/**
 * Opens a pool. `bigint` comes back as a number (heights, nonces, ids), `numeric` as a bigint (base units).
 * It connects at the first query, not here.
 *
 * @param options.silenceMs a connection is given up when nothing has come for so long.
 */
export function openDatabase({
  url,
  maxConnections = 10,
  silenceMs = IDLE_IN_TRANSACTION_MS + JOURNEY_MS,
}: {
  url: string;
  maxConnections?: number;
  silenceMs?: number;
}): Database {
  pg.types.setTypeParser(pg.types.builtins.INT8, parseInt8);
  pg.types.setTypeParser(pg.types.builtins.NUMERIC, parseNumeric);
  return knex({
    client: 'pg',
    connection: {
      connectionString: url,
      application_name: 'quittance',
      // A server that hangs must not hang us: these end the wait, and the caller tries again.
      connectionTimeoutMillis: 5_000,
      statement_timeout: STATEMENT_MS,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
    },
    // Knex's own logger writes to the console; whoever asked is told by an error.
    log: { warn: silent, error: silent, deprecate: silent, debug: silent },
    // Its errors tell the statement, not what stood in it: an error is logged.
    compileSqlOnError: false,
    pool: {
      min: 0,
      max: maxConnections,
      acquireTimeoutMillis: 10_000,
      afterCreate: (connection: RawConnection, done: (error: null, connection: RawConnection) => void) => {
        giveUpSilent(connection, silenceMs);
        done(null, connection);
      },
    },
  });
}

/** Does `work` in one transaction (READ COMMITTED): all of it is kept, or, when it throws, none. */
export async function transaction<T>(db: Database, work: (trx: Transaction) => Promise<T>): Promise<T> {
  return db.transaction(work);
}

/**
 * The same for sums over whole tables: each statement may take so long, far longer than a request of the API ever
 * should.
 */
export async function longTransaction<T>(
  db: Database,
  statementMs: number,
  work: (trx: Transaction) => Promise<T>,
): Promise<T> {
  return transaction(db, async (trx) => {
    const client = trx.client as { acquireConnection(): Promise<RawConnection> };
    const { stream } = (await client.acquireConnection()).connection;
    const silenceMs = stream.timeout;
    stream.setTimeout(statementMs + JOURNEY_MS);
    try {
      await trx.raw(`SET LOCAL statement_timeout = ${statementMs}`);
      return await work(trx);
    } finally {
      if (silenceMs !== undefined) stream.setTimeout(silenceMs);
    }
  });
}

/** The five letters by which PostgreSQL says what went wrong, or undefined for any other error. */
export function sqlState(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = (error as { code?: unknown }).code;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined;
}

/** The constraint that refused a row (SQLSTATE class 23), if that is what happened. */
export function violatedConstraint(error: unknown): string | undefined {
  if (sqlState(error)?.startsWith('23') !== true) return undefined;
  const constraint = (error as { constraint?: unknown }).constraint;
  return typeof constraint === 'string' ? constraint : undefined;
}

export async function pingDatabase(db: Database): Promise<void> {
  await db.raw('SELECT 1');
}
