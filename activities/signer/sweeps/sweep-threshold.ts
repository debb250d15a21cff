import { readRollupFee } from '../../../src/chain/sending/rollup-fee.js';
import { fixedSweepThreshold, type Asset } from '../../../src/domain/core/asset.js';
import type { SweepContext } from './sweep-context.js';
import { readFees } from './sign-movement.js';

/** Gas of the most expensive way to sweep one address: gas money, then a token transfer. */
const GAS_OF_A_SWEEP = 100_000n;
/** Gas may cost a twentieth of what is swept. */
const WORTH_FACTOR = 20n;

/**
 * Returns the least amount for which a deposit address is swept, in base units: the configured one, or else an amount
 * that is worth its gas.
 */
export async function sweepThreshold(context: SweepContext, asset: Asset): Promise<bigint> {
  const fixed = fixedSweepThreshold(asset);
  if (fixed !== null) return fixed;
  const { deps, chain, client } = context;
  const call = { to: deps.hotWallet.address, valueAtomic: 10n ** BigInt(asset.decimals), data: '0x' };
  const [{ maxFeePerGasWei }, rollupFeeWei] = await Promise.all([
    readFees(context),
    readRollupFee(client, { chainId: chain.chainId, ...call }),
  ]);
  return (GAS_OF_A_SWEEP * maxFeePerGasWei + rollupFeeWei) * WORTH_FACTOR;
}
