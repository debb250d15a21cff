import type { Asset } from '../core/asset.js';
import { committedOf, type Commitment } from './commitments.js';

/** What the hot wallet has of an asset, and who is about to get some of it. Amounts in base units. */
export interface HotHolding {
  readonly balanceAtomic: bigint;
  /** What was signed and is in no block yet. */
  readonly commitments: readonly Commitment[];
  /** What approved withdrawals are about to take: see `sumUnsigned`. */
  readonly dueAtomic: bigint;
}

/**
 * Returns what the hot wallet has above its ceiling, less what is signed or about to be paid. The sweep sends this to the
 * cold address. When it stays, operators are told. 0: nothing, or there is no ceiling.
 */
export function aboveCeiling(
  asset: Pick<Asset, 'kind' | 'tokenSymbol' | 'hotWalletCeilingAtomic'>,
  { balanceAtomic, commitments, dueAtomic }: HotHolding,
): bigint {
  if (asset.hotWalletCeilingAtomic === null) return 0n;
  const spare = balanceAtomic - committedOf(asset, commitments) - dueAtomic - asset.hotWalletCeilingAtomic;
  return spare > 0n ? spare : 0n;
}
