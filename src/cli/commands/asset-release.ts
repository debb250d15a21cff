import { transaction } from '../../db/core/database.js';
import { releaseFreeze } from '../../db/reconciliation/freeze-for-differences.js';
import type { AssetFreeze } from '../../db/withdrawals/asset-freezes.js';
import { asSentence } from '../../domain/core/as-sentence.js';
import type { AssetId } from '../../domain/core/asset.js';
import { showFreeze } from '../../http/views/asset-freezes.js';
import type { Register } from '../command.js';
import { tellTerminal } from '../tell-terminal.js';
import { parseAsset } from './parse-asset.js';

function outcomeOf({ chainCode, tokenSymbol }: AssetId, freeze: AssetFreeze | undefined): string {
  const name = `${tokenSymbol} on ${chainCode}`;
  return freeze === undefined
    ? `${name} is released. Its withdrawals continue within seconds.`
    : `That freeze has ended, but ${name} was frozen again at once. ${asSentence(freeze.reason)} Find out why, then release this too.`;
}

export const registerAssetRelease: Register = (parent, run) => {
  parent
    .command('release')
    .description(
      'release a frozen asset, after you have found out why it is frozen; its withdrawals continue',
    )
    .argument('<chain/token>', 'such as base/USDC', parseAsset)
    .requiredOption('--reason <text>', 'what you found out, for the audit log')
    .option('--json', 'print one JSON value')
    .action((asset: AssetId, options: { reason: string; json?: boolean }) =>
      run(options, async ({ db, actor }) => {
        const freeze = await transaction(db, (trx) =>
          releaseFreeze(trx, { asset, reason: options.reason, actor, nowMs: Date.now() }),
        );
        if (options.json !== true) tellTerminal(outcomeOf(asset, freeze));
        return showFreeze(asset, freeze);
      }),
    );
};
