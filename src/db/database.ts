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

/**
 * Opens a pool. `bigint` comes back as a number (heights, nonces, ids), `numeric` as a bigint (base units).
 * It connects at the first query, not here.
 */
export function openDatabase({
  url,
  maxConnections = 10,
}: {
  url: string;
  maxConnections?: number;
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
      statement_timeout: 30_000,
      idle_in_transaction_session_timeout: 60_000,
      keepAlive: true,
    },
    // Knex's own logger writes to the console; whoever asked is told by an error.
    log: { warn: silent, error: silent, deprecate: silent, debug: silent },
    // Its errors tell the statement, not what stood in it: an error is logged.
    compileSqlOnError: false,
    pool: { min: 0, max: maxConnections, acquireTimeoutMillis: 10_000 },
  });
}

/** Does `work` in one transaction (READ COMMITTED): all of it is kept, or, when it throws, none. */
export async function transaction<T>(db: Database, work: (trx: Transaction) => Promise<T>): Promise<T> {
  return db.transaction(work);
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
