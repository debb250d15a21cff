import { fixedSweepThreshold, type Asset, type Chain } from '../domain/core/asset.js';
import { formatCrypto } from '../domain/core/money.js';
import { describeChainsElsewhere } from './local-mode.js';

/** The settings of a started process. */
interface Started {
  readonly localMode: boolean;
  readonly chainsElsewhere: readonly string[];
  readonly chains: readonly Chain[];
}

/**
 * Returns sentences about settings that are allowed, but may not be intended. An operator should read them at the
 * start.
 */
export function hintsAtStart({ localMode, chainsElsewhere, chains }: Started): readonly string[] {
  // In local mode coins are worthless, so unswept coins do not matter.
  const hints = [describeChainsElsewhere(chainsElsewhere), localMode ? null : describeUnswept(chains)];
  return hints.filter((hint) => hint !== null);
}

/**
 * Returns a sentence that names the assets whose invoices may be smaller than their sweep threshold. Null: there are
 * none. Each address belongs to one invoice and usually gets no further money, so an amount below the threshold stays
 * there.
 */
function describeUnswept(chains: readonly Chain[]): string | null {
  const unswept = chains.flatMap(({ assets }) => assets.filter(isBelowSweep).map(describeBounds));
  if (unswept.length === 0) return null;
  return (
    `Invoices may be smaller than the sweep threshold: ${unswept.join(', ')}. ` +
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
