import type { Asset, AssetId } from '../../domain/core/asset.js';
import {
  consistentLimits,
  LIMIT_WINDOW_MS,
  NO_LIMITS,
  type WithdrawalLimits,
} from '../../domain/withdrawals/withdrawal-limits.js';
import { OPEN_STATUSES, RELEASING_STATUSES } from '../../domain/withdrawals/withdrawal-state.js';
import { LIMIT_FIELDS, type LimitField } from '../../domain/merchants/policy-change.js';
import type { Queryable, Transaction } from '../core/database.js';

/** The stored limits of a merchant for one asset. */
export interface AssetLimits extends WithdrawalLimits {
  readonly asset: AssetId;
  readonly decimals: number;
}

interface LimitsRow {
  merchant_id: string;
  chain_code: string;
  token_symbol: string;
  token_decimals: number;
  per_withdrawal_atomic: bigint | null;
  per_day_atomic: bigint | null;
  two_approvals_above_atomic: bigint | null;
  auto_approve_below_atomic: bigint | null;
  /** Changes, by field, whose time has come but that are not in the row yet; null: none. */
  due: Partial<Record<LimitField, string | null>> | null;
}

/** Returns a row with the due changes applied: they count from their time on, whether any process runs or not. */
const LIMITS_WITH_DUE = `
  SELECT l.*, (
    SELECT json_object_agg(c.change->>'field', c.change->>'to') FROM policy_changes c
     WHERE c.kind = 'withdrawal_limit' AND c.object_id = l.merchant_id AND c.status = 'waiting' AND c.holds_from <= now()
       AND c.change->>'chainCode' = l.chain_code AND c.change->>'tokenSymbol' = l.token_symbol
  ) AS due FROM withdrawal_limits l`;

function toLimits(row: LimitsRow): AssetLimits {
  const of = (field: LimitField, stored: bigint | null): bigint | null => {
    const due = row.due?.[field];
    if (due === undefined) return stored;
    return due === null ? null : BigInt(due);
  };
  return {
    asset: { chainCode: row.chain_code, tokenSymbol: row.token_symbol },
    decimals: row.token_decimals,
    ...consistentLimits({
      perWithdrawalAtomic: of('perWithdrawalAtomic', row.per_withdrawal_atomic),
      perDayAtomic: of('perDayAtomic', row.per_day_atomic),
      twoApprovalsAboveAtomic: of('twoApprovalsAboveAtomic', row.two_approvals_above_atomic),
      autoApproveBelowAtomic: of('autoApproveBelowAtomic', row.auto_approve_below_atomic),
    }),
  };
}

/** Lists the limits of some merchants by merchant id, ordered by chain and token. */
export async function listWithdrawalLimits(
  q: Queryable,
  merchantIds: readonly string[],
): Promise<ReadonlyMap<string, readonly AssetLimits[]>> {
  const { rows } = await q.raw<{ rows: LimitsRow[] }>(
    `${LIMITS_WITH_DUE} WHERE l.merchant_id = ANY (?) ORDER BY l.chain_code, l.token_symbol`,
    [[...merchantIds]],
  );
  const byMerchant = new Map<string, AssetLimits[]>();
  for (const row of rows) {
    byMerchant.set(row.merchant_id, [...(byMerchant.get(row.merchant_id) ?? []), toLimits(row)]);
  }
  return byMerchant;
}

/** Returns the limits of a merchant for an asset; without any, {@link NO_LIMITS}. */
export async function getWithdrawalLimits(
  q: Queryable,
  { merchantId, asset }: { merchantId: string; asset: AssetId },
): Promise<WithdrawalLimits> {
  const { rows } = await q.raw<{ rows: LimitsRow[] }>(
    `${LIMITS_WITH_DUE} WHERE l.merchant_id = ? AND l.chain_code = ? AND l.token_symbol = ?`,
    [merchantId, asset.chainCode, asset.tokenSymbol],
  );
  const [row] = rows;
  return row === undefined ? NO_LIMITS : toLimits(row);
}

const COLUMN_OF = {
  perWithdrawalAtomic: 'per_withdrawal_atomic',
  perDayAtomic: 'per_day_atomic',
  twoApprovalsAboveAtomic: 'two_approvals_above_atomic',
  autoApproveBelowAtomic: 'auto_approve_below_atomic',
} as const satisfies Record<LimitField, keyof LimitsRow>;

/** Sets limits of a merchant for one asset. An omitted limit stays unchanged. */
export async function setWithdrawalLimits(
  trx: Transaction,
  {
    merchantId,
    asset,
    limits,
  }: {
    merchantId: string;
    asset: AssetId & Pick<Asset, 'decimals'>;
    limits: Partial<WithdrawalLimits>;
  },
): Promise<void> {
  const given = LIMIT_FIELDS.flatMap((field) => {
    const atomic = limits[field];
    return atomic === undefined ? [] : [[COLUMN_OF[field], atomic?.toString() ?? null] as const];
  });
  await trx('withdrawal_limits')
    .insert({
      merchant_id: merchantId,
      chain_code: asset.chainCode,
      token_symbol: asset.tokenSymbol,
      token_decimals: asset.decimals,
      ...Object.fromEntries(given),
    })
    .onConflict(['merchant_id', 'chain_code', 'token_symbol'])
    .merge(['token_decimals', ...given.map(([column]) => column)]);
}

/**
 * Returns the sum of a merchant's payouts of an asset in the last 24 hours, in base units. Payouts that were rejected,
 * cancelled, stopped or failed don't count. Refunds don't count either: they send back what a customer sent. A caller
 * who decides by it holds the lock of the merchant's balance, so no concurrent request is missed.
 *
 * @param withOpen also counts older payouts that are not paid yet: approved together, they leave together.
 */
export async function sumWithdrawn(
  q: Queryable,
  {
    merchantId,
    asset,
    nowMs,
    withOpen = false,
  }: { merchantId: string; asset: AssetId; nowMs: number; withOpen?: boolean },
): Promise<bigint> {
  const [row] = await q('withdrawals')
    .where({
      merchant_id: merchantId,
      chain_code: asset.chainCode,
      token_symbol: asset.tokenSymbol,
      kind: 'payout',
    })
    .where((counted) => {
      void counted.where('created_at', '>', new Date(nowMs - LIMIT_WINDOW_MS));
      if (withOpen) void counted.orWhereIn('status', [...OPEN_STATUSES]);
    })
    .whereNotIn('status', [...RELEASING_STATUSES])
    .select<{ sum: bigint | null }[]>(q.raw('sum(amount_atomic)'));
  return row?.sum ?? 0n;
}
