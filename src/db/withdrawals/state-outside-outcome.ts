import { QuittanceError } from '../../domain/core/errors.js';
import { findPaidBy, waitsForRecord } from '../../domain/wallets/outside-payment.js';
import { OPEN_STATUSES } from '../../domain/withdrawals/withdrawal-state.js';
import { appendAudit, type AuditActor } from '../audit/audit-log.js';
import type { Transaction } from '../core/database.js';
import { enqueue } from '../outbox/outbox.js';
import { judgeOutsidePayment, listOutsidePayments } from '../wallets/outside-payments.js';
import type { Withdrawal } from './withdrawals.js';

/**
 * Stores what an operator says about an outside payment that may have paid a locked withdrawal without a signature.
 * `paid`: the signing worker puts the payment on record once it is finalized, and signs nothing. `other`: it is another
 * payment, and the withdrawal is signed. A withdrawal that waits for its approval can get `other` too, so that it can
 * be rejected.
 *
 * @throws QuittanceError `invalid_state`.
 */
export async function stateOutsideOutcome(
  trx: Transaction,
  {
    withdrawal,
    outcome,
    reason,
    actor,
    nowMs,
  }: {
    withdrawal: Withdrawal;
    outcome: 'paid' | 'other';
    reason: string;
    actor: AuditActor;
    nowMs: number;
  },
): Promise<void> {
  const { withdrawalId, status } = withdrawal;
  const found = findPaidBy(withdrawal, await listOutsidePayments(trx, [withdrawalId]));
  if (found !== null && status === 'pending_approval' && outcome === 'paid') {
    throw new QuittanceError(
      'invalid_state',
      `The withdrawal waits for its approval; approve it first, then say that ${found.payment.txHash} has paid it.`,
    );
  }
  if (found === null || !OPEN_STATUSES.includes(status)) {
    throw new QuittanceError(
      'invalid_state',
      `The withdrawal is ${status}, and no transaction found on the chain can be its payment: there is nothing to settle.`,
    );
  }
  const { payment } = found;
  const isJudged = await judgeOutsidePayment(trx, { payment, withdrawalId, pays: outcome === 'paid' });
  if (!isJudged)
    throw new QuittanceError('invalid_state', `${payment.txHash} pays another withdrawal by now.`);
  const waiting =
    outcome === 'paid'
      ? { waiting_reason: waitsForRecord(payment) }
      : // Without the code, another payment that looks like it is reported as new.
        { waiting_reason: `an operator says that ${payment.txHash} is another payment`, waiting_code: null };
  await trx('withdrawals')
    .where({ withdrawal_id: withdrawalId })
    .whereNot({ status: 'pending_approval' })
    .update({ ...waiting, wait_until: new Date(nowMs) });
  await appendAudit(trx, {
    actor,
    action: `withdrawal.settle_${outcome}`,
    reason,
    objectKind: 'withdrawal',
    objectId: withdrawalId,
    before: { status, txHash: null },
    after: { status, outcome, txHash: payment.txHash, blockNumber: payment.blockNumber },
  });
  await enqueue(trx, [{ kind: 'withdrawal', targetId: withdrawalId }]);
}
