import { z } from 'zod';
import { toChecksumAddress } from '../../../chain/keys/address.js';
import { stateOutcome } from '../../../db/withdrawals/state-outcome.js';
import { viewWithdrawalsForOperators } from '../../../db/withdrawals/withdrawals.js';
import { assert } from '../../../domain/core/errors.js';
import { auditActor, operators } from '../../requests/caller.js';
import { dataOf, dataReply } from '../../requests/reply.js';
import { orderRoute } from '../../requests/route.js';
import { idOf, reason } from '../../requests/schemas.js';
import { operatorWithdrawalSchema, showWithdrawalToOperator } from '../../views/withdrawals.js';

/**
 * POST /admin/v1/withdrawals/{withdrawalId}/settle: an operator states the result of a payout that the chain does not
 * prove. The statement decides about money, like an approval.
 */
export const settleWithdrawalRoute = orderRoute({
  path: '/admin/v1/withdrawals/:withdrawalId/settle',
  summary: 'Say what happened to a payout',
  description:
    'For a withdrawal whose final transaction does not show the exact transfer, or for which a transaction was found on the chain. `paid`: the coins left the hot wallet. `unpaid`: the coins are still there. The withdrawal fails, the merchant reads this reason, and the amount is available again (or held again for a refund). `other`: the found transaction is another payment, so this withdrawal is signed.',
  access: operators('withdrawals:approve'),
  needsConfirmation: true,
  reply: dataOf(operatorWithdrawalSchema),
  errors: ['invalid_state', 'withdrawal_altered'],
  params: z.strictObject({ withdrawalId: idOf('wd') }),
  body: z.strictObject({
    outcome: z.enum(['paid', 'unpaid', 'other']).meta({ examples: ['paid'] }),
    reason,
  }),
  async order(deps, trx, { params: { withdrawalId }, body, caller }) {
    const settled = await stateOutcome(trx, {
      withdrawalId,
      outcome: body.outcome,
      reason: body.reason,
      actor: auditActor(caller),
      nowMs: deps.now(),
      showAddress: toChecksumAddress,
      chains: deps.books,
    });
    const [view] = await viewWithdrawalsForOperators(trx, [settled]);
    assert(view !== undefined, 'a withdrawal has a view');
    return dataReply(showWithdrawalToOperator(view, deps.books));
  },
});
