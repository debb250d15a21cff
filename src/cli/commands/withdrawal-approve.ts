import type { Register } from '../command.js';
import { approveWithKeystore } from './approve-with-keystore.js';
import { decide } from './decide-withdrawal.js';

interface Options {
  readonly keystore?: string;
  readonly passwordFile?: string;
  readonly json?: boolean;
}

export const registerWithdrawalApprove: Register = (parent, run) => {
  parent
    .command('approve')
    .description('approve a withdrawal: it is signed and sent after the last needed approval')
    .argument('<withdrawalId>')
    .option('--keystore <file>', "an approver's encrypted key, which signs the approval")
    .option('--password-file <file>', 'a file of mode 0600 with its password; without it you are asked')
    .option('--json', 'print one JSON value')
    .action((withdrawalId: string, { keystore, ...options }: Options) =>
      run(options, (context) =>
        keystore === undefined
          ? decide(context, { withdrawalId, decision: 'approve', reason: null })
          : approveWithKeystore(context, { withdrawalId, keystore, ...options }),
      ),
    );
};
