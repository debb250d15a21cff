import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { migrations } from '../../migrations/index.js';
import type { Transaction } from '../../src/db/core/database.js';
import { dumpSchema } from './dump-schema.js';
import { createTestDatabase, type TestDatabase } from '../helpers/services/postgres.js';
import {
  findLostRows,
  listTables,
  liveThroughVersions,
  readAllRows,
  renameRows,
  type Renames,
  type Rows,
} from './every-kind-of-row.js';

/** For each step, by its name: the tables, and columns as `table.column`, that it was meant to change or drop. */
const CHANGED_ON_PURPOSE: Readonly<Record<string, readonly string[]>> = {};

/** For each step, by its name: the things that it renamed. */
const RENAMED: Readonly<Record<string, Renames>> = {
  '0043-plain-names': {
    tables: { transfer_standings: 'canonical_changes', chain_wakes: 'chain_timers' },
    columns: {
      'transfer_standings.standing_id': 'canonical_change_id',
      'outbox.unproven': 'unhealthy',
      'address_rounds.turn_address': 'rotation_address',
    },
    values: { 'sent_transactions.purpose': { fill: 'cancellation' } },
  },
};

const WHERE_TO = `test/migrations/every-kind-of-row/${migrations.at(-1)?.name ?? ''}.sql`;

let latest: string;
let database: TestDatabase;
let upgrades: Awaited<ReturnType<typeof liveThroughVersions>>;
let rows: Rows;
beforeAll(async () => {
  database = await createTestDatabase();
  latest = await dumpSchema(database.db);
  await database.db.raw('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  upgrades = await liveThroughVersions(database.db);
  rows = await readAllRows(database.db);
});
afterAll(() => database.drop());

describe('a database that was in use under every version', () => {
  it('lost no data in any step', () => {
    const lost = [...upgrades].flatMap(([step, { before, after }]) => {
      const renamed = renameRows(before, RENAMED[step] ?? {});
      return findLostRows({ before: renamed, after }, CHANGED_ON_PURPOSE[step]).map(
        (row) => `${step}: ${row}`,
      );
    });
    expect(lost).toEqual([]);
  });

  it('has the same schema as a new database', async () => {
    expect(await dumpSchema(database.db)).toBe(latest);
  });

  it('has every trigger on: no step has left a guard off', async () => {
    const off = await database
      .db('pg_trigger')
      .where({ tgisinternal: false })
      .whereNot({ tgenabled: 'O' })
      .pluck<string[]>('tgname');
    expect(off).toEqual([]);
  });

  it('contains no name that a step has replaced', async () => {
    const before = Object.values(RENAMED).flatMap(({ tables = {}, columns = {} }) => [
      ...Object.keys(tables),
      ...Object.keys(columns).map((column) => column.replace(/^.*\./, '')),
    ]);
    const { rows: named } = await database.db.raw<{ rows: { name: string }[] }>(
      `SELECT name FROM (
         SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace
         UNION SELECT conname FROM pg_constraint WHERE connamespace = 'public'::regnamespace
         UNION SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace
         UNION SELECT tgname FROM pg_trigger
         UNION SELECT attname FROM pg_attribute JOIN pg_class c ON c.oid = attrelid
                WHERE relnamespace = 'public'::regnamespace AND relkind = 'r') all_names`,
    );
    const names = named.map(({ name }) => name);
    expect(names).toContain('chain_timers_pkey');
    expect(names.filter((name) => before.some((old) => name.includes(old)))).toEqual([]);
  });
});

describe('the comparison', () => {
  /** Returns what a statement removes. The statement is rolled back. */
  async function lossOf(statement: string): Promise<readonly string[]> {
    let after: Rows | undefined;
    const takenBack = new Error('taken back');
    const work = async (trx: Transaction): Promise<void> => {
      await trx.raw(statement);
      after = await readAllRows(trx);
      throw takenBack;
    };
    await expect(database.db.transaction(work)).rejects.toBe(takenBack);
    return findLostRows({ before: rows, after: after ?? new Map() });
  }

  it.each([
    ['deletes a row', `DELETE FROM outbox WHERE kind = 'delivery'`],
    ['drops a table', 'DROP TABLE outbox'],
    ['drops a column', 'ALTER TABLE outbox DROP COLUMN unhealthy'],
    ['changes a value', `UPDATE invoices SET amount_atomic = amount_atomic + 1 WHERE status = 'pending'`],
    [
      'makes two rows the same',
      `UPDATE outbox SET kind = 'invoice', target_id = 'x' WHERE kind <> 'invoice'`,
    ],
  ])('detects a step that %s', async (_, statement) => {
    expect(await lossOf(statement)).not.toEqual([]);
  });

  it('ignores a step that adds a column', async () => {
    expect(await lossOf('ALTER TABLE outbox ADD COLUMN of_tomorrow integer NOT NULL DEFAULT 7')).toEqual([]);
  });
});

describe('the test data', () => {
  it('has a row in each table', async () => {
    const empty = (await listTables(database.db)).filter((table) => (rows.get(table) ?? []).length === 0);
    if (empty.length > 0) throw new Error(`Of ${empty.join(', ')} there is no row: add some in ${WHERE_TO}`);
    expect(rows.size).toBeGreaterThan(0);
  });

  it('has a value in each column', () => {
    const empty = [...rows].flatMap(([table, all]) =>
      Object.keys(all[0] ?? {})
        .filter((column) => all.every((row) => row[column] === null))
        .map((column) => `${table}.${column}`),
    );
    if (empty.length > 0) throw new Error(`${empty.join(', ')} is null in all rows: add some in ${WHERE_TO}`);
  });

  it('has each value that a constraint allows', async () => {
    const listed = await listAllowedValues();
    expect(listed).toContainEqual(['withdrawals', 'status', 'failed']);
    expect(listed).toContainEqual(['withdrawals', 'approvals_required', '2']);
    const missing = listed.filter(
      ([table, column, value]) => !(rows.get(table) ?? []).some((row) => row[column] === value),
    );
    if (missing.length > 0) {
      const texts = missing.map(([table, column, value]) => `${table}.${column} = ${value}`);
      throw new Error(`No row has ${texts.join(', ')}: add some in ${WHERE_TO}`);
    }
  });

  /** Table, column and value of each `CHECK (column IN (…))`. */
  async function listAllowedValues(): Promise<readonly (readonly [string, string, string])[]> {
    const { rows: checks } = await database.db.raw<{ rows: { name: string; text: string }[] }>(
      `SELECT conrelid::regclass::text AS name, pg_get_constraintdef(oid) AS text FROM pg_constraint
        WHERE contype = 'c' AND connamespace = 'public'::regnamespace`,
    );
    return checks.flatMap(({ name, text }) => {
      const found = /^CHECK \(\((\w+) = ANY \(ARRAY\[(.*)\]\)\)\)$/.exec(text);
      const [, column = '', list = ''] = found ?? [];
      const values = list.split(', ').map((value) => value.replace(/^'(.*)'::text$/, '$1'));
      return found === null ? [] : values.map((value) => [name, column, value] as const);
    });
  }
});
