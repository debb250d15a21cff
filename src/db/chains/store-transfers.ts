import type { ChainTransfer } from '../../domain/chains/chain-transfer.js';
import type { Queryable, Transaction } from '../core/database.js';
import { enqueue } from '../outbox/outbox.js';

/** PostgreSQL takes 65,535 parameters in a statement. */
const MAX_TRANSFERS_PER_STATEMENT = 1_000;

/** Of a row whose money stands nowhere: what it says may be replaced. Else it stays, whatever an RPC says now. */
const REPLACED = [
  ...['block_time', 'tx_index', 'log_index', 'from_address', 'to_address', 'token_symbol'],
  ...['amount_atomic', 'invoice_id'],
] as const;
/** The row brings what it brought before, from the same sender to the same address. */
const IS_SAME = `(transfers.token_symbol, transfers.amount_atomic, transfers.to_address, transfers.from_address)
  = (excluded.token_symbol, excluded.amount_atomic, excluded.to_address, excluded.from_address)`;
/** Its time stays what was proven. */
const IS_SAME_TIME = `(transfers.booking <> 'none' OR transfers.block_time = excluded.block_time)`;

/** A transfer as an RPC has shown it. */
export type ShownTransfer = ChainTransfer & {
  /** The RPC whose traces alone show it (scheme, host and port), where these do and not the block or its logs. */
  readonly tracedBy?: string | null;
};

/**
 * Stores what came to us from outside, and has the invoices told that it is for.
 *
 * @param found.shownOnlyBy the RPC that alone has shown them, but for those that another one has traced: scheme, host and
 *   port. Null: they are proven.
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
  for (let start = 0; start < transfers.length; start += MAX_TRANSFERS_PER_STATEMENT) {
    const some = transfers.slice(start, start + MAX_TRANSFERS_PER_STATEMENT);
    await storeSomeTransfers(trx, some, shownOnlyBy);
  }
}

/** Coins that we move between our own addresses came from nobody: they are booked by what was signed. */
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
    // A block that comes back after a reorganisation brings the very same rows: they stand again, one revision later.
    // A row that says something else is what an RPC made up: it makes room when nothing of it is booked any more.
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
        REPLACED.map((name) => [
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
