import { z } from 'zod';
import { toChecksumAddress } from '../../../chain/keys/address.js';
import type { Transaction } from '../../../db/core/database.js';
import { decideWithdrawal, type WithdrawalDecision } from '../../../db/withdrawals/decide-withdrawal.js';
import type { ApprovalSignature } from '../../../db/withdrawals/approval-signatures.js';
import { approveWithSignature } from '../../../db/withdrawals/approve-with-signature.js';
import { viewWithdrawals, viewWithdrawalsForOperators } from '../../../db/withdrawals/withdrawals.js';
import { assert } from '../../../domain/core/errors.js';
import type { AppDeps } from '../../requests/app-deps.js';
import { auditActor, merchants, operators, type OperatorCaller } from '../../requests/caller.js';
import { dataOf, dataReply, type Data, type Shown } from '../../requests/reply.js';
import { orderRoute } from '../../requests/route.js';
import { idOf, reason } from '../../requests/schemas.js';
import {
  operatorWithdrawalSchema,
  showWithdrawal,
  showWithdrawalToOperator,
  withdrawalSchema,
} from '../../views/withdrawals.js';
import { approvalBody, readApprovalSignature } from './approval-signature.js';

const params = z.strictObject({ withdrawalId: idOf('wd') });

async function decideAsOperator(
  deps: AppDeps,
  trx: Transaction,
  order: {
    readonly withdrawalId: string;
    readonly decision: WithdrawalDecision;
    readonly reason: string | null;
    readonly caller: OperatorCaller;
    /** The signature of an approval. Null: the approval has none. */
    readonly given?: ApprovalSignature | null;
  },
): Promise<Data<Shown<typeof operatorWithdrawalSchema>>> {
  const { caller, given = null, ...what } = order;
  const by = {
    actor: auditActor(caller),
    nowMs: deps.now(),
    showAddress: toChecksumAddress,
    chains: deps.books,
  };
  const decided =
    given === null
      ? await decideWithdrawal(trx, { ...what, ...by })
      : await approveWithSignature(trx, { ...what, ...by, given });
  const [view] = await viewWithdrawalsForOperators(trx, [decided]);
  assert(view !== undefined, 'a withdrawal has a view');
  return dataReply(showWithdrawalToOperator(view, deps.books));
}

/** POST /admin/v1/withdrawals/{withdrawalId}/approve */
export const approveWithdrawalRoute = orderRoute({
  path: '/admin/v1/withdrawals/:withdrawalId/approve',
  summary: 'Approve a withdrawal',
  description:
    'If two approvals are needed, the first one does not change the status. A `signature` of the approval message can also be added after the approval, if an earlier signature has expired or the signing worker needs more signatures.',
  access: operators('withdrawals:approve'),
  needsConfirmation: true,
  reply: dataOf(operatorWithdrawalSchema),
  errors: [
    'invalid_state',
    'invalid_address',
    'invalid_signature',
    'unsupported_asset',
    'withdrawal_altered',
  ],
  params,
  body: approvalBody,
  prepare: (deps, { params: { withdrawalId }, body }) => readApprovalSignature(deps, { withdrawalId, body }),
  order: (deps, trx, { params: { withdrawalId }, caller }, given) =>
    decideAsOperator(deps, trx, { withdrawalId, decision: 'approve', reason: null, caller, given }),
});

/** POST /admin/v1/withdrawals/{withdrawalId}/reject */
export const rejectWithdrawalRoute = orderRoute({
  path: '/admin/v1/withdrawals/:withdrawalId/reject',
  summary: 'Reject a withdrawal',
  description: 'Its reservation is released.',
  access: operators('withdrawals:approve'),
  reply: dataOf(operatorWithdrawalSchema),
  errors: ['invalid_state', 'chain_not_read'],
  params,
  body: z.strictObject({ reason }),
  order: (deps, trx, { params: { withdrawalId }, body, caller }) =>
    decideAsOperator(deps, trx, { withdrawalId, decision: 'reject', reason: body.reason, caller }),
});

/** POST /admin/v1/withdrawals/{withdrawalId}/stop */
export const stopWithdrawalRoute = orderRoute({
  path: '/admin/v1/withdrawals/:withdrawalId/stop',
  summary: 'Stop a withdrawal',
  description: 'Only while it is approved and not signed yet. Its reservation is released.',
  access: operators('withdrawals:approve'),
  reply: dataOf(operatorWithdrawalSchema),
  errors: ['invalid_state', 'chain_not_read'],
  params,
  body: z.strictObject({ reason }),
  order: (deps, trx, { params: { withdrawalId }, body, caller }) =>
    decideAsOperator(deps, trx, { withdrawalId, decision: 'stop', reason: body.reason, caller }),
});

/** POST /v1/withdrawals/{withdrawalId}/cancel */
export const cancelWithdrawalRoute = orderRoute({
  path: '/v1/withdrawals/:withdrawalId/cancel',
  summary: 'Cancel a withdrawal',
  description: 'Only while it waits for its approval.',
  access: merchants('withdrawals:write'),
  reply: dataOf(withdrawalSchema),
  errors: ['invalid_state', 'chain_not_read'],
  params,
  async order(deps, trx, { params: { withdrawalId }, caller }) {
    const cancelled = await decideWithdrawal(trx, {
      withdrawalId,
      merchantId: caller.merchantId,
      decision: 'cancel',
      reason: null,
      actor: auditActor(caller),
      nowMs: deps.now(),
      showAddress: toChecksumAddress,
      chains: deps.books,
    });
    const [view] = await viewWithdrawals(trx, [cancelled]);
    assert(view !== undefined, 'a withdrawal has a view');
    return dataReply(showWithdrawal(view, deps.books));
  },
});
