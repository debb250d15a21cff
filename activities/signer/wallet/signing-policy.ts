import { findApprovalFaults } from '../../../src/db/withdrawals/approval-faults.js';
import { findAssetFreeze, findPayoutHold } from '../../../src/db/withdrawals/asset-freezes.js';
import type { Queryable, Transaction } from '../../../src/db/core/database.js';
import { findForgedApprovals } from '../../../src/db/withdrawals/forged-approvals.js';
import { insertAllSigned, sumSigned, type NewSignature } from '../../../src/db/wallets/sent-transactions.js';
import { shareSigning } from '../../../src/db/wallets/signing-lock.js';
import type { Withdrawal } from '../../../src/db/withdrawals/withdrawals.js';
import type { Asset } from '../../../src/domain/core/asset.js';
import { formatCrypto } from '../../../src/domain/core/money.js';
import {
  SIGNER_DAY_MS,
  signerLimitKey,
  type SignerLimits,
} from '../../../src/domain/wallets/signer-limits.js';
import { NotYet } from '../../withdrawals/not-yet.js';
import type { SigningDependencies } from './signed-withdrawal.js';
import type { NonceOfWallet, RememberedPayment, SigningMemory } from './signing-memory.js';

/**
 * Finds the withdrawals that are not, or no longer, approved as they stand. The signer trusts no other process here: in
 * the transaction that signs, under the withdrawals' locks, it reads who approved what.
 *
 * @returns a `not_approved` for each of these withdrawals, by its id.
 */
export async function findUnapproved(
  trx: Transaction,
  withdrawalIds: readonly string[],
): Promise<ReadonlyMap<string, NotYet>> {
  const forged = await findForgedApprovals(trx, withdrawalIds);
  const faults = [...forged, ...(await findApprovalFaults(trx, withdrawalIds))];
  const refusals = faults.map(([withdrawalId, fault]) => {
    const words = `${fault}; nothing is signed until an operator has looked`;
    return [withdrawalId, new NotYet('not_approved', words)] as const;
  });
  return new Map(refusals);
}

/** @throws NotYet `not_approved` */
export async function requireApproval(trx: Transaction, { withdrawalId }: Withdrawal): Promise<void> {
  const refusal = (await findUnapproved(trx, [withdrawalId])).get(withdrawalId);
  if (refusal !== undefined) throw refusal;
}

/**
 * Finds the withdrawals that are held back: their asset is frozen, or their merchant is suspended or owes some of that
 * asset. The answer holds until the transaction ends.
 *
 * @returns a `held_back` for each of these withdrawals, by its id.
 */
export async function findHeldBack(
  trx: Transaction,
  withdrawals: readonly Withdrawal[],
): Promise<ReadonlyMap<string, NotYet>> {
  const holds = new Map<string, string | null>();
  const refusals = new Map<string, NotYet>();
  for (const withdrawal of withdrawals) {
    const { withdrawalId, merchantId, asset } = withdrawal;
    const key = `${merchantId}/${asset.tokenSymbol}`;
    const hold = holds.get(key) ?? (holds.has(key) ? null : await findPayoutHold(trx, withdrawal));
    holds.set(key, hold);
    if (hold !== null) refusals.set(withdrawalId, new NotYet('held_back', hold));
  }
  return refusals;
}

/** @throws NotYet `halted` */
export function requireRunning(haltedReason: string | null | undefined): void {
  if (haltedReason == null) return;
  throw new NotYet('halted', `the chain is halted until an operator resumes it: ${haltedReason}`);
}

/**
 * Begins every transaction that signs. From here to its end nobody can halt the chain, or freeze one of the assets that
 * it signs for. A replacement and a cancellation transaction name no asset: a freeze does not stop them.
 *
 * @throws NotYet `halted`
 */
export async function enterSigning(
  trx: Transaction,
  { chainCode, tokenSymbols = [] }: { chainCode: string; tokenSymbols?: readonly string[] },
): Promise<void> {
  const { haltedReason } = await shareSigning(trx, { chainCode, tokenSymbols });
  requireRunning(haltedReason);
}

/** @throws NotYet `held_back` */
export async function requireUnfrozen(q: Queryable, asset: Asset): Promise<void> {
  if ((await findAssetFreeze(q, asset)) === undefined) return;
  throw new NotYet('held_back', `${asset.tokenSymbol} is frozen; waits until an operator releases it`);
}

