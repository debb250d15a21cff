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

async function list({ db }: CliContext, { limit }: { readonly limit: number }): Promise<Result> {
  const found = await listOperators(db, { limit });
  const nowMs = Date.now();
  return (await viewOperators(db, found, nowMs)).map((view) => showOperator(view, nowMs));
}
