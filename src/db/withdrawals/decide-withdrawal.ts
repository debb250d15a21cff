import { QuittanceError } from '../../domain/core/errors.js';
import { approvalsRequired } from '../../domain/withdrawals/withdrawal-policy.js';
import { appendAudit, type AuditActor } from '../audit/audit-log.js';
import { assertNotPaid } from './assert-not-paid.js';
import type { Transaction } from '../core/database.js';
import { lockMerchantShared } from '../merchants/merchants.js';
import { enqueue } from '../outbox/outbox.js';
import { isOwnAddress } from '../wallets/own-addresses.js';
import type { ShowAddress } from '../core/show-address.js';
import { moveWithdrawal } from './move-withdrawal.js';
import { addApproval } from './withdrawal-approvals.js';
import { getWithdrawalLimits } from '../merchants/withdrawal-limits.js';
import { lockWithdrawal, type Withdrawal } from './withdrawals.js';

/** Orders that people give about a withdrawal, the status that each makes, and the one it has to have before. */
const DECISIONS = {
  approve: { to: 'approved', from: 'pending_approval' },
  reject: { to: 'rejected', from: 'pending_approval' },
  cancel: { to: 'cancelled', from: 'pending_approval' },
  stop: { to: 'stopped', from: 'approved' },
} as const;
export type WithdrawalDecision = keyof typeof DECISIONS;

export interface WithdrawalOrder {
  readonly withdrawalId: string;
  /** With it, only that merchant's withdrawal is found. */
  readonly merchantId?: string;
  readonly decision: WithdrawalDecision;
  readonly reason: string | null;
  readonly actor: AuditActor;
  readonly nowMs: number;
  readonly showAddress: ShowAddress;
}

/**
 * Decides an order: lock, state, audit row, outbox row, in the caller's transaction. The workflow is only woken by it
 * and reads here what was decided. The first of two approvals leaves the status as it is.
 *
 * @throws QuittanceError `not_found`, `invalid_state`, `invalid_address`; `chain_not_read` when it may have been paid
 *   before a restore, and nobody knows.
 */
export async function decideWithdrawal(trx: Transaction, order: WithdrawalOrder): Promise<Withdrawal> {
  const { withdrawalId, decision, actor } = order;
  const withdrawal = await lockWithdrawal(trx, withdrawalId);
  if (
    withdrawal === undefined ||
    (order.merchantId !== undefined && withdrawal.merchantId !== order.merchantId)
  ) {
    throw new QuittanceError('not_found', `There is no withdrawal ${withdrawalId}.`);
  }
  await assertOpenTo(trx, withdrawal, decision);
  if (decision !== 'approve') {
    const { to } = DECISIONS[decision];
    await assertNotPaid(trx, withdrawal, { to, nowMs: order.nowMs });
  }
  const given = decision === 'approve' ? await approve(trx, withdrawal, order) : null;
  const moved =
    given === null || given.approvals >= given.required
      ? await moveWithdrawal(trx, withdrawal, { ...order, to: DECISIONS[decision].to })
      : { ...withdrawal, approvalsRequired: given.required };
  await appendAudit(trx, {
    actor,
    action: `withdrawal.${decision}`,
    objectKind: 'withdrawal',
    objectId: withdrawalId,
    reason: order.reason,
    before: { status: withdrawal.status },
    after: { status: moved.status, ...given },
  });
  await enqueue(trx, [{ kind: 'withdrawal', targetId: withdrawalId }]);
  return moved;
}

/** Signing takes the withdrawal's lock too: whoever comes second sees what the first did. */
async function assertOpenTo(
  trx: Transaction,
  withdrawal: Withdrawal,
  decision: WithdrawalDecision,
): Promise<void> {
  const { to, from } = DECISIONS[decision];
  if (withdrawal.status !== from) {
    throw new QuittanceError(
      'invalid_state',
      `The withdrawal is ${withdrawal.status}; only one that is ${from} can be ${to}.`,
    );
  }
  if (decision !== 'stop') return;
  const signed = await trx('sent_transactions')
    .where({ withdrawal_id: withdrawal.withdrawalId })
    .first<{ nonce: number } | undefined>('nonce');
  if (signed === undefined) return;
  throw new QuittanceError(
    'invalid_state',
    'The withdrawal is approved and signed by now; its transaction may be on its way, and nothing can stop it.',
  );
}

/** Writes the approval down. What the limits ask for now counts beside what they asked for at the request. */
async function approve(
  trx: Transaction,
  withdrawal: Withdrawal,
  order: WithdrawalOrder,
): Promise<{ approvals: number; required: number }> {
  const { withdrawalId, merchantId, address, amountAtomic } = withdrawal;
  const merchant = await lockMerchantShared(trx, merchantId);
  if (merchant.status === 'suspended') {
    throw new QuittanceError(
      'invalid_state',
      `The withdrawal's merchant ${merchantId} is suspended; resume it first, or reject the withdrawal.`,
    );
  }
  if (await isOwnAddress(trx, address)) {
    throw new QuittanceError(
      'invalid_address',
      `${order.showAddress(address)} has become a deposit address or wallet of this service; reject the withdrawal.`,
    );
  }
  const limits = await getWithdrawalLimits(trx, withdrawal);
  const required = Math.max(withdrawal.approvalsRequired, approvalsRequired(limits, amountAtomic));
  const approvals = await addApproval(trx, order);
  await trx('withdrawals').where({ withdrawal_id: withdrawalId }).update({ approvals_required: required });
  return { approvals, required };
}
