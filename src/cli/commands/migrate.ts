import { migrateToLatest } from '../../db/core/migrate.js';
import type { Register } from '../command.js';

export const registerMigrate: Register = (parent, run) => {
  parent
    .command('migrate')
    .description('bring the database to the latest schema')
    .option('--json', 'print one JSON value')
    .action((options: { json?: boolean }) =>
      run(options, async ({ db }) => ({ applied: await migrateToLatest(db) })),
    );
};
