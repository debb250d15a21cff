import { appendAudit } from '../../db/audit/audit-log.js';
import { transaction } from '../../db/core/database.js';
import { countOpenMovements } from '../../db/sweeps/movements.js';
import { QuittanceError } from '../../domain/core/errors.js';
import type { Register } from '../command.js';

export const registerSweep: Register = (parent, run) => {
  parent
    .command('sweep')
    .description('sweep the deposit addresses to the hot wallet now; a schedule also does it by itself')
    .option('--chain <chainCode>', 'only this chain')
    .option('--json', 'print one JSON value')
    .action((options: { chain?: string; json?: boolean }) =>
      run(options, async ({ db, actor, getChains, sweepNow }) => {
        const chainCodes = [...getChains().keys()].filter((code) => code === (options.chain ?? code));
        if (chainCodes.length === 0)
          throw new QuittanceError('not_found', `There is no chain ${options.chain ?? ''} here.`);
        const started: { chainCode: string; transactionsUnderWay: number }[] = [];
        for (const chainCode of chainCodes) {
          await transaction(db, async (trx) => {
            await appendAudit(trx, {
              actor,
              action: 'chain.sweep',
              objectKind: 'chain',
              objectId: chainCode,
            });
            await sweepNow(chainCode);
          });
          started.push({ chainCode, transactionsUnderWay: await countOpenMovements(db, chainCode) });
        }
        return options.json === true ? { chains: started } : started;
      }),
    );
};
