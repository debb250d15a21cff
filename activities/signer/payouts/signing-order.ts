import { listSignedFor } from '../../../src/db/wallets/lost-nonces.js';
import type { Transaction } from '../../../src/db/core/database.js';
import type { SigningDependencies } from '../wallet/signed-withdrawal.js';
import type { Payable, PaymentPlan } from './payment-terms.js';

/** The withdrawals to sign in one batch. Each gets a nonce when its turn comes. */
export interface SigningOrder {
  /** Takes the one that is signed next, with its nonce. @param free the first nonce that nothing was signed for. */
  take(free: number): { readonly payable: Payable; readonly nonce: number } | null;
}

/**
 * Orders the withdrawals of a batch by their nonces.
 *
 * The commit of an earlier batch may have failed. What it has signed is remembered, and with another nonce it could be
 * paid twice. So each of them gets its own nonce again, unless something else has that nonce. The others fill the nonces
 * between them. Where there are too few, a nonce stays free, until a cancellation takes it.
 */
export async function orderByNonce(
  trx: Transaction,
  { memory, hotWallet: { address } }: SigningDependencies,
  { payable, terms: { chainCode, counted } }: PaymentPlan,
): Promise<SigningOrder> {
  const again = new Map<number, Payable>();
  const others: Payable[] = [];
  for (const one of payable) {
    const known = memory.find(one.signable.withdrawal.withdrawalId);
    const isHere = known?.chainCode === chainCode && known.fromAddress === address;
    const isFree =
      isHere &&
      known.nonce >= counted.nonce &&
      !again.has(known.nonce) &&
      (await listSignedFor(trx, { chainCode, address, nonce: known.nonce })).length === 0;
    if (isFree) again.set(known.nonce, one);
    else others.push(one);
  }
  const takeAgain = (nonce: number): { payable: Payable; nonce: number } | null => {
    const found = again.get(nonce);
    again.delete(nonce);
    return found === undefined ? null : { payable: found, nonce };
  };
  return {
    take(free) {
      const lowest = Math.min(...again.keys());
      if (lowest <= free) return takeAgain(lowest);
      const payableNow = others.shift();
      if (payableNow !== undefined) return { payable: payableNow, nonce: free };
      return takeAgain(lowest);
    },
  };
}
