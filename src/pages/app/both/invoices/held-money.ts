import type { Schemas } from '../../../../client/client.js';
import { addFigures } from '../../data/figures.js';

export type Held = Schemas['HeldMoney'];

/** Identifies the asset of a held payment. */
export const assetOfHeld = ({ chainCode, tokenSymbol }: Held): string => `${chainCode}/${tokenSymbol}`;

/** Sums held payments that have the same key. Anybody can pay any number of times. */
export function sumHeld(held: readonly Held[], keyOf: (one: Held) => string): readonly Held[] {
  const sums = new Map<string, Held>();
  for (const one of held) {
    const before = sums.get(keyOf(one));
    const amountCrypto = addFigures([one.amountCrypto, before?.amountCrypto ?? '0']);
    const amountAtomic = addFigures([one.amountAtomic, before?.amountAtomic ?? '0']);
    sums.set(keyOf(one), { ...one, amountCrypto, amountAtomic });
  }
  return [...sums.values()];
}

/** Identifies the asset of a held payment together with why it is held. */
export const reasonOfHeld = (one: Held): string => `${assetOfHeld(one)} ${one.reason}`;
