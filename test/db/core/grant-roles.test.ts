import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openDatabase, sqlState, type Database } from '../../../src/db/core/database.js';
import { grantRoles } from '../../../src/db/core/grant-roles.js';
import { PROCESS_GRANTS, type ProcessRole } from '../../../src/db/core/process-grants.js';
import { createTestDatabase, type TestDatabase } from '../../helpers/services/postgres.js';

const ROLES = Object.keys(PROCESS_GRANTS) as ProcessRole[];

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  // The settings of the database itself are not copied from the template.
  await grantRoles(database.db);
});
afterAll(() => database.drop());

interface Column {
  readonly table: string;
  readonly column: string;
}

async function listColumns(): Promise<readonly Column[]> {
  const { rows } = await database.db.raw<{ rows: Column[] }>(
    `SELECT c.relname AS table, a.attname AS column
       FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' ORDER BY 1, 2`,
  );
  return rows;
}

/** Returns the list of the role's privileges, as `select table.column`, `delete table` and so on. */
function listedFor(role: ProcessRole, columns: readonly Column[]): ReadonlySet<string> {
  const listed = new Set<string>();
  for (const [object, privileges] of PROCESS_GRANTS[role].flatMap((grants) => Object.entries(grants))) {
    if (object.startsWith('SEQUENCE ')) continue;
    for (const [, verb = '', some] of privileges.matchAll(/(\w+)(?: \(([^)]*)\))?(?:, |$)/g)) {
      const kind = verb.toLowerCase();
      if (kind === 'insert' || kind === 'delete') listed.add(`${kind} ${object}`);
      else {
        const named = some?.split(', ');
        for (const { table, column } of columns)
          if (table === object && named?.includes(column) !== false) listed.add(`${kind} ${table}.${column}`);
      }
    }
  }
  return listed;
}

/** Statements that change nothing. PostgreSQL checks the privileges before it looks for rows. */
function attemptsAt(columns: readonly Column[]): readonly { readonly what: string; readonly sql: string }[] {
  const tables = [...new Set(columns.map(({ table }) => table))];
  return [
    ...columns.flatMap(({ table, column }) => [
      { what: `select ${table}.${column}`, sql: `SELECT ${column} FROM ${table} LIMIT 0` },
      { what: `update ${table}.${column}`, sql: `UPDATE ${table} SET ${column} = DEFAULT WHERE false` },
    ]),
    ...tables.flatMap((table) => [
      { what: `insert ${table}`, sql: `INSERT INTO ${table} DEFAULT VALUES` },
      { what: `delete ${table}`, sql: `DELETE FROM ${table} WHERE false` },
      { what: `truncate ${table}`, sql: `TRUNCATE ${table} CASCADE` },
      { what: `disable triggers of ${table}`, sql: `ALTER TABLE ${table} DISABLE TRIGGER ALL` },
      {
        what: `add a trigger to ${table}`,
        sql: `CREATE TRIGGER t BEFORE INSERT ON ${table} EXECUTE FUNCTION refuse_change()`,
      },
      { what: `drop ${table}`, sql: `DROP TABLE ${table} CASCADE` },
    ]),
  ];
}

/** Makes each attempt in a transaction of its own that is undone. @returns those that the privileges did not refuse. */
async function unrefused(role: ProcessRole, columns: readonly Column[]): Promise<readonly string[]> {
  return database.as(role).transaction(async (trx) => {
    // A temporary table is forbidden too, so the list goes in and comes out as one value.
    await trx.raw("SET LOCAL my.unrefused = '[]'");
    const attempts = JSON.stringify(attemptsAt(columns)).replaceAll("'", "''");
    await trx.raw(`DO $attempts$
      DECLARE attempt record; done jsonb := '[]'; is_refused boolean;
      BEGIN
        FOR attempt IN SELECT * FROM jsonb_to_recordset('${attempts}') AS a (what text, sql text) LOOP
          is_refused := false;
          BEGIN
            EXECUTE attempt.sql;
            RAISE EXCEPTION 'undo' USING ERRCODE = 'P0099';
          EXCEPTION WHEN insufficient_privilege THEN is_refused := true;
            WHEN OTHERS THEN NULL;
          END;
          IF NOT is_refused THEN done := done || to_jsonb(attempt.what); END IF;
        END LOOP;
        PERFORM set_config('my.unrefused', done::text, true);
      END $attempts$`);
    const { rows } = await trx.raw<{ rows: { done: string }[] }>(
      `SELECT current_setting('my.unrefused') AS done`,
    );
    return JSON.parse(rows[0]?.done ?? '[]') as string[];
  });
}

const refusal = (work: PromiseLike<unknown>): Promise<string | undefined> =>
  Promise.resolve(work).then(() => undefined, sqlState);

describe('the role of a process', () => {
  it.each(ROLES)('%s may do what its list allows, and is refused every other privilege', async (role) => {
    const columns = await listColumns();
    expect([...(await unrefused(role, columns))].sort()).toEqual([...listedFor(role, columns)].sort());
  });

  it('is defined for every table', async () => {
    const named = new Set(
      ROLES.flatMap((role) => PROCESS_GRANTS[role].flatMap((grants) => Object.keys(grants))),
    );
    const tables = new Set((await listColumns()).map(({ table }) => table));
    // Only `migrate` applies the steps, and it connects as the owner.
    const onlyOwners = ['schema_migrations', 'schema_migrations_lock'];
    expect([...tables].filter((table) => !named.has(table)).sort()).toEqual(onlyOwners);
  });
});

