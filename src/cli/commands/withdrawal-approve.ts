import { askBeforeApproval } from '../ask-before-approval.js';
import type { Register } from '../command.js';
import { givenFile } from '../given-file.js';
import { approveWithKeystore } from './approve-with-keystore.js';
import { decide } from './decide-withdrawal.js';

interface Options {
  readonly keystore?: string;
  readonly passwordFile?: string;
  readonly yes?: boolean;
  readonly json?: boolean;
}

export const registerWithdrawalApprove: Register = (parent, run) => {
  parent
    .command('approve')
    .description(
      'approve a withdrawal: it is signed and sent after the last needed approval. At a terminal it is shown first, and you are asked',
    )
    .argument('<withdrawalId>')
    .option('--keystore <file>', "an approver's encrypted key, which signs the approval", givenFile)
    .option(
      '--password-file <file>',
      'a file of mode 0600 with its password; without it you are asked',
      givenFile,
    )
    .option('--yes', 'approve it without a question, also a refund with a warning about its recipient')
    .option('--json', 'print one JSON value')
    .action((withdrawalId: string, { keystore, yes, ...options }: Options) =>
      run(options, async (context) => {
        if (yes !== true) await askBeforeApproval(context, withdrawalId);
        return keystore === undefined
          ? decide(context, { withdrawalId, decision: 'approve', reason: null }, options)
          : approveWithKeystore(context, { withdrawalId, keystore, ...options });
      }),
    );
};
