import type { ChainTransfer } from '../../domain/chains/chain-transfer.js';
import { inPortions } from '../../domain/core/in-portions.js';
import type { Queryable, Transaction } from '../core/database.js';
import { enqueue } from '../outbox/outbox.js';

/** PostgreSQL takes 65,535 parameters in a statement. */
const MAX_TRANSFERS_PER_STATEMENT = 1_000;

/** Columns that may be replaced while a transfer is not booked. Once booked it keeps them, whatever an RPC says now. */
const REPLACEABLE = [
  ...['block_time', 'tx_index', 'log_index', 'from_address', 'to_address', 'token_symbol'],
  ...['amount_atomic', 'invoice_id'],
] as const;
/** The transfer has the same asset, amount, recipient and sender as the stored one. */
const IS_SAME = `(transfers.token_symbol, transfers.amount_atomic, transfers.to_address, transfers.from_address)
  = (excluded.token_symbol, excluded.amount_atomic, excluded.to_address, excluded.from_address)`;
/** The time is unchanged: it stays for a booked transfer, or the new one is equal. */
const IS_SAME_TIME = `(transfers.booking <> 'none' OR transfers.block_time = excluded.block_time)`;

/** A transfer as an RPC has shown it. */
export type ShownTransfer = ChainTransfer & {
  /** Origin of the RPC whose traces alone show it (scheme, host and port), if neither the block nor its logs do. */
  readonly tracedBy?: string | null;
};

/**
 * Stores transfers that came to us from outside, and wakes their invoices.
 *
 * @param found.shownOnlyBy origin of the only RPC that has shown them (scheme, host and port); `tracedBy` replaces it
 *   for a transfer that has one. Null: they are corroborated.
 */
export async function storeTransfers(
  trx: Transaction,
  found: {
    readonly chainCode: string;
    readonly transfers: readonly ShownTransfer[];
    readonly shownOnlyBy: string | null;
  },
): Promise<void> {
  const { chainCode, shownOnlyBy } = found;
  const transfers = await leaveOutMovements(trx, chainCode, found.transfers);
  for (const some of inPortions(transfers, MAX_TRANSFERS_PER_STATEMENT))
    await storeSomeTransfers(trx, some, shownOnlyBy);
}

/** Leaves out coins that we move between our own addresses: those are booked when their transaction is. */
export async function leaveOutMovements<T extends ChainTransfer>(
  q: Queryable,
  chainCode: string,
  transfers: readonly T[],
): Promise<readonly T[]> {
  if (transfers.length === 0) return transfers;
  const hashes = [...new Set(transfers.map(({ txHash }) => txHash))];
  const { rows } = await q.raw<{ rows: { tx_hash: string }[] }>(
    `SELECT tx_hash FROM sent_transactions
      WHERE chain_code = ? AND tx_hash = ANY (?) AND movement_id IS NOT NULL`,
    [chainCode, hashes],
  );
  if (rows.length === 0) return transfers;
  const ours = new Set(rows.map((row) => row.tx_hash));
  return transfers.filter(({ txHash }) => !ours.has(txHash));
}

async function storeSomeTransfers(
  trx: Transaction,
  transfers: readonly ShownTransfer[],
  shownOnlyBy: string | null,
): Promise<void> {
  const { rows: owners } = await trx.raw<{ rows: { deposit_address: string; invoice_id: string }[] }>(
    'SELECT deposit_address, invoice_id FROM invoices WHERE deposit_address = ANY (?)',
    [transfers.map(({ to }) => to)],
  );
  const invoiceOf = new Map(owners.map((owner) => [owner.deposit_address, owner.invoice_id]));
  await trx('transfers')
    .insert(
      transfers.map((transfer) => ({
        chain_code: transfer.chainCode,
        token_symbol: transfer.tokenSymbol,
        block_number: transfer.blockNumber,
        block_hash: transfer.blockHash,
        block_time: new Date(transfer.blockTimeMs),
        tx_hash: transfer.txHash,
        tx_index: transfer.txIndex,
        position: transfer.position,
        log_index: transfer.logIndex,
        from_address: transfer.from,
        to_address: transfer.to,
        amount_atomic: transfer.amountAtomic.toString(),
        invoice_id: invoiceOf.get(transfer.to) ?? null,
        shown_only_by: shownOnlyBy === null ? null : (transfer.tracedBy ?? shownOnlyBy),
      })),
    )
    // A block that comes back after a reorganisation brings the same rows: they are canonical again, in a new revision.
    // A row with other values was invented by an RPC: it is replaced as soon as it is not booked any more.
    .onConflict(['chain_code', 'block_hash', 'tx_hash', 'position'])
    .merge({
      canonical: trx.raw(`transfers.canonical OR transfers.booking = 'none' OR ${IS_SAME}`),
      revision: trx.raw('transfers.revision + 1'),
      reverted_height: null,
      reverted_at: null,
      shown_only_by: trx.raw(
        `CASE WHEN ${IS_SAME} AND ${IS_SAME_TIME} AND transfers.shown_only_by IS NULL THEN NULL
              ELSE excluded.shown_only_by END`,
      ),
      denied_by: trx.raw(`CASE WHEN ${IS_SAME} THEN transfers.denied_by END`),
      denied_at: trx.raw(`CASE WHEN ${IS_SAME} THEN transfers.denied_at END`),
      ...Object.fromEntries(
        REPLACEABLE.map((name) => [
          name,
          trx.raw(`CASE WHEN transfers.booking = 'none' THEN excluded.${name} ELSE transfers.${name} END`),
        ]),
      ),
    });
  const invoiceIds = [...new Set(invoiceOf.values())];
  await enqueue(
    trx,
    invoiceIds.map((targetId) => ({ kind: 'invoice' as const, targetId })),
  );
}
