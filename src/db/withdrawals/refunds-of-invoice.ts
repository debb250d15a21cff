import type { Queryable } from '../core/database.js';
import { RELEASING_STATUSES } from '../../domain/withdrawals/withdrawal-state.js';

/** A refund that is paid or may still be paid, and the transfers that were held when it was ordered. */
export interface RefundOfInvoice {
  readonly withdrawalId: string;
  readonly isPaid: boolean;
  readonly transferIds: readonly number[];
}

export async function listRefundsOf(q: Queryable, invoiceId: string): Promise<readonly RefundOfInvoice[]> {
  const { rows } = await q.raw<{
    rows: { withdrawal_id: string; status: string; transfer_ids: number[] }[];
  }>(
    `SELECT w.withdrawal_id, w.status, to_json(o.transfer_ids) AS transfer_ids
       FROM invoice_orders o JOIN withdrawals w USING (withdrawal_id)
      WHERE o.invoice_id = :invoiceId AND o.kind = 'refund' AND w.status <> ALL (:released)
      ORDER BY o.order_id`,
    { invoiceId, released: [...RELEASING_STATUSES] },
  );
  return rows.map((row) => ({
    withdrawalId: row.withdrawal_id,
    isPaid: row.status === 'completed',
    transferIds: row.transfer_ids,
  }));
}
