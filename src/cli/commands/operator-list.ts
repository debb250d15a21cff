import { listOperators } from '../../db/people/operators.js';
import { showOperator } from '../../http/views/parties.js';
import { LIST_LIMIT_DEFAULT, parseLimit, type Register } from '../command.js';

export const registerOperatorList: Register = (parent, run) => {
  parent
    .command('list')
    .description('list operators, newest first')
    .option('--limit <n>', 'how many at most', parseLimit, LIST_LIMIT_DEFAULT)
    .option('--json', 'print one JSON value')
    .action((options: { limit: number; json?: boolean }) =>
      run(options, async ({ db }) => (await listOperators(db, options)).map(showOperator)),
    );
};
