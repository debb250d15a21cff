import { sameAsset, type AssetId } from '../../domain/core/asset.js';
import { freezeReason, freezesWithdrawals, sizeOf } from '../../domain/reconciliation/reconciliation.js';
import type { AuditActor } from '../audit/audit-log.js';
import type { Transaction } from '../core/database.js';
import {
  findAssetFreeze,
  freezeAsset,
  releaseAsset,
  restateFreeze,
  type AssetFreeze,
  type FreezeOrder,
} from '../withdrawals/asset-freezes.js';
import { listDifferences, type StandingDifference } from './reconciliation-differences.js';

/** The program itself: no person gave this order. */
const RECONCILIATION: AuditActor = { kind: 'system', id: 'reconciliation', ip: null };

/**
 * Freezes the assets of which something may be missing. What an operator has released stays released until more is
 * missing than then. An asset that a person has frozen already keeps their reason, and is frozen for this one when they
 * release it: see {@link releaseFreeze}.
 *
 * @returns the assets frozen by this call, or for other reasons than before, each with the reason.
 */
export async function freezeForDifferences(
  trx: Transaction,
  { nowMs }: { nowMs: number },
): Promise<{ readonly asset: AssetId; readonly reason: string }[]> {
  const grave = (await listDifferences(trx)).filter(freezesWithdrawals);
  const byAsset = new Map<string, StandingDifference[]>();
  for (const difference of grave) {
    const key = `${difference.asset.chainCode}/${difference.asset.tokenSymbol}`;
    byAsset.set(key, [...(byAsset.get(key) ?? []), difference]);
  }
  const frozen: { asset: AssetId; reason: string }[] = [];
  // In one order for all: each takes a lock.
  for (const [, differences] of [...byAsset].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const reason = await freezeFor(trx, differences, nowMs);
    const [first] = differences;
    if (first !== undefined && reason !== null) frozen.push({ asset: first.asset, reason });
  }
  return frozen;
}

/** @param differences of one asset. @returns why it is frozen by this call; null: it is not. */
async function freezeFor(
  trx: Transaction,
  differences: readonly StandingDifference[],
  nowMs: number,
): Promise<string | null> {
  const news = differences.filter((one) => one.frozenAtomic === null || sizeOf(one) > one.frozenAtomic);
  const [first] = news;
  if (first === undefined) return null;
  const { asset } = first;
  const standing = await findAssetFreeze(trx, asset);
  const isOurs = standing?.actorKind === RECONCILIATION.kind && standing.actorId === RECONCILIATION.id;
  if (standing !== undefined && !isOurs) return null;
  const reason = freezeReason(standing === undefined ? news : differences);
  const order = { asset, reason, actor: RECONCILIATION };
  if (standing === undefined) await freezeAsset(trx, { ...order, nowMs });
  else await restateFreeze(trx, order);
  for (const { differenceId, ...one } of differences) {
    await trx('reconciliation_differences')
      .where({ difference_id: differenceId })
      .update({ frozen_atomic: sizeOf(one).toString() });
  }
  return reason;
}

/**
 * An operator's order that a frozen asset's withdrawals go on. A difference that was found while a person had the asset
 * frozen has not been released by that: it freezes the asset in the same moment, and nothing is signed in between.
 *
 * @returns the freeze that stands now; undefined: none does.
 * @throws QuittanceError `invalid_state` when it is not frozen.
 */
export async function releaseFreeze(trx: Transaction, order: FreezeOrder): Promise<AssetFreeze | undefined> {
  // Before the asset's lock, as a run does.
  await trx.raw('LOCK TABLE reconciliation_differences IN ROW EXCLUSIVE MODE');
  await releaseAsset(trx, order);
  const { asset, nowMs } = order;
  const grave = (await listDifferences(trx)).filter(freezesWithdrawals);
  const ofAsset = grave.filter((difference) => sameAsset(difference.asset, asset));
  await freezeFor(trx, ofAsset, nowMs);
  return findAssetFreeze(trx, asset);
}
