import { parseAddress, toChecksumAddress } from '../../chain/keys/address.js';
import { readPrivateFile } from '../../chain/keys/private-file.js';
import { transaction } from '../../db/core/database.js';
import { registerApproverAddress, removeApproverAddress } from '../../db/merchants/approver-orders.js';
import { findOperator } from '../../db/people/operators.js';
import { QuittanceError } from '../../domain/core/errors.js';
import { APPROVAL_SECONDS } from '../../domain/withdrawals/approval-message.js';
import { registrationMessage } from '../../domain/withdrawals/approver-registration.js';
import { showApproverAddress } from '../../http/views/approvers.js';
import type { CliContext, Register, Result } from '../command.js';
import { givenFile } from '../given-file.js';
import { readPassword } from '../read-password.js';

interface Options {
  readonly keystore: string;
  readonly passwordFile?: string;
  readonly json?: boolean;
}

export const registerOperatorApproverAdd: Register = (parent, run) => {
  parent
    .command('add')
    .description("register a keystore's address as one with which the operator signs approvals")
    .argument('<operatorId>')
    .requiredOption('--keystore <file>', "the approver's encrypted key; it signs the registration", givenFile)
    .option(
      '--password-file <file>',
      'a file of mode 0600 with its password; without it you are asked',
      givenFile,
    )
    .option('--json', 'print one JSON value')
    .action((operatorId: string, options: Options) =>
      run(options, (context) => add(context, operatorId, options)),
    );
};

async function add({ db, policyOrder }: CliContext, operatorId: string, options: Options): Promise<Result> {
  const text = readPrivateFile(options.keystore);
  const operator = await findOperator(db, operatorId);
  if (operator === undefined) throw new QuittanceError('not_found', `There is no operator ${operatorId}.`);
  const password = await readPassword({ file: options.passwordFile, question: 'Password: ' });
  const [{ openKeystore }, { signApproval }] = await Promise.all([
    import('../../chain/keys/keystore.js'),
    import('../../chain/keys/approval-signature.js'),
  ]);
  const { address, privateKey } = await openKeystore({ text, password });
  const validUntil = Math.floor(Date.now() / 1_000) + APPROVAL_SECONDS;
  const approver = toChecksumAddress(address);
  const message = registrationMessage({ operatorId, operatorName: operator.name, approver, validUntil });
  const signature = await signApproval(message, privateKey);
  const registered = { operatorId, address: address.toLowerCase(), signature, validUntil, chainCode: null };
  return transaction(db, async (trx) =>
    showApproverAddress(await registerApproverAddress(trx, { ...policyOrder(), ...registered })),
  );
}

export const registerOperatorApproverRemove: Register = (parent, run) => {
  parent
    .command('remove')
    .description('remove an address at once; also remove it from SIGNER_APPROVERS')
    .argument('<operatorId>')
    .argument('<address>')
    .option('--json', 'print one JSON value')
    .action((operatorId: string, text: string, options: { json?: boolean }) =>
      run(options, ({ db, actor }) => {
        const order = { operatorId, address: parseAddress(text, 'address'), actor, nowMs: Date.now() };
        return transaction(db, async (trx) => showApproverAddress(await removeApproverAddress(trx, order)));
      }),
    );
};
