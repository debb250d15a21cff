import { appendAudit } from '../../db/audit/audit-log.js';
import { transaction } from '../../db/core/database.js';
import { readChainStatuses } from '../../db/chains/chain-status.js';
import { followingStatus } from '../../domain/chains/following-status.js';
import { QuittanceError } from '../../domain/core/errors.js';
import { showOrderedSweep } from '../../http/views/ordered-sweeps.js';
import type { Register } from '../command.js';
import { tellTerminal } from '../tell-terminal.js';

export const registerSweep: Register = (parent, run) => {
  parent
    .command('sweep')
    .description('sweep the deposit addresses to the hot wallet now; a schedule also does it by itself')
    .option('--chain <chainCode>', 'only this chain')
    .option('--json', 'print one JSON value')
    .action((options: { chain?: string; json?: boolean }) =>
      run(options, async ({ db, actor, getChains, sweepNow }) => {
        const chains = [...getChains().values()].filter(
          ({ chainCode }) => chainCode === (options.chain ?? chainCode),
        );
        if (chains.length === 0)
          throw new QuittanceError('not_found', `There is no chain ${options.chain ?? ''} here.`);
        const statuses = await readChainStatuses(db);
        const started: object[] = [];
        for (const chain of chains) {
          const { chainCode } = chain;
          await transaction(db, async (trx) => {
            await appendAudit(trx, {
              actor,
              action: 'chain.sweep',
              objectKind: 'chain',
              objectId: chainCode,
            });
            await sweepNow(chainCode);
          });
          const status = followingStatus(statuses.get(chainCode));
          if (status !== 'following' && options.json !== true)
            tellTerminal(`${chainCode} is ${status}, so it is not swept now. chain status says why.`);
          started.push(await showOrderedSweep(db, chain));
        }
        return options.json === true ? { chains: started } : started;
      }),
    );
};
