import type { Chain } from '../../domain/core/asset.js';
import { partialView } from '../../domain/invoices/partial-view.js';
import type { MerchantProfile } from '../../domain/merchants/merchant-profile.js';
import type { Queryable } from '../core/database.js';
import { prepareStatement } from '../core/prepared-statement.js';
import { PROFILE_COLUMNS, profilesOf, type ProfileRow } from '../merchants/merchant-profiles.js';
import { INVOICE_COLUMNS, toInvoice, viewOf, type InvoiceRow, type InvoiceView } from './invoices.js';
import {
  CURSORS,
  ownFactsColumns,
  selectSomeTransfers,
  toSettlementFacts,
  type FactsRow,
} from './settlement-facts.js';

/**
 * How many transfers of an invoice its customer is shown. No customer needs as many. Anybody may send an address tens of
 * thousands: if all were read, one page would hold up all pages that are open.
 */
const SHOWN_TRANSFERS_MAX = 100;

/** An invoice with its merchant. */
export interface CustomerView {
  readonly view: InvoiceView;
  /** True: its transfers are only some of many, and status and sums are those of the last settlement. */
  readonly isPartial: boolean;
  readonly merchant: MerchantProfile;
  /** The hash of the confirmed refund transaction, by the id of the transfer that it sent back. */
  readonly sentBackBy: ReadonlyMap<number, string>;
  /**
   * Changes whenever another field changes. Without a transfer or an order, no field depends on how far chains are
   * read.
   */
  readonly fingerprint: string;
}

interface RefundsRow {
  refunds: { transfer_ids: number[]; tx_hash: string | null }[] | null;
}

const selectCustomerViews = prepareStatement<
  InvoiceRow & FactsRow & ProfileRow & RefundsRow & { fingerprint: string }
>(
  'customer-views',
  `SELECT v.*, c.cursors, w.fingerprint
     FROM (SELECT ${INVOICE_COLUMNS}, ${ownFactsColumns('= i.invoice_id', selectSomeTransfers(SHOWN_TRANSFERS_MAX + 1))},
                  ${PROFILE_COLUMNS},
                  (SELECT json_agg(json_build_object('transfer_ids', o.transfer_ids, 'tx_hash', (
                            SELECT s.tx_hash FROM sent_transactions s
                             WHERE s.withdrawal_id = w.withdrawal_id AND s.purpose = 'payment' AND s.block_hash IS NOT NULL
                             ORDER BY s.proven IS NOT TRUE, s.signed_at DESC LIMIT 1)))
                     FROM invoice_orders o JOIN withdrawals w USING (withdrawal_id)
                    WHERE o.invoice_id = i.invoice_id AND o.kind = 'refund' AND w.status = 'completed') AS refunds
             FROM invoices i JOIN merchants m USING (merchant_id) LEFT JOIN merchant_profiles p USING (merchant_id)
            WHERE i.public_id = ANY ($1::text[]) OR i.invoice_id = ANY ($2::text[])
           -- Each column is worked out once, though it is shown and compared.
           OFFSET 0) v
    CROSS JOIN (SELECT ${CURSORS} AS cursors) c
    CROSS JOIN LATERAL (SELECT hashtextextended(concat(v::text,
            CASE WHEN coalesce(v.transfers, v.orders, v.audits_due, v.closings) IS NOT NULL THEN c.cursors::text END), 0)::text
         AS fingerprint) w
     LEFT JOIN unnest($3::text[], $4::text[]) AS k (invoice_id, fingerprint) ON k.invoice_id = v.invoice_id
    WHERE w.fingerprint IS DISTINCT FROM k.fingerprint`,
);

/**
 * Reads invoices as of now, with one statement, and one more where a logo is not known yet. An id without an invoice is
 * left out.
 *
 * @param known some of them as they were read before. PostgreSQL does not send unchanged ones again: the answer
 * contains the known ones, with the chain as it was read then.
 */
export async function readCustomerViews(
  q: Queryable,
  { publicIds = [], invoiceIds = [] }: { publicIds?: readonly string[]; invoiceIds?: readonly string[] },
  chains: ReadonlyMap<string, Chain>,
  known: readonly CustomerView[] = [],
): Promise<readonly CustomerView[]> {
  if (publicIds.length === 0 && invoiceIds.length === 0) return [];
  const idOf = ({ view }: CustomerView): string => view.invoice.invoiceId;
  const rows = await selectCustomerViews(q, [
    ...[publicIds, invoiceIds],
    ...[known.map(idOf), known.map(({ fingerprint }) => fingerprint)],
  ]);
  const merchantOf = await profilesOf(q, rows);
  const changed = rows.map((row) => ({
    ...partialView(viewOf(toInvoice(row), toSettlementFacts(row, chains)), SHOWN_TRANSFERS_MAX),
    merchant: merchantOf(row),
    sentBackBy: new Map(
      (row.refunds ?? []).flatMap(({ transfer_ids: ids, tx_hash: hash }) =>
        hash === null ? [] : ids.map((id) => [id, hash] as const),
      ),
    ),
    fingerprint: row.fingerprint,
  }));
  const changedIds = new Set(rows.map((row) => row.invoice_id));
  return [...known.filter((view) => !changedIds.has(idOf(view))), ...changed];
}
