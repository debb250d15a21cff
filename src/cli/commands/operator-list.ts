import { viewOperators } from '../../db/merchants/operator-views.js';
import { listOperators } from '../../db/people/operators.js';
import { showOperator } from '../../http/views/parties.js';
import { LIMIT, WIDE, type CliContext, type Register, type Result } from '../command.js';

export const registerOperatorList: Register = (parent, run) => {
  parent
    .command('list')
    .description('list operators, newest first, with their keys that are not revoked')
    .option(...LIMIT)
    .option(...WIDE)
    .option('--json', 'print one JSON value')
    .action((options: { limit: number; json?: boolean }) =>
      run(options, (context) => list(context, options)),
    );
};

async function list(
  { db }: CliContext,
  { limit, json }: { readonly limit: number; readonly json?: boolean },
): Promise<Result> {
  const found = await listOperators(db, { limit });
  const nowMs = Date.now();
  const shown = (await viewOperators(db, found, nowMs)).map((view) => showOperator(view, nowMs));
  return json === true ? shown : shown.map((one) => ({ disabledReason: whyShutOut(one), ...one }));
}

/**
 * Returns the reason why an operator has no access, for example after `operator disable`. Null: the operator has
 * access.
 */
function whyShutOut({ apiKeys, member, invitations }: ReturnType<typeof showOperator>): string | null {
  const hasWay =
    apiKeys.some(({ status }) => status === 'approved') ||
    member?.status === 'active' ||
    invitations.length > 0;
  return hasWay ? null : 'none of their keys, sign-ins and links works';
}
