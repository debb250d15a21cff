import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { migrations, type Migration } from '../../migrations/index.js';
import { openDatabase, type Database } from '../../src/db/core/database.js';
import { migrateToLatest } from '../../src/db/core/migrate.js';
import { createTestDatabase, type TestDatabase } from '../helpers/services/postgres.js';

/**
 * The time that a statement may take, and that a connection may be silent. It is long enough for quick work on a busy
 * machine.
 */
const BOUND_MS = 4_000;
/** The duration of the step. A step of a large database takes longer than any request may. */
const STEP_S = 6;

const SLOW: Migration = {
  name: '9999-slow',
  step: {
    up: (knex) => knex.raw(`SELECT pg_sleep(${STEP_S})`),
    down: (knex) => knex.raw('SELECT 1'),
  },
};

let database: TestDatabase;
let hurried: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  const url = new URL(database.url);
  url.searchParams.set('statement_timeout', String(BOUND_MS));
  hurried = openDatabase({ url: url.href, maxConnections: 2, silenceMs: BOUND_MS });
});
afterAll(async () => {
  await hurried.destroy();
  await database.drop();
});

describe('a migration that takes longer than a statement may', () => {
  it('is ended neither by the limit of statements nor by that of silent connections, and leaves both unchanged', async () => {
    const { rows } = await hurried.raw<{ rows: unknown[] }>('SHOW statement_timeout');
    expect(rows).toEqual([{ statement_timeout: `${BOUND_MS / 1000}s` }]);
    expect(await migrateToLatest(hurried, [...migrations, SLOW])).toEqual(['9999-slow']);
    const { rows: after } = await hurried.raw<{ rows: unknown[] }>('SHOW statement_timeout');
    expect(after).toEqual(rows);
  });
});
