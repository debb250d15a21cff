import type { Booking } from '../../domain/ledger/postings.js';
import type { TransferFact } from '../../domain/invoices/settlement.js';
import { inPortions } from '../../domain/core/in-portions.js';
import { parseNumeric, type Queryable, type Transaction } from '../core/database.js';

/** A stored transfer: the facts for settlement, and the other fields that the API shows. */
export interface Transfer extends TransferFact {
  readonly invoiceId: string | null;
  readonly blockHash: string;
  readonly logIndex: number | null;
  /** Null when an audit of the address found it. */
  readonly fromAddress: string | null;
  readonly toAddress: string;
  readonly bookingRevision: number;
  readonly seenAtMs: number;
}

/** A row as `json_agg` writes it: numerics as strings by the query's casts, times in epoch ms. */
export interface TransferJson {
  transfer_id: number;
  invoice_id: string | null;
  chain_code: string;
  token_symbol: string;
  block_number: number;
  block_hash: string;
  block_time_ms: number;
  tx_hash: string | null;
  tx_index: number;
  position: number;
  log_index: number | null;
  from_address: string | null;
  to_address: string;
  amount_atomic: string;
  canonical: boolean;
  awaits_corroboration: boolean;
  reverted_height: number | null;
  reverted_at_ms: number | null;
  ever_confirmed: boolean;
  booking: Booking;
  booking_revision: number;
  seen_at_ms: number;
}

const epochMs = (column: string): string => `(extract(epoch FROM ${column}) * 1000)::bigint AS ${column}_ms`;

/** The select list of {@link TransferJson}. */
export const TRANSFER_COLUMNS = `transfer_id, invoice_id, chain_code, token_symbol, block_number, block_hash, tx_hash,
  tx_index, position, log_index, from_address, to_address, amount_atomic::text AS amount_atomic, canonical, reverted_height,
  shown_only_by IS NOT NULL AS awaits_corroboration,
  ever_confirmed, booking, booking_revision,
  ${epochMs('block_time')}, ${epochMs('reverted_at')}, ${epochMs('seen_at')}`;

/** Lists the payments of an invoice that a refund sends back, even if a reorganisation has put them in other blocks. */
export async function listRefunding(
  q: Queryable,
  { invoiceId, withdrawalId }: { invoiceId: string; withdrawalId: string },
): Promise<Transfer[]> {
  const { rows } = await q.raw<{ rows: TransferJson[] }>(
    `SELECT ${TRANSFER_COLUMNS} FROM transfers t
      WHERE invoice_id = :invoiceId AND booking = 'refunding' AND EXISTS (
        SELECT FROM invoice_orders o JOIN transfers ordered ON ordered.transfer_id = ANY (o.transfer_ids)
         WHERE o.invoice_id = :invoiceId AND o.withdrawal_id = :withdrawalId
           AND ordered.chain_code = t.chain_code AND ordered.position = t.position
           AND ordered.tx_hash IS NOT DISTINCT FROM t.tx_hash)
      ORDER BY transfer_id`,
    { invoiceId, withdrawalId },
  );
  return rows.map(toTransfer);
}

/** Lists all transfers to an invoice's address, orphaned ones too. */
export async function listInvoiceTransfers(q: Queryable, invoiceId: string): Promise<Transfer[]> {
  const { rows } = await q.raw<{ rows: TransferJson[] }>(
    `SELECT ${TRANSFER_COLUMNS} FROM transfers WHERE invoice_id = ? ORDER BY transfer_id`,
    [invoiceId],
  );
  return rows.map(toTransfer);
}

export function toTransfer(row: TransferJson): Transfer {
  return {
    transferId: row.transfer_id,
    invoiceId: row.invoice_id,
    chainCode: row.chain_code,
    tokenSymbol: row.token_symbol,
    blockNumber: row.block_number,
    blockHash: row.block_hash,
    blockTimeMs: row.block_time_ms,
    txHash: row.tx_hash,
    txIndex: row.tx_index,
    position: row.position,
    logIndex: row.log_index,
    fromAddress: row.from_address,
    toAddress: row.to_address,
    amountAtomic: parseNumeric(row.amount_atomic),
    canonical: row.canonical,
    awaitsCorroboration: row.awaits_corroboration,
    revertedHeight: row.reverted_height,
    revertedAtMs: row.reverted_at_ms,
    everConfirmed: row.ever_confirmed,
    booking: row.booking,
    bookingRevision: row.booking_revision,
    seenAtMs: row.seen_at_ms,
  };
}

/**
 * How many transfers one statement changes. Anybody may send an address more of them than a statement has parameters
 * (65,535), or than it can change in its time.
 */
const CHANGED_AT_ONCE = 5_000;

/**
 * Stores the new booking of transfers, in their next revision. It fails when the booking of one has changed since the caller
 * read it. So each booking is moved once, whoever else tries.
 */
export async function markBooked(
  trx: Transaction,
  transfers: readonly Transfer[],
  to: Booking,
): Promise<void> {
  for (const some of inPortions(transfers, CHANGED_AT_ONCE)) {
    const { rowCount } = await trx.raw<{ rowCount: number }>(
      `UPDATE transfers t SET booking = :to, booking_revision = t.booking_revision + 1
         FROM unnest(:ids::bigint[], :revisions::int[]) AS known (transfer_id, booking_revision)
        WHERE (t.transfer_id, t.booking_revision) = (known.transfer_id, known.booking_revision)`,
      {
        to,
        ids: some.map(({ transferId }) => transferId),
        revisions: some.map(({ bookingRevision }) => bookingRevision),
      },
    );
    if (rowCount === some.length) continue;
    const which = some.length === 1 ? `Transfer ${some[0]?.transferId}` : 'One of many transfers';
    throw new Error(`${which} was booked by someone else meanwhile`);
  }
}

/** Notes that these transfers were confirmed once, and when: if one is reverted, its invoice can fail. */
export async function markConfirmed(
  trx: Transaction,
  transferIds: readonly number[],
  { nowMs }: { readonly nowMs: number },
): Promise<void> {
  for (const some of inPortions(transferIds, CHANGED_AT_ONCE))
    await trx('transfers')
      .whereRaw('transfer_id = ANY (?)', [some])
      .where('ever_confirmed', false)
      .update({ ever_confirmed: true, confirmed_at: trx.raw('greatest(seen_at, ?)', [new Date(nowMs)]) });
}
