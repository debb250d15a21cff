import { describe, expect, it } from '@jest/globals';
import fc from '../../helpers/properties.js';
import {
  gasPostings,
  movePostings,
  payoutPostings,
  releasePostings,
  reservePostings,
  reversePostings,
  topUpPostings,
  transferPostings,
  type Posting,
} from '../../../src/domain/ledger/postings.js';

const amounts = fc.bigInt({ min: 1n, max: 10n ** 30n });
const balances = fc.record({
  availableAtomic: fc.bigInt({ min: 0n, max: 10n ** 30n }),
  deficitAtomic: fc.bigInt({ min: 0n, max: 10n ** 30n }),
});
const bookings = fc.constantFrom('none' as const, 'credited' as const, 'held' as const, 'refunding' as const);
const sum = (postings: readonly Posting[]): bigint =>
  postings.reduce((total, p) => total + p.amountAtomic, 0n);

describe('every entry balances', () => {
  it('for any move of a transfer, whatever the merchant has or owes', () => {
    fc.assert(
      fc.property(bookings, bookings, amounts, balances, (from, to, amountAtomic, balance) => {
        fc.pre(from !== to);
        expect(sum(transferPostings({ from, to, amountAtomic, balances: balance }))).toBe(0n);
      }),
    );
  });
  it('for reservations, releases, payouts, gas, top-ups and their reversals', () => {
    fc.assert(
      fc.property(amounts, amounts, (amount, deficit) => {
        for (const postings of [
          reservePostings(amount),
          releasePostings(amount, deficit),
          payoutPostings(amount),
          gasPostings(amount, 'custody_hot'),
          topUpPostings(amount, 'custody_gas'),
          ...(amount === 0n
            ? []
            : [movePostings({ from: 'custody_deposit', to: 'custody_hot', amountAtomic: amount })]),
        ]) {
          expect(sum(postings)).toBe(0n);
          expect(sum([...postings, ...reversePostings(postings)])).toBe(0n);
        }
      }),
    );
  });
});

describe("a merchant's deficit is repaid first, and the balance is never below zero", () => {
  const side = (postings: readonly Posting[], account: string): bigint =>
    sum(postings.filter((p) => p.account === account));

  it('a reversal is taken from the available balance, and the rest is recorded as a deficit', () => {
    fc.assert(
      fc.property(amounts, balances, (amountAtomic, balance) => {
        const postings = transferPostings({ from: 'credited', to: 'none', amountAtomic, balances: balance });
        const taken = side(postings, 'available');
        expect(taken <= balance.availableAtomic).toBe(true);
        expect(taken + side(postings, 'deficit')).toBe(amountAtomic);
      }),
    );
  });
  it('a credit repays the deficit until it is gone', () => {
    fc.assert(
      fc.property(amounts, balances, (amountAtomic, balance) => {
        const postings = transferPostings({ from: 'none', to: 'credited', amountAtomic, balances: balance });
        const repaid = -side(postings, 'deficit');
        expect(repaid).toBe(balance.deficitAtomic < amountAtomic ? balance.deficitAtomic : amountAtomic);
        expect(-side(postings, 'available')).toBe(amountAtomic - repaid);
      }),
    );
  });
});
