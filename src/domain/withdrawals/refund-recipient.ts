import { isListed, type AddressWhitelist } from '../merchants/address-whitelist.js';

/** The recipient of a refund: the payer, an address on a whitelist, or neither. */
export type RefundRecipient = 'payer' | 'whitelisted' | 'other';

/**
 * Says who the recipient of a refund is. This permits nothing: every refund waits for an operator, who reads it. Only a
 * sender of all refunded payments counts as the payer: a thief could pay a little. A whitelist counts only for an
 * address that was on it before the money came: a thief could write a first list, which takes effect at once, and then
 * ask for the refund.
 */
export function judgeRefundRecipient({
  target,
  payers,
  paidAtMs,
  whitelists,
}: {
  readonly target: { readonly chainCode: string; readonly address: string };
  /** The sender of each payment that is refunded, in lower case; null: not known. */
  readonly payers: readonly (string | null)[];
  /** When the first of them came, in epoch ms. */
  readonly paidAtMs: number;
  readonly whitelists: readonly AddressWhitelist[];
}): RefundRecipient {
  if (payers.length > 0 && payers.every((payer) => payer === target.address)) return 'payer';
  return whitelists.some((whitelist) => isListed(whitelist, target, paidAtMs)) ? 'whitelisted' : 'other';
}
