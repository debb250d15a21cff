import type { Queryable } from '../core/database.js';
import { listBalances } from '../ledger/balances.js';
import { findMerchant, type Merchant } from '../merchants/merchants.js';
import { getWithdrawalLimits, sumWithdrawn } from '../merchants/withdrawal-limits.js';
import { assert } from '../../domain/core/errors.js';
import type { WithdrawalLimits } from '../../domain/withdrawals/withdrawal-policy.js';
import { findAssetFreeze, type AssetFreeze } from './asset-freezes.js';
import type { Withdrawal } from './withdrawals.js';

/** What an approver looks at beside the withdrawal itself. Amounts in base units, times in epoch ms. */
export interface WithdrawalReview {
  readonly merchant: Merchant;
  /** Who asked for it, and from where; null: the request is not in the audit log. */
  readonly asked: AskedBy | null;
  /** Earlier withdrawals of the merchant to this address on this chain that were paid. */
  readonly paidBefore: { readonly times: number; readonly firstAtMs: number | null };
  readonly availableAtomic: bigint;
  readonly deficitAtomic: bigint;
  /** What the merchant has withdrawn of the asset in the last 24 hours. Refunds do not count. */
  readonly withdrawnAtomic: bigint;
  readonly limits: WithdrawalLimits;
  readonly freeze: AssetFreeze | null;
}

export interface AskedBy {
  readonly ip: string | null;
  /** The name of the key or the member. */
  readonly name: string | null;
  readonly by: 'key' | 'member' | 'other';
}

/** Reads what an approver looks at. It locks nothing: what is decided is checked again when it is. */
export async function reviewWithdrawal(
  q: Queryable,
  { withdrawalId, invoiceId, merchantId, asset, address }: Withdrawal,
  nowMs: number,
): Promise<WithdrawalReview> {
  const merchant = await findMerchant(q, merchantId);
  assert(merchant !== undefined, 'a withdrawal belongs to a merchant that exists');
  const balances = await listBalances(q, merchantId);
  const balance = balances.find(
    ({ chainCode, tokenSymbol }) => chainCode === asset.chainCode && tokenSymbol === asset.tokenSymbol,
  );
  return {
    merchant,
    asked: await findAsker(q, { withdrawalId, invoiceId }),
    paidBefore: await countPaid(q, { withdrawalId, merchantId, asset, address }),
    availableAtomic: balance?.available ?? 0n,
    deficitAtomic: balance?.deficit ?? 0n,
    withdrawnAtomic: await sumWithdrawn(q, { merchantId, asset, nowMs }),
    limits: await getWithdrawalLimits(q, { merchantId, asset }),
    freeze: (await findAssetFreeze(q, asset)) ?? null,
  };
}

/** A refund is asked for by an order about its invoice. */
async function findAsker(
  q: Queryable,
  { withdrawalId, invoiceId }: Pick<Withdrawal, 'withdrawalId' | 'invoiceId'>,
): Promise<AskedBy | null> {
  const { rows } = await q.raw<{
    rows: { ip: string | null; credential: string | null; name: string | null }[];
  }>(
    `SELECT a.ip, a.api_key_id AS credential, coalesce(k.name, b.name) AS name
       FROM audit_log a
       LEFT JOIN api_keys k ON k.api_key_id = a.api_key_id
       LEFT JOIN members b ON b.member_id = a.api_key_id
      WHERE (a.object_kind = 'withdrawal' AND a.object_id = :withdrawalId AND a.action = 'withdrawal.create')
         OR (a.object_kind = 'invoice' AND a.object_id = :invoiceId AND a.action = 'invoice.refund'
             AND a.after ->> 'withdrawalId' = :withdrawalId)
      ORDER BY a.audit_id LIMIT 1`,
    { withdrawalId, invoiceId: invoiceId ?? '' },
  );
  const [row] = rows;
  if (row === undefined) return null;
  const by =
    row.credential?.startsWith('mbr_') === true ? 'member' : row.credential === null ? 'other' : 'key';
  return { ip: row.ip, name: row.name, by };
}

async function countPaid(
  q: Queryable,
  {
    withdrawalId,
    merchantId,
    asset,
    address,
  }: Pick<Withdrawal, 'withdrawalId' | 'merchantId' | 'asset' | 'address'>,
): Promise<WithdrawalReview['paidBefore']> {
  const row = await q('withdrawals')
    // Who owns an address on one chain need not own it on another: it may be a contract.
    .where({ merchant_id: merchantId, chain_code: asset.chainCode, address, status: 'completed' })
    .whereNot({ withdrawal_id: withdrawalId })
    .first<{ times: number; first: Date | null }>(
      q.raw('count(*)::int AS times, min(completed_at) AS first'),
    );
  return { times: row.times, firstAtMs: row.first?.getTime() ?? null };
}
