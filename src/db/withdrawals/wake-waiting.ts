import type { AssetId } from '../../domain/core/asset.js';
import type { Queryable, Transaction } from '../core/database.js';
import { enqueue } from '../outbox/outbox.js';
import type { WaitCode } from '../../domain/withdrawals/withdrawal-waits.js';

/** Returns since when a withdrawal is approved and its asset frozen (epoch ms); null: the asset is not frozen. */
export async function findFrozenSince(q: Queryable, withdrawalId: string): Promise<number | null> {
  const { rows } = await q.raw<{ rows: { since: Date }[] }>(
    `SELECT greatest(f.frozen_at, w.approved_at) AS since
       FROM withdrawals w JOIN asset_freezes f USING (chain_code, token_symbol) WHERE w.withdrawal_id = ?`,
    [withdrawalId],
  );
  return rows[0]?.since.getTime() ?? null;
}

/**
 * Wakes the withdrawals of an asset that was just released, in the transaction of the release. Otherwise they would
 * wait for up to five minutes. A withdrawal that begins to wait at this very moment may not be woken, and then checks
 * by itself.
 */
export async function wakeReleased(trx: Transaction, { chainCode, tokenSymbol }: AssetId): Promise<void> {
  await wakeWaiting(trx, { chainCode, tokenSymbol, codes: ['held_back'] });
}

/**
 * Wakes the withdrawals of a chain, or of one of its assets, that wait for one of these reasons, because the reason may
 * be gone. By themselves they check less and less often.
 */
export async function wakeWaiting(
  trx: Transaction,
  {
    chainCode,
    tokenSymbol = null,
    codes,
  }: {
    readonly chainCode: string;
    readonly tokenSymbol?: string | null;
    readonly codes: readonly WaitCode[];
  },
): Promise<void> {
  // In one order, so that no two of these wait for each other.
  const { rows } = await trx.raw<{ rows: { withdrawal_id: string }[] }>(
    `WITH held AS MATERIALIZED (
       SELECT withdrawal_id FROM withdrawals
        WHERE chain_code = :chainCode AND (:tokenSymbol::text IS NULL OR token_symbol = :tokenSymbol)
          AND waiting_code = ANY (:codes) AND waiting_reason IS NOT NULL
        ORDER BY withdrawal_id FOR NO KEY UPDATE)
     UPDATE withdrawals SET wait_until = NULL FROM held WHERE withdrawals.withdrawal_id = held.withdrawal_id
     RETURNING withdrawals.withdrawal_id`,
    { chainCode, tokenSymbol, codes: [...codes] },
  );
  await enqueue(
    trx,
    rows.map(({ withdrawal_id: targetId }) => ({ kind: 'withdrawal', targetId })),
  );
}
