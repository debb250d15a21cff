import type { Asset } from '../core/asset.js';
import { committedOf, type Commitment } from './commitments.js';

/** The hot wallet's balance of an asset, and the amounts that are about to leave it. Amounts in base units. */
export interface HotHolding {
  readonly balanceAtomic: bigint;
  /** The signed transactions that are in no block yet. */
  readonly commitments: readonly Commitment[];
  /** The sum of approved withdrawals that are not signed yet: see `sumUnsigned`. */
  readonly dueAtomic: bigint;
}

/**
 * Returns the amount of the hot wallet above its ceiling, less signed and approved payments. The sweep sends this
 * amount to the cold address. When it stays, operators are told. 0: nothing is above, or there is no ceiling.
 */
export function aboveCeiling(
  asset: Pick<Asset, 'kind' | 'tokenSymbol' | 'hotWalletCeilingAtomic'>,
  { balanceAtomic, commitments, dueAtomic }: HotHolding,
): bigint {
  if (asset.hotWalletCeilingAtomic === null) return 0n;
  const spare = balanceAtomic - committedOf(asset, commitments) - dueAtomic - asset.hotWalletCeilingAtomic;
  return spare > 0n ? spare : 0n;
}
