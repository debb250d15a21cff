import type { AssetFreeze } from '../../db/withdrawals/asset-freezes.js';
import type { AssetId } from '../../domain/core/asset.js';
import { iso } from './iso.js';

/** Shows whether an asset's withdrawals are frozen, and why. @param freeze undefined: they are not frozen. */
export function showFreeze({ chainCode, tokenSymbol }: AssetId, freeze: AssetFreeze | undefined) {
  return {
    chainCode,
    tokenSymbol,
    frozen: freeze !== undefined,
    reason: freeze?.reason ?? null,
    frozenAt: freeze === undefined ? null : iso(freeze.frozenAtMs),
  };
}
