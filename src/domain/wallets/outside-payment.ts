import type { AssetId } from '../core/asset.js';

/** How much earlier than its request, by the chain's clock, a withdrawal may have been paid: clocks differ. */
export const OUTSIDE_PAYMENT_MARGIN_MS = 24 * 3_600_000;

/**
 * A transfer out of a wallet that pays withdrawals, by a transaction that is not on record here. Base units, addresses
 * in lower case.
 */
export interface OutsidePayment {
  readonly asset: AssetId;
  readonly txHash: string;
  /** Which of its transaction's transfers out of the wallet, from 0. */
  readonly ordinal: number;
  readonly from: string;
  readonly to: string;
  readonly amountAtomic: bigint;
  readonly blockNumber: number;
  readonly blockTimeMs: number;
  /** The withdrawal that it pays, as an operator said. */
  readonly pays: string | null;
  /** The withdrawals that it does not pay, as operators said. */
  readonly notOf: readonly string[];
}

/** What is to be paid. */
export interface ToBePaid {
  readonly withdrawalId: string;
  readonly asset: AssetId;
  readonly amountAtomic: bigint;
  readonly address: string;
  readonly createdAtMs: number;
}

/** `yes`: an operator said so. `maybe`: it looks like its payment, and nobody has said what it is. */
export type HasPaid = 'yes' | 'maybe' | 'no';

/** Has a withdrawal for which nothing was signed been paid by a transaction that is not on record? */
export function hasPaid(payment: OutsidePayment, withdrawal: ToBePaid): HasPaid {
  const { withdrawalId, asset, createdAtMs } = withdrawal;
  if (payment.pays !== null) return payment.pays === withdrawalId ? 'yes' : 'no';
  if (payment.notOf.includes(withdrawalId)) return 'no';
  const isSame =
    payment.asset.chainCode === asset.chainCode &&
    payment.asset.tokenSymbol === asset.tokenSymbol &&
    payment.to === withdrawal.address &&
    payment.amountAtomic === withdrawal.amountAtomic;
  return isSame && payment.blockTimeMs >= createdAtMs - OUTSIDE_PAYMENT_MARGIN_MS ? 'maybe' : 'no';
}

/** What a withdrawal waits for once an operator has said that a transaction paid it. */
export function waitsForRecord({ txHash }: Pick<OutsidePayment, 'txHash'>): string {
  return `an operator says that ${txHash} has paid it; waits until that is taken on record`;
}

/** The one by which a withdrawal is paid, as an operator said; else the first by which it may have been. */
export function findPaidBy(
  withdrawal: ToBePaid,
  payments: readonly OutsidePayment[],
): { readonly payment: OutsidePayment; readonly isCertain: boolean } | null {
  const certain = payments.find((payment) => hasPaid(payment, withdrawal) === 'yes');
  if (certain !== undefined) return { payment: certain, isCertain: true };
  const possible = payments.find((payment) => hasPaid(payment, withdrawal) === 'maybe');
  return possible === undefined ? null : { payment: possible, isCertain: false };
}
