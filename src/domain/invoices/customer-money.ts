import type { Booking } from '../ledger/postings.js';
import type { PaymentStatus } from './settlement.js';

/**
 * The state of a payment's money, from the customer's point of view. `awaited`: it is not booked yet.
 * `returned`: it is on its way back to the customer, or has arrived there.
 */
export type CustomerMoney = 'undone' | 'awaited' | 'accepted' | 'held' | 'returned';

const BOOKED = {
  none: 'awaited',
  credited: 'accepted',
  held: 'held',
  refunding: 'returned',
  treasury: 'accepted',
} as const satisfies Record<Booking, CustomerMoney>;

/** Returns the state of a payment's money from its present booking. */
export function customerMoney(status: PaymentStatus, booking: Booking): CustomerMoney {
  return status === 'reverted' ? 'undone' : BOOKED[booking];
}

interface ToldPayment {
  readonly status: PaymentStatus;
  readonly money: CustomerMoney;
}

/**
 * Says whether a payment counts as received for the invoice: in the asked asset, on time or accepted later, and not
 * sent back.
 */
export function isReceived({ status, money }: ToldPayment): boolean {
  if (status === 'unexpected' || money === 'undone' || money === 'returned') return false;
  return status !== 'late' || money === 'accepted';
}

/** Returns how much of the asked asset was received, in base units. */
export function receivedAtomic(
  payments: readonly (ToldPayment & { readonly amountAtomic: bigint })[],
): bigint {
  return payments.filter(isReceived).reduce((total, { amountAtomic }) => total + amountAtomic, 0n);
}
