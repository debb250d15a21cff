import { transaction, type Database } from '../../../src/db/core/database.js';

/** Works as the owner of the database can: without triggers and constraints. */
export async function asThief(
  db: Database,
  statement: string,
  values: readonly unknown[] | Readonly<Record<string, unknown>> = [],
): Promise<void> {
  await transaction(db, async (trx) => {
    await trx.raw('SET LOCAL session_replication_role = replica');
    await trx.raw(statement, values as Record<string, string>);
  });
}

/** Removes the checks of some tables, as the owner of the database can. */
export async function dropConstraints(db: Database, ...tables: string[]): Promise<void> {
  const { rows } = await db.raw<{ rows: { statement: string }[] }>(
    `SELECT format('ALTER TABLE %s DROP CONSTRAINT %I CASCADE', conrelid::regclass, conname) AS statement
       FROM pg_constraint WHERE contype = 'c' AND conrelid::regclass::text = ANY (?)`,
    [tables],
  );
  for (const { statement } of rows) await asThief(db, statement);
}
