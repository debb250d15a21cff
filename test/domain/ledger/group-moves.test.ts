import { describe, expect, it } from '@jest/globals';
import fc from '../../helpers/properties.js';
import { groupMoves } from '../../../src/domain/ledger/group-moves.js';
import { transferPostings, type AccountKind, type Booking } from '../../../src/domain/ledger/postings.js';

const TOKENS = ['USDC', 'ETH'];
const bookings = fc.constantFrom<Booking>('none', 'credited', 'held', 'refunding');
const moves = fc.array(
  fc
    .record({
      tokenSymbol: fc.constantFrom(...TOKENS),
      amountAtomic: fc.bigInt({ min: 1n, max: 1_000n }),
      booking: bookings,
      to: bookings,
    })
    .filter(({ booking, to }) => booking !== to)
    .map(({ to, ...transfer }) => ({ transfer: { chainCode: 'local', ...transfer }, to })),
  { maxLength: 40 },
);
/** What the merchant has in each asset before, and what it owes. */
const before = fc.record({
  available: fc.bigInt({ min: 0n, max: 5_000n }),
  deficit: fc.bigInt({ min: 0n, max: 5_000n }),
});

type Books = Map<string, bigint>;
const keyOf = (tokenSymbol: string, account: AccountKind): string => `${account} ${tokenSymbol}`;

/** Makes the entries one after the other. An account whose debits are its balance has it above zero. */
function bookAll(
  given: Parameters<typeof groupMoves>[0],
  entryEachMax: number,
  { available, deficit }: { available: bigint; deficit: bigint },
): { readonly books: Books; readonly entries: number } {
  const books: Books = new Map(
    TOKENS.flatMap((token) => [
      [keyOf(token, 'available'), -available] as const,
      [keyOf(token, 'deficit'), deficit] as const,
    ]),
  );
  const grouped = groupMoves(given, entryEachMax);
  for (const { asset, from, to, amountAtomic } of grouped) {
    const held = (account: AccountKind): bigint => books.get(keyOf(asset.tokenSymbol, account)) ?? 0n;
    const balances = { availableAtomic: -held('available'), deficitAtomic: held('deficit') };
    for (const posting of transferPostings({ from, to, amountAtomic, balances }))
      books.set(keyOf(asset.tokenSymbol, posting.account), held(posting.account) + posting.amountAtomic);
  }
  return { books, entries: grouped.length };
}

/** An account that was emptied is as one that was never touched. */
const notEmpty = (books: Books): Record<string, bigint> =>
  Object.fromEntries([...books].filter(([, atomic]) => atomic !== 0n).sort());

describe('bookings that move alike', () => {
  it('leave the same books whether they are one entry or one each', () => {
    fc.assert(
      fc.property(moves, before, fc.integer({ min: 0, max: 40 }), (given, balances, entryEachMax) => {
        const oneByOne = bookAll(given, Infinity, balances);
        const together = bookAll(given, entryEachMax, balances);
        expect(oneByOne.entries).toBe(given.length);
        expect(notEmpty(together.books)).toEqual(notEmpty(oneByOne.books));
      }),
    );
  });

  it('are as many entries as there are moves, however many transfers came', () => {
    const dust = Array.from({ length: 10_000 }, (_, i) => ({
      transfer: {
        chainCode: 'local',
        tokenSymbol: TOKENS[i % 2] ?? '',
        amountAtomic: 1n,
        booking: 'none' as const,
      },
      to: 'held' as const,
    }));
    const grouped = groupMoves(dust);
    expect(grouped.map(({ asset, amountAtomic }) => [asset.tokenSymbol, amountAtomic])).toEqual([
      ['USDC', 5_000n],
      ['ETH', 5_000n],
    ]);
    expect(grouped.map(({ transfers }) => transfers.length)).toEqual([5_000, 5_000]);
  });

  it('are an entry each while they are few', () => {
    const few = [1n, 2n, 3n].map((amountAtomic) => ({
      transfer: { chainCode: 'local', tokenSymbol: 'USDC', amountAtomic, booking: 'none' as const },
      to: 'credited' as const,
    }));
    expect(groupMoves(few).map(({ amountAtomic }) => amountAtomic)).toEqual([1n, 2n, 3n]);
  });
});
