import {
  isProvenDeposit,
  type DeriveDeposit,
  type InvoiceDeposit,
} from '../../domain/invoices/proven-deposit.js';
import type { Queryable } from '../core/database.js';

/**
 * Finds which of these addresses are ours on this chain: deposit addresses and wallets. It also lists the wallets that
 * we send from. The look-ups use indexes, so their cost does not grow with the number of our addresses.
 *
 * A deposit address counts only when its index gives it. It is derived when something was paid to it, so the cost does
 * not grow with the number of invoices either.
 */
export async function findWatched(
  q: Queryable,
  {
    chainCode,
    addresses,
    depositAddress: derive,
  }: { chainCode: string; addresses: readonly string[]; depositAddress: DeriveDeposit },
): Promise<{
  readonly ours: ReadonlySet<string>;
  readonly payers: ReadonlySet<string>;
  /** The invoices whose deposit address somebody has altered: coins that come to it are not payments. */
  readonly altered: readonly InvoiceDeposit[];
}> {
  if (addresses.length === 0) return { ours: new Set(), payers: new Set(), altered: [] };
  const { rows } = await q.raw<{ rows: WatchedRow[] }>(
    // A range has ten thousand addresses: as one text they are sent in a third of an array's time, and found in half.
    `WITH sought AS MATERIALIZED (SELECT unnest(string_to_array(:addresses, ',')) AS address)
     SELECT deposit_address AS address, false AS is_payer, invoice_id, deposit_index
       FROM invoices WHERE deposit_address IN (TABLE sought)
     UNION SELECT address, false, NULL, NULL FROM wallets WHERE chain_code = :chainCode AND address IN (TABLE sought)
     UNION SELECT address, true, NULL, NULL FROM wallets WHERE chain_code = :chainCode AND role <> 'deposit'`,
    { chainCode, addresses: addresses.join(',') },
  );
  const ours = new Set<string>();
  const payers = new Set<string>();
  const altered: InvoiceDeposit[] = [];
  for (const { address, is_payer: isPayer, invoice_id: invoiceId, deposit_index: depositIndex } of rows) {
    if (isPayer) payers.add(address);
    else if (invoiceId === null || depositIndex === null) ours.add(address);
    else if (isProvenDeposit(derive, { depositIndex, depositAddress: address })) ours.add(address);
    else altered.push({ invoiceId, depositIndex, depositAddress: address });
  }
  return { ours, payers, altered };
}

/** A row of {@link findWatched}. The row of a wallet has no invoice. */
interface WatchedRow {
  address: string;
  is_payer: boolean;
  invoice_id: string | null;
  deposit_index: number | null;
}
