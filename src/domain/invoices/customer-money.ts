import type { Booking } from '../ledger/postings.js';
import type { PaymentStatus } from './settlement.js';

/**
 * What has become of the money of a payment, as far as who sent it is concerned. `awaited`: it is not booked yet.
 * `returned`: it goes back to the customer, or has gone.
 */
export type CustomerMoney = 'undone' | 'awaited' | 'accepted' | 'held' | 'returned';

const BOOKED = {
  none: 'awaited',
  credited: 'accepted',
  held: 'held',
  refunding: 'returned',
  treasury: 'accepted',
} as const satisfies Record<Booking, CustomerMoney>;

/** Says what has become of the money of a payment, as it is booked now. */
export function customerMoney(status: PaymentStatus, booking: Booking): CustomerMoney {
  return status === 'reverted' ? 'undone' : BOOKED[booking];
}

interface ToldPayment {
  readonly status: PaymentStatus;
  readonly money: CustomerMoney;
}

/**
 * Says whether a payment is part of what was received for the invoice: it came in the asked asset, on time or accepted
 * later, and did not go back.
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
