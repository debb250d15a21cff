import type { Asset, Chain } from '../domain/core/asset.js';
import { parseDecimal } from '../domain/core/money.js';
import { signerLimitKey, type SignerLimit, type SignerLimits } from '../domain/wallets/signer-limits.js';
import type { WrittenSignerLimits } from './signer-variables.js';

/**
 * Reads the limits in base units.
 *
 * @throws Error with every mistake: an asset that is not configured, or an amount with too many decimals.
 */
export function readSignerLimits(
  written: WrittenSignerLimits | 'unlimited',
  chains: readonly Chain[],
): SignerLimits {
  if (written === 'unlimited') return null;
  const assets = new Map<string, Asset>(
    chains.flatMap((chain) => chain.assets.map((asset) => [signerLimitKey(asset), asset] as const)),
  );
  const mistakes: string[] = [];
  const limits = new Map<string, SignerLimit>();
  for (const [key, { perTransaction, perDay }] of Object.entries(written)) {
    const asset = assets.get(key);
    if (asset === undefined) {
      mistakes.push(`"${key}" is no asset of CHAINS_FILE; there are ${[...assets.keys()].join(', ')}`);
      continue;
    }
    const read = (text: string | undefined, path: string): bigint | null => {
      if (text === undefined) return null;
      try {
        return parseDecimal(text, { decimals: asset.decimals, path });
      } catch (error) {
        mistakes.push((error as Error).message);
        return null;
      }
    };
    limits.set(key, {
      perTransactionAtomic: read(perTransaction, `perTransaction of "${key}"`),
      perDayAtomic: read(perDay, `perDay of "${key}"`),
    });
  }
  if (mistakes.length > 0) throw new Error(mistakes.join('\n'));
  return limits;
}
