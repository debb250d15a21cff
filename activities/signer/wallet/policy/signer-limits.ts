import type { Queryable } from '../../../../src/db/core/database.js';
import { sumSigned } from '../../../../src/db/wallets/sent-transactions.js';
import type { Asset } from '../../../../src/domain/core/asset.js';
import { formatCrypto } from '../../../../src/domain/core/money.js';
import {
  SIGNER_DAY_MS,
  signerLimitKey,
  type SignerLimits,
} from '../../../../src/domain/wallets/signer-limits.js';
import { NotYet } from '../../../withdrawals/not-yet.js';

/** Sums what the signer has signed of an asset in the last 24 hours, in base units. */
export function readSignedToday(
  q: Queryable,
  { asset, purpose, nowMs }: { asset: Asset; purpose: 'payment' | 'cold'; nowMs: number },
): Promise<bigint> {
  return sumSigned(q, { ...asset, purpose, sinceMs: nowMs - SIGNER_DAY_MS });
}

/**
 * Requires that a payment is within the signer's own caps. They count the signed payments, so they limit the damage of
 * forged approvals. `signedTodayAtomic` is read under the wallet's lock: two payments that are signed at one moment
 * count each other.
 *
 * @throws NotYet `signer_limit`
 */
export function requireWithinLimits(
  limits: SignerLimits,
  {
    asset,
    amountAtomic,
    signedTodayAtomic,
  }: { asset: Asset; amountAtomic: bigint; signedTodayAtomic: bigint },
): void {
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
  if (perDayAtomic === null || signedTodayAtomic + amountAtomic <= perDayAtomic) return;
  throw new NotYet(
    'signer_limit',
    `the signer pays at most ${show(perDayAtomic)} in 24 hours and has signed ${show(signedTodayAtomic)}; waits until enough of that is older, or until perDay of "${key}" in SIGNER_LIMITS of the signing worker is raised`,
  );
}

/**
 * Returns the amount that the caps still allow now in one transaction of this purpose, in base units. Null: any amount.
 */
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
  const signedAtomic = await readSignedToday(q, { asset, purpose, nowMs });
  const leftAtomic = perDayAtomic > signedAtomic ? perDayAtomic - signedAtomic : 0n;
  return perTransactionAtomic !== null && perTransactionAtomic < leftAtomic
    ? perTransactionAtomic
    : leftAtomic;
}
