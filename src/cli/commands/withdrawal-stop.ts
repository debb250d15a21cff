import type { Register } from '../command.js';
import { decide } from './decide-withdrawal.js';

export const registerWithdrawalStop: Register = (parent, run) => {
  parent
    .command('stop')
    .description(
      'stop an approved withdrawal that is not signed yet; its amount is available again, or held again if it is a refund',
    )
    .argument('<withdrawalId>')
    .requiredOption('--reason <reason>', 'why; the merchant reads it')
    .option('--json', 'print one JSON value')
    .action((withdrawalId: string, options: { reason: string; json?: boolean }) =>
      run(options, (context) =>
        decide(context, { withdrawalId, decision: 'stop', reason: options.reason }, options),
      ),
    );
};
