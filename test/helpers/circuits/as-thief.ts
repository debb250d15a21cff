import { transaction, type Database } from '../../../src/db/core/database.js';

/** Does what the owner of the database can: neither triggers nor constraints are in the way. */
export async function asThief(
  db: Database,
  statement: string,
  values: readonly unknown[] = [],
): Promise<void> {
  await transaction(db, async (trx) => {
    await trx.raw('SET LOCAL session_replication_role = replica');
    await trx.raw(statement, [...values] as string[]);
  });
}
