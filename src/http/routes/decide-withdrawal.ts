import { z } from 'zod';
import { toChecksumAddress } from '../../chain/address.js';
import type { Transaction } from '../../db/database.js';
import { decideWithdrawal } from '../../db/withdrawal-orders.js';
import { viewWithdrawals, type WithdrawalView } from '../../db/withdrawals.js';
import { assert } from '../../domain/errors.js';
import type { AppDeps } from '../app-deps.js';
import { auditActor, merchants, operators } from '../caller.js';
import { dataReply } from '../reply.js';
import { orderRoute } from '../route.js';
import { idOf, line } from '../schemas.js';
import { showWithdrawal, showWithdrawalToOperator } from '../views/withdrawals.js';

const params = z.strictObject({ withdrawalId: idOf('wd') });

type Order = Omit<Parameters<typeof decideWithdrawal>[1], 'nowMs' | 'showAddress'>;

async function decide(deps: AppDeps, trx: Transaction, order: Order): Promise<WithdrawalView> {
  const decided = await decideWithdrawal(trx, {
    ...order,
    nowMs: deps.now(),
    showAddress: toChecksumAddress,
  });
  const [view] = await viewWithdrawals(trx, [decided]);
  assert(view !== undefined, 'a withdrawal has a view');
  return view;
}

/** POST /admin/v1/withdrawals/{withdrawalId}/approve */
export const approveWithdrawalRoute = orderRoute({
  path: '/admin/v1/withdrawals/:withdrawalId/approve',
  access: operators('withdrawals:approve'),
  params,
  async order(deps, trx, { params: { withdrawalId }, caller }) {
    const actor = auditActor(caller);
    const view = await decide(deps, trx, { withdrawalId, decision: 'approve', reason: null, actor });
    return dataReply(showWithdrawalToOperator(view));
  },
});

/** POST /admin/v1/withdrawals/{withdrawalId}/reject */
export const rejectWithdrawalRoute = orderRoute({
  path: '/admin/v1/withdrawals/:withdrawalId/reject',
  access: operators('withdrawals:approve'),
  params,
  body: z.strictObject({ reason: line({ max: 500 }) }),
  async order(deps, trx, { params: { withdrawalId }, body: { reason }, caller }) {
    const actor = auditActor(caller);
    const view = await decide(deps, trx, { withdrawalId, decision: 'reject', reason, actor });
    return dataReply(showWithdrawalToOperator(view));
  },
});

/** POST /v1/withdrawals/{withdrawalId}/cancel */
export const cancelWithdrawalRoute = orderRoute({
  path: '/v1/withdrawals/:withdrawalId/cancel',
  access: merchants('withdrawals:write'),
  params,
  async order(deps, trx, { params: { withdrawalId }, caller }) {
    const { merchantId } = caller;
    const actor = auditActor(caller);
    const view = await decide(deps, trx, {
      withdrawalId,
      merchantId,
      decision: 'cancel',
      reason: null,
      actor,
    });
    return dataReply(showWithdrawal(view));
  },
});
