import { createHash } from 'node:crypto';
import { groupMoves, type BookingMove } from '../../domain/ledger/group-moves.js';
import { transferPostings, type Booking } from '../../domain/ledger/postings.js';
import type { Transaction } from '../core/database.js';
import { lockMerchantBalances, postEntry } from '../ledger/post-entry.js';
import { markBooked, type Transfer } from './transfers.js';

/**
 * Moves the money of an invoice's transfers to other bookings: updates the transfers and posts the ledger entries. The
 * caller holds the invoice's lock, and does nothing more that takes long: the accounts of the ledger are locked until its
 * transaction ends. Those of the custody are shared by all merchants.
 */
export async function bookTransfers(
  trx: Transaction,
  {
    merchantId,
    bookings,
  }: {
    merchantId: string;
    bookings: readonly { readonly transfer: Transfer; readonly to: Booking }[];
  },
): Promise<void> {
  const moves = groupMoves(bookings);
  // Before any account is locked: this takes the longer, the more transfers there are.
  for (const { transfers, to } of moves) await markBooked(trx, transfers, to);
  for (const move of moves) await postMove(trx, { merchantId, move });
}

async function postMove(
  trx: Transaction,
  { merchantId, move }: { merchantId: string; move: BookingMove<Transfer> },
): Promise<void> {
  const { asset, from, to, amountAtomic, transfers } = move;
  const [{ invoiceId, transferId }, ...others] = transfers;
  const balances = await lockMerchantBalances(trx, { merchantId, asset });
  await postEntry(trx, {
    cause: causeOf(move),
    kind: `transfer_${from}_to_${to}`,
    asset,
    merchantId,
    invoiceId,
    transferId: others.length === 0 ? transferId : null,
    postings: transferPostings({ from, to, amountAtomic, balances }),
  });
}

/**
 * Returns the cause of an entry: its transfer and the revision of its booking. That of many transfers is their number and
 * the SHA-256 of their causes, so that the hash chain of the ledger proves which they were.
 */
function causeOf({ transfers }: BookingMove<Transfer>): string {
  const causes = transfers.map(({ transferId, bookingRevision: before }) => {
    const bookingRevision = before + 1;
    return `transfer/${transferId}/${bookingRevision}`;
  });
  const [first = '', ...others] = causes;
  if (others.length === 0) return first;
  return `transfers/${causes.length}/${createHash('sha256').update(causes.join('\n')).digest('hex')}`;
}
