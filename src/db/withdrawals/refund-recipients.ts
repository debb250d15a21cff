import { judgeRefundRecipient, type RefundRecipient } from '../../domain/withdrawals/refund-recipient.js';
import type { Queryable } from '../core/database.js';
import { toAddressWhitelist, type WhitelistColumns } from '../merchants/whitelist-columns.js';

interface RefundRow {
  withdrawal_id: string;
  chain_code: string;
  address: string;
  payers: (string | null)[] | null;
  paid_at: Date | null;
  merchant_list: WhitelistColumns['withdrawal_addresses'];
  key_list: WhitelistColumns['withdrawal_addresses'] | null;
}

/**
 * Finds the kind of recipient of each refund among these withdrawals. It is read each time from the payments and from
 * the order in the audit log, which can't be changed. Nothing that the request says about itself is used.
 *
 * @returns by withdrawal id; a payout has no entry.
 */
export async function findRefundRecipients(
  q: Queryable,
  withdrawalIds: readonly string[],
): Promise<ReadonlyMap<string, RefundRecipient>> {
  const { rows } = await q.raw<{ rows: RefundRow[] }>(
    `SELECT w.withdrawal_id, w.chain_code, w.address, paid.payers, paid.paid_at, m.withdrawal_addresses AS merchant_list,
            k.withdrawal_addresses AS key_list
       FROM withdrawals w JOIN merchants m USING (merchant_id)
       LEFT JOIN LATERAL (
         SELECT array_agg(t.from_address) AS payers, min(t.block_time) AS paid_at
           FROM invoice_orders o JOIN transfers t ON t.transfer_id = ANY (o.transfer_ids)
          WHERE o.invoice_id = w.invoice_id AND o.withdrawal_id = w.withdrawal_id) paid ON true
       LEFT JOIN audit_log a ON a.object_kind = 'invoice' AND a.object_id = w.invoice_id
        AND a.action = 'invoice.refund' AND a.after ->> 'withdrawalId' = w.withdrawal_id
       LEFT JOIN api_keys k ON k.api_key_id = a.api_key_id
      WHERE w.kind = 'refund' AND w.withdrawal_id = ANY (?)`,
    [[...withdrawalIds]],
  );
  return new Map(
    rows.map((row) => [
      row.withdrawal_id,
      judgeRefundRecipient({
        target: { chainCode: row.chain_code, address: row.address },
        payers: row.payers ?? [],
        paidAtMs: row.paid_at?.getTime() ?? 0,
        whitelists: [row.merchant_list, row.key_list ?? []].map((list) =>
          toAddressWhitelist({ withdrawal_addresses: list, whitelist_ends_at: null }),
        ),
      }),
    ]),
  );
}
