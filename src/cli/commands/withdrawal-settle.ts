import { Option } from 'commander';
import { toChecksumAddress } from '../../chain/keys/address.js';
import { transaction } from '../../db/core/database.js';
import { stateOutcome } from '../../db/withdrawals/state-outcome.js';
import { viewWithdrawalsForOperators } from '../../db/withdrawals/withdrawals.js';
import { showWithdrawalToOperator } from '../../http/views/withdrawals.js';
import type { Register } from '../command.js';

const OUTCOMES = ['paid', 'unpaid', 'other'] as const;

export const registerWithdrawalSettle: Register = (parent, run) => {
  parent
    .command('settle')
    .description(
      'state the result of a payout that the chain does not prove: its transaction lacks the exact transfer, or another transaction was found',
    )
    .argument('<withdrawalId>')
    .addOption(
      new Option(
        '--as <outcome>',
        'paid: the coins left the hot wallet; unpaid: they are still there; other: the found transaction is another payment, so this one is signed',
      )
        .choices(OUTCOMES)
        .makeOptionMandatory(),
    )
    .requiredOption('--reason <reason>', 'what you found out; if it is unpaid, the merchant reads it')
    .option('--json', 'print one JSON value')
    .action(
      (withdrawalId: string, options: { as: (typeof OUTCOMES)[number]; reason: string; json?: boolean }) =>
        run(options, async ({ db, actor, getChains, dispatchOutbox }) => {
          const { as: outcome, reason } = options;
          const chains = getChains();
          const result = await transaction(db, async (trx) => {
            const settled = await stateOutcome(trx, {
              withdrawalId,
              outcome,
              reason,
              actor,
              nowMs: Date.now(),
              showAddress: toChecksumAddress,
              chains,
            });
            const [view] = await viewWithdrawalsForOperators(trx, [settled]);
            return view === undefined ? {} : showWithdrawalToOperator(view, chains);
          });
          await dispatchOutbox();
          return result;
        }),
    );
};
