import type { WithdrawalStatus } from '../../domain/withdrawals/withdrawal-state.js';
import type { Queryable } from '../core/database.js';

const UNDER_WAY = [
  'pending_approval',
  'approved',
  'broadcast',
] as const satisfies readonly WithdrawalStatus[];

export interface WithdrawalCount {
  readonly status: (typeof UNDER_WAY)[number];
  readonly count: number;
  /**
   * The time since which the oldest one waits: that of its approval, or of its request before that. Null: there are
   * none.
   */
  readonly oldestAtMs: number | null;
}

/** Counts the withdrawals under way, with one row for each such status. */
export async function countWithdrawalsUnderWay(q: Queryable): Promise<WithdrawalCount[]> {
  const { rows } = await q.raw<{ rows: { status: string; count: number; oldest_at: Date }[] }>(
    `SELECT status, count(*)::integer AS count, min(coalesce(approved_at, created_at)) AS oldest_at
       FROM withdrawals WHERE status = ANY (?) GROUP BY status`,
    [[...UNDER_WAY]],
  );
  return UNDER_WAY.map((status) => {
    const row = rows.find((one) => one.status === status);
    return { status, count: row?.count ?? 0, oldestAtMs: row?.oldest_at.getTime() ?? null };
  });
}

export interface WaitingCount {
  readonly chainCode: string;
  /** One of `WAIT_CODES`, unless another version has written it. */
  readonly code: string;
  readonly count: number;
}

/** Counts the waiting withdrawals by chain and by the code of their waiting reason. */
export async function countWaitingWithdrawals(q: Queryable): Promise<WaitingCount[]> {
  const { rows } = await q.raw<{ rows: { chain_code: string; waiting_code: string; count: number }[] }>(
    `SELECT chain_code, waiting_code, count(*)::integer AS count
       FROM withdrawals WHERE waiting_reason IS NOT NULL AND waiting_code IS NOT NULL GROUP BY chain_code, waiting_code`,
  );
  return rows.map((row) => ({ chainCode: row.chain_code, code: row.waiting_code, count: row.count }));
}
