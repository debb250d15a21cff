import type { Transaction } from '../core/database.js';
import type { Withdrawal } from './withdrawals.js';

interface ApprovalRow {
  withdrawal_id: string;
  kind: Withdrawal['kind'];
  approvals_required: number;
  is_on_record: boolean;
  is_same: boolean;
  approvals: number;
  is_automatic: boolean;
}

/**
 * Checks that locked withdrawals are exactly the payments that were approved, by enough people or by the policy. The
 * database keeps the approved payment, and the audit log keeps who approved; neither can be changed.
 *
 * @returns the withdrawals that fail the check, by id, with the reason in words for the operator.
 */
export async function findApprovalFaults(
  trx: Transaction,
  withdrawalIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await trx.raw<{ rows: ApprovalRow[] }>(
    `SELECT w.withdrawal_id, w.kind, w.approvals_required, p.withdrawal_id IS NOT NULL AS is_on_record,
            (p.merchant_id, p.kind, p.invoice_id, p.chain_code, p.token_symbol, p.amount_atomic, p.address)
              IS NOT DISTINCT FROM
            (w.merchant_id, w.kind, w.invoice_id, w.chain_code, w.token_symbol, w.amount_atomic, w.address) AS is_same,
            -- The command line may be the only approver, and never one of two.
            count(DISTINCT (a.actor_kind, CASE a.actor_kind WHEN 'operator' THEN a.actor_id END))
              FILTER (WHERE a.actor_kind = 'operator' OR (a.actor_kind = 'cli' AND w.approvals_required <= 1))::int AS approvals,
            coalesce(bool_or(a.actor_kind = 'system'), false) AS is_automatic
       FROM withdrawals w
       LEFT JOIN approved_payments p ON p.withdrawal_id = w.withdrawal_id
       LEFT JOIN audit_log a ON a.object_kind = 'withdrawal' AND a.object_id = w.withdrawal_id
        AND a.action = 'withdrawal.approve'
      WHERE w.withdrawal_id = ANY (?)
      GROUP BY w.withdrawal_id, p.withdrawal_id`,
    [[...withdrawalIds]],
  );
  const faults = rows.map((row) => [row.withdrawal_id, faultOf(row)] as const);
  return new Map(faults.filter((entry): entry is readonly [string, string] => entry[1] !== null));
}

function faultOf(row: ApprovalRow): string | null {
  if (!row.is_on_record) return 'nobody has approved this withdrawal, though its status says so';
  if (!row.is_same) return 'the withdrawal is not what was approved: it was changed afterwards';
  // The policy never approves a refund: an operator looks at each.
  if (row.is_automatic && row.kind === 'payout') return null;
  if (row.approvals >= row.approvals_required) return null;
  return `${row.approvals} of ${row.approvals_required} approvals are on record, though its status says that it is approved`;
}
