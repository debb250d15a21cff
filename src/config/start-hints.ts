import { fixedSweepThreshold, type Asset, type Chain } from '../domain/core/asset.js';
import { formatCrypto } from '../domain/core/money.js';
import { describeChainsElsewhere } from './local-mode.js';

/** What a process was told that is allowed, and that its operator may not have meant. */
interface Started {
  readonly localMode: boolean;
  readonly chainsElsewhere: readonly string[];
  readonly chains: readonly Chain[];
}

/** Returns in words what an operator should know of the configuration at the start. */
export function hintsAtStart({ localMode, chainsElsewhere, chains }: Started): readonly string[] {
  // On a local chain the coins are worthless, and so is what stays at an address.
  const hints = [describeChainsElsewhere(chainsElsewhere), localMode ? null : describeUnswept(chains)];
  return hints.filter((hint) => hint !== null);
}

/**
 * Returns in words which assets take invoices that are smaller than what is swept; null when none does. An address is
 * one invoice's, so no more comes to it: what it holds below the threshold stays there.
 */
function describeUnswept(chains: readonly Chain[]): string | null {
  const unswept = chains.flatMap(({ assets }) => assets.filter(isBelowSweep).map(describeBounds));
  if (unswept.length === 0) return null;
  return (
    `Invoices may be smaller than what is swept: ${unswept.join(', ')}. ` +
    'Such a payment is credited to its merchant, and its coins stay at their deposit address. ' +
    'Set minInvoice above sweepThreshold in CHAINS_FILE, or lower sweepThreshold.'
  );
}

function isBelowSweep(asset: Asset): boolean {
  const threshold = fixedSweepThreshold(asset);
  return threshold !== null && asset.minInvoiceAtomic < threshold;
}

function describeBounds(asset: Asset): string {
  const { chainCode, tokenSymbol, decimals, minInvoiceAtomic } = asset;
  const [least, swept] = [minInvoiceAtomic, fixedSweepThreshold(asset) ?? 0n].map((amount) =>
    formatCrypto(amount, decimals),
  );
  return `${chainCode}/${tokenSymbol} (from ${least}, swept from ${swept})`;
}
