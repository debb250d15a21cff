import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { migrations } from '../../migrations/index.js';
import { sqlState, transaction } from '../../src/db/core/database.js';
import { migrateToLatest } from '../../src/db/core/migrate.js';
import { insertMerchant } from '../helpers/facts/facts.js';
import { createTestDatabase, type TestDatabase } from '../helpers/services/postgres.js';
import { liveThroughVersions } from './every-kind-of-row.js';

const STEP = '0049-readable-values';
const CHECK_VIOLATION = '23514';

/** What PostgreSQL stores in a column of a type, and a program can't read as it is. */
const UNREADABLE: Readonly<Record<string, readonly string[]>> = {
  numeric: ['NaN'],
  bigint: ['9007199254740992', '-9007199254740992'],
  'timestamp with time zone': ['infinity', '-infinity', '275761-01-01 00:00:00+00'],
};

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.db.raw('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
});
afterAll(() => database.drop());

it('a database that has a row with a time that cannot be read is upgraded, and what else the row has can be changed', async () => {
  const before = migrations.slice(
    0,
    migrations.findIndex(({ name }) => name === STEP),
  );
  await migrateToLatest(database.db, before);
  const merchantId = await insertMerchant(database.db);
  await database.db('merchants').where({ merchant_id: merchantId }).update({ created_at: 'infinity' });
  expect(await migrateToLatest(database.db)).toContain(STEP);
  expect(await database.db('merchants').where({ merchant_id: merchantId }).update({ name: 'Shop' })).toBe(1);
  await database.db.raw('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
});

it('no column takes a figure or a time that cannot be read, in any table', async () => {
  await liveThroughVersions(database.db);
  const { rows: columns } = await database.db.raw<{ rows: { of: string; name: string; type: string }[] }>(
    `SELECT c.relname AS of, a.attname AS name, format_type(a.atttypid, NULL) AS type
       FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname NOT LIKE 'schema\\_migrations%'
        AND a.attidentity = '' AND a.attgenerated = '' AND format_type(a.atttypid, NULL) = ANY (?)`,
    [Object.keys(UNREADABLE)],
  );
  expect(new Set(columns.map(({ type }) => type)).size).toBe(Object.keys(UNREADABLE).length);
  const taken: string[] = [];
  await transaction(database.db, async (trx) => {
    // Without other triggers and foreign keys, which may refuse the same.
    for (const of of new Set(columns.map((column) => column.of)))
      await trx.raw(`ALTER TABLE ${of} DISABLE TRIGGER ALL; ALTER TABLE ${of} ENABLE TRIGGER ${of}_readable`);
    for (const { of, name, type } of columns)
      for (const value of UNREADABLE[type] ?? []) {
        const write = trx.transaction((savepoint) => savepoint(of).update({ [name]: value }));
        const refusal = await write.then(
          () => 'none',
          (error: unknown) => sqlState(error),
        );
        if (refusal !== CHECK_VIOLATION) taken.push(`${of}.${name} = ${value}: ${String(refusal)}`);
      }
  });
  if (taken.length > 0)
    throw new Error(
      `These are taken: ${taken.join(', ')}. Replace the rule "…_readable" of the table in a step, as ${STEP} has made it`,
    );
});
