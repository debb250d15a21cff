import type { AssetId } from '../../domain/core/asset.js';
import { assert, QuittanceError } from '../../domain/core/errors.js';
import type { MerchantProfile } from '../../domain/merchants/merchant-profile.js';
import { LIMIT_WINDOW_MS } from '../../domain/withdrawals/withdrawal-limits.js';
import { RELEASING_STATUSES } from '../../domain/withdrawals/withdrawal-state.js';
import type { Queryable } from '../core/database.js';
import { leastIdOf } from '../core/new-id.js';
import { NEEDS_APPROVAL } from './key-status.js';
import { viewMerchants, type MerchantView } from './merchant-orders.js';
import { getMerchantProfile } from './merchant-profiles.js';
import { findMerchant } from './merchants.js';

/** The most invoices or withdrawals that are counted. */
export const COUNTED_MAX = 1_000;

/** The numbers of a merchant's objects, for operators. */
export interface MerchantCounts {
  readonly members: number;
  readonly apiKeys: number;
  readonly pendingApiKeys: number;
  readonly webhookEndpoints: number;
  /** Disabled, or failing since their last success. */
  readonly unwellEndpoints: number;
  /** Those that wait for a payment or its confirmations; at most {@link COUNTED_MAX}. */
  readonly openInvoices: number;
  /** Those that wait for approval; at most {@link COUNTED_MAX}. */
  readonly withdrawalsToApprove: number;
  /** Those that are approved and not paid yet; at most {@link COUNTED_MAX}. */
  readonly withdrawalsUnderWay: number;
}

/** The payouts of the last 24 hours, as the daily limit counts them. Amounts in base units. */
export interface WithdrawnAsset {
  readonly asset: AssetId;
  readonly decimals: number;
  readonly amountAtomic: bigint;
}

export interface MerchantDetails extends MerchantView {
  readonly profile: MerchantProfile;
  readonly withdrawn: readonly WithdrawnAsset[];
  readonly counts: MerchantCounts;
}

/** Reads a merchant with everything that operators see on its page. @throws QuittanceError `not_found`. */
export async function getMerchantDetails(
  q: Queryable,
  { merchantId, nowMs }: { readonly merchantId: string; readonly nowMs: number },
): Promise<MerchantDetails> {
  const merchant = await findMerchant(q, merchantId);
  if (merchant === undefined) throw new QuittanceError('not_found', `There is no merchant ${merchantId}.`);
  const [view] = await viewMerchants(q, [merchant]);
  assert(view !== undefined, 'each merchant has a view');
  return {
    ...view,
    profile: await getMerchantProfile(q, merchantId),
    withdrawn: await listWithdrawn(q, { merchantId, nowMs }),
    counts: await countOf(q, merchantId),
  };
}

/** Sums the payouts of the last 24 hours by asset. Refunds and unpaid withdrawals do not count. */
async function listWithdrawn(
  q: Queryable,
  { merchantId, nowMs }: { readonly merchantId: string; readonly nowMs: number },
): Promise<WithdrawnAsset[]> {
  const { rows } = await q.raw<{
    rows: { chain_code: string; token_symbol: string; decimals: number; sum: bigint }[];
  }>(
    `SELECT chain_code, token_symbol, max(token_decimals) AS decimals, sum(amount_atomic) AS sum
       FROM withdrawals
      WHERE merchant_id = :merchantId AND withdrawal_id >= :from AND kind = 'payout' AND status <> ALL (:released)
      GROUP BY chain_code, token_symbol ORDER BY chain_code, token_symbol`,
    { merchantId, from: leastIdOf('wd', nowMs - LIMIT_WINDOW_MS), released: [...RELEASING_STATUSES] },
  );
  return rows.map((row) => ({
    asset: { chainCode: row.chain_code, tokenSymbol: row.token_symbol },
    decimals: row.decimals,
    amountAtomic: row.sum,
  }));
}

/** Each part reads an index of the merchant, and only the rows that it counts. */
async function countOf(q: Queryable, merchantId: string): Promise<MerchantCounts> {
  const { rows } = await q.raw<{ rows: (MerchantCounts | undefined)[] }>(
    `SELECT
       (SELECT count(*) FROM members WHERE merchant_id = :merchantId)::int AS "members",
       (SELECT count(*) FROM api_keys WHERE merchant_id = :merchantId AND status <> 'revoked')::int AS "apiKeys",
       (SELECT count(*) FROM api_keys k WHERE k.merchant_id = :merchantId AND ${NEEDS_APPROVAL})::int AS "pendingApiKeys",
       (SELECT count(*) FROM webhook_endpoints WHERE merchant_id = :merchantId AND deleted_at IS NULL)::int
         AS "webhookEndpoints",
       (SELECT count(*) FROM webhook_endpoints WHERE merchant_id = :merchantId AND deleted_at IS NULL
           AND (status = 'disabled' OR failing_since IS NOT NULL))::int AS "unwellEndpoints",
       (SELECT count(*) FROM (SELECT 1 FROM invoices WHERE merchant_id = :merchantId
           AND status IN ('pending', 'underpaid', 'paid') LIMIT :max) AS counted)::int AS "openInvoices",
       (SELECT count(*) FROM (SELECT 1 FROM withdrawals WHERE merchant_id = :merchantId
           AND status = 'pending_approval' LIMIT :max) AS counted)::int AS "withdrawalsToApprove",
       (SELECT count(*) FROM (SELECT 1 FROM withdrawals WHERE merchant_id = :merchantId
           AND status IN ('approved', 'broadcast') LIMIT :max) AS counted)::int AS "withdrawalsUnderWay"`,
    { merchantId, max: COUNTED_MAX },
  );
  const [counts] = rows;
  assert(counts !== undefined, 'a count has one row');
  return counts;
}

/** Returns the names of some merchants by their ids. */
export async function listMerchantNames(
  q: Queryable,
  merchantIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await q('merchants')
    .whereIn('merchant_id', [...new Set(merchantIds)])
    .select<{ merchant_id: string; name: string }[]>('merchant_id', 'name');
  return new Map(rows.map((row) => [row.merchant_id, row.name]));
}
