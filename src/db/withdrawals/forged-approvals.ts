import type { Transaction } from '../core/database.js';

interface TraceRow {
  withdrawal_id: string;
  was_made_approved: boolean;
  was_ended: boolean;
  is_reserved: boolean;
  is_own_address: boolean;
}

/**
 * Finds, among locked withdrawals that are approved by their rows, those that no order can have approved, or that must
 * not be paid any more. Somebody who alters a row changes neither the audit log nor the ledger. The ledger must have
 * reserved exactly what the row pays: this amount of this asset, of this merchant. A withdrawal whose address has
 * become ours since its approval is included until it is signed: it can be stopped.
 *
 * @returns the reasons by withdrawal id, in words for the operator.
 */
export async function findForgedApprovals(
  trx: Transaction,
  withdrawalIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await trx.raw<{ rows: TraceRow[] }>(
    `SELECT w.withdrawal_id,
            coalesce(bool_or(a.action = 'withdrawal.approve' AND a.after ->> 'status' = 'approved'), false)
              AS was_made_approved,
            coalesce(bool_or(a.action IN ('withdrawal.reject', 'withdrawal.cancel', 'withdrawal.stop')), false)
              AS was_ended,
            (w.kind = 'refund' OR EXISTS (
                SELECT 1 FROM ledger_entries e
                  JOIN ledger_postings p USING (entry_id) JOIN ledger_accounts l USING (account_id)
                 WHERE e.cause = 'withdrawal/' || w.withdrawal_id || '/reserve' AND l.kind = 'reserved'
                   AND (l.merchant_id, l.chain_code, l.token_symbol, -p.amount)
                     = (w.merchant_id, w.chain_code, w.token_symbol, w.amount_atomic)))
              AND NOT EXISTS (SELECT 1 FROM ledger_entries WHERE cause = 'withdrawal/' || w.withdrawal_id || '/release')
              AS is_reserved,
            NOT EXISTS (SELECT 1 FROM sent_transactions s WHERE s.withdrawal_id = w.withdrawal_id)
              AND (EXISTS (SELECT 1 FROM invoices WHERE deposit_address = w.address)
                OR EXISTS (SELECT 1 FROM wallets o WHERE o.chain_code = w.chain_code AND o.address = w.address))
              AS is_own_address
       FROM withdrawals w
       LEFT JOIN audit_log a ON a.object_kind = 'withdrawal' AND a.object_id = w.withdrawal_id
      WHERE w.withdrawal_id = ANY (?)
      GROUP BY w.withdrawal_id`,
    [[...withdrawalIds]],
  );
  const faults = new Map<string, string>();
  for (const row of rows) {
    const fault = faultOf(row);
    if (fault !== null) faults.set(row.withdrawal_id, fault);
  }
  return faults;
}

function faultOf(row: TraceRow): string | null {
  if (row.was_ended)
    return 'the withdrawal was ended by an order, though its status says that it is approved';
  if (!row.was_made_approved)
    return 'no order on record has made the withdrawal approved, though its status says that it is';
  if (!row.is_reserved) return 'what the withdrawal pays is not reserved in the ledger';
  if (row.is_own_address)
    return 'its address has become a deposit address or wallet of this service since it was approved; stop it';
  return null;
}
