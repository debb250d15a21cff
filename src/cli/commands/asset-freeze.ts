import { freezeAsset } from '../../db/withdrawals/asset-freezes.js';
import { transaction } from '../../db/core/database.js';
import type { AssetId } from '../../domain/core/asset.js';
import { showFreeze } from '../../http/views/asset-freezes.js';
import { getOfferedAsset } from '../../http/views/assets.js';
import type { Register } from '../command.js';
import { parseAsset } from './parse-asset.js';

export const registerAssetFreeze: Register = (parent, run) => {
  parent
    .command('freeze')
    .description("hold an asset's withdrawals before they are signed")
    .argument('<chain/token>', 'such as base/USDC', parseAsset)
    .requiredOption('--reason <text>', 'why; the audit log keeps it, and merchants who wait read it')
    .option('--json', 'print one JSON value')
    .action((asset: AssetId, options: { reason: string; json?: boolean }) =>
      run(options, async ({ db, getChains, actor }) => {
        getOfferedAsset(getChains(), asset);
        const freeze = await transaction(db, (trx) =>
          freezeAsset(trx, { asset, reason: options.reason, actor, nowMs: Date.now() }),
        );
        return showFreeze(asset, freeze);
      }),
    );
};
