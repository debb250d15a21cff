import type { Database } from '../../../src/db/core/database.js';

/** Makes a change that triggers forbid, as somebody with the database's password could. */
export async function tamper(db: Database, table: string, change: () => Promise<unknown>): Promise<void> {
  await db.raw(`ALTER TABLE ${table} DISABLE TRIGGER ALL`);
  await change();
  await db.raw(`ALTER TABLE ${table} ENABLE TRIGGER ALL`);
}
