import { sameAsset, type AssetId } from '../core/asset.js';
import type { Booking } from '../ledger/postings.js';

/** Says whether a payment stands in the merchant's balance for its invoice: credited, and in the asked asset. */
export function isCredit(payment: AssetId & { readonly booking: Booking }, asked: AssetId): boolean {
  return payment.booking === 'credited' && sameAsset(payment, asked);
}
