import type { Register } from '../command.js';
import { decide } from './decide-withdrawal.js';

export const registerWithdrawalReject: Register = (parent, run) => {
  parent
    .command('reject')
    .description('reject a withdrawal; its amount is available again, or held again if it is a refund')
    .argument('<withdrawalId>')
    .requiredOption('--reason <reason>', 'why; the merchant reads it')
    .option('--json', 'print one JSON value')
    .action((withdrawalId: string, options: { reason: string; json?: boolean }) =>
      run(options, (context) =>
        decide(context, { withdrawalId, decision: 'reject', reason: options.reason }, options),
      ),
    );
};
