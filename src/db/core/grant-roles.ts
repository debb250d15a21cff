import { sqlState, transaction, type Database, type Transaction } from './database.js';
import { PROCESS_GRANTS, type ProcessGrants } from './process-grants.js';

const INSUFFICIENT_PRIVILEGE = '42501';
/** Another `migrate` on the same server made the role at the same moment. */
const MADE_MEANWHILE = ['42710', '23505'];

/** The result of `grantRoles`, with the steps that are left for somebody with more rights, in words. */
export interface RolesReport {
  readonly roles: readonly string[];
  readonly left: readonly string[];
}

/**
 * Makes the role of each process, and gives it the privileges of the list and no others. It may be repeated: privileges
 * that are no longer listed are taken back. A role can't log in until somebody gives it a password. Where the connected
 * user may not create roles, the missing ones are left out and reported.
 */
export async function grantRoles(
  db: Database,
  processes: ProcessGrants = PROCESS_GRANTS,
): Promise<RolesReport> {
  const names = Object.keys(processes);
  await createMissing(db, names);
  return transaction(db, async (trx) => {
    // Two that change the same table's privileges at once would fail.
    await trx.raw(`SELECT pg_advisory_xact_lock(hashtextextended('grant roles', 0))`);
    const found = await trx('pg_roles').whereIn('rolname', names).orderBy('rolname').pluck('rolname');
    const roles = found as string[];
    if (roles.length > 0) {
      await closeToOthers(trx, roles);
      await takeBack(trx, roles);
      await trx.raw(statementsOf(roles, processes).join(';\n'));
    }
    const missing = names.filter((name) => !roles.includes(name));
    return { roles, left: [...(await adviceOnMissing(trx, missing)), ...(await listExcesses(trx, roles))] };
  });
}

/** Outside the transaction: a refused statement would end it, and a role belongs to the whole server. */
async function createMissing(db: Database, names: readonly string[]): Promise<void> {
  const present = await db('pg_roles').whereIn('rolname', names).pluck<string[]>('rolname');
  for (const name of names.filter((each) => !present.includes(each))) {
    try {
      await db.raw('CREATE ROLE ?? NOLOGIN', [name]);
    } catch (error) {
      const state = sqlState(error) ?? '';
      if (state === INSUFFICIENT_PRIVILEGE) return;
      if (!MADE_MEANWHILE.includes(state)) throw error;
    }
  }
}

/**
 * Takes from everybody a right that a list of tables can't refuse: to create tables, even temporary ones. The owner of
 * a table can give it a trigger, and inside a trigger the database accepts a change of a balance as that of a posting.
 */
async function closeToOthers(trx: Transaction, roles: readonly string[]): Promise<void> {
  const to = roles.map(quoted).join(', ');
  const { rows } = await trx.raw<{ rows: { database: string; owns: boolean; owns_schema: boolean }[] }>(
    `SELECT current_database() AS database, pg_has_role(d.datdba, 'USAGE') AS owns,
            pg_has_role(n.nspowner, 'USAGE') AS owns_schema
       FROM pg_database d, pg_namespace n WHERE d.datname = current_database() AND n.nspname = 'public'`,
  );
  const [here] = rows;
  if (here?.owns === true) {
    const database = quoted(here.database);
    await trx.raw(`REVOKE TEMPORARY, CREATE ON DATABASE ${database} FROM PUBLIC, ${to};
                   GRANT CONNECT ON DATABASE ${database} TO ${to}`);
  }
  if (here?.owns_schema === true) {
    await trx.raw(`REVOKE CREATE ON SCHEMA public FROM PUBLIC, ${to}; GRANT USAGE ON SCHEMA public TO ${to}`);
  }
}

/** Takes back all privileges on this user's tables that an earlier version granted to the roles. */
async function takeBack(trx: Transaction, roles: readonly string[]): Promise<void> {
  const { rows } = await trx.raw<{ rows: { kind: string; names: string }[] }>(
    `SELECT CASE relkind WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END AS kind, string_agg(oid::regclass::text, ', ') AS names
       FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'S') AND pg_has_role(relowner, 'USAGE')
      GROUP BY 1`,
  );
  for (const { kind, names } of rows)
    await trx.raw(`REVOKE ALL ON ${kind} ${names} FROM ${roles.map(quoted).join(', ')}`);
}

function statementsOf(roles: readonly string[], processes: ProcessGrants): string[] {
  return roles.flatMap((role) =>
    (processes[role] ?? [])
      .flatMap((grants) => Object.entries(grants))
      .map(([object, privileges]) => `GRANT ${privileges} ON ${object} TO ${quoted(role)}`),
  );
}

async function adviceOnMissing(trx: Transaction, missing: readonly string[]): Promise<string[]> {
  if (missing.length === 0) return [];
  const { rows } = await trx.raw<{ rows: { user: string }[] }>('SELECT current_user AS user');
  return [
    `${rows[0]?.user ?? ''} may not create roles, and there is no ${missing.join(', ')}. Processes can only connect as the ` +
      "tables' owner, who may do everything. Let a superuser run: " +
      `${missing.map((name) => `CREATE ROLE ${name};`).join(' ')} Then run migrate again.`,
  ];
}

/**
 * Lists the facts that make a role's privileges meaningless, and the privileges that this user was not able to take
 * away.
 */
async function listExcesses(trx: Transaction, roles: readonly string[]): Promise<string[]> {
  const { rows } = await trx.raw<{ rows: { role: string; is_owner: boolean; makes_tables: boolean }[] }>(
    `SELECT rolname AS role, pg_has_role(rolname, current_user, 'MEMBER') AS is_owner,
            has_database_privilege(rolname, current_database(), 'TEMPORARY')
              OR has_schema_privilege(rolname, 'public', 'CREATE') AS makes_tables
       FROM pg_roles WHERE rolname = ANY (?) ORDER BY rolname`,
    [[...roles]],
  );
  return rows.flatMap(({ role, is_owner, makes_tables }) => {
    if (is_owner) {
      return `${role} may do all that the tables' owner may: it is a superuser or a member of the owner's role. Take that from it.`;
    }
    return makes_tables
      ? `${role} may make tables of its own, and change balances by their triggers. Let the database's owner revoke TEMPORARY on the database and CREATE on the schema public from PUBLIC.`
      : [];
  });
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
