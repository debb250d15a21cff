import { DAY_MS } from '../core/days.js';
import type { AssetId } from '../core/asset.js';

/** The most that the signer pays out of one asset, in base units. Null: no cap of its own, so the approved amount. */
export interface SignerLimit {
  readonly perTransactionAtomic: bigint | null;
  /** In any 24 hours; everything that was signed counts. */
  readonly perDayAtomic: bigint | null;
}

/**
 * The signer's own caps by `chainCode/tokenSymbol`. They come from its own configuration and hold whatever the database
 * says. An asset without a cap is not paid at all. Null: there are no caps.
 */
export type SignerLimits = ReadonlyMap<string, SignerLimit> | null;

/** The window of `perDayAtomic`, in ms. */
export const SIGNER_DAY_MS = DAY_MS;

export function signerLimitKey({ chainCode, tokenSymbol }: AssetId): string {
  return `${chainCode}/${tokenSymbol}`;
}
