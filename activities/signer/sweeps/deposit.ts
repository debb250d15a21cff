import type { MovementPart } from '../../../src/db/sweeps/movements.js';
import type { Asset } from '../../../src/domain/core/asset.js';
import type { DueAddress } from './list-due-addresses.js';

/** A token at a deposit address, and the address's key. */
export interface Deposit extends DueAddress {
  readonly asset: Asset;
}

/** Returns the movement of the sweep of one address. */
export function partOf({ asset, sweepable }: Deposit, to: string): MovementPart {
  const { address, amountAtomic } = sweepable;
  return { tokenSymbol: asset.tokenSymbol, subject: address, from: address, to, amountAtomic };
}
