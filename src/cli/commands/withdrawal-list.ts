import { Option } from 'commander';
import { listWithdrawals, viewWithdrawalsForOperators } from '../../db/withdrawals/withdrawals.js';
import { whyWithdrawalNotShown } from '../../domain/withdrawals/altered-withdrawal.js';
import { WITHDRAWAL_STATUSES, type WithdrawalStatus } from '../../domain/withdrawals/withdrawal-state.js';
import { showWithdrawalToOperator } from '../../http/views/withdrawals.js';
import { LIMIT, WIDE, type CliContext, type Register, type Result } from '../command.js';
import { tellTerminal } from '../tell-terminal.js';

interface Options {
  readonly status?: WithdrawalStatus;
  readonly merchant?: string;
  readonly limit: number;
  readonly json?: boolean;
}

const COLUMNS = ['withdrawalId', 'status', 'amountCrypto', 'tokenSymbol', 'chainCode'];

export const registerWithdrawalList: Register = (parent, run) => {
  parent
    .command('list')
    .description('list withdrawals, newest first')
    .addOption(new Option('--status <status>', 'only with this status').choices(WITHDRAWAL_STATUSES))
    .option('--merchant <id>', 'only those of this merchant')
    .option(...LIMIT)
    .option(...WIDE)
    .option('--json', 'print one JSON value')
    .action((options: Options) => run(options, (context) => list(context, options), COLUMNS));
};

async function list({ db, getChains }: CliContext, { status, merchant, limit }: Options): Promise<Result> {
  const found = await listWithdrawals(db, {
    ...(merchant === undefined ? {} : { merchantId: merchant }),
    filters: status === undefined ? {} : { status: [status] },
    limit,
  });
  const chains = getChains();
  // An altered withdrawal is left out, as in the API's list. The reader here is the operator, so they are told at once.
  const shown = found.filter((withdrawal) => {
    const why = whyWithdrawalNotShown(chains, withdrawal);
    if (why !== null) tellTerminal(why);
    return why === null;
  });
  const views = await viewWithdrawalsForOperators(db, shown);
  return views.map((view) => showWithdrawalToOperator(view, chains));
}
