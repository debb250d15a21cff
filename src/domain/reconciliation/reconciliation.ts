import { gasAsset, sameAsset, type Asset, type AssetId, type Chain } from '../core/asset.js';
import { formatDecimal } from '../core/money.js';

/**
 * What can differ. `balance`: an address, chain against books. `account`: a ledger account, balance against postings.
 * `entry`: a ledger entry, one side against the other. `custody`: all custody accounts of an asset against transfers,
 * payments and fees. `reserved`: a merchant's, against the withdrawals under way. `invoice_money`: what is booked of an
 * invoice's transfers against its ledger entries. `invoice_status`: what stands of it against what is true of it.
 */
export const DIFFERENCE_KINDS = [
  'balance',
  'account',
  'entry',
  'custody',
  'reserved',
  'invoice_money',
  'invoice_status',
] as const;
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number];

/** What identifies a difference from run to run. */
export interface DifferenceKey {
  readonly kind: DifferenceKind;
  readonly asset: AssetId;
  /** Address, account, entry, merchant or invoice. */
  readonly subject: string;
}

export interface Difference extends DifferenceKey {
  /** Base units. */
  readonly expectedAtomic: bigint;
  readonly foundAtomic: bigint;
  /** One sentence with the figures, for operators. */
  readonly words: string;
}

export function differenceKeyText({ kind, asset, subject }: DifferenceKey): string {
  return `${kind}/${asset.chainCode}/${asset.tokenSymbol}/${subject}`;
}

/** How far apart the two are, in base units, whichever is more. */
export function sizeOf({ expectedAtomic, foundAtomic }: Difference): bigint {
  return expectedAtomic > foundAtomic ? expectedAtomic - foundAtomic : foundAtomic - expectedAtomic;
}

/**
 * Does it stop the asset's withdrawals? Whatever may mean that money is missing or counted wrongly does. Coins beyond
 * the books hurt nobody and anyone can send them: if they froze payments, a cent from outside would. A status that
 * lags moves no money.
 */
export function freezesWithdrawals(difference: Difference): boolean {
  switch (difference.kind) {
    case 'balance':
      return difference.foundAtomic < difference.expectedAtomic;
    case 'account':
    case 'entry':
    case 'custody':
    case 'reserved':
    case 'invoice_money':
      return true;
    case 'invoice_status':
      return false;
  }
}

/** All of an asset's digits: a difference may be in the last of them. Base units where the asset is not known. */
export function exactAmount(chains: ReadonlyMap<string, Chain>, id: AssetId, atomic: bigint): string {
  const asset = findAsset(chains, id);
  const sign = atomic < 0n ? '-' : '';
  const size = atomic < 0n ? -atomic : atomic;
  if (asset === undefined) return `${sign}${size} base units of ${id.tokenSymbol}`;
  const { decimals } = asset;
  return `${sign}${formatDecimal(size, { decimals, digits: decimals })} ${id.tokenSymbol}`;
}

/** Also the coin that gas is paid in where it is not offered. */
function findAsset(chains: ReadonlyMap<string, Chain>, id: AssetId): Asset | undefined {
  const chain = chains.get(id.chainCode);
  if (chain === undefined) return undefined;
  return [...chain.assets, gasAsset(chain)].find((asset) => sameAsset(asset, id));
}

/** E.g. `12.500000 USDC are missing`. */
export function gapInWords(
  chains: ReadonlyMap<string, Chain>,
  gap: { readonly asset: AssetId; readonly expectedAtomic: bigint; readonly foundAtomic: bigint },
): string {
  const missingAtomic = gap.expectedAtomic - gap.foundAtomic;
  return missingAtomic > 0n
    ? `${exactAmount(chains, gap.asset, missingAtomic)} are missing`
    : `${exactAmount(chains, gap.asset, -missingAtomic)} are too much`;
}

const MAX_DIFFERENCES_IN_REASON = 3;

/** Why an asset is frozen, for operators: the first differences in words, and how many more there are. */
export function freezeReason(differences: readonly Difference[]): string {
  const shown = differences.slice(0, MAX_DIFFERENCES_IN_REASON).map(({ words }) => words);
  const more = differences.length - shown.length;
  return `reconciliation: ${shown.join(' ')}${more > 0 ? ` And ${more} more.` : ''}`;
}
