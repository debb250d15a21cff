import type { AssetId } from '../core/asset.js';

/** A payment may be this much older than its withdrawal by the chain's clock, in ms, because clocks differ. */
export const OUTSIDE_PAYMENT_MARGIN_MS = 24 * 3_600_000;

/**
 * A transfer out of a wallet that we send from. Its transaction is not on record here. Amounts are in base units,
 * addresses in lower case.
 */
export interface OutsidePayment {
  readonly asset: AssetId;
  readonly txHash: string;
  /** Its index among the transfers out of the wallet in the same transaction, from 0. */
  readonly ordinal: number;
  readonly from: string;
  readonly to: string;
  readonly amountAtomic: bigint;
  readonly blockNumber: number;
  readonly blockTimeMs: number;
  /** The withdrawal that it pays; an operator said so. */
  readonly pays: string | null;
  /** The withdrawals that it does not pay; operators said so. */
  readonly notOf: readonly string[];
}

/** A transfer out of our wallets as the chain shows it, before an operator has judged it. */
export type OutsideTransfer = Omit<OutsidePayment, 'pays' | 'notOf'>;

/** The withdrawal that is to be paid. */
export interface ToBePaid {
  readonly withdrawalId: string;
  readonly asset: AssetId;
  readonly amountAtomic: bigint;
  readonly address: string;
  readonly createdAtMs: number;
}

/** `yes`: an operator said so. `maybe`: it looks like the payment, and no operator has decided. */
export type HasPaid = 'yes' | 'maybe' | 'no';

/** Says whether an outside payment paid a withdrawal for which nothing was signed. */
export function hasPaid(payment: OutsidePayment, withdrawal: ToBePaid): HasPaid {
  const { withdrawalId, asset, createdAtMs } = withdrawal;
  if (payment.pays !== null) return payment.pays === withdrawalId ? 'yes' : 'no';
  if (payment.notOf.includes(withdrawalId)) return 'no';
  const looksAlike =
    payment.asset.chainCode === asset.chainCode &&
    payment.asset.tokenSymbol === asset.tokenSymbol &&
    payment.to === withdrawal.address &&
    payment.amountAtomic === withdrawal.amountAtomic;
  return looksAlike && payment.blockTimeMs >= createdAtMs - OUTSIDE_PAYMENT_MARGIN_MS ? 'maybe' : 'no';
}

/** Returns the waiting reason of a withdrawal after an operator has said that a transaction paid it. */
export function waitsForRecord({ txHash }: Pick<OutsidePayment, 'txHash'>): string {
  return `an operator says that ${txHash} has paid it; waits until that payment is on record`;
}

/** Finds the payment that an operator named for the withdrawal, or else the first one that may have paid it. */
export function findPaidBy(
  withdrawal: ToBePaid,
  payments: readonly OutsidePayment[],
): { readonly payment: OutsidePayment; readonly isCertain: boolean } | null {
  const certain = payments.find((payment) => hasPaid(payment, withdrawal) === 'yes');
  if (certain !== undefined) return { payment: certain, isCertain: true };
  const possible = payments.find((payment) => hasPaid(payment, withdrawal) === 'maybe');
  return possible === undefined ? null : { payment: possible, isCertain: false };
}

/** The text after the transactions in the reason of a freeze. It shows that a freeze was already made for them. */
const WHAT_IT_MEANS =
  'not on record here, so it was signed before a restore, or by somebody else who has the key';

/** Tells operators why the assets of a wallet are frozen. @param showAmount writes an amount of an asset. */
export function outsideFreezeReason(
  [first, ...others]: readonly [OutsideTransfer, ...OutsideTransfer[]],
  showAmount: (asset: AssetId, atomic: bigint) => string,
): string {
  const { txHash, blockNumber, asset, amountAtomic, from, to } = first;
  const more = others.length === 0 ? '' : ` And ${others.length} more such transfers.`;
  return `transaction ${txHash} of block ${blockNumber} moved ${showAmount(asset, amountAtomic)} from our wallet ${from} to ${to}, and is ${WHAT_IT_MEANS}.${more}`;
}

/**
 * Returns the reason of a freeze after transfers from outside were found. They are added to the present reason, unless
 * that already names transfers from outside.
 */
export function withOutsideReason(present: string, reason: string): string {
  return namesOutside(present) ? present : `${present.replace(/\.$/, '')}; ${reason}`;
}

/** Says whether the reason of a freeze names transfers from outside. */
export const namesOutside = (reason: string): boolean => reason.includes(WHAT_IT_MEANS);

/** Returns what the reason of a freeze says about transfers from outside: its last part. Null: nothing. */
export const outsidePartOf = (reason: string): string | null =>
  namesOutside(reason) ? reason.slice(reason.lastIndexOf('transaction 0x')) : null;
