import { sameAsset, type AssetId } from '../../domain/core/asset.js';
import { sizeOf } from '../../domain/reconciliation/difference.js';
import { freezeReason, freezesWithdrawals } from '../../domain/reconciliation/freezes-withdrawals.js';
import { outsidePartOf, withOutsideReason } from '../../domain/wallets/outside-payment.js';
import type { AuditActor } from '../audit/audit-log.js';
import type { Transaction } from '../core/database.js';
import { stopSigning } from '../wallets/signing-lock.js';
import {
  findAssetFreeze,
  freezeAsset,
  releaseAsset,
  restateFreeze,
  type AssetFreeze,
  type FreezeOrder,
} from '../withdrawals/asset-freezes.js';
import { listDifferences, type StoredDifference } from './reconciliation-differences.js';

/** The program itself is the actor: no person gave this order. */
const RECONCILIATION: AuditActor = { kind: 'system', id: 'reconciliation', ip: null };

/**
 * Freezes the assets whose differences may mean missing money. An asset that an operator has released stays released
 * until a difference grows. An asset that a person has frozen keeps their reason; when they release it, it is frozen
 * for the difference (see {@link releaseFreeze}).
 *
 * @returns the assets that this call froze, or whose reason it changed, each with the reason.
 */
export async function freezeForDifferences(
  trx: Transaction,
  { nowMs }: { nowMs: number },
): Promise<{ readonly asset: AssetId; readonly reason: string }[]> {
  const grave = (await listDifferences(trx)).filter(freezesWithdrawals);
  const byAsset = new Map<string, StoredDifference[]>();
  for (const difference of grave) {
    const key = `${difference.asset.chainCode}/${difference.asset.tokenSymbol}`;
    byAsset.set(key, [...(byAsset.get(key) ?? []), difference]);
  }
  const frozen: { asset: AssetId; reason: string }[] = [];
  // Always in the same order, since each freeze takes a lock.
  for (const [, differences] of [...byAsset].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const reason = await freezeFor(trx, differences, nowMs);
    const [first] = differences;
    if (first !== undefined && reason !== null) frozen.push({ asset: first.asset, reason });
  }
  return frozen;
}

/** @param differences all of one asset. @returns the reason, when this call froze the asset or changed its reason. */
async function freezeFor(
  trx: Transaction,
  differences: readonly StoredDifference[],
  nowMs: number,
): Promise<string | null> {
  const grown = differences.filter((one) => one.frozenAtomic === null || sizeOf(one) > one.frozenAtomic);
  const [first] = grown;
  if (first === undefined) return null;
  const { asset } = first;
  // The follower adds to the reason under the same lock.
  await stopSigning(trx, asset);
  const present = await findAssetFreeze(trx, asset);
  const isOfPerson = present !== undefined && present.actorKind !== RECONCILIATION.kind;
  if (isOfPerson) return null;
  const differs = freezeReason(present === undefined ? grown : differences);
  // The words about coins that left our wallet stay: they say what to do first.
  const outside = outsidePartOf(present?.reason ?? '');
  const reason = outside === null ? differs : withOutsideReason(differs, outside);
  const order = { asset, reason, actor: RECONCILIATION };
  if (present === undefined) await freezeAsset(trx, { ...order, nowMs });
  else await restateFreeze(trx, order);
  for (const { differenceId, ...one } of differences) {
    await trx('reconciliation_differences')
      .where({ difference_id: differenceId })
      .update({ frozen_atomic: sizeOf(one).toString() });
  }
  return reason;
}

/**
 * Releases a frozen asset by an operator's order. A difference that was found while a person had the asset frozen is
 * not released by that. It freezes the asset again in the same transaction, and nothing is signed in between.
 *
 * @returns the freeze after that; undefined: there is none.
 * @throws QuittanceError `invalid_state` when the asset is not frozen.
 */
export async function releaseFreeze(trx: Transaction, order: FreezeOrder): Promise<AssetFreeze | undefined> {
  // Before the asset's lock, in the same order as a run.
  await trx.raw('LOCK TABLE reconciliation_differences IN ROW EXCLUSIVE MODE');
  await releaseAsset(trx, order);
  const { asset, nowMs } = order;
  const grave = (await listDifferences(trx)).filter(freezesWithdrawals);
  const ofAsset = grave.filter((difference) => sameAsset(difference.asset, asset));
  await freezeFor(trx, ofAsset, nowMs);
  return findAssetFreeze(trx, asset);
}
