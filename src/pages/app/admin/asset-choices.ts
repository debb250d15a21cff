import { useList } from '../data/queries.js';
import type { Options } from '../parts/field.js';

/** Every asset that operators see, also those that are not offered any more, as `chain/TOKEN`. */
export function useAssetChoices(): Options {
  const { items } = useList('/admin/v1/assets', {}, { limit: 100 });
  return items.map(({ chainCode, tokenSymbol, chainName }) => [
    `${chainCode}/${tokenSymbol}`,
    `${tokenSymbol} on ${chainName}`,
  ]);
}
