const BPS = 10_000n;

/**
 * The most that an operator gives a merchant as tolerance, in basis points. It holds at once and takes one person. With more,
 * somebody who has that person's key could buy for next to nothing.
 */
export const TOLERANCE_MAX_BPS = 5_000;

/** The least that counts as paid, and the most that does not count as overpaid, in base units. */
export function toleranceBounds(terms: { readonly amountAtomic: bigint; readonly toleranceBps: number }): {
  readonly leastAtomic: bigint;
  readonly mostAtomic: bigint;
} {
  const slack = (terms.amountAtomic * BigInt(terms.toleranceBps)) / BPS;
  const least = terms.amountAtomic - slack;
  return { leastAtomic: least > 0n ? least : 1n, mostAtomic: terms.amountAtomic + slack };
}
