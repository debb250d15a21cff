import { QuittanceError } from '../../domain/core/errors.js';
import { appendAudit } from '../audit/audit-log.js';
import type { Transaction } from '../core/database.js';
import { enqueue } from '../outbox/outbox.js';
import { addApprovalSignature, type ApprovalSignature } from './approval-signatures.js';
import { approvalsRequiredNow, decideWithdrawal, type WithdrawalOrder } from './decide-withdrawal.js';
import { countsAsApprover, hasApproved } from './withdrawal-approvals.js';
import { lockWithdrawal, recheckSoon, type Withdrawal } from './withdrawals.js';

/** The statuses in which a signature can still be of use: a `broadcast` withdrawal may have to be signed anew. */
const TAKES_SIGNATURES: readonly string[] = ['pending_approval', 'approved', 'broadcast'];

/** What a withdrawal waits for whose signatures are too few, or wrong. */
const ABOUT_SIGNATURES: readonly (string | null)[] = ['unsigned', 'wrong_signature'];

/**
 * Approves a withdrawal with a signature, in the caller's transaction. Where the caller has approved before, where enough
 * people have, or where the caller does not count as one of them, only the signature is added. It can be of use: an earlier
 * one may have expired, or the signing worker may want more. The signing worker alone decides what a signature is worth.
 *
 * @throws QuittanceError as `decideWithdrawal`.
 */
export async function approveWithSignature(
  trx: Transaction,
  { given, ...order }: Omit<WithdrawalOrder, 'decision'> & { readonly given: ApprovalSignature },
): Promise<Withdrawal> {
  const { withdrawalId, actor, nowMs } = order;
  const withdrawal = await lockWithdrawal(trx, withdrawalId);
  if (withdrawal === undefined)
    throw new QuittanceError('not_found', `There is no withdrawal ${withdrawalId}.`);
  const { status } = withdrawal;
  if (!TAKES_SIGNATURES.includes(status))
    throw new QuittanceError('invalid_state', `The withdrawal is ${status}; it can't be approved any more.`);
  await addApprovalSignature(trx, { withdrawalId, given, actor, nowMs });
  await appendAudit(trx, {
    actor,
    action: 'withdrawal.sign',
    objectKind: 'withdrawal',
    objectId: withdrawalId,
    after: { approver: given.approver, validUntil: given.validUntil },
  });
  const isCounted = countsAsApprover(actor, await approvalsRequiredNow(trx, withdrawal));
  if (status === 'pending_approval' && isCounted && !(await hasApproved(trx, { withdrawalId, actor })))
    return decideWithdrawal(trx, { ...order, decision: 'approve' });
  await recheckSoon(trx, withdrawalId);
  await enqueue(trx, [{ kind: 'withdrawal', targetId: withdrawalId }]);
  // What the signing worker has said of the signatures was said before this one.
  const isAboutSignatures = ABOUT_SIGNATURES.includes(withdrawal.waitingCode);
  return isAboutSignatures ? { ...withdrawal, waitingReason: null, waitingCode: null } : withdrawal;
}