describe('a thief with the database role of a process', () => {
  it.each<[ProcessRole, string, string]>([
    ['quittance_api', 'sent_transactions', 'signs nothing'],
    ['quittance_core', 'sent_transactions', 'signs nothing'],
    // It may call a withdrawal approved, but not as somebody whom the signing worker believes with SIGNER_APPROVERS.
    ['quittance_core', 'approval_signatures', "stores no approver's signature"],
    ['quittance_core', 'withdrawal_approvals', 'adds nobody to the list of approvers'],
    ['quittance_signer', 'approved_payments', 'approves nothing'],
    ['quittance_signer', 'approval_signatures', "stores no approver's signature"],
    ['quittance_signer', 'ledger_entries', 'posts nothing'],
    ['quittance_webhooks', 'ledger_entries', 'posts nothing'],
    ['quittance_webhooks', 'withdrawals', 'requests nothing'],
    ['quittance_signer', 'api_keys', 'makes no key'],
  ])('%s adds no row to %s: it %s', async (role, table) => {
    expect(await refusal(database.as(role).raw(`INSERT INTO ${table} DEFAULT VALUES`))).toBe('42501');
  });

  it.each(ROLES)('%s redirects no withdrawal and no customer, and rewrites no record', async (role) => {
    const db = database.as(role);
    for (const change of [
      { table: 'withdrawals', column: 'address' },
      { table: 'withdrawals', column: 'amount_atomic' },
      { table: 'invoices', column: 'deposit_address' },
      { table: 'invoices', column: 'deposit_index' },
      { table: 'approved_payments', column: 'address' },
      { table: 'audit_log', column: 'actor_id' },
      { table: 'ledger_postings', column: 'amount' },
      { table: 'sent_transactions', column: 'raw_transaction' },
    ])
      expect(await refusal(db(change.table).update({ [change.column]: null }))).toBe('42501');
    expect(await refusal(db('audit_log').delete())).toBe('42501');
    expect(await refusal(db.raw('SET session_replication_role = replica'))).toBe('42501');
  });

  it.each(ROLES)(
    '%s creates no table, schema or function, so no trigger of its own runs when the ledger is posted to',
    async (role) => {
      const db = database.as(role);
      expect(await refusal(db.raw('CREATE TEMP TABLE mine (x int)'))).toBe('42501');
      expect(await refusal(db.raw('CREATE TABLE mine (x int)'))).toBe('42501');
      expect(await refusal(db.raw('CREATE SCHEMA mine'))).toBe('42501');
      expect(await refusal(db.raw(`CREATE FUNCTION mine() RETURNS int LANGUAGE sql AS 'SELECT 1'`))).toBe(
        '42501',
      );
    },
  );
});

describe('grantRoles', () => {
  const name = `roles_${randomBytes(6).toString('hex')}`;
  const role = `${name}_reader`;
  const urlOf = (user: string): string => {
    const url = new URL(database.url);
    Object.assign(url, { username: user, password: 'none', pathname: `/${name}` });
    return url.href;
  };
  let owned: Database;

  beforeAll(async () => {
    await database.db.raw(`CREATE ROLE ${name} LOGIN PASSWORD 'none'`);
    await database.db.raw(`CREATE DATABASE ${name} OWNER ${name}`);
    owned = openDatabase({ url: urlOf(name) });
    await owned.raw('CREATE TABLE kept (x int, y int)');
  });
  afterAll(async () => {
    await owned.destroy();
    await database.db.raw(`DROP DATABASE ${name} WITH (FORCE)`);
    await database.db.raw(`DROP ROLE IF EXISTS ${role}`);
    await database.db.raw(`DROP ROLE ${name}`);
  });

  it('continues without roles that its user may not create, and says who has to create them', async () => {
    const { roles, left } = await grantRoles(owned, { [role]: [{ kept: 'SELECT' }] });
    expect(roles).toEqual([]);
    expect(left).toEqual([expect.stringContaining(`CREATE ROLE ${role};`)]);
    expect(left[0]).toContain(`${name} may not create roles`);
  });

  it('grants privileges to roles that somebody else created, and revokes what is no longer listed', async () => {
    await database.db.raw(`CREATE ROLE ${role} LOGIN PASSWORD 'none'`);
    const grant = (privileges: string) => grantRoles(owned, { [role]: [{ kept: privileges }] });
    // Two at once, as two installations that start together.
    const both = await Promise.all([grant('SELECT, UPDATE (x)'), grant('SELECT, UPDATE (x)')]);
    expect(both).toEqual(both.map(() => ({ roles: [role], left: [] })));
    const reader = openDatabase({ url: urlOf(role) });
    try {
      expect(await reader('kept').update({ x: 1 })).toBe(0);
      expect(await refusal(reader('kept').update({ y: 1 }))).toBe('42501');
      await grant('SELECT');
      expect(await refusal(reader('kept').update({ x: 1 }))).toBe('42501');
      expect(await reader('kept').select('*')).toEqual([]);
    } finally {
      await reader.destroy();
    }
  });

  it("warns about a role whose privileges mean nothing because it has the owner's rights", async () => {
    await database.db.raw(`GRANT ${name} TO ${role}`);
    const { left } = await grantRoles(owned, { [role]: [{ kept: 'SELECT' }] });
    expect(left).toEqual([expect.stringContaining(`${role} may do all that the tables' owner may`)]);
  });
});
