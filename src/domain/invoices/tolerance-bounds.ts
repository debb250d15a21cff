const BPS = 10_000n;

/** The least that counts as paid, and the most that does not count as overpaid, in base units. */
export function toleranceBounds(terms: { readonly amountAtomic: bigint; readonly toleranceBps: number }): {
  readonly leastAtomic: bigint;
  readonly mostAtomic: bigint;
} {
  const slack = (terms.amountAtomic * BigInt(terms.toleranceBps)) / BPS;
  const least = terms.amountAtomic - slack;
  return { leastAtomic: least > 0n ? least : 1n, mostAtomic: terms.amountAtomic + slack };
}
