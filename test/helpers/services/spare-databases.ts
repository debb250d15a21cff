import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { Database } from '../../../src/db/core/database.js';
import { keepRowsForSql } from '../circuits/keep-rows.js';
import { until } from '../until.js';
import { keptByWorker } from './kept-by-worker.js';
import { getService, throughSocket, urlOfDatabase } from './services.js';

/** SQLSTATE of PostgreSQL's appendix A: somebody is still connected. */
const OBJECT_IN_USE = '55006';

/** A worker keeps this many, because each takes 10 MB. The one that waits longest makes room. */
const SPARES_MAX = 4;

/** A test database that is put back to its beginning when its test is over, for the next test of the worker. */
export interface SpareDatabase {
  name: string;
  readonly template: string;
  /** Puts back its rows and sequences. */
  readonly restore: string;
  /** A text that changes with the tables, functions, triggers and privileges of the database. */
  readonly structure: string;
}

/** They end with the server. */
const spares = keptByWorker<SpareDatabase[]>('spare databases', () => []);

/** @returns a database that is as it was when it was copied from the template; undefined: there is none. */
export function takeSpare(template: string): SpareDatabase | undefined {
  const index = spares.findIndex((spare) => spare.template === template);
  return index === -1 ? undefined : spares.splice(index, 1)[0];
}

/** Remembers the state of a database that was just copied, so that it can be restored. */
export async function notePristine(db: Database, name: string, template: string): Promise<SpareDatabase> {
  const restore = await keepRowsForSql(db);
  const { rows } = await db.raw<{ rows: { structure: string }[] }>(STRUCTURE);
  return { name, template, restore, structure: rows[0]?.structure ?? '' };
}

/**
 * Restores a database. It gets another name, so that nobody who was connected to it finds it again.
 *
 * @returns false when it can't be used again, because its structure has changed.
 */
export async function leaveSpare(spare: SpareDatabase): Promise<boolean> {
  const { name } = spare;
  const renamed = newDatabaseName();
  await until(`nobody is connected to ${name}`, async () => {
    try {
      await asAdministrator(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}' AND backend_type = 'client backend'`,
        `ALTER DATABASE ${name} RENAME TO ${renamed}`,
      );
      return true;
    } catch (error) {
      if ((error as { code?: string }).code === OBJECT_IN_USE) return false;
      throw error;
    }
  });
  spare.name = renamed;
  const isAsBefore = await within(renamed, async (client) => {
    const { rows } = await client.query<{ structure: string }>(STRUCTURE);
    if (rows[0]?.structure !== spare.structure) return false;
    await client.query(spare.restore);
    return true;
  });
  if (isAsBefore) spares.push(spare);
  const oldest = spares.length > SPARES_MAX ? spares.shift() : undefined;
  if (oldest !== undefined) await asAdministrator(`DROP DATABASE ${oldest.name} WITH (FORCE)`);
  return isAsBefore;
}

export function newDatabaseName(): string {
  return `test_${randomBytes(8).toString('hex')}`;
}

/** Each row of a catalog bears the number of the transaction that has written it. */
const STRUCTURE = `SELECT concat_ws('/', ${[
  ...['pg_class', 'pg_attribute', 'pg_attrdef', 'pg_constraint', 'pg_index', 'pg_namespace'],
  ...['pg_policy', 'pg_proc', 'pg_trigger', 'pg_type'],
]
  .map((catalog) => `(SELECT count(*) || ' ' || coalesce(max(xmin::text::bigint), 0) FROM ${catalog})`)
  .join(', ')}) AS structure`;

async function asAdministrator(...statements: readonly string[]): Promise<void> {
  await connected(getService('PostgreSQL'), async (client) => {
    for (const sql of statements) await client.query(sql);
  });
}

function within<T>(name: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  return connected(urlOfDatabase({ url: getService('PostgreSQL'), name }), work);
}

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: throughSocket(url) });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
