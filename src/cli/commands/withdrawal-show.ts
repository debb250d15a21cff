import type { Register } from '../command.js';
import { readReviewed, reviewInWords } from '../review-withdrawal.js';

export const registerWithdrawalShow: Register = (parent, run) => {
  parent
    .command('show')
    .description(
      'show a withdrawal with everything that its approver checks: merchant, recipient, and reasons against it',
    )
    .argument('<withdrawalId>')
    .option('--json', 'print one JSON value')
    .action((withdrawalId: string, options: { json?: boolean }) =>
      run(options, async (context) => {
        const withdrawal = await readReviewed(context, withdrawalId);
        return options.json === true ? withdrawal : reviewInWords(withdrawal);
      }),
    );
};
