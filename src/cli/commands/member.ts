import { Option } from 'commander';
import { transaction } from '../../db/core/database.js';
import { invite } from '../../db/merchants/invitation-orders.js';
import {
  createMember,
  resetFactors,
  resetPassword,
  type NewMember,
} from '../../db/merchants/member-orders.js';
import { QuittanceError } from '../../domain/core/errors.js';
import { isRoleOf, rolesOf, type MemberKind, type Membership } from '../../domain/people/roles.js';
import { showNewLink } from '../../http/views/people.js';
import type { Register } from '../command.js';

const ROLES = `for a merchant: ${rolesOf('merchant').join(', ')}; for an operator: ${rolesOf('operator').join(', ')}`;

const merchantOption = (): Option =>
  new Option('--merchant <id>', 'a member of this merchant').conflicts('operator');
const kindOption = (): Option =>
  new Option('--kind <kind>', 'the kind of sign-in').choices(['merchant', 'operator']).default('merchant');

interface Whose {
  readonly merchant?: string;
  readonly operator?: string;
  readonly json?: boolean;
}

interface CreateOptions extends Whose {
  readonly email: string;
  readonly name: string;
  readonly role: string;
}

export const registerMemberCreate: Register = (parent, run) => {
  parent
    .command('create')
    .description('add somebody who signs in on the pages, with a password that is shown only once')
    .addOption(merchantOption())
    .option('--operator <id>', 'the sign-in of this operator')
    .requiredOption('--email <email>', 'the email that they sign in with')
    .requiredOption('--name <name>', 'their name')
    .requiredOption('--role <role>', ROLES)
    .option('--json', 'print one JSON value')
    .action(({ email, name, ...options }: CreateOptions) =>
      run(options, async ({ db, actor }) => {
        const membership = readMembership(options);
        return show(await transaction(db, (trx) => createMember(trx, { membership, email, name }, actor)));
      }),
    );
};

export const registerMemberInvite: Register = (parent, run) => {
  parent
    .command('invite')
    .description('make a link by which somebody joins and chooses a password; hand it over yourself')
    .addOption(merchantOption())
    .option('--operator <id>', 'the sign-in of this operator')
    .requiredOption('--email <email>', 'the email that they sign in with')
    .requiredOption('--role <role>', ROLES)
    .option('--json', 'print one JSON value')
    .action(({ email, ...options }: Omit<CreateOptions, 'name'>) =>
      run(options, async ({ db, policyOrder, publicBaseUrl, adminBaseUrl }) => {
        const { role, ...to } = readMembership(options);
        const made = await transaction(db, (trx) => invite(trx, policyOrder(), { to, email, role }));
        return showNewLink(made, { publicBaseUrl, adminBaseUrl });
      }),
    );
};

export const registerMemberReset: Register = (parent, run) => {
  parent
    .command('reset-password')
    .description('give somebody a new password, which is shown only once, and end their sessions')
    .argument('<email>', 'the email that they sign in with')
    .addOption(kindOption())
    .option('--json', 'print one JSON value')
    .action((email: string, options: { kind: MemberKind; json?: boolean }) =>
      run(options, async ({ db, policyOrder }) =>
        show(
          await ofKind(options.kind, () =>
            transaction(db, (trx) => resetPassword(trx, { kind: options.kind, email }, policyOrder())),
          ),
        ),
      ),
    );
};

export const registerMemberResetFactors: Register = (parent, run) => {
  parent
    .command('reset-factors')
    .description(
      'remove the authenticator app, passkeys and recovery codes of somebody who has lost them, and end their sessions',
    )
    .argument('<email>', 'the email that they sign in with')
    .addOption(kindOption())
    .option('--json', 'print one JSON value')
    .action((email: string, options: { kind: MemberKind; json?: boolean }) =>
      run(options, async ({ db, policyOrder }) => {
        const { memberId, membership, ...member } = await ofKind(options.kind, () =>
          transaction(db, (trx) => resetFactors(trx, { kind: options.kind, email }, policyOrder())),
        );
        return { memberId, ...membership, email: member.email, name: member.name };
      }),
    );
};

/** Runs the order. If no member of a merchant has the email, the error also says how to name an operator's sign-in. */
async function ofKind<T>(kind: MemberKind, order: () => Promise<T>): Promise<T> {
  try {
    return await order();
  } catch (error) {
    const isElsewhere = error instanceof QuittanceError && error.code === 'not_found' && kind === 'merchant';
    if (!isElsewhere) throw error;
    throw new QuittanceError(error.code, `${error.message} For an operator's sign-in, add --kind operator.`);
  }
}

function readMembership({ merchant, operator, role }: Omit<CreateOptions, 'email' | 'name'>): Membership {
  if (merchant !== undefined && isRoleOf('merchant', role))
    return { kind: 'merchant', merchantId: merchant, role };
  if (operator !== undefined && isRoleOf('operator', role))
    return { kind: 'operator', operatorId: operator, role };
  if (merchant === undefined && operator === undefined)
    throw new Error('Say whose member it is: --merchant mer_… or --operator opr_….');
  const roles = rolesOf(merchant === undefined ? 'operator' : 'merchant');
  throw new Error(`There is no role ${role} here. Use one of ${roles.join(', ')}.`);
}

function show({ member, password }: NewMember): object {
  const { memberId, email, name, membership } = member;
  return { memberId, ...membership, email, name, password };
}
