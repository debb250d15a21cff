import type { AssetId } from '../../domain/core/asset.js';
import { DAY_MS } from '../../domain/core/days.js';
import { ATTENTION_KINDS, type AttentionFact } from '../../domain/merchants/attention.js';
import { merchantWaitingReason } from '../../domain/withdrawals/merchant-waits.js';
import type { Queryable } from '../core/database.js';
import { leastIdOf } from '../core/new-id.js';
import { NEEDS_APPROVAL } from './key-status.js';

/** The most facts of one kind. More of them would bury the others. */
const OF_A_KIND_MAX = 20;
/** A failed withdrawal is listed for this long: nobody has to do anything about it, but its merchant should know. */
const FAILED_TOLD_MS = 7 * DAY_MS;

interface AttentionRow {
  kind: AttentionFact['kind'];
  subject: string | null;
  since: Date | null;
  name: string | null;
  reason: string | null;
  code: string | null;
  chain_code: string | null;
  token_symbol: string | null;
  amount: string | null;
}

/**
 * Returns the problems that a merchant should look at, the most urgent kind first; of each kind, the newest ones. Held
 * money is listed for the newest invoices. Each part reads an index from its newest end, and stops once it has enough.
 */
export async function listAttention(
  q: Queryable,
  { merchantId, nowMs }: { readonly merchantId: string; readonly nowMs: number },
): Promise<AttentionFact[]> {
  const { rows } = await q.raw<{ rows: AttentionRow[] }>(
    `(SELECT 'money_held' AS kind, t.invoice_id AS subject, min(t.seen_at) AS since, NULL AS name,
             NULL AS reason, NULL AS code, t.chain_code, t.token_symbol, sum(t.amount_atomic)::text AS amount
        FROM (SELECT DISTINCT invoice_id
                FROM transfers JOIN invoices USING (invoice_id)
               WHERE booking = 'held' AND canonical AND merchant_id = :merchantId
               ORDER BY invoice_id DESC LIMIT :max) newest
        JOIN transfers t USING (invoice_id)
       WHERE t.booking = 'held' AND t.canonical
       GROUP BY t.invoice_id, t.chain_code, t.token_symbol
       ORDER BY since DESC LIMIT :max)
     UNION ALL
     (SELECT CASE status WHEN 'disabled' THEN 'endpoint_disabled' ELSE 'endpoint_failing' END, endpoint_id, failing_since,
             url, disabled_reason, NULL, NULL, NULL, consecutive_failures::text
        FROM webhook_endpoints
       WHERE merchant_id = :merchantId AND deleted_at IS NULL
         AND (failing_since IS NOT NULL OR status = 'disabled' AND disabled_reason IS NOT NULL)
       ORDER BY endpoint_id DESC LIMIT :max)
     UNION ALL
     (SELECT 'withdrawal_failed', withdrawal_id, created_at, NULL, failure_reason, NULL, chain_code, token_symbol,
             amount_atomic::text
        FROM withdrawals
       WHERE merchant_id = :merchantId AND status = 'failed' AND withdrawal_id >= :failedFrom
       ORDER BY withdrawal_id DESC LIMIT :max)
     UNION ALL
     (SELECT 'withdrawal_waits', withdrawal_id, created_at, NULL, waiting_reason, waiting_code, chain_code, token_symbol,
             amount_atomic::text
        FROM withdrawals
       WHERE merchant_id = :merchantId AND status IN ('approved', 'broadcast') AND waiting_reason IS NOT NULL
       ORDER BY withdrawal_id DESC LIMIT :max)
     UNION ALL
     (SELECT 'money_owed', NULL, NULL, NULL, NULL, NULL, chain_code, token_symbol, balance::text
        FROM ledger_accounts
       WHERE merchant_id = :merchantId AND kind = 'deficit' AND balance > 0
       LIMIT :max)
     UNION ALL
     (SELECT 'key_to_approve', k.api_key_id, k.created_at, k.name, NULL, NULL, NULL, NULL, NULL
        FROM api_keys k
       WHERE k.merchant_id = :merchantId AND ${NEEDS_APPROVAL}
       ORDER BY k.api_key_id DESC LIMIT :max)`,
    { merchantId, failedFrom: leastIdOf('wd', nowMs - FAILED_TOLD_MS), max: OF_A_KIND_MAX },
  );
  const facts = rows.map((row) => ({
    kind: row.kind,
    subjectId: row.subject,
    sinceMs: row.since?.getTime() ?? null,
    name: row.name,
    reason: row.kind === 'withdrawal_waits' ? waitingReasonOf(row) : row.reason,
    asset: assetOf(row),
    amount: row.amount === null ? null : BigInt(row.amount),
  }));
  return ATTENTION_KINDS.flatMap((kind) => facts.filter((fact) => fact.kind === kind));
}

function assetOf({ chain_code: chainCode, token_symbol: tokenSymbol }: AttentionRow): AssetId | null {
  return chainCode === null || tokenSymbol === null ? null : { chainCode, tokenSymbol };
}

/** The operators' reason names wallets and limits, so the merchant reads another one. */
function waitingReasonOf({ reason, code }: AttentionRow): string | null {
  return merchantWaitingReason({ status: 'approved', waitingReason: reason, waitingCode: code });
}
