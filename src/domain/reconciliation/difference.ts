import type { AssetId } from '../core/asset.js';

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

/** The asset of a difference that is about no asset. */
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
