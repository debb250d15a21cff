import { listAssetFreezes } from '../../db/withdrawals/asset-freezes.js';
import { iso } from '../../http/views/iso.js';
import { WIDE, type Register } from '../command.js';

export const registerAssetFrozen: Register = (parent, run) => {
  parent
    .command('frozen')
    .description('list the frozen assets, and why each is frozen')
    .option(...WIDE)
    .option('--json', 'print one JSON value')
    .action((options: { json?: boolean }) =>
      run(options, async ({ db }) =>
        (await listAssetFreezes(db)).map(({ asset, reason, frozenAtMs }) => ({
          ...asset,
          frozenAt: iso(frozenAtMs),
          reason,
        })),
      ),
    );
};