/** Sums what the signer has signed of an asset in the last 24 hours, in base units. */
export function readSignedToday(
  q: Queryable,
  { asset, purpose, nowMs }: { asset: Asset; purpose: 'payment' | 'cold'; nowMs: number },
): Promise<bigint> {
  return sumSigned(q, { ...asset, purpose, sinceMs: nowMs - SIGNER_DAY_MS });
}

/**
 * Requires that the withdrawal was not signed here before, for another nonce: both could be mined. The database has no
 * such signature any more, or it would have been sent again.
 *
 * @throws NotYet `not_approved`
 */
export function requireUnused(memory: SigningMemory, withdrawalId: string, nonce: NonceOfWallet): void {
  const before = memory.findOther(withdrawalId, nonce);
  if (before !== null) throw signedBefore(memory, { withdrawalId, ...before });
}

function signedBefore(
  { path }: SigningMemory,
  { withdrawalId, ...before }: RememberedPayment & { withdrawalId: string },
): NotYet {
  const { chainCode, fromAddress, nonce, txHash } = before;
  const forget = JSON.stringify({ withdrawalId, lost: { chainCode, fromAddress, nonce } });
  return new NotYet(
    'not_approved',
    `this signing worker has signed its payment before, as ${txHash} with nonce ${nonce}, and the database has lost ` +
      'that or was altered; find out which. Only if you have restored a backup on purpose, and that payment can never be ' +
      (path === null ? 'mined, start the worker anew' : `mined, append this line to ${path}: ${forget}`),
  );
}

/**
 * Stores what was signed, after it is remembered: what the memory does not know, nobody gets to see.
 *
 * Usually the wallet's lock keeps others from signing at the same moment. Whoever owns the database can take it away. So
 * what others have written meanwhile is asked here once more.
 *
 * @returns the refusals of withdrawals whose signatures are thrown away. It is `not_approved` where another process has
 *   signed the withdrawal first, and `signer_limit` where all together have signed more than the cap of a day.
 */
export async function storeSigned(
  trx: Transaction,
  { memory, hotWallet, limits, now }: Pick<SigningDependencies, 'memory' | 'hotWallet' | 'limits' | 'now'>,
  signed: readonly NewSignature[],
): Promise<ReadonlyMap<string, NotYet>> {
  const lost = memory.remember(signed.filter(({ fromAddress }) => fromAddress === hotWallet.address));
  const refused = new Map(findAboveDay({ memory, limits, now }, signed));
  for (const withdrawalId of lost) {
    const before = memory.find(withdrawalId);
    if (before === null) throw new Error(`The payment of ${withdrawalId} was signed, and is forgotten`);
    refused.set(withdrawalId, signedBefore(memory, { withdrawalId, ...before }));
  }
  await insertAllSigned(
    trx,
    signed.filter(({ withdrawalId }) => withdrawalId === null || !refused.has(withdrawalId)),
  );
  return refused;
}

/** Finds the payments whose asset is above its cap of a day by now, as the memory has it. */
function findAboveDay(
  { memory, limits, now }: Pick<SigningDependencies, 'memory' | 'limits' | 'now'>,
  signed: readonly NewSignature[],
): ReadonlyMap<string, NotYet> {
  const above = new Map<string, NotYet>();
  const sums = new Map<string, bigint>();
  for (const { withdrawalId, chainCode, purpose, payment, replaces } of signed) {
    // A replacement adds nothing to what its nonce may pay.
    if (withdrawalId === null || purpose !== 'payment' || payment === null || replaces !== null) continue;
    const asset = { chainCode, tokenSymbol: payment.tokenSymbol };
    const key = signerLimitKey(asset);
    const perDayAtomic = limits?.get(key)?.perDayAtomic ?? null;
    if (perDayAtomic === null) continue;
    const sumAtomic = sums.get(key) ?? memory.sumSince(asset, now() - SIGNER_DAY_MS);
    sums.set(key, sumAtomic);
    if (sumAtomic > perDayAtomic)
      above.set(
        withdrawalId,
        new NotYet(
          'signer_limit',
          `another signing worker that shares ${memory.path ?? 'its memory'} has signed at the same moment, and both together are above perDay of "${key}" in SIGNER_LIMITS; its signature is thrown away, and counts as signed`,
        ),
      );
  }
  return above;
}

/**
 * Requires that a payment is within the signer's own caps. They count what the signer has signed, so they bound what a
 * forged approval can take. `signedTodayAtomic` is read under the wallet's lock: two payments that are signed at one
 * moment count each other.
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

/** Returns what the caps still allow now in one transaction of this purpose, in base units. Null: any amount. */
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
