import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Migration } from '../../migrations/index.js';
import { migrations } from '../../migrations/index.js';
import { dumpSchema } from './dump-schema.js';
import { migrateToEmpty, migrateToLatest, pendingMigrations } from '../../src/db/core/migrate.js';
import { runCli } from '../cli/run-cli.js';
import { makeBeforeRelease, STEPS_BEFORE_RELEASE } from '../helpers/facts/before-release.js';
import { insertMerchant } from '../helpers/facts/facts.js';
import { createTestDatabase, type TestDatabase } from '../helpers/services/postgres.js';

const BEFORE_RELEASE =
  'This database was made before the first release: it has 4 steps that no version knows any more (0001-parties and 3 more). ' +
  'There is no upgrade for it, and nothing was changed in it. ' +
  'Make a new database and set DATABASE_URL to that; keep this one for as long as you need what it holds.';

const OF_TOMORROW: Migration = {
  name: '9999-of-tomorrow',
  step: {
    up: (knex) => knex.raw('CREATE TABLE of_tomorrow (day date)'),
    down: (knex) => knex.raw('DROP TABLE of_tomorrow'),
  },
};
const NEWER =
  'This database was made by a newer version: it has a step that this version does not know (9999-of-tomorrow). ' +
  'Nothing was changed in it. Start that version again, or restore the backup from before the upgrade.';

const databases: TestDatabase[] = [];
let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
  databases.push(database);
});
afterAll(async () => {
  for (const each of databases) await each.drop();
});

/** Returns the schema, the recorded steps, and the merchants, which stand for all rows. */
async function stateOf({ db }: TestDatabase): Promise<unknown> {
  return {
    schema: await dumpSchema(db),
    steps: await db('schema_migrations').orderBy('id'),
    lock: await db('schema_migrations_lock'),
    merchants: await db('merchants'),
  };
}

describe('a database from before the first release', () => {
  beforeEach(async () => {
    await makeBeforeRelease(database.db);
    await insertMerchant(database.db);
  });

  it.each([
    ['brought forward', migrateToLatest],
    ['asked for what is pending', pendingMigrations],
    ['taken back to nothing', migrateToEmpty],
  ])('is not %s: the error says why and what to do, and nothing is changed', async (_, work) => {
    const before = await stateOf(database);
    await expect(work(database.db)).rejects.toThrow(new Error(BEFORE_RELEASE));
    expect(await stateOf(database)).toEqual(before);
  });

  it('is recognised by its first step, even when it has no other', async () => {
    await database.db('schema_migrations').whereNot({ name: STEPS_BEFORE_RELEASE[0] }).delete();
    await expect(migrateToLatest(database.db)).rejects.toThrow(/before the first release.*\(0001-parties\)/);
  });

  it('is refused by `migrate` with this error only', async () => {
    const outcome = await runCli(['migrate'], { DATABASE_URL: database.url });
    expect(outcome).toEqual({ status: 1, stdout: '', stderr: `${BEFORE_RELEASE}\n` });
  });

  it('has no step that shares its name with a current step of other content', () => {
    const names = migrations.map(({ name }) => name);
    expect(names.filter((name) => STEPS_BEFORE_RELEASE.includes(name))).toEqual([]);
  });
});

describe('a database of a newer version', () => {
  beforeEach(async () => {
    await migrateToLatest(database.db, [...migrations, OF_TOMORROW]);
  });

  it.each([
    ['brought forward', migrateToLatest],
    ['asked for what is pending', pendingMigrations],
    ['taken back to nothing', migrateToEmpty],
  ])('is not %s: the error says why and what to do, and nothing is changed', async (_, work) => {
    const before = await stateOf(database);
    await expect(work(database.db)).rejects.toThrow(new Error(NEWER));
    expect(await stateOf(database)).toEqual(before);
  });

  it('is refused by `migrate` with this error only', async () => {
    const outcome = await runCli(['migrate'], { DATABASE_URL: database.url });
    expect(outcome).toEqual({ status: 1, stdout: '', stderr: `${NEWER}\n` });
  });
});

describe('an empty database', () => {
  it('stays empty when it is asked for its steps, and all of them are pending', async () => {
    await migrateToEmpty(database.db);
    await database.db.raw('DROP TABLE schema_migrations, schema_migrations_lock');
    expect(await pendingMigrations(database.db)).toEqual(migrations.map(({ name }) => name));
    expect(await migrateToLatest(database.db)).toHaveLength(migrations.length);
  });
});
