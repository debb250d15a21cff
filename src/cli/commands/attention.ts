import { listKnownAssets } from '../../db/chains/known-assets.js';
import { listOperatorFacts } from '../../db/operators/operator-attention.js';
import { booksOf } from '../../http/views/assets.js';
import { showOperatorFact } from '../../http/views/operator-attention.js';
import { WIDE, type CliContext, type Register, type Result } from '../command.js';

interface Options {
  readonly json?: boolean;
  readonly wide?: boolean;
}

export const registerAttention: Register = (parent, run) => {
  parent
    .command('attention')
    .description('list the problems that need an operator, the most urgent first')
    .option(...WIDE)
    .option('--json', 'print one JSON value')
    .action((options: Options) => run(options, (context) => list(context, options)));
};

async function list({ db, getChains }: CliContext, { json, wide }: Options): Promise<Result> {
  const chains = getChains();
  const books = booksOf(chains, await listKnownAssets(db));
  const nowMs = Date.now();
  const facts = await listOperatorFacts(db, { chains: [...chains.values()], nowMs, isAll: false });
  const shown = facts.map((fact) => showOperatorFact(fact, books));
  if (json === true || wide === true) return shown;
  // The message has the other fields in words.
  return shown.map(({ kind, subjectId, since, message }) => ({ kind, subjectId, since, message }));
}
