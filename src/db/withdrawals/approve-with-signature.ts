import { QuittanceError } from '../../domain/core/errors.js';
import { appendAudit } from '../audit/audit-log.js';
import type { Transaction } from '../core/database.js';
import { enqueue } from '../outbox/outbox.js';
import { addApprovalSignature, type ApprovalSignature } from './approval-signatures.js';
import { approvalsRequiredNow, decideWithdrawal, type WithdrawalOrder } from './decide-withdrawal.js';
import { countsAsApprover, hasApproved } from './withdrawal-approvals.js';
import { lockWithdrawal, recheckSoon, type Withdrawal } from './withdrawals.js';

/** The statuses in which a signature can still be useful: a `broadcast` withdrawal may have to be signed anew. */
const TAKES_SIGNATURES: readonly string[] = ['pending_approval', 'approved', 'broadcast'];

/** The waiting codes of a withdrawal with too few or wrong signatures. */
const ABOUT_SIGNATURES: readonly (string | null)[] = ['unsigned', 'wrong_signature'];

/**
 * Approves a withdrawal with a signature, in the caller's transaction. Only the signature is added when the caller has
 * approved before, when enough people have approved, or when the caller does not count as one of them. It can still be
 * useful: an earlier signature may have expired, or the signing worker may want more. Only the signing worker decides
 * whether a signature counts.
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
  // The signing worker's reason about the signatures is older than this signature.
  const isAboutSignatures = ABOUT_SIGNATURES.includes(withdrawal.waitingCode);
  return isAboutSignatures ? { ...withdrawal, waitingReason: null, waitingCode: null } : withdrawal;
}
