import type { AssetId } from '../../domain/core/asset.js';
import type { Queryable } from '../core/database.js';

/**
 * The invoices that were completed in a quarter of an hour in one asset, priced in one currency or in the coin itself.
 */
export interface VolumePart extends AssetId {
  readonly quarterMs: number;
  readonly invoices: number;
  /** Base units credited. */
  readonly amountAtomic: bigint;
  /** Null: these invoices were made without a price in fiat. */
  readonly fiatCurrency: string | null;
  readonly fiatCents: bigint;
}

interface VolumeRow {
  quarter: Date;
  chain_code: string;
  token_symbol: string;
  fiat_currency: string | null;
  invoices: number;
  amount: string;
  cents: string | null;
}

/**
 * The amount that an invoice brought, in the asked asset. It is the amount that was paid on time, unless that is too
 * little or too much, or money was sent back: then late money may have been credited too, or a part that came on time is
 * not confirmed or gone.
 */
const BROUGHT = `CASE WHEN amount_paid_atomic >= amount_atomic AND NOT overpaid
    AND NOT EXISTS (SELECT FROM invoice_orders o WHERE o.invoice_id = i.invoice_id AND o.kind = 'refund')
  THEN amount_paid_atomic ELSE (
    SELECT coalesce(sum(t.amount_atomic), 0) FROM transfers t
     WHERE t.invoice_id = i.invoice_id AND t.canonical AND t.booking = 'credited'
       AND t.chain_code = i.chain_code AND t.token_symbol = i.token_symbol) END`;

/**
 * Sums up a merchant's invoices completed since a moment, by quarters of an hour. Every time zone is a whole number of
 * quarters away from UTC. So the days of any zone can be made of them.
 */
export async function sumVolume(
  q: Queryable,
  { merchantId, fromMs }: { merchantId: string; fromMs: number },
): Promise<VolumePart[]> {
  const { rows } = await q.raw<{ rows: VolumeRow[] }>(
    `SELECT date_bin('15 minutes', completed_at, 'epoch') AS quarter, chain_code, token_symbol, fiat_currency,
            count(*)::int AS invoices, sum(${BROUGHT})::text AS amount, sum(amount_fiat_cents)::text AS cents
       FROM invoices i
      WHERE merchant_id = :merchantId AND completed_at >= :from
      GROUP BY 1, 2, 3, 4`,
    { merchantId, from: new Date(fromMs) },
  );
  return rows.map((row) => ({
    quarterMs: Number(row.quarter),
    chainCode: row.chain_code,
    tokenSymbol: row.token_symbol,
    invoices: row.invoices,
    amountAtomic: BigInt(row.amount),
    fiatCurrency: row.fiat_currency,
    fiatCents: BigInt(row.cents ?? 0),
  }));
}
