import { assert } from '../core/errors.js';

/** The accounts of a merchant in one asset. The merchant owes us `deficit` after a reversal; we owe the others. */
export const MERCHANT_ACCOUNT_KINDS = ['available', 'held', 'reserved', 'deficit'] as const;
export type MerchantAccountKind = (typeof MERCHANT_ACCOUNT_KINDS)[number];
/** The instance's own accounts in one asset: coins in custody, coins from outside, coins burnt as gas. */
export type OwnAccountKind = CustodyKind | 'treasury' | 'gas';
/**
 * The place of coins: deposit addresses, the hot wallet, the wallet that pays for sweeping, or the cold address.
 */
export type CustodyKind = 'custody_deposit' | 'custody_hot' | 'custody_gas' | 'custody_cold';
export type AccountKind = MerchantAccountKind | OwnAccountKind;

/** One side of an entry, in base units: a debit is above zero, a credit below. All postings of an entry sum to zero. */
export interface Posting {
  readonly account: AccountKind;
  readonly amountAtomic: bigint;
}

/**
 * Where the money of a transfer is booked: `none`: not booked. `credited`: to the merchant's balance. `held`: it waits
 * for a decision. `refunding`: reserved for a refund. `treasury`: it belongs to the instance.
 */
export type Booking = 'none' | 'credited' | 'held' | 'refunding' | 'treasury';

export interface MerchantBalances {
  readonly availableAtomic: bigint;
  readonly deficitAtomic: bigint;
}

function min(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

function nonZero(postings: readonly Posting[]): Posting[] {
  return postings.filter(({ amountAtomic }) => amountAtomic !== 0n);
}

/** The move of a customer's transfer from one booking to another. */
interface TransferMove {
  readonly from: Booking;
  readonly to: Booking;
  readonly amountAtomic: bigint;
  readonly balances: MerchantBalances;
}

/** Credits money to the merchant; a deficit is repaid first. */
function credit(amountAtomic: bigint, { deficitAtomic }: Pick<MerchantBalances, 'deficitAtomic'>): Posting[] {
  const repaid = min(deficitAtomic, amountAtomic);
  return [
    { account: 'deficit', amountAtomic: -repaid },
    { account: 'available', amountAtomic: repaid - amountAtomic },
  ];
}

/** Takes the money out of its present booking: the debit side. */
function debitSide({ from, to, amountAtomic, balances }: TransferMove): Posting[] {
  switch (from) {
    case 'none':
      return [{ account: 'custody_deposit', amountAtomic }];
    case 'credited': {
      // The balance never goes below zero: the merchant owes the missing part.
      const taken = min(balances.availableAtomic, amountAtomic);
      return [
        { account: 'available', amountAtomic: taken },
        { account: 'deficit', amountAtomic: amountAtomic - taken },
      ];
    }
    case 'held':
      return [{ account: 'held', amountAtomic }];
    case 'refunding':
      // A refund under way is paid anyway. If its money is gone from the chain, the merchant owes it.
      return [{ account: to === 'none' ? 'deficit' : 'reserved', amountAtomic }];
    case 'treasury':
      return [{ account: 'treasury', amountAtomic }];
  }
}

/** Puts the money into its new booking: the credit side. */
function creditSide({ from, to, amountAtomic, balances }: TransferMove): Posting[] {
  switch (to) {
    case 'none':
      return [{ account: 'custody_deposit', amountAtomic: -amountAtomic }];
    case 'credited':
      return credit(amountAtomic, balances);
    case 'held':
      return [{ account: 'held', amountAtomic: -amountAtomic }];
    case 'refunding':
      // The money is back on the chain. The merchant owed it while the refund was under way: that debt is repaid.
      return from === 'none'
        ? credit(amountAtomic, balances)
        : [{ account: 'reserved', amountAtomic: -amountAtomic }];
    case 'treasury':
      return [{ account: 'treasury', amountAtomic: -amountAtomic }];
  }
}

/** Returns the postings that move a customer's transfer from one booking to another. */
export function transferPostings(move: TransferMove): Posting[] {
  const { from, to, amountAtomic } = move;
  assert(amountAtomic > 0n, 'a transfer moves an amount above zero');
  assert(from !== to, 'a booking that does not change needs no entry');
  assert(from !== 'treasury' && to !== 'treasury', "a customer's money is never booked as the treasury's");
  return nonZero([...debitSide(move), ...creditSide(move)]);
}

/**
 * Books coins that came to one of our wallets from outside. They belong to the treasury. Without a booking they would
 * look like a difference.
 */
export function topUpPostings(amountAtomic: bigint, wallet: CustodyKind): Posting[] {
  return [
    { account: wallet, amountAtomic },
    { account: 'treasury', amountAtomic: -amountAtomic },
  ];
}

/** Reserves the amount of a withdrawal when it is requested. */
export function reservePostings(amountAtomic: bigint): Posting[] {
  return [
    { account: 'available', amountAtomic },
    { account: 'reserved', amountAtomic: -amountAtomic },
  ];
}

/** Reserves money that was credited to a merchant by mistake. The merchant owes what is no longer available. */
export function setApartPostings(amountAtomic: bigint, balances: MerchantBalances): Posting[] {
  const taken = min(balances.availableAtomic, amountAtomic);
  return nonZero([
    { account: 'available', amountAtomic: taken },
    { account: 'deficit', amountAtomic: amountAtomic - taken },
    { account: 'reserved', amountAtomic: -amountAtomic },
  ]);
}

/** Releases a reservation to `available`, less what the merchant owes by now. */
export function releasePostings(amountAtomic: bigint, deficitAtomic: bigint): Posting[] {
  return nonZero([{ account: 'reserved', amountAtomic }, ...credit(amountAtomic, { deficitAtomic })]);
}

/** Books that the coins of a withdrawal have left the hot wallet. */
export function payoutPostings(amountAtomic: bigint): Posting[] {
  return [
    { account: 'reserved', amountAtomic },
    { account: 'custody_hot', amountAtomic: -amountAtomic },
  ];
}

/** Books the native coin that a transaction burnt as gas, and the custody account that paid for it. */
export function gasPostings(costWei: bigint, payer: CustodyKind): Posting[] {
  return [
    { account: 'gas', amountAtomic: costWei },
    { account: payer, amountAtomic: -costWei },
  ];
}

/** Books coins that went from one of our own addresses to another. */
export function movePostings({
  from,
  to,
  amountAtomic,
}: {
  from: CustodyKind;
  to: CustodyKind;
  amountAtomic: bigint;
}): Posting[] {
  assert(amountAtomic > 0n && from !== to, 'a movement has an amount and goes to another custody account');
  return [
    { account: to, amountAtomic },
    { account: from, amountAtomic: -amountAtomic },
  ];
}

/** Returns the postings that undo an entry. */
export function reversePostings(postings: readonly Posting[]): Posting[] {
  return postings.map(({ account, amountAtomic }) => ({ account, amountAtomic: -amountAtomic }));
}
