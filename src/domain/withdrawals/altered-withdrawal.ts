import { sameAsset, type Asset, type AssetId, type Chain } from '../core/asset.js';
import { QuittanceError } from '../core/errors.js';
import { quoted } from '../core/printable.js';
import { ENDED_STATUSES, type WithdrawalStatus } from './withdrawal-state.js';

/** The columns of a withdrawal that only somebody who alters the database can make wrong. */
export interface StoredWithdrawal {
  readonly withdrawalId: string;
  readonly merchantId: string;
  readonly kind: 'payout' | 'refund';
  readonly status: WithdrawalStatus;
  readonly asset: AssetId;
  /** The decimals with which the amount is shown. The payment uses those of the asset in CHAINS_FILE. */
  readonly decimals: number;
  /** Null: there is no such merchant. Absent: it was not looked up. */
  readonly merchantName?: string | null;
}

/**
 * Ids as the API makes them. An approval covers the bytes of an id, but the signing worker remembers the value. Other
 * values have the same bytes: a number, or half a surrogate pair. Each of them would look like a withdrawal that was
 * never paid. Besides, a text that an approver reads inside our sentence must not be a sentence of its own.
 */
const WITHDRAWAL_ID = /^wd_[0-9a-z]+$/;
const MERCHANT_ID = /^mer_[0-9a-z]+$/;

/**
 * Describes what was altered in a withdrawal's row; null: nothing. Approvers read an amount, and sign base units. With
 * other decimals in the row they would sign another amount than they read.
 */
export function findAlteration(
  asset: Pick<Asset, 'decimals'>,
  { withdrawalId, merchantId, kind, decimals }: Omit<StoredWithdrawal, 'asset' | 'status'>,
): string | null {
  const [id, merchant]: readonly unknown[] = [withdrawalId, merchantId];
  if (typeof id !== 'string' || !WITHDRAWAL_ID.test(id)) return `an invalid id (${quoted(id)})`;
  if (typeof merchant !== 'string' || !MERCHANT_ID.test(merchant)) return noMerchant(merchant);
  const kinds: readonly string[] = ['payout', 'refund'];
  if (!kinds.includes(kind)) return `an unknown kind (${quoted(kind)})`;
  if (decimals === asset.decimals) return null;
  return `an amount with ${quoted(decimals)} decimals, where CHAINS_FILE of this process has ${asset.decimals} (is that file right?)`;
}

function noMerchant(merchant: unknown): string {
  return `an invalid merchant (${quoted(merchant)})`;
}

/**
 * Refuses a withdrawal whose row was altered.
 *
 * @throws QuittanceError `withdrawal_altered`. Its cause says what was altered, for the operator.
 */
export function requireUnaltered(asset: Pick<Asset, 'decimals'>, withdrawal: StoredWithdrawal): void {
  refuse(withdrawal, findAlteration(asset, withdrawal));
}

/**
 * Returns the reason why a withdrawal is not shown, for the operator: somebody has altered the text that people read
 * before they approve. Null: it may be shown. The asset of an ended withdrawal is not compared, because its symbol may
 * name another contract by now.
 */
export function whyWithdrawalNotShown(
  chains: ReadonlyMap<string, Chain>,
  withdrawal: StoredWithdrawal,
): string | null {
  const alteration = findShownAlteration(chains, withdrawal);
  return alteration === null ? null : inWords(withdrawal, alteration);
}

/** Refuses a withdrawal that must not be shown. */
export function requireShowable(chains: ReadonlyMap<string, Chain>, withdrawal: StoredWithdrawal): void {
  refuse(withdrawal, findShownAlteration(chains, withdrawal));
}

/**
 * Returns the decimals of a withdrawal's asset as CHAINS_FILE has them, for messages about a withdrawal that can't be
 * refused any more. For an asset that is no longer listed, it returns those of the row.
 */
export function listedDecimals(
  chains: ReadonlyMap<string, Chain>,
  { asset, decimals }: Pick<StoredWithdrawal, 'asset' | 'decimals'>,
): number {
  return findListed(chains, asset)?.decimals ?? decimals;
}

function findShownAlteration(
  chains: ReadonlyMap<string, Chain>,
  withdrawal: StoredWithdrawal,
): string | null {
  if (withdrawal.merchantName === null) return noMerchant(withdrawal.merchantId);
  const asset = findListed(chains, withdrawal.asset);
  return asset === undefined || ENDED_STATUSES.includes(withdrawal.status)
    ? null
    : findAlteration(asset, withdrawal);
}

function findListed(chains: ReadonlyMap<string, Chain>, id: AssetId): Asset | undefined {
  return chains.get(id.chainCode)?.assets.find((asset) => sameAsset(asset, id));
}

function refuse(withdrawal: StoredWithdrawal, alteration: string | null): void {
  if (alteration === null) return;
  throw new QuittanceError(
    'withdrawal_altered',
    'The withdrawal was altered in the database. Do not approve it. The operator was told.',
    { cause: new Error(inWords(withdrawal, alteration)) },
  );
}

/** Describes what was found in a withdrawal's row, and says what to do. */
function inWords({ withdrawalId }: StoredWithdrawal, alteration: string): string {
  return (
    `The database has ${alteration} for the withdrawal ${quoted(withdrawalId)}. Somebody has altered it: it is neither ` +
    'shown nor approved. Find out who, and restore its row, for example from a backup.'
  );
}
