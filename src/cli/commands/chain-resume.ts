import { requestResume } from '../../db/chains/chain-resume.js';
import { readChainStatuses } from '../../db/chains/chain-status.js';
import { transaction } from '../../db/core/database.js';
import { QuittanceError } from '../../domain/core/errors.js';
import { showChain } from '../../http/views/chains.js';
import type { Register } from '../command.js';
import { tellTerminal } from '../tell-terminal.js';

export const registerChainResume: Register = (parent, run) => {
  parent
    .command('resume')
    .description('resume a halted chain, after you have found out why it is halted')
    .argument('<chainCode>')
    .requiredOption('--reason <text>', 'what you found out, for the audit log')
    .option('--json', 'print one JSON value')
    .action((chainCode: string, options: { reason: string; json?: boolean }) =>
      run(options, async ({ db, getChains, actor }) => {
        const chain = getChains().get(chainCode);
        if (chain === undefined)
          throw new QuittanceError('not_found', `There is no chain ${chainCode} here.`);
        const shown = await transaction(db, async (trx) => {
          await requestResume(trx, { chainCode, reason: options.reason, actor, nowMs: Date.now() });
          return showChain(chain, (await readChainStatuses(trx)).get(chainCode), Date.now());
        });
        if (options.json === true) return shown;
        tellTerminal(
          `Ordered. The follower of ${chainCode} continues within seconds, from the last block on which it and the chain agree. If it can't, chain status says why.`,
        );
        const { status, height, haltedReason, resumeRequestedAt } = shown;
        return { chainCode, status, height, haltedReason, resumeRequestedAt };
      }),
    );
};
