/** An amount of one asset, in base units. */
export interface AssetAmount {
  readonly chainCode: string;
  readonly tokenSymbol: string;
  readonly amountAtomic: bigint;
}

function sums(amounts: readonly AssetAmount[]): ReadonlyMap<string, bigint> {
  const total = new Map<string, bigint>();
  for (const { chainCode, tokenSymbol, amountAtomic } of amounts) {
    const asset = JSON.stringify([chainCode, tokenSymbol]);
    total.set(asset, (total.get(asset) ?? 0n) + amountAtomic);
  }
  return total;
}

/** Says whether exactly the expected money is held. One asset may be split into several amounts in either list. */
export function isAsExpected(held: readonly AssetAmount[], expected: readonly AssetAmount[]): boolean {
  const [found, wanted] = [sums(held), sums(expected)];
  return found.size === wanted.size && [...found].every(([asset, sum]) => wanted.get(asset) === sum);
}
