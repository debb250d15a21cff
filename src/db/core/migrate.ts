import type { Knex } from 'knex';
import { migrations, type Migration } from '../../../migrations/index.js';
import { AS_LONG_AS_NEEDED, withLongStatements, type Database, type Transaction } from './database.js';

const STEPS_TABLE = 'schema_migrations';
/** Every database from before the first release began with it; no version has it any more. */
const FIRST_BEFORE_RELEASE = '0001-parties';

class ListedMigrations implements Knex.MigrationSource<string> {
  readonly #steps: readonly Migration[];

  constructor(steps: readonly Migration[]) {
    this.#steps = steps;
  }

  getMigrations(): Promise<string[]> {
    return Promise.resolve(this.#steps.map(({ name }) => name));
  }

  getMigrationName(name: string): string {
    return name;
  }

  getMigration(name: string): Promise<Knex.Migration> {
    const found = this.#steps.find((migration) => migration.name === name);
    return found === undefined
      ? Promise.reject(new Error(`No migration ${name}`))
      : Promise.resolve(unhurried(found.step));
  }
}

/**
 * Lets a step rewrite a table or build an index for as long as it takes. With the time limit of a request, the step
 * would be ended and undone at each try, and a large database would never get this version. knex runs each step in a
 * transaction.
 */
function unhurried({ up, down, ...step }: Knex.Migration): Knex.Migration {
  const run = (part: Knex.Migration['up']) => (trx: Knex) =>
    withLongStatements(trx as Transaction, AS_LONG_AS_NEEDED, async (open) => {
      await part(open);
    });
  return { ...step, up: run(up), ...(down === undefined ? {} : { down: run(down) }) };
}

/** The database has steps that this version does not know. It was left as it is. */
export class UnknownStepsError extends Error {
  override readonly name = 'UnknownStepsError';
  /** True: no version can migrate the database. False: a newer version than this one created it. */
  readonly isBeforeRelease: boolean;
  /** The reason. The message also says what to do. */
  readonly what: string;

  constructor(unknown: readonly string[]) {
    const isBeforeRelease = unknown.includes(FIRST_BEFORE_RELEASE);
    const what = isBeforeRelease
      ? `This database was made before the first release: it has ${count(unknown)} that no version knows any more ` +
        `(${listed(unknown)}). There is no upgrade for it, and nothing was changed in it.`
      : `This database was made by a newer version: it has ${count(unknown)} that this version does not know ` +
        `(${listed(unknown)}). Nothing was changed in it.`;
    const remedy = isBeforeRelease
      ? 'Make a new database and set DATABASE_URL to that; keep this one for as long as you need what it holds.'
      : 'Start that version again, or restore the backup from before the upgrade.';
    super(`${what} ${remedy}`);
    this.isBeforeRelease = isBeforeRelease;
    this.what = what;
  }
}

function count({ length }: readonly string[]): string {
  return length === 1 ? 'a step' : `${length} steps`;
}

function listed([first = '', ...more]: readonly string[]): string {
  return more.length === 0 ? first : `${first} and ${more.length} more`;
}

function configOf(steps: readonly Migration[]): Knex.MigratorConfig {
  return { migrationSource: new ListedMigrations(steps), tableName: STEPS_TABLE };
}

/** This comes first: when knex is asked for its list, it creates its tables if there are none. */
async function refuseUnknownSteps(db: Database, steps: readonly Migration[]): Promise<void> {
  if (!(await db.schema.hasTable(STEPS_TABLE))) return;
  const taken = await db(STEPS_TABLE).orderBy('id').pluck<string[]>('name');
  const known = new Set(steps.map(({ name }) => name));
  const unknown = taken.filter((name) => !known.has(name));
  if (unknown.length > 0) throw new UnknownStepsError(unknown);
}

/**
 * Runs all pending migrations. Several processes may call it at once: a lock lets only one run them.
 *
 * @param steps all steps; only the first ones make the database of an earlier version.
 * @returns the names of the migrations it ran.
 * @throws UnknownStepsError
 */
export async function migrateToLatest(
  db: Database,
  steps: readonly Migration[] = migrations,
): Promise<readonly string[]> {
  await refuseUnknownSteps(db, steps);
  const [, done] = (await db.migrate.latest(configOf(steps))) as [number, string[]];
  return done;
}

/**
 * Undoes all migrations. It deletes all data: for tests, and for a first installation that failed.
 *
 * @throws UnknownStepsError
 */
export async function migrateToEmpty(db: Database): Promise<void> {
  await refuseUnknownSteps(db, migrations);
  await db.migrate.rollback(configOf(migrations), true);
}

/**
 * Returns the migrations that the database does not have yet.
 *
 * @throws UnknownStepsError
 */
export async function pendingMigrations(db: Database): Promise<readonly string[]> {
  await refuseUnknownSteps(db, migrations);
  const [, pending] = (await db.migrate.list(configOf(migrations))) as [
    unknown,
    (string | { file: string })[],
  ];
  return pending.map((step) => (typeof step === 'string' ? step : step.file));
}
