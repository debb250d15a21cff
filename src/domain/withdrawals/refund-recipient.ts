import { isListed, type AddressWhitelist } from '../merchants/address-whitelist.js';

/** Who gets a refund: who paid, an address that is on a whitelist, or neither. */
export type RefundRecipient = 'payer' | 'whitelisted' | 'other';

/**
 * Says who gets a refund. It permits nothing: every refund waits for an operator, who is told this. A payer is who sent all
 * that is refunded: a thief who pays a little is none. A whitelist vouches for an address only when it had it before the
 * money came: a thief could write a first list, which holds at once, and then ask for the refund.
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
