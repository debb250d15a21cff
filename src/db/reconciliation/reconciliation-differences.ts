import type { AssetId } from '../../domain/core/asset.js';
import {
  differenceKeyText,
  type Difference,
  type DifferenceKey,
  type DifferenceKind,
} from '../../domain/reconciliation/difference.js';
import type { Queryable, Transaction } from '../core/database.js';

/** A difference that is stored: open, or gone. Times in epoch ms. */
export interface StoredDifference extends Difference {
  readonly differenceId: number;
  readonly firstSeenAtMs: number;
  readonly lastSeenAtMs: number;
  /** When a later run did not find it any more; null: it is open. */
  readonly goneAtMs: number | null;
  /** Its size when it last froze its asset, in base units; null: it never did. */
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
  gone_at: Date | null;
  frozen_atomic: bigint | null;
}

function toStoredDifference(row: DifferenceRow): StoredDifference {
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
    goneAtMs: row.gone_at?.getTime() ?? null,
    frozenAtomic: row.frozen_atomic,
  };
}

/** Lists all open differences, oldest first. */
export async function listDifferences(q: Queryable): Promise<StoredDifference[]> {
  const rows = await q('reconciliation_differences')
    .whereNull('gone_at')
    .orderBy('difference_id')
    .select<DifferenceRow[]>('*');
  return rows.map(toStoredDifference);
}

/**
 * Lists the differences that were open when a run ended, and those that it found gone, oldest first. A run stores all
 * of them with the moment of its end.
 */
export async function listDifferencesAt(
  q: Queryable,
  { finishedAtMs, limit }: { finishedAtMs: number; limit: number },
): Promise<StoredDifference[]> {
  const at = new Date(finishedAtMs);
  const rows = await q('reconciliation_differences')
    .where('first_seen_at', '<=', at)
    .where((still) => void still.whereNull('gone_at').orWhere('gone_at', '>=', at))
    .orderBy('difference_id')
    .limit(limit)
    .select<DifferenceRow[]>('*');
  return rows.map(toStoredDifference);
}

/** Counts open differences by kind and asset. */
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

/** Stores the differences that a run found. A difference whose subject it checked and did not find again is gone. */
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
    (open) => !keys.has(differenceKeyText(open)) && lookedAt(open),
  );
  await trx('reconciliation_differences')
    .whereIn(
      'difference_id',
      gone.map(({ differenceId }) => differenceId),
    )
    .update({ gone_at: now });
}
