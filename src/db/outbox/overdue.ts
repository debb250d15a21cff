import type { Queryable } from '../core/database.js';

/** A query for at most `limit` rows that were due at `before` and were not checked since. Times in epoch ms. */
export interface OverdueQuery {
  readonly nowMs: number;
  readonly before: number;
  readonly limit: number;
}

/** The listed chains: rows of other chains can't be processed. */
interface OnChains {
  readonly chainCodes: readonly string[];
}

const bindings = ({ chainCodes, nowMs, before, limit }: OverdueQuery & OnChains) => ({
  chainCodes: [...chainCodes],
  now: new Date(nowMs),
  before: new Date(before),
  limit,
});

/** A pending delivery whose next attempt should have been made. */
export interface OverdueDelivery {
  readonly deliveryId: string;
  /** True when the outbox has still to start its workflow: it waits behind other rows and is not lost. */
  readonly isStillInOutbox: boolean;
}

/** Lists overdue deliveries, the longest overdue first. */
export async function listOverdueDeliveries(
  q: Queryable,
  { before, limit }: Omit<OverdueQuery, 'nowMs'>,
): Promise<OverdueDelivery[]> {
  const { rows } = await q.raw<{ rows: { delivery_id: string; is_still_in_outbox: boolean }[] }>(
    `SELECT delivery_id, delivery_id IN (SELECT target_id FROM outbox WHERE kind = 'delivery') AS is_still_in_outbox
       FROM deliveries
      WHERE status = 'pending' AND greatest(coalesce(next_attempt_at, created_at), workflow_checked_at) <= :before
      ORDER BY greatest(coalesce(next_attempt_at, created_at), workflow_checked_at) LIMIT :limit`,
    { before: new Date(before), limit },
  );
  return rows.map((row) => ({ deliveryId: row.delivery_id, isStillInOutbox: row.is_still_in_outbox }));
}

/** Notes that these deliveries have a workflow, or will have one. */
export async function noteDeliveriesChecked(
  q: Queryable,
  { deliveryIds, nowMs }: { readonly deliveryIds: readonly string[]; readonly nowMs: number },
): Promise<void> {
  await q('deliveries')
    .whereIn('delivery_id', [...deliveryIds])
    .where({ status: 'pending' })
    .update({ workflow_checked_at: new Date(nowMs) });
}

/**
 * Wakes the workflows of invoices on these chains that are still open past their end, and notes the check.
 *
 * @returns how many.
 */
export async function tellOverdueInvoices(q: Queryable, query: OverdueQuery & OnChains): Promise<number> {
  const { rowCount } = await q.raw<{ rowCount: number }>(
    `WITH due AS MATERIALIZED (
       SELECT invoice_id FROM invoices
        WHERE status IN ('pending', 'underpaid', 'paid') AND greatest(expires_at, workflow_checked_at) <= :before
          AND chain_code = ANY (:chainCodes)
        ORDER BY greatest(expires_at, workflow_checked_at)
        LIMIT :limit FOR NO KEY UPDATE SKIP LOCKED),
     noted AS (
       UPDATE invoices SET workflow_checked_at = :now FROM due WHERE invoices.invoice_id = due.invoice_id
       RETURNING invoices.invoice_id)
     INSERT INTO outbox (kind, target_id) SELECT 'invoice', invoice_id FROM noted`,
    bindings(query),
  );
  return rowCount;
}

/**
 * Wakes the workflows of overdue withdrawals on these chains, and notes the check. Those are withdrawals that are to be
 * paid, and ended ones with a signed transaction that may still be mined or has to be cancelled. A withdrawal that
 * waits for its approval is left out: the approval wakes it.
 *
 * @returns how many.
 */
export async function tellOverdueWithdrawals(q: Queryable, query: OverdueQuery & OnChains): Promise<number> {
  const { rowCount } = await q.raw<{ rowCount: number }>(
    `WITH open AS MATERIALIZED (
       SELECT withdrawal_id FROM withdrawals
        WHERE (status IN ('approved', 'broadcast') OR waiting_reason IS NOT NULL)
          AND greatest(coalesce(approved_at, created_at), workflow_checked_at) <= :before
          AND chain_code = ANY (:chainCodes)
        ORDER BY greatest(coalesce(approved_at, created_at), workflow_checked_at)
        LIMIT :limit FOR NO KEY UPDATE SKIP LOCKED),
     ended AS MATERIALIZED (
       SELECT w.withdrawal_id FROM sent_transactions s JOIN withdrawals w USING (withdrawal_id)
        WHERE s.block_hash IS NULL AND s.superseded_by IS NULL AND s.foreign_hash IS NULL AND s.purpose = 'payment'
          AND w.status IN ('completed', 'failed')
          AND greatest(coalesce(w.approved_at, w.created_at), w.workflow_checked_at) <= :before
          AND w.chain_code = ANY (:chainCodes)
        LIMIT :limit FOR NO KEY UPDATE OF w SKIP LOCKED),
     noted AS (
       UPDATE withdrawals SET workflow_checked_at = :now
        WHERE withdrawal_id IN (SELECT withdrawal_id FROM open UNION SELECT withdrawal_id FROM ended)
       RETURNING withdrawal_id)
     INSERT INTO outbox (kind, target_id) SELECT 'withdrawal', withdrawal_id FROM noted`,
    bindings(query),
  );
  return rowCount;
}
