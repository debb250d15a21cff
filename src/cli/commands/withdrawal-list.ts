import { Option } from 'commander';
import { listWithdrawals, viewWithdrawalsForOperators } from '../../db/withdrawals/withdrawals.js';
import { whyWithdrawalNotShown } from '../../domain/withdrawals/altered-withdrawal.js';
import { WITHDRAWAL_STATUSES, type WithdrawalStatus } from '../../domain/withdrawals/withdrawal-state.js';
import { showWithdrawalToOperator } from '../../http/views/withdrawals.js';
import { ageInWords } from '../age-in-words.js';
import { LIMIT, WIDE, type CliContext, type Register, type Result } from '../command.js';
import { merchantInTable } from '../name-merchants.js';
import { tellTerminal } from '../tell-terminal.js';

interface Options {
  readonly status?: WithdrawalStatus;
  readonly merchant?: string;
  readonly limit: number;
  readonly json?: boolean;
  readonly wide?: boolean;
}

/** The columns that distinguish withdrawals come first, because a narrow terminal leaves out the last ones. */
const COLUMNS = ['withdrawalId', 'status', 'amount', 'address', 'merchant', 'kind', 'chain', 'age'];

export const registerWithdrawalList: Register = (parent, run) => {
  parent
    .command('list')
    .description('list withdrawals, newest first; withdrawal show has every detail of one')
    .addOption(new Option('--status <status>', 'only with this status').choices(WITHDRAWAL_STATUSES))
    .option('--merchant <id>', 'only those of this merchant')
    .option(...LIMIT)
    .option(...WIDE)
    .option('--json', 'print one JSON value')
    .action((options: Options) => run(options, (context) => list(context, options), COLUMNS));
};

async function list({ db, getChains }: CliContext, options: Options): Promise<Result> {
  const { status, merchant, limit } = options;
  const found = await listWithdrawals(db, {
    ...(merchant === undefined ? {} : { merchantId: merchant }),
    filters: status === undefined ? {} : { status: [status] },
    limit,
    onLeftOut: tellTerminal,
  });
  const chains = getChains();
  const views = await viewWithdrawalsForOperators(db, found);
  // An altered withdrawal is left out, as in the API's list. The user here is the operator, so the command names it at
  // once.
  const shown = views.filter(({ withdrawal, merchantName }) => {
    const why = whyWithdrawalNotShown(chains, { ...withdrawal, merchantName });
    if (why !== null) tellTerminal(why);
    return why === null;
  });
  const whole = shown.map((view) => showWithdrawalToOperator(view, chains));
  return options.json === true || options.wide === true
    ? whole
    : whole.map((one) => inOneLine(one, Date.now()));
}

/** Returns the row of a table. The reason for which a withdrawal waits is behind its status. */
function inOneLine(withdrawal: ReturnType<typeof showWithdrawalToOperator>, nowMs: number): object {
  const { withdrawalId, status, waitingCode, amountCrypto, tokenSymbol, address } = withdrawal;
  const { kind, refundRecipient, chainCode, createdAt } = withdrawal;
  return {
    withdrawalId,
    status: waitingCode === null ? status : `${status}: ${waitingCode}`,
    amount: `${amountCrypto} ${tokenSymbol}`,
    address: `${address.slice(0, 6)}…${address.slice(-4)}`,
    merchant: merchantInTable(withdrawal),
    // A refund to another address than the payer's needs a check before it is approved.
    kind: refundRecipient === 'other' ? `${kind} to other` : kind,
    chain: chainCode,
    age: ageInWords(createdAt, nowMs),
  };
}
