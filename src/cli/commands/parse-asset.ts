import { InvalidArgumentError } from 'commander';
import type { AssetId } from '../../domain/core/asset.js';

/** For commander: reads `chain/token`. */
export function parseAsset(text: string): AssetId {
  const [chainCode = '', tokenSymbol = '', ...rest] = text.split('/');
  if (chainCode !== '' && tokenSymbol !== '' && rest.length === 0) return { chainCode, tokenSymbol };
  throw new InvalidArgumentError('Expected chain and token, such as local/USDC.');
}
