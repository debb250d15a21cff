import { createApiKey } from '../../db/merchants/api-keys.js';
import { appendAudit } from '../../db/audit/audit-log.js';
import { transaction } from '../../db/core/database.js';
import { insertOperator } from '../../db/people/operators.js';
import { OPERATOR_SCOPES, type OperatorScope } from '../../domain/merchants/scopes.js';
import { showApiKey } from '../../http/views/api-keys.js';
import { showOperator } from '../../http/views/parties.js';
import type { CliContext, Register, Result } from '../command.js';
import { parseScopes } from './parse-scopes.js';

interface Options {
  readonly name: string;
  readonly scopes: readonly OperatorScope[];
  readonly json?: boolean;
}

export const registerOperatorCreate: Register = (parent, run) => {
  parent
    .command('create')
    .description('add an operator with a key, which is shown only once')
    .requiredOption('--name <name>', 'who it is')
    .option(
      '--scopes <scopes>',
      'separated by commas; all by default',
      parseScopes(OPERATOR_SCOPES),
      OPERATOR_SCOPES,
    )
    .option('--json', 'print one JSON value')
    .action((options: Options) => run(options, (context) => createOperator(context, options)));
};

async function createOperator({ db, actor }: CliContext, { name, scopes }: Options): Promise<Result> {
  return transaction(db, async (trx) => {
    const operator = await insertOperator(trx, { name });
    const { operatorId } = operator;
    const { apiKey, key } = await createApiKey(trx, {
      owner: { operatorId },
      name: 'default',
      scopes,
      approved: true,
    });
    await appendAudit(trx, {
      actor,
      action: 'operator.create',
      objectKind: 'operator',
      objectId: operatorId,
      after: { name, scopes, apiKeyId: apiKey.apiKeyId },
    });
    return { ...showApiKey(apiKey, Date.now()), ...showOperator(operator), key };
  });
}
