import type { Asset } from '../core/asset.js';

/** The most that a nonce may still take from its wallet, in base units. At most one of its transactions is mined. */
export interface Commitment {
  readonly nonce: number;
  readonly tokenSymbol: string | null;
  readonly amountAtomic: bigint;
  readonly maxCostWei: bigint;
}

/**
 * Unites listings of what signed transactions may still take from the wallet, each nonce once. Callers read the balance
 * between two listings. A transaction that is mined in between is missing in the later listing, although the balance
 * may still include its amount. So the earlier listing keeps it.
 */
export function unite(...listings: readonly (readonly Commitment[])[]): readonly Commitment[] {
  const byNonce = new Map<number, Commitment>();
  for (const commitment of listings.flat()) {
    const known = byNonce.get(commitment.nonce);
    if (known === undefined || known.maxCostWei < commitment.maxCostWei)
      byNonce.set(commitment.nonce, commitment);
  }
  return [...byNonce.values()];
}

export function committedTokens(
  commitments: readonly Commitment[],
  { tokenSymbol }: Pick<Asset, 'tokenSymbol'>,
): bigint {
  return commitments
    .filter((commitment) => commitment.tokenSymbol === tokenSymbol)
    .reduce((sum, { amountAtomic }) => sum + amountAtomic, 0n);
}

export function committedWei(commitments: readonly Commitment[]): bigint {
  return commitments.reduce((sum, { maxCostWei }) => sum + maxCostWei, 0n);
}

/** Returns what signed transactions may still take of an asset, with the gas where it is the coin that pays it. */
export function committedOf(
  asset: Pick<Asset, 'kind' | 'tokenSymbol'>,
  commitments: readonly Commitment[],
): bigint {
  return asset.kind === 'native' ? committedWei(commitments) : committedTokens(commitments, asset);
}
