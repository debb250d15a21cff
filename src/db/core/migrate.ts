import type { Knex } from 'knex';
import { migrations } from '../../../migrations/index.js';
import type { Database } from './database.js';

class ListedMigrations implements Knex.MigrationSource<string> {
  getMigrations(): Promise<string[]> {
    return Promise.resolve(migrations.map(({ name }) => name));
  }

  getMigrationName(name: string): string {
    return name;
  }

  getMigration(name: string): Promise<Knex.Migration> {
    const found = migrations.find((migration) => migration.name === name);
    return found === undefined
      ? Promise.reject(new Error(`No migration ${name}`))
      : Promise.resolve(found.step);
  }
}

const config: Knex.MigratorConfig = {
  migrationSource: new ListedMigrations(),
  tableName: 'schema_migrations',
};

/**
 * Brings the schema forward. Safe to run at once from several processes: a lock lets one do it.
 *
 * @returns steps done.
 */
export async function migrateToLatest(db: Database): Promise<readonly string[]> {
  const [, done] = (await db.migrate.latest(config)) as [number, string[]];
  return done;
}

/** Takes every step back. It deletes all data: for tests and for a first installation gone wrong. */
export async function migrateToEmpty(db: Database): Promise<void> {
  await db.migrate.rollback(config, true);
}

/** Steps that the code knows and the database has not taken. */
export async function pendingMigrations(db: Database): Promise<readonly string[]> {
  const [, pending] = (await db.migrate.list(config)) as [unknown, (string | { file: string })[]];
  return pending.map((step) => (typeof step === 'string' ? step : step.file));
}
