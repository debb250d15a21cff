import { gasAsset, sameAsset, type Asset, type AssetId, type Chain } from '../core/asset.js';
import { formatDecimal } from '../core/money.js';
import type { Difference } from './difference.js';

/**
 * Writes an amount with all digits of its asset, since a difference may be in the last one. For an unknown asset it
 * writes base units.
 */
export function exactAmount(chains: ReadonlyMap<string, Chain>, id: AssetId, atomic: bigint): string {
  const asset = findAsset(chains, id);
  const sign = atomic < 0n ? '-' : '';
  const size = atomic < 0n ? -atomic : atomic;
  if (asset === undefined) return `${sign}${size} base units of ${id.tokenSymbol}`;
  const { decimals } = asset;
  return `${sign}${formatDecimal(size, { decimals, digits: decimals })} ${id.tokenSymbol}`;
}

/** Finds an asset of the chain; the coin that pays for gas is found even where it is not offered. */
function findAsset(chains: ReadonlyMap<string, Chain>, id: AssetId): Asset | undefined {
  const chain = chains.get(id.chainCode);
  if (chain === undefined) return undefined;
  return [...chain.assets, gasAsset(chain)].find((asset) => sameAsset(asset, id));
}

/** Returns, for example, `12.500000 USDC are missing`. */
export function gapInWords(
  chains: ReadonlyMap<string, Chain>,
  gap: { readonly asset: AssetId; readonly expectedAtomic: bigint; readonly foundAtomic: bigint },
): string {
  const missingAtomic = gap.expectedAtomic - gap.foundAtomic;
  return missingAtomic > 0n
    ? `${exactAmount(chains, gap.asset, missingAtomic)} are missing`
    : `${exactAmount(chains, gap.asset, -missingAtomic)} are too much`;
}

const WROTE =
  'Find out who wrote into the database. If nobody did, it is a fault of the program: keep the asset frozen, keep a dump and the logs, and report it.';

/** Tells operators what to look at, as the page about operating does. */
export function actionFor({ kind, expectedAtomic, foundAtomic }: Difference): string {
  switch (kind) {
    case 'balance':
      return foundAtomic < expectedAtomic
        ? 'Look at the transactions of the address in an explorer. One that is not on record here was made with its key elsewhere, or before a restore; a payment that is not there was made up by an RPC.'
        : 'Somebody sent coins that nobody asked for, the address had them before its first block was read, or every RPC left a payment out. Nothing is frozen, and no payment waits for it.';
    case 'account':
    case 'entry':
    case 'custody':
    case 'reserved':
    case 'invoice_money':
      return WROTE;
    case 'invoice_status':
      return 'Nothing at first: its workflow was told to look again. When it stays for hours, look at the workflow.';
    case 'hash_chain':
      return 'Find out who wrote into the database as its owner. Keep a dump and the logs, and compare with a signed head that you have kept. A chain that is broken stays in the list.';
    case 'deposit_address':
      return 'Find out who altered it, and restore it. Nobody is shown the address, and nothing paid to it counts.';
  }
}
