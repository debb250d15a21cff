import type { Queryable } from '../core/database.js';
import type { OutboxTarget } from './outbox.js';

/** Returns those of the invoices, withdrawals and deliveries that have not ended. Other kinds are left out. */
export async function listOpen(
  q: Queryable,
  targets: readonly OutboxTarget[],
): Promise<readonly OutboxTarget[]> {
  const idsOf = (kind: OutboxTarget['kind']): string[] =>
    targets.flatMap((target) => (target.kind === kind ? [target.targetId] : []));
  const { rows } = await q.raw<{ rows: { kind: OutboxTarget['kind']; target_id: string }[] }>(
    `SELECT 'invoice' AS kind, invoice_id AS target_id FROM invoices
      WHERE invoice_id = ANY (:invoiceIds) AND status IN ('pending', 'underpaid', 'paid')
     UNION ALL
     SELECT 'withdrawal', withdrawal_id FROM withdrawals
      WHERE withdrawal_id = ANY (:withdrawalIds) AND status IN ('pending_approval', 'approved', 'broadcast')
     UNION ALL
     SELECT 'delivery', delivery_id FROM deliveries
      WHERE delivery_id = ANY (:deliveryIds) AND status = 'pending'`,
    {
      invoiceIds: idsOf('invoice'),
      withdrawalIds: idsOf('withdrawal'),
      deliveryIds: idsOf('delivery'),
    },
  );
  return rows.map((row) => ({ kind: row.kind, targetId: row.target_id }));
}
