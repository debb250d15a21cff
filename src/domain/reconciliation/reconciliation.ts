import { gasAsset, sameAsset, type Asset, type AssetId, type Chain } from '../core/asset.js';
import { formatDecimal } from '../core/money.js';

/**
 * What is compared:
 * `balance`: the balance of an address on chain with the books.
 * `account`: the balance of a ledger account with its postings.
 * `entry`: the debit side of a ledger entry with its credit side.
 * `custody`: all custody accounts of an asset with transfers, payments and fees.
 * `reserved`: a merchant's reserved money with the withdrawals under way.
 * `invoice_money`: the bookings of an invoice's transfers with its ledger entries.
 * `invoice_status`: the stored status of an invoice with the status that settling it gives.
 * `hash_chain`: the rows of the audit log, the approvals and the postings with the hash chains that they form. Its
 * figures are numbers of rows.
 * `deposit_address`: the stored deposit address of an invoice with the one that its index gives. It has no amounts: 0.
 */
export const DIFFERENCE_KINDS = [
  'balance',
  'account',
  'entry',
  'custody',
  'reserved',
  'invoice_money',
  'invoice_status',
  'hash_chain',
  'deposit_address',
] as const;
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number];

/** What a difference has that is about no asset. */
export const NO_ASSET: AssetId = { chainCode: '', tokenSymbol: '' };

/** Identity of a difference, the same in each run. */
export interface DifferenceKey {
  readonly kind: DifferenceKind;
  readonly asset: AssetId;
  /** The address, account, entry, merchant or invoice that differs. */
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

/** Returns the size of a difference in base units, never negative. */
export function sizeOf({ expectedAtomic, foundAtomic }: Difference): bigint {
  return expectedAtomic > foundAtomic ? expectedAtomic - foundAtomic : foundAtomic - expectedAtomic;
}

/**
 * Says whether a difference stops the withdrawals of its asset. It does when money may be missing or counted wrongly.
 * A surplus on chain does not: it hurts nobody, and anyone could freeze payments by sending us a cent. A status that
 * lags does not either, since it moves no money. Nor does an altered deposit address: nobody is shown it, and nothing
 * paid to it counts. A broken hash chain of a ledger account or a withdrawal stops its asset: somebody has rewritten
 * what says whose the money is.
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
    case 'deposit_address':
      return false;
    case 'hash_chain':
      return !sameAsset(difference.asset, NO_ASSET);
  }
}

/**
 * Writes an amount with all digits of its asset, since a difference may be in the last one. Of an unknown asset it
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

const MAX_DIFFERENCES_IN_REASON = 3;

/** Tells operators why an asset is frozen: the first differences in words, and the number of the others. */
export function freezeReason(differences: readonly Difference[]): string {
  const shown = differences.slice(0, MAX_DIFFERENCES_IN_REASON).map(({ words }) => words);
  const more = differences.length - shown.length;
  return `reconciliation: ${shown.join(' ')}${more > 0 ? ` And ${more} more.` : ''}`;
}

const WROTE =
  'Find out who wrote into the database. If nobody did, it is a fault of the program: keep the asset frozen, keep a dump and the logs, and report it.';

/** Tells operators what to look at, as the page about operating does. */
export function actionFor({ kind, expectedAtomic, foundAtomic }: Difference): string {
  switch (kind) {
    case 'balance':
      return foundAtomic < expectedAtomic
        ? 'Look at the transactions of the address in an explorer. One that is not on record here was made with its key elsewhere, or before a restore; a payment that is not there was made up by an RPC.'
        : 'Somebody sent coins that nobody asked for, or every RPC left a payment out. Nothing is frozen.';
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
