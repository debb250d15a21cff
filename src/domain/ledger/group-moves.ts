import type { AssetId } from '../core/asset.js';
import { groupBy } from '../core/group-by.js';
import type { Booking } from './postings.js';

/** What of a transfer decides how it is booked. */
interface BookedTransfer extends AssetId {
  readonly amountAtomic: bigint;
  readonly booking: Booking;
}

/** Transfers of one asset whose money one ledger entry moves from one booking to another. */
export interface BookingMove<T extends BookedTransfer> {
  readonly asset: AssetId;
  readonly from: Booking;
  readonly to: Booking;
  /** The sum of the transfers, in base units. */
  readonly amountAtomic: bigint;
  readonly transfers: readonly [T, ...T[]];
}

/** Up to this many transfers that move alike get an entry each, which shows their transaction. */
const ENTRY_EACH_MAX = 20;

/**
 * Returns the ledger entries to make for bookings, in order. Anybody may send an address tens of thousands of transfers.
 * So more than a few that move alike are one entry: the accounts that all merchants share are touched once, however many
 * transfers there are. The balances are the same in the end.
 */
export function groupMoves<T extends BookedTransfer>(
  bookings: readonly { readonly transfer: T; readonly to: Booking }[],
  entryEachMax = ENTRY_EACH_MAX,
): BookingMove<T>[] {
  const ordered = [...bookings].sort((a, b) => bookingOrder(a) - bookingOrder(b));
  const alike = groupBy(ordered, ({ transfer, to }) =>
    JSON.stringify([transfer.chainCode, transfer.tokenSymbol, transfer.booking, to]),
  );
  return [...alike.values()].flatMap((some) => {
    const [first, ...others] = some;
    if (first === undefined) return [];
    if (some.length > entryEachMax) return moveOf(first, others);
    return some.map((one) => moveOf(one, []));
  });
}

function moveOf<T extends BookedTransfer>(
  { transfer, to }: { readonly transfer: T; readonly to: Booking },
  others: readonly { readonly transfer: T }[],
): BookingMove<T> {
  const { chainCode, tokenSymbol, booking: from } = transfer;
  const transfers: [T, ...T[]] = [transfer, ...others.map((other) => other.transfer)];
  const amountAtomic = transfers.reduce((sum, each) => sum + each.amountAtomic, 0n);
  return { asset: { chainCode, tokenSymbol }, from, to, amountAtomic, transfers };
}

/**
 * Returns the order of a booking. Money that comes in is booked before money that is reversed: so a payment that only
 * changed its block leaves no deficit. A reversed payment whose refund is under way comes first: it makes a deficit,
 * which the same payment in its new block then repays.
 */
function bookingOrder({ transfer, to }: { transfer: BookedTransfer; to: Booking }): number {
  if (to !== 'none') return 1;
  return transfer.booking === 'refunding' ? 0 : 2;
}
