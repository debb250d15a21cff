import { sameAsset, type AssetId } from '../../domain/core/asset.js';
import {
  differenceKeyText,
  freezeReason,
  freezesWithdrawals,
  sizeOf,
  type Difference,
  type DifferenceKey,
  type DifferenceKind,
} from '../../domain/reconciliation/reconciliation.js';
import {
  findAssetFreeze,
  freezeAsset,
  releaseAsset,
  restateFreeze,
  type AssetFreeze,
  type FreezeOrder,
} from '../withdrawals/asset-freezes.js';
import type { AuditActor } from '../audit/audit-log.js';
import type { Queryable, Transaction } from '../core/database.js';

/** The program itself: no person gave this order. */
const RECONCILIATION: AuditActor = { kind: 'system', id: 'reconciliation', ip: null };

/** A difference that stands, since when, and how often it was told. */
export interface StandingDifference extends Difference {
  readonly differenceId: number;
  readonly firstSeenAtMs: number;
  readonly lastSeenAtMs: number;
  /** How much it was when it last froze its asset, in base units; null: it never did. */
  readonly frozenAtomic: bigint | null;
}

interface DifferenceRow {
  difference_id: number;
  kind: DifferenceKind;
  chain_code: string;
  token_symbol: string;
  subject: string;
  expected_atomic: bigint;
  found_atomic: bigint;
  words: string;
  first_seen_at: Date;
  last_seen_at: Date;
  frozen_atomic: bigint | null;
}

function toStanding(row: DifferenceRow): StandingDifference {
  return {
    differenceId: row.difference_id,
    kind: row.kind,
    asset: { chainCode: row.chain_code, tokenSymbol: row.token_symbol },
    subject: row.subject,
    expectedAtomic: row.expected_atomic,
    foundAtomic: row.found_atomic,
    words: row.words,
    firstSeenAtMs: row.first_seen_at.getTime(),
    lastSeenAtMs: row.last_seen_at.getTime(),
    frozenAtomic: row.frozen_atomic,
  };
}

/** All that stand, oldest first. */
export async function listDifferences(q: Queryable): Promise<StandingDifference[]> {
  const rows = await q('reconciliation_differences')
    .whereNull('gone_at')
    .orderBy('difference_id')
    .select<DifferenceRow[]>('*');
  return rows.map(toStanding);
}

/** How many stand, by kind and asset. */
export async function countDifferences(
  q: Queryable,
): Promise<{ readonly kind: string; readonly asset: AssetId; readonly count: number }[]> {
  const { rows } = await q.raw<{
    rows: { kind: string; chain_code: string; token_symbol: string; count: number }[];
  }>(
    `SELECT kind, chain_code, token_symbol, count(*)::integer AS count FROM reconciliation_differences
      WHERE gone_at IS NULL GROUP BY kind, chain_code, token_symbol`,
  );
  return rows.map((row) => ({
    kind: row.kind,
    asset: { chainCode: row.chain_code, tokenSymbol: row.token_symbol },
    count: row.count,
  }));
}

/** Keeps what a run found; what it looked at and did not find again is gone. */
export async function recordDifferences(
  trx: Transaction,
  {
    found,
    lookedAt,
    nowMs,
  }: {
    readonly found: readonly Difference[];
    readonly lookedAt: (key: DifferenceKey) => boolean;
    readonly nowMs: number;
  },
): Promise<void> {
  const now = new Date(nowMs);
  for (const difference of found) {
    await trx('reconciliation_differences')
      .insert({
        kind: difference.kind,
        chain_code: difference.asset.chainCode,
        token_symbol: difference.asset.tokenSymbol,
        subject: difference.subject,
        expected_atomic: difference.expectedAtomic.toString(),
        found_atomic: difference.foundAtomic.toString(),
        words: difference.words,
        first_seen_at: now,
        last_seen_at: now,
      })
      .onConflict(trx.raw('(kind, chain_code, token_symbol, subject) WHERE gone_at IS NULL'))
      .merge(['expected_atomic', 'found_atomic', 'words', 'last_seen_at']);
  }
  const keys = new Set(found.map(differenceKeyText));
  const gone = (await listDifferences(trx)).filter(
    (standing) => !keys.has(differenceKeyText(standing)) && lookedAt(standing),
  );
  await trx('reconciliation_differences')
    .whereIn(
      'difference_id',
      gone.map(({ differenceId }) => differenceId),
    )
    .update({ gone_at: now });
}

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
