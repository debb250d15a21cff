import { formatCrypto } from '../../domain/core/money.js';
import type { Asset } from '../../domain/core/asset.js';
import type { Need, NoticeKind } from '../../domain/webhooks/notices.js';
import type { Queryable } from '../core/database.js';

/** Rows that each name a subject, and what is said about it. */
async function needsOf(q: Queryable, kind: NoticeKind, todo: string, sql: string): Promise<Need[]> {
  const { rows } = await q.raw<{ rows: { subject: string; what: string }[] }>(sql);
  return rows.map(({ subject, what }) => ({ kind, subject, what, todo }));
}

async function listApprovalNeeds(q: Queryable): Promise<Need[]> {
  const rows = await q('withdrawals').where({ status: 'pending_approval' }).select<
    {
      withdrawal_id: string;
      merchant_id: string;
      chain_code: string;
      token_symbol: string;
      token_decimals: number;
      amount_atomic: bigint;
      address: string;
    }[]
  >('withdrawal_id', 'merchant_id', 'chain_code', 'token_symbol', 'token_decimals', 'amount_atomic', 'address');
  return rows.map((row) => ({
    kind: 'approval',
    subject: row.withdrawal_id,
    what: `Withdrawal ${row.withdrawal_id} of ${row.merchant_id} asks for an approval: ${formatCrypto(row.amount_atomic, row.token_decimals)} ${row.token_symbol} on ${row.chain_code} to ${row.address}.`,
    todo: `Check it in the console, then approve or reject it there, or with: withdrawal approve ${row.withdrawal_id}`,
  }));
}

/** Lists what the hot wallets hold above their ceilings, by the workers' last reports. */
async function listCeilingNeeds(q: Queryable, assets: readonly Asset[]): Promise<Need[]> {
  const { rows } = await q.raw<{ rows: { chain_code: string; token_symbol: string; balance: bigint }[] }>(
    `SELECT chain_code, w->>'tokenSymbol' AS token_symbol, max((w->>'balanceAtomic')::numeric) AS balance
       FROM chain_reports, jsonb_array_elements(wallets) AS w GROUP BY 1, 2`,
  );
  return rows.flatMap(({ chain_code: chainCode, token_symbol: tokenSymbol, balance }) => {
    const asset = assets.find((one) => one.chainCode === chainCode && one.tokenSymbol === tokenSymbol);
    const ceiling = asset?.hotWalletCeilingAtomic ?? null;
    if (asset === undefined || ceiling === null || balance <= ceiling) return [];
    const what = `The hot wallet has stayed above its ceiling of ${formatCrypto(ceiling, asset.decimals)} ${tokenSymbol} on ${chainCode}.`;
    const todo =
      'See why nothing goes to the cold address: SIGNER_LIMITS, gas, or the notes of the sweep in Temporal.';
    return [{ kind: 'ceiling', subject: `${chainCode}/${tokenSymbol}`, what, todo } as const];
  });
}

/** Lists all that needs an operator now. */
export async function listNeeds(q: Queryable, { assets }: { assets: readonly Asset[] }): Promise<Need[]> {
  return [
    ...(await listApprovalNeeds(q)),
    ...(await needsOf(
      q,
      'halt',
      'See docs/operating, "A chain credits nothing". When the chain can be trusted again: chain resume.',
      `SELECT chain_code AS subject, 'The chain ' || chain_code || ' is halted: ' || halted_reason AS what
         FROM chain_cursors WHERE halted_reason IS NOT NULL`,
    )),
    ...(await needsOf(
      q,
      'freeze',
      'Find out why, then release it in the console, or with: asset release.',
      `SELECT chain_code || '/' || token_symbol AS subject,
              token_symbol || ' on ' || chain_code || ' is frozen: ' || reason AS what FROM asset_freezes`,
    )),
    ...(await needsOf(
      q,
      'difference',
      'See docs/reconciliation for what each kind of difference means.',
      `SELECT difference_id::text AS subject, 'The books differ from the chain: ' || words AS what
         FROM reconciliation_differences WHERE gone_at IS NULL`,
    )),
    ...(await needsOf(
      q,
      'endpoint_disabled',
      'Tell the merchant. They enable it in their dashboard, and have what they missed sent again.',
      `SELECT endpoint_id AS subject,
              'Webhook endpoint ' || endpoint_id || ' of ' || merchant_id || ' was disabled: ' || disabled_reason AS what
         FROM webhook_endpoints
        WHERE status = 'disabled' AND deleted_at IS NULL AND disabled_reason IS NOT NULL AND consecutive_failures > 0`,
    )),
    ...(await needsOf(
      q,
      'low_gas',
      'Send coin for gas to the hot wallet; chain status has its address.',
      `SELECT chain_code AS subject, 'The hot wallet lacks gas on ' || chain_code || ': withdrawals wait.' AS what
         FROM withdrawals WHERE status IN ('approved', 'broadcast') AND waiting_reason IS NOT NULL AND waiting_code = 'no_gas'
        GROUP BY chain_code`,
    )),
    ...(await needsOf(
      q,
      'policy_change',
      'Confirm it as a second operator, or stop it: policy list, policy confirm, policy stop.',
      `SELECT policy_change_id AS subject,
              'A change that loosens a policy is under way: ' || kind || ' of ' || object_id || coalesce(' (' || merchant_id || ')', '') ||
              ', in force from ' || to_char(holds_from AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI') || ' UTC.' AS what
         FROM policy_changes WHERE status = 'waiting' AND holds_from > now()`,
    )),
    ...(await listCeilingNeeds(q, assets)),
  ];
}
