import { useList } from '../data/queries.js';
import type { Options } from '../parts/field.js';

/** Returns every asset as `chain/TOKEN`, also those that are no longer offered. */
export function useAssetChoices(): Options {
  const { items } = useList('/admin/v1/assets', {}, { limit: 100 });
  return items.map(({ chainCode, tokenSymbol, chainName }) => [
    `${chainCode}/${tokenSymbol}`,
    `${tokenSymbol} on ${chainName}`,
  ]);
}
