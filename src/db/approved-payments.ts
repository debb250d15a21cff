import type { Transaction } from './database.js';
import type { Withdrawal } from './withdrawals.js';

interface ApprovalRow {
  is_same: boolean;
  approvals: number;
  is_automatic: boolean;
}

/**
 * Is a locked withdrawal, as it stands, the payment that was approved, by as many people as it needs or by the policy?
 * What was approved is kept by the database at the approval, who approved in the audit log; neither can be changed.
 *
 * @returns why not, in words for the operator; null when it is.
 */
export async function findApprovalFault(trx: Transaction, withdrawal: Withdrawal): Promise<string | null> {
  const { asset } = withdrawal;
  const { rows } = await trx.raw<{ rows: ApprovalRow[] }>(
    `SELECT (p.merchant_id, p.kind, p.invoice_id, p.chain_code, p.token_symbol, p.amount_atomic, p.address)
              IS NOT DISTINCT FROM
            (:merchantId, :kind, :invoiceId::text, :chainCode, :tokenSymbol, :amount::numeric, :address) AS is_same,
            count(DISTINCT (a.actor_kind, CASE a.actor_kind WHEN 'operator' THEN a.actor_id END))
              FILTER (WHERE a.actor_kind IN ('operator', 'cli'))::int AS approvals,
            coalesce(bool_or(a.actor_kind = 'system'), false) AS is_automatic
       FROM approved_payments p
       LEFT JOIN audit_log a ON a.object_kind = 'withdrawal' AND a.object_id = p.withdrawal_id
        AND a.action = 'withdrawal.approve'
      WHERE p.withdrawal_id = :withdrawalId
      GROUP BY p.withdrawal_id`,
    {
      withdrawalId: withdrawal.withdrawalId,
      merchantId: withdrawal.merchantId,
      kind: withdrawal.kind,
      invoiceId: withdrawal.invoiceId,
      chainCode: asset.chainCode,
      tokenSymbol: asset.tokenSymbol,
      amount: withdrawal.amountAtomic.toString(),
      address: withdrawal.address,
    },
  );
  const [approval] = rows;
  if (approval === undefined) return 'nobody has approved this withdrawal, though its status says so';
  if (!approval.is_same) return 'the withdrawal is not what was approved: it was changed afterwards';
  // A refund is never approved by the policy: an operator looks at each.
  if (approval.is_automatic && withdrawal.kind === 'payout') return null;
  if (approval.approvals >= withdrawal.approvalsRequired) return null;
  return `${approval.approvals} of ${withdrawal.approvalsRequired} approvals are on record, though its status says that it is approved`;
}
