import pg from 'pg';
import { openDatabase, type Database } from '../../../src/db/core/database.js';
import type { ProcessRole } from '../../../src/db/core/process-grants.js';
import { getService, TEMPLATE_DATABASE, throughSocket, urlOfDatabase } from './services.js';
import { leaveSpare, newDatabaseName, notePristine, takeSpare } from './spare-databases.js';

/** A test's own database: empty, and at the latest migration. */
export interface TestDatabase {
  readonly url: string;
  readonly db: Database;
  /** Returns a pool that may do what this process may, and nothing else. `db` is the owner's. */
  as(role: ProcessRole): Database;
  /** Whether no connection of this role's pool is in use or waited for. */
  isIdle(role: ProcessRole): boolean;
  /**
   * Keeps a copy of the database as it is now, as a backup does. All pools are closed meanwhile, so a follower ends with
   * an error.
   *
   * @returns a function that restores the copy.
   */
  backUp(): Promise<() => Promise<void>>;
  /** Keeps a copy as a template for further test databases, until the server ends. `db` is closed meanwhile. */
  keepAs(template: string): Promise<void>;
  /** Closes all pools and removes the database. Whatever is still connected to it is disconnected. */
  drop(): Promise<void>;
}

/** The part of knex's client that is used here. */
interface PooledClient {
  readonly pool: { numUsed(): number; numPendingAcquires(): number };
}

/**
 * Copies the migrated template, or another one that `keepAs` has made (about 50 ms). Each test file makes one copy, in
 * `beforeAll`. Throws when the test was not started by `npm test`.
 *
 * @param options.isReused whether a database that an earlier test of the worker has dropped may be used again. It is put
 *   back to its beginning, which takes a fifth of that time.
 */
export async function createTestDatabase(
  template = TEMPLATE_DATABASE,
  { isReused = false }: { isReused?: boolean } = {},
): Promise<TestDatabase> {
  const serverUrl = getService('PostgreSQL');
  const taken = isReused ? takeSpare(template) : undefined;
  const name = taken?.name ?? newDatabaseName();
  if (taken === undefined) await runAsAdministrator(serverUrl, copyOf(template, name));
  const url = urlOfDatabase({ url: serverUrl, name });
  const db = openDatabase({ url: throughSocket(url) });
  const spare = isReused ? (taken ?? (await notePristine(db, name, template))) : undefined;
  const pools = new Map<ProcessRole, Database>();
  const all = (): Database[] => [db, ...pools.values()];
  const backups: string[] = [];
  const whileClosed = async (...statements: readonly string[]): Promise<void> => {
    for (const each of all()) await each.destroy();
    for (const sql of statements) await runAsAdministrator(serverUrl, sql);
    for (const each of all()) each.initialize();
  };
  return {
    url,
    db,
    as: (role) => {
      const pool = pools.get(role) ?? openDatabase({ url: throughSocket(urlOfRole({ url, role })) });
      pools.set(role, pool);
      return pool;
    },
    isIdle: (role) => {
      const client = pools.get(role)?.client as PooledClient | undefined;
      return client === undefined || client.pool.numUsed() + client.pool.numPendingAcquires() === 0;
    },
    backUp: async () => {
      const copy = `${name}_${backups.length}`;
      backups.push(copy);
      await whileClosed(copyOf(name, copy));
      return () => whileClosed(`DROP DATABASE ${name} WITH (FORCE)`, copyOf(copy, name));
    },
    keepAs: (kept) => whileClosed(copyOf(name, kept)),
    drop: async () => {
      for (const each of all()) await each.destroy();
      const isLeft =
        spare !== undefined && backups.length === 0 && (await leaveSpare(spare).catch(() => false));
      if (isLeft) return;
      for (const each of [spare?.name ?? name, ...backups])
        await runAsAdministrator(serverUrl, `DROP DATABASE ${each} WITH (FORCE)`);
    },
  };
}

/** Returns the URL by which a session takes a role from its first statement on. */
export function urlOfRole({ url, role }: { url: string; role: ProcessRole }): string {
  const changed = new URL(url);
  changed.searchParams.set('options', `-c role=${role}`);
  return changed.href;
}

/**
 * Returns the SQL that copies a database file by file. The server's default also writes each page of the copy to its
 * log: measured beside other tests, this took 660 ms of CPU instead of 120.
 */
function copyOf(template: string, name: string): string {
  return `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`;
}

async function runAsAdministrator(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: throughSocket(url) });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
