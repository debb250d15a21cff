import pg from 'pg';
import { openDatabase, type Database } from '../../src/db/core/database.js';
import { migrateToLatest } from '../../src/db/core/migrate.js';
import { launchPostgres } from '../../src/local/embed.js';
import { wantedPorts } from '../../src/local/ports.js';
import type { BenchContext } from '../harness/bench.js';

/** A bench's own database, empty and at the latest migration. */
export interface BenchDatabase {
  readonly url: string;
  readonly db: Database;
}

/** Starts a server as `npm start` does. @returns the URL of its first, empty database. */
export function startDatabaseServer({ launch }: BenchContext): Promise<string> {
  return launchPostgres(launch, wantedPorts(launch.config.ports).postgres);
}

/** Makes a database on that server; `name` is an SQL identifier. */
export async function createDatabase(
  context: BenchContext,
  { serverUrl, name }: { serverUrl: string; name: string },
): Promise<BenchDatabase> {
  await withConnection(serverUrl, (client) => client.query(`CREATE DATABASE ${name}`));
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const db = openDatabase({ url: url.href });
  context.onEnd(() => db.destroy());
  await migrateToLatest(db);
  return { url: url.href, db };
}

/** Opens a connection without the product's time limits, for work that takes minutes. */
export async function withConnection<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
