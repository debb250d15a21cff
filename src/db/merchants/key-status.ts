import type { Queryable } from '../core/database.js';
import { readableTime } from '../core/readable-rows.js';

const WAITING_APPROVAL = `SELECT c.holds_from FROM policy_changes c WHERE c.kind = 'api_key'
  AND c.object_id = k.api_key_id AND c.status = 'waiting'`;

/** The waiting change that approves the key `k`, from its time on. It is looked for only when the key is pending. */
export const DUE_APPROVAL = `${WAITING_APPROVAL} AND c.holds_from <= now()`;

/** The present status of the key `k`: a waiting approval counts from its time on, even before any process writes it. */
export const STATUS_OF_KEY = `CASE WHEN k.status = 'pending' AND EXISTS (${DUE_APPROVAL}) THEN 'approved' ELSE k.status END`;

/** Says whether the key `k` waits for an operator. One that was approved works by itself, at the latest from its time on. */
export const NEEDS_APPROVAL = `k.status = 'pending' AND NOT EXISTS (${WAITING_APPROVAL})`;

/**
 * Returns the time (epoch ms) from which an approved, still pending key works. Null: nobody has approved it yet, or
 * nobody can read the time.
 */
export async function findWaitingApproval(q: Queryable, apiKeyId: string): Promise<number | null> {
  const { rows } = await q.raw<{ rows: { holds_from: Date }[] }>(
    `SELECT a.holds_from FROM api_keys k CROSS JOIN LATERAL (${WAITING_APPROVAL}) a
      WHERE k.api_key_id = ? AND ${readableTime('a.holds_from')}`,
    [apiKeyId],
  );
  return rows[0]?.holds_from.getTime() ?? null;
}
