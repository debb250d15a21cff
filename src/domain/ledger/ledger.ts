import { assert } from '../core/errors.js';

/** A merchant's accounts, of one asset. `deficit` is what the merchant owes after a reversal; the others we owe. */
export const MERCHANT_ACCOUNT_KINDS = ['available', 'held', 'reserved', 'deficit'] as const;
export type MerchantAccountKind = (typeof MERCHANT_ACCOUNT_KINDS)[number];
/** The house's accounts, of one asset: where coins are, what came from outside, what was burnt as gas. */
export type HouseAccountKind = CustodyKind | 'treasury' | 'gas';
/**
 * Where coins are: at deposit addresses, in the hot wallet, in the wallet that pays for sweeping, at the cold address.
 */
export type CustodyKind = 'custody_deposit' | 'custody_hot' | 'custody_gas' | 'custody_cold';
export type AccountKind = MerchantAccountKind | HouseAccountKind;

/** One side of an entry, in base units: debit above zero, credit below. An entry's postings add up to zero. */
export interface Posting {
  readonly account: AccountKind;
  readonly amountAtomic: bigint;
}

/** Where a transfer's money stands: nowhere yet, with the merchant, set apart, on its way back, or the house's own. */
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

/** A customer's transfer, from one booking to another. */
interface TransferMove {
  readonly from: Booking;
  readonly to: Booking;
  readonly amountAtomic: bigint;
  readonly balances: MerchantBalances;
}

/** Money for the merchant: what is owed is repaid first. */
function credit(amountAtomic: bigint, { deficitAtomic }: Pick<MerchantBalances, 'deficitAtomic'>): Posting[] {
  const repaid = min(deficitAtomic, amountAtomic);
  return [
    { account: 'deficit', amountAtomic: -repaid },
    { account: 'available', amountAtomic: repaid - amountAtomic },
  ];
}

/** Takes the money out of where it stands: the debit side. */
function leave({ from, to, amountAtomic, balances }: TransferMove): Posting[] {
  switch (from) {
    case 'none':
      return [{ account: 'custody_deposit', amountAtomic }];
    case 'credited': {
      // What the merchant no longer has is owed, never a balance below zero.
      const taken = min(balances.availableAtomic, amountAtomic);
      return [
        { account: 'available', amountAtomic: taken },
        { account: 'deficit', amountAtomic: amountAtomic - taken },
      ];
    }
    case 'held':
      return [{ account: 'held', amountAtomic }];
    case 'refunding':
      // A refund on its way is paid all the same: when its money is gone from the chain, the merchant owes it.
      return [{ account: to === 'none' ? 'deficit' : 'reserved', amountAtomic }];
    case 'treasury':
      return [{ account: 'treasury', amountAtomic }];
  }
}

/** Puts the money where it has to stand: the credit side. */
function enter({ from, to, amountAtomic, balances }: TransferMove): Posting[] {
  switch (to) {
    case 'none':
      return [{ account: 'custody_deposit', amountAtomic: -amountAtomic }];
    case 'credited':
      return credit(amountAtomic, balances);
    case 'held':
      return [{ account: 'held', amountAtomic: -amountAtomic }];
    case 'refunding':
      // It came back to the chain while its refund was paid from what the merchant owed: that is repaid.
      return from === 'none'
        ? credit(amountAtomic, balances)
        : [{ account: 'reserved', amountAtomic: -amountAtomic }];
    case 'treasury':
      return [{ account: 'treasury', amountAtomic: -amountAtomic }];
  }
}

/** Postings that move a customer's transfer from one booking to another. */
export function transferPostings(move: TransferMove): Posting[] {
  const { from, to, amountAtomic } = move;
  assert(amountAtomic > 0n, 'a transfer moves an amount above zero');
  assert(from !== to, 'a booking that stays needs no entry');
  assert(from !== 'treasury' && to !== 'treasury', "a customer's money is never the house's");
  return nonZero([...leave(move), ...enter(move)]);
}

/**
 * What came to a wallet of ours from outside is the house's, and is booked so that it never looks like a difference.
 */
export function topUpPostings(amountAtomic: bigint, wallet: CustodyKind): Posting[] {
  return [
    { account: wallet, amountAtomic },
    { account: 'treasury', amountAtomic: -amountAtomic },
  ];
}

/** Sets the amount of a withdrawal apart when it is requested. */
export function reservePostings(amountAtomic: bigint): Posting[] {
  return [
    { account: 'available', amountAtomic },
    { account: 'reserved', amountAtomic: -amountAtomic },
  ];
}

/** Sets apart what was credited to a merchant by mistake: what the merchant no longer has of it is owed. */
export function setApartPostings(amountAtomic: bigint, balances: MerchantBalances): Posting[] {
  const taken = min(balances.availableAtomic, amountAtomic);
  return nonZero([
    { account: 'available', amountAtomic: taken },
    { account: 'deficit', amountAtomic: amountAtomic - taken },
    { account: 'reserved', amountAtomic: -amountAtomic },
  ]);
}

/** Gives a reservation back: to `available`, less what the merchant owes by now. */
export function releasePostings(amountAtomic: bigint, deficitAtomic: bigint): Posting[] {
  return nonZero([{ account: 'reserved', amountAtomic }, ...credit(amountAtomic, { deficitAtomic })]);
}

/** The coins of a withdrawal have left the hot wallet. */
export function payoutPostings(amountAtomic: bigint): Posting[] {
  return [
    { account: 'reserved', amountAtomic },
    { account: 'custody_hot', amountAtomic: -amountAtomic },
  ];
}

/** The native coin that a transaction burnt, and out of whose hands. */
export function gasPostings(costWei: bigint, payer: CustodyKind): Posting[] {
  return [
    { account: 'gas', amountAtomic: costWei },
    { account: payer, amountAtomic: -costWei },
  ];
}

/** Coins that went from one of our own addresses to another. */
export function movePostings({
  from,
  to,
  amountAtomic,
}: {
  from: CustodyKind;
  to: CustodyKind;
  amountAtomic: bigint;
}): Posting[] {
  assert(amountAtomic > 0n && from !== to, 'a movement goes from one hand to another');
  return [
    { account: to, amountAtomic },
    { account: from, amountAtomic: -amountAtomic },
  ];
}

/** Undoes an entry, posting by posting. */
export function reversePostings(postings: readonly Posting[]): Posting[] {
  return postings.map(({ account, amountAtomic }) => ({ account, amountAtomic: -amountAtomic }));
}
