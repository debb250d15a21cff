import type { Register } from '../command.js';
import { decide } from './decide-withdrawal.js';

export const registerWithdrawalApprove: Register = (parent, run) => {
  parent
    .command('approve')
    .description('approve a withdrawal: it is signed and sent')
    .argument('<withdrawalId>')
    .option('--json', 'print one JSON value')
    .action((withdrawalId: string, options: { json?: boolean }) =>
      run(options, (context) => decide(context, { withdrawalId, decision: 'approve', reason: null })),
    );
};
