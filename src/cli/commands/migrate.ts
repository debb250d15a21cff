import { grantRoles } from '../../db/core/grant-roles.js';
import { migrateToLatest } from '../../db/core/migrate.js';
import type { Register } from '../command.js';
import { tellTerminal } from '../tell-terminal.js';

export const registerMigrate: Register = (parent, run) => {
  parent
    .command('migrate')
    .description('migrate the database to the latest schema, and grant each process its rights')
    .option('--json', 'print one JSON value')
    .action((options: { json?: boolean }) =>
      run(options, async ({ db }) => {
        const applied = await migrateToLatest(db);
        const { roles, left } = await grantRoles(db);
        for (const words of left) tellTerminal(words);
        return { applied, roles };
      }),
    );
};
