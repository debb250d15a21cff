import { findApprovalFault } from '../../src/db/approved-payments.js';
import { findPayoutHold } from '../../src/db/asset-freezes.js';
import type { Queryable, Transaction } from '../../src/db/database.js';
import { sumSigned } from '../../src/db/sent-transactions.js';
import type { Withdrawal } from '../../src/db/withdrawals.js';
import type { Asset } from '../../src/domain/asset.js';
import { formatCrypto } from '../../src/domain/money.js';
import { SIGNER_DAY_MS, signerLimitKey, type SignerLimits } from '../../src/domain/signer-limits.js';
import { NotYet } from './outgoing.js';

/**
 * The signer believes nobody that a withdrawal is to be paid: in the transaction that signs, under the withdrawal's
 * lock, it reads what was approved and by whom, and whether the withdrawal is still that.
 *
 * @throws NotYet `not_approved`
 */
export async function requireApproval(trx: Transaction, withdrawal: Withdrawal): Promise<void> {
  const fault = await findApprovalFault(trx, withdrawal);
  if (fault !== null)
    throw new NotYet('not_approved', `${fault}; nothing is signed until an operator has looked`);
}

/** @throws NotYet `held_back` while the asset is frozen or its merchant owes some of it. */
export async function requireNoHold(trx: Transaction, withdrawal: Withdrawal): Promise<void> {
  const hold = await findPayoutHold(trx, withdrawal);
  if (hold !== null) throw new NotYet('held_back', hold);
}

/**
 * The signer's own caps, counted over what it signed: they bound what a forged approval can take. Under the wallet's
 * lock, so that two at one moment count each other.
 *
 * @throws NotYet `signer_limit`
 */
export async function requireWithinLimits(
  trx: Transaction,
  {
    limits,
    asset,
    amountAtomic,
    nowMs,
  }: { limits: SignerLimits; asset: Asset; amountAtomic: bigint; nowMs: number },
): Promise<void> {
  if (limits === null) return;
  const key = signerLimitKey(asset);
  const limit = limits.get(key);
  if (limit === undefined)
    throw new NotYet('signer_limit', `SIGNER_LIMITS of the signing worker has no entry "${key}"; add one`);
  const show = (atomic: bigint): string => `${formatCrypto(atomic, asset.decimals)} ${asset.tokenSymbol}`;
  const { perTransactionAtomic, perDayAtomic } = limit;
  if (perTransactionAtomic !== null && amountAtomic > perTransactionAtomic) {
    throw new NotYet(
      'signer_limit',
      `the signer pays at most ${show(perTransactionAtomic)} in one transaction; stop the withdrawal, or raise perTransaction of "${key}" in SIGNER_LIMITS of the signing worker`,
    );
  }
  if (perDayAtomic === null) return;
  const signedAtomic = await sumSigned(trx, { ...asset, purpose: 'payment', sinceMs: nowMs - SIGNER_DAY_MS });
  if (signedAtomic + amountAtomic > perDayAtomic) {
    throw new NotYet(
      'signer_limit',
      `the signer pays at most ${show(perDayAtomic)} in 24 hours and has signed ${show(signedAtomic)}; waits until enough of that is older, or until perDay of "${key}" in SIGNER_LIMITS of the signing worker is raised`,
    );
  }
}

/** What the caps still allow in one transaction of this purpose now, in base units; null: any amount. */
export async function remainingToday(
  q: Queryable,
  {
    limits,
    asset,
    purpose,
    nowMs,
  }: { limits: SignerLimits; asset: Asset; purpose: 'payment' | 'cold'; nowMs: number },
): Promise<bigint | null> {
  if (limits === null) return null;
  const limit = limits.get(signerLimitKey(asset));
  if (limit === undefined) return 0n;
  const { perTransactionAtomic, perDayAtomic } = limit;
  if (perDayAtomic === null) return perTransactionAtomic;
  const signedAtomic = await sumSigned(q, { ...asset, purpose, sinceMs: nowMs - SIGNER_DAY_MS });
  const leftAtomic = perDayAtomic > signedAtomic ? perDayAtomic - signedAtomic : 0n;
  return perTransactionAtomic !== null && perTransactionAtomic < leftAtomic
    ? perTransactionAtomic
    : leftAtomic;
}
