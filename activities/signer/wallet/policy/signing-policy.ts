import { findApprovalFaults } from '../../../../src/db/withdrawals/approval-faults.js';
import { findAssetFreeze, findPayoutHold } from '../../../../src/db/withdrawals/asset-freezes.js';
import type { Queryable, Transaction } from '../../../../src/db/core/database.js';
import { findForgedApprovals } from '../../../../src/db/withdrawals/forged-approvals.js';
import { shareSigning } from '../../../../src/db/wallets/signing-lock.js';
import type { Withdrawal } from '../../../../src/db/withdrawals/withdrawals.js';
import type { Asset } from '../../../../src/domain/core/asset.js';
import { quoted, REASON_SHOWN } from '../../../../src/domain/core/printable.js';
import { NotYet } from '../../../withdrawals/not-yet.js';

/**
 * Finds the withdrawals whose rows are not, or no longer, as they were approved. The signer trusts no other process
 * here: it reads the approvals itself, in the transaction that signs, under the withdrawals' locks.
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
  throw new NotYet(
    'halted',
    `the chain is halted until an operator resumes it: ${quoted(haltedReason, REASON_SHOWN)}`,
  );
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
