import { readChainStatuses } from '../../db/chains/chain-status.js';
import { showChain } from '../../http/views/chains.js';
import { WIDE, type Register } from '../command.js';

export const registerChainStatus: Register = (parent, run) => {
  parent
    .command('status')
    .description('show how far each chain is read, its RPCs and its hot wallet, as the workers last saw it')
    .option(...WIDE)
    .option('--json', 'print one JSON value')
    .action((options: { json?: boolean }) =>
      run(options, async ({ db, getChains }) => {
        const statuses = await readChainStatuses(db);
        return [...getChains().values()].map((chain) =>
          showChain(chain, statuses.get(chain.chainCode), Date.now()),
        );
      }),
    );
};
