import type { Asset, AssetId } from '../../domain/core/asset.js';
import {
  LIMIT_WINDOW_MS,
  NO_LIMITS,
  type WithdrawalLimits,
} from '../../domain/withdrawals/withdrawal-policy.js';
import { RELEASING_STATUSES } from '../../domain/withdrawals/withdrawal-state.js';
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
}

function toLimits(row: LimitsRow): AssetLimits {
  return {
    asset: { chainCode: row.chain_code, tokenSymbol: row.token_symbol },
    decimals: row.token_decimals,
    perWithdrawalAtomic: row.per_withdrawal_atomic,
    perDayAtomic: row.per_day_atomic,
    twoApprovalsAboveAtomic: row.two_approvals_above_atomic,
    autoApproveBelowAtomic: row.auto_approve_below_atomic,
  };
}

/** Lists the limits of some merchants by merchant id, ordered by chain and token. */
export async function listWithdrawalLimits(
  q: Queryable,
  merchantIds: readonly string[],
): Promise<ReadonlyMap<string, readonly AssetLimits[]>> {
  const rows = await q('withdrawal_limits')
    .whereIn('merchant_id', [...merchantIds])
    .orderBy(['chain_code', 'token_symbol'])
    .select<LimitsRow[]>('*');
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
  const row = await q('withdrawal_limits')
    .where({ merchant_id: merchantId, chain_code: asset.chainCode, token_symbol: asset.tokenSymbol })
    .first<LimitsRow | undefined>();
  return row === undefined ? NO_LIMITS : toLimits(row);
}

/** Replaces the limits of a merchant for one asset. */
export async function setWithdrawalLimits(
  trx: Transaction,
  { merchantId, asset, limits }: { merchantId: string; asset: Asset; limits: WithdrawalLimits },
): Promise<void> {
  const text = (atomic: bigint | null): string | null => atomic?.toString() ?? null;
  await trx('withdrawal_limits')
    .insert({
      merchant_id: merchantId,
      chain_code: asset.chainCode,
      token_symbol: asset.tokenSymbol,
      token_decimals: asset.decimals,
      per_withdrawal_atomic: text(limits.perWithdrawalAtomic),
      per_day_atomic: text(limits.perDayAtomic),
      two_approvals_above_atomic: text(limits.twoApprovalsAboveAtomic),
      auto_approve_below_atomic: text(limits.autoApproveBelowAtomic),
    })
    .onConflict(['merchant_id', 'chain_code', 'token_symbol'])
    .merge();
}

/**
 * Returns the sum of a merchant's payouts of an asset in the last 24 hours, in base units. Payouts that were rejected,
 * cancelled, stopped or failed don't count. Refunds don't count either: they send back what a customer sent. The caller
 * holds the lock of the merchant's balance, so no concurrent request is missed.
 */
export async function sumWithdrawn(
  trx: Transaction,
  { merchantId, asset, nowMs }: { merchantId: string; asset: AssetId; nowMs: number },
): Promise<bigint> {
  const [row] = await trx('withdrawals')
    .where({
      merchant_id: merchantId,
      chain_code: asset.chainCode,
      token_symbol: asset.tokenSymbol,
      kind: 'payout',
    })
    .where('created_at', '>', new Date(nowMs - LIMIT_WINDOW_MS))
    .whereNotIn('status', [...RELEASING_STATUSES])
    .select<{ sum: bigint | null }[]>(trx.raw('sum(amount_atomic)'));
  return row?.sum ?? 0n;
}
