import { toChecksumAddress } from '../../chain/keys/address.js';
import { transaction } from '../../db/core/database.js';
import { disableOperator } from '../../db/merchants/disable-operator.js';
import { listOpenApprovedBy } from '../../db/withdrawals/withdrawal-approvals.js';
import type { CliContext, Register, Result } from '../command.js';
import { tellTerminal } from '../tell-terminal.js';

export const registerOperatorDisable: Register = (parent, run) => {
  parent
    .command('disable')
    .description(
      'shut an operator out at once: revoke their keys for good, disable their sign-in, remove their approver addresses, and stop the changes that they have requested',
    )
    .argument('<operatorId>')
    .option('--json', 'print one JSON value')
    .action((operatorId: string, options: { json?: boolean }) =>
      run(options, (context) => disable(context, operatorId)),
    );
};

async function disable({ db, policyOrder }: CliContext, operatorId: string): Promise<Result> {
  const shut = await transaction(db, (trx) => disableOperator(trx, policyOrder(), operatorId));
  const withdrawalsToLookAt = await listOpenApprovedBy(db, operatorId);
  tellTerminal(
    'Also remove their addresses from SIGNER_APPROVERS, and restart the signing worker. It does not read the list of operators.',
  );
  return {
    operatorId,
    name: shut.operator.name,
    revokedKeys: shut.revokedKeys,
    signIn: shut.member === null ? null : { email: shut.member.email, status: shut.member.status },
    withdrawnLinks: shut.withdrawnLinks,
    removedAddresses: shut.removedAddresses.map(toChecksumAddress),
    stoppedPolicyChanges: shut.stoppedPolicyChanges,
    withdrawalsToLookAt,
  };
}
