import type { Database } from '../../../src/db/core/database.js';

/** Some of the migrations that made the same schema before the baseline existed; the first one is among them. */
export const STEPS_BEFORE_RELEASE = ['0001-parties', '0002-ledger', '0003-invoices', '0035-asset-readings'];

/** Makes a database look as if older migrations, from before the first release, had made it. The schema is the same. */
export async function makeBeforeRelease(db: Database): Promise<void> {
  await db.raw('TRUNCATE schema_migrations');
  await db('schema_migrations').insert(
    STEPS_BEFORE_RELEASE.map((name) => ({ name, batch: 1, migration_time: new Date(0) })),
  );
}
