import { assertNever, QuittanceError } from '../../domain/core/errors.js';
import type { AuditActor } from '../audit/audit-log.js';
import type { Queryable, Transaction } from '../core/database.js';

export interface WithdrawalApproval {
  readonly withdrawalId: string;
  /** Null: approved at the command line. */
  readonly operatorId: string | null;
  readonly approvedAtMs: number;
}

interface ApprovalRow {
  withdrawal_id: string;
  operator_id: string | null;
  approved_at: Date;
}

/** Lists approvals in the order in which they were given. */
export async function listApprovals(
  q: Queryable,
  withdrawalIds: readonly string[],
): Promise<WithdrawalApproval[]> {
  const rows = await q('withdrawal_approvals')
    .whereIn('withdrawal_id', [...withdrawalIds])
    .orderBy(['approved_at', 'operator_id'])
    .select<ApprovalRow[]>('*');
  return rows.map((row) => ({
    withdrawalId: row.withdrawal_id,
    operatorId: row.operator_id,
    approvedAtMs: row.approved_at.getTime(),
  }));
}

/**
 * Lists the withdrawals that can still be rejected or stopped, and for which an operator has given an approval or a
 * signature. A signature made with a present or former address of the operator counts too.
 */
export async function listOpenApprovedBy(q: Queryable, operatorId: string): Promise<readonly string[]> {
  const { rows } = await q.raw<{ rows: { withdrawal_id: string }[] }>(
    `SELECT withdrawal_id FROM withdrawals w
      WHERE status IN ('pending_approval', 'approved')
        AND (EXISTS (SELECT 1 FROM withdrawal_approvals a
                      WHERE a.withdrawal_id = w.withdrawal_id AND a.operator_id = :operatorId)
          OR EXISTS (SELECT 1 FROM approval_signatures s
                      WHERE s.withdrawal_id = w.withdrawal_id
                        AND (s.operator_id = :operatorId OR s.approver IN
                             (SELECT address FROM approver_addresses WHERE operator_id = :operatorId))))
      ORDER BY withdrawal_id`,
    { operatorId },
  );
  return rows.map((row) => row.withdrawal_id);
}

/**
 * Says whether an approver is one of those that are needed. At the command line (null) nobody proves their identity. So
 * it may be the only approver, and never one of two: the other one may be the same person.
 */
function isCounted(operatorId: string | null, required: number): boolean {
  return operatorId !== null || required <= 1;
}

export function countsAsApprover(actor: AuditActor, required: number): boolean {
  return isCounted(approverOf(actor), required);
}

/** Counts the approvals that are among those that are needed. */
export function countApprovals(approvals: readonly WithdrawalApproval[], required: number): number {
  return approvals.filter(({ operatorId }) => isCounted(operatorId, required)).length;
}

/** Returns who approves. An operator is one person, whatever key or session they use. Null: the command line. */
function approverOf(actor: AuditActor): string | null {
  switch (actor.kind) {
    case 'operator':
      return actor.id;
    case 'cli':
      return null;
    case 'merchant':
    case 'system':
      throw new Error(`A ${actor.kind} can't approve a withdrawal`);
    default:
      return assertNever(actor.kind);
  }
}

/** Tells whether this approver has approved the withdrawal. */
export async function hasApproved(
  q: Queryable,
  { withdrawalId, actor }: { withdrawalId: string; actor: AuditActor },
): Promise<boolean> {
  const approver = approverOf(actor);
  return (await listApprovals(q, [withdrawalId])).some(({ operatorId }) => operatorId === approver);
}

/**
 * Stores an approval, once for each approver.
 *
 * @returns the approvals that there are now.
 * @throws QuittanceError `invalid_state` when the approver has approved before.
 */
export async function addApproval(
  trx: Transaction,
  { withdrawalId, actor, nowMs }: { withdrawalId: string; actor: AuditActor; nowMs: number },
): Promise<readonly WithdrawalApproval[]> {
  const approver = approverOf(actor);
  const written = await trx('withdrawal_approvals')
    .insert({ withdrawal_id: withdrawalId, operator_id: approver, approved_at: new Date(nowMs) })
    .onConflict()
    .ignore()
    .returning('withdrawal_id');
  if (written.length === 0)
    throw new QuittanceError(
      'invalid_state',
      'You have approved already; another operator has to approve this withdrawal too.',
    );
  return listApprovals(trx, [withdrawalId]);
}
