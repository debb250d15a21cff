import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { dumpSchema } from './dump-schema.js';
import { migrateToEmpty, migrateToLatest, pendingMigrations } from '../../src/db/core/migrate.js';
import { createTestDatabase, type TestDatabase } from '../helpers/services/postgres.js';

const SCHEMA_FILE = new URL('../../migrations/schema.sql', import.meta.url);
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
});

describe('migrations', () => {
  it('create the schema that is stored for review; WRITE_SCHEMA=1 writes it again', async () => {
    const schema = await dumpSchema(database.db);
    if (process.env['WRITE_SCHEMA'] === '1') await writeFile(SCHEMA_FILE, schema);
    expect(schema).toBe(await readFile(SCHEMA_FILE, 'utf8'));
  });

  it('can be reverted to nothing and applied again with the same result', async () => {
    const before = await dumpSchema(database.db);
    await migrateToEmpty(database.db);
    expect((await dumpSchema(database.db)).trim()).toBe('');
    expect(await pendingMigrations(database.db)).not.toEqual([]);
    await migrateToLatest(database.db);
    expect(await dumpSchema(database.db)).toBe(before);
    expect(await pendingMigrations(database.db)).toEqual([]);
  });
});
