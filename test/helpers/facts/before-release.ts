import type { Database } from '../../../src/db/core/database.js';

/** Some of the steps that made the same schema before there was a baseline, and the first of them all. */
export const STEPS_BEFORE_RELEASE = ['0001-parties', '0002-ledger', '0003-invoices', '0035-asset-readings'];

/** Makes a database such a one as were made before the first release: the schema is the same, by other steps. */
export async function makeBeforeRelease(db: Database): Promise<void> {
  await db.raw('TRUNCATE schema_migrations');
  await db('schema_migrations').insert(
    STEPS_BEFORE_RELEASE.map((name) => ({ name, batch: 1, migration_time: new Date(0) })),
  );
}
