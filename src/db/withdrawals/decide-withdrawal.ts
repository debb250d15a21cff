import type { Chain } from '../../domain/core/asset.js';
import { QuittanceError } from '../../domain/core/errors.js';
import type { RefundRecipient } from '../../domain/withdrawals/refund-recipient.js';
import { approvalsRequired } from '../../domain/withdrawals/required-approvals.js';
import { appendAudit, type AuditActor } from '../audit/audit-log.js';
import { assertNotPaid } from './assert-not-paid.js';
import type { Queryable, Transaction } from '../core/database.js';
import { lockMerchantShared } from '../merchants/merchants.js';
import { enqueue } from '../outbox/outbox.js';
import { isOwnAddress } from '../wallets/own-addresses.js';
import type { ShowAddress } from '../core/show-address.js';
import { moveWithdrawal } from './move-withdrawal.js';
import { findRefundRecipients } from './refund-recipients.js';
import { addApproval, countApprovals, countsAsApprover } from './withdrawal-approvals.js';
import { getWithdrawalLimits } from '../merchants/withdrawal-limits.js';
import { lockWithdrawal, type Withdrawal } from './withdrawals.js';

/** The orders that people give about a withdrawal, with the status before and the status after. */
const DECISIONS = {
  approve: { to: 'approved', from: 'pending_approval' },
  reject: { to: 'rejected', from: 'pending_approval' },
  cancel: { to: 'cancelled', from: 'pending_approval' },
  stop: { to: 'stopped', from: 'approved' },
} as const;
export type WithdrawalDecision = keyof typeof DECISIONS;

export interface WithdrawalOrder {
  readonly withdrawalId: string;
  /** If given, only a withdrawal of that merchant is found. */
  readonly merchantId?: string;
  readonly decision: WithdrawalDecision;
  readonly reason: string | null;
  readonly actor: AuditActor;
  readonly nowMs: number;
  readonly showAddress: ShowAddress;
  /** See `WithdrawalMove`. */
  readonly chains?: ReadonlyMap<string, Chain>;
}

/**
 * Carries out an order about a withdrawal in the caller's transaction: it locks the withdrawal, changes its status, and
 * adds an audit row and an outbox row. The workflow is only woken and reads the decision from the database. The first
 * of two approvals leaves the status unchanged.
 *
 * @throws QuittanceError `not_found`, `invalid_state`, `invalid_address`; `chain_not_read` when it is not known whether
 *   the withdrawal was paid before a restore.
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

/** Checks that the order is allowed now. Signing takes the withdrawal's lock too, so the second one sees the first. */
async function assertOpenTo(
  trx: Transaction,
  withdrawal: Withdrawal,
  decision: WithdrawalDecision,
): Promise<void> {
  const { to, from } = DECISIONS[decision];
  if (withdrawal.status !== from) {
    throw new QuittanceError(
      'invalid_state',
      `The withdrawal is ${withdrawal.status}; only a withdrawal that is ${from} can be ${to}.`,
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

/** Returns how many approvals a withdrawal needs: as at the request, or as the limits ask for now if that is more. */
export async function approvalsRequiredNow(
  q: Queryable,
  withdrawal: Pick<Withdrawal, 'approvalsRequired' | 'amountAtomic' | 'merchantId' | 'asset'>,
): Promise<number> {
  const limits = await getWithdrawalLimits(q, withdrawal);
  return Math.max(withdrawal.approvalsRequired, approvalsRequired(limits, withdrawal.amountAtomic));
}

/**
 * Stores an approval. It needs as many as the limits asked for at the request, or ask for now if that is more. The audit
 * log keeps what the operator was shown of a refund's recipient.
 */
async function approve(
  trx: Transaction,
  withdrawal: Withdrawal,
  order: WithdrawalOrder,
): Promise<{ approvals: number; required: number; refundRecipient?: RefundRecipient }> {
  const { withdrawalId, merchantId, address } = withdrawal;
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
  const required = await approvalsRequiredNow(trx, withdrawal);
  if (!countsAsApprover(order.actor, required))
    throw new QuittanceError(
      'invalid_state',
      `The withdrawal needs ${required} approvals by different operators. The command line does not say which one it is, so it gives none of them.`,
    );
  const approvals = countApprovals(await addApproval(trx, order), required);
  await trx('withdrawals').where({ withdrawal_id: withdrawalId }).update({ approvals_required: required });
  const refundRecipient = (await findRefundRecipients(trx, [withdrawalId])).get(withdrawalId);
  return { approvals, required, ...(refundRecipient === undefined ? {} : { refundRecipient }) };
}
