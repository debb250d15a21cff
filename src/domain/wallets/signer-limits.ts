import type { AssetId } from '../core/asset.js';

/** What the signer may pay out of an asset, in base units; null: as much as is approved. */
export interface SignerLimit {
  readonly perTransactionAtomic: bigint | null;
  /** In any 24 hours, counted over what was signed. */
  readonly perDayAtomic: bigint | null;
}

/**
 * The signer's own caps by `chainCode/tokenSymbol`, from its own configuration: they hold whatever the database says.
 * An asset that is not among them is not paid at all. Null: there are none.
 */
export type SignerLimits = ReadonlyMap<string, SignerLimit> | null;

/** The window of `perDayAtomic`, in ms. */
export const SIGNER_DAY_MS = 86_400_000;

export function signerLimitKey({ chainCode, tokenSymbol }: AssetId): string {
  return `${chainCode}/${tokenSymbol}`;
}
