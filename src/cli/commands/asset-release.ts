import { releaseAsset } from '../../db/asset-freezes.js';
import { transaction } from '../../db/database.js';
import type { AssetId } from '../../domain/asset.js';
import type { Register } from '../command.js';
import { parseAsset } from './parse-asset.js';

export const registerAssetRelease: Register = (parent, run) => {
  parent
    .command('release')
    .description("let a frozen asset's withdrawals go on, after looking at why it is frozen")
    .argument('<chain/token>', 'such as base/USDC', parseAsset)
    .requiredOption('--reason <text>', 'what was looked at, for the audit log')
    .option('--json', 'print one JSON value')
    .action((asset: AssetId, options: { reason: string; json?: boolean }) =>
      run(options, async ({ db, actor }) => {
        await transaction(db, (trx) => releaseAsset(trx, { asset, reason: options.reason, actor }));
        return { ...asset, frozen: false, reason: null, frozenAt: null };
      }),
    );
};
