import type { Queryable, Transaction } from '../core/database.js';

/**
 * Deliveries that one transaction cancels at most. While it runs, nobody can begin an attempt to the endpoint, and each
 * try keeps a connection waiting.
 */
export const CANCELLED_AT_ONCE = 2_000;

/** A closed generation of an endpoint's deliveries. */
interface Closing {
  readonly endpointId: string;
  readonly generation: number;
  readonly reason: string;
}

/** The deliveries that one transaction cancelled. */
export interface Cancelled {
  readonly count: number;
  /** False: more deliveries are still to be cancelled. */
  readonly isAll: boolean;
}

/**
 * Closes the present generation of an endpoint, in the transaction that closes the endpoint: no delivery created until
 * now is sent any more, even if the endpoint is enabled again. The first deliveries are cancelled at once;
 * `cancelNextOfClosed` cancels the rest.
 */
export async function closeGeneration(
  trx: Transaction,
  { endpointId, reason, nowMs }: { endpointId: string; reason: string; nowMs: number },
): Promise<Cancelled> {
  const { rows } = await trx.raw<{ rows: { generation: number }[] }>(
    `WITH closed AS (
       UPDATE webhook_endpoints SET generation = generation + 1 WHERE endpoint_id = :endpointId
       RETURNING endpoint_id, generation - 1 AS generation)
     INSERT INTO endpoint_closings (endpoint_id, generation, reason, closed_at)
     SELECT endpoint_id, generation, :reason, :now FROM closed
     RETURNING generation`,
    { endpointId, reason, now: new Date(nowMs) },
  );
  const [closed] = rows;
  if (closed === undefined) throw new Error(`There is no webhook endpoint ${endpointId} to close`);
  return cancelSome(trx, { endpointId, reason, generation: closed.generation }, nowMs);
}

/**
 * Cancels the next deliveries of the closing that waits longest. It does not lock the endpoint, which may be enabled
 * again and get other deliveries.
 *
 * @returns how many; undefined when there is nothing to do, or others do it already.
 */
export async function cancelNextOfClosed(
  trx: Transaction,
  { nowMs }: { nowMs: number },
): Promise<number | undefined> {
  const { rows } = await trx.raw<{ rows: { endpoint_id: string; generation: number; reason: string }[] }>(
    `SELECT endpoint_id, generation, reason FROM endpoint_closings
      WHERE finished_at IS NULL ORDER BY closed_at LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED`,
  );
  const [next] = rows;
  if (next === undefined) return undefined;
  const { endpoint_id: endpointId, generation, reason } = next;
  return (await cancelSome(trx, { endpointId, generation, reason }, nowMs)).count;
}

/** Counts the pending deliveries to an endpoint of that merchant. */
export async function countPendingDeliveries(
  q: Queryable,
  { endpointId, merchantId }: { endpointId: string; merchantId: string },
): Promise<number> {
  const { rows } = await q.raw<{ rows: { count: number }[] }>(
    `SELECT count(*) FROM webhook_endpoints e
       JOIN deliveries d ON d.endpoint_id = e.endpoint_id AND d.generation = e.generation AND d.status = 'pending'
      WHERE e.endpoint_id = :endpointId AND e.merchant_id = :merchantId`,
    { endpointId, merchantId },
  );
  return rows[0]?.count ?? 0;
}

/**
 * Cancels pending deliveries, queued ones first, each with the reason, and tells their workflows. A delivery that is
 * locked at this moment is left out: its workflow is told too, and finds the endpoint closed.
 */
async function cancelSome(
  trx: Transaction,
  { endpointId, generation, reason }: Closing,
  nowMs: number,
): Promise<Cancelled> {
  const { rows } = await trx.raw<{ rows: { found: number; cancelled: number }[] }>(
    `WITH found AS MATERIALIZED (
       SELECT delivery_id FROM deliveries
        WHERE endpoint_id = :endpointId AND generation = :generation AND status = 'pending'
        ORDER BY queued_at LIMIT :max),
     free AS MATERIALIZED (
       SELECT delivery_id FROM deliveries
        WHERE endpoint_id = :endpointId AND generation = :generation AND status = 'pending'
        ORDER BY queued_at LIMIT :max FOR NO KEY UPDATE SKIP LOCKED),
     told AS (
       INSERT INTO outbox (kind, target_id)
       SELECT 'delivery', delivery_id FROM found UNION SELECT 'delivery', delivery_id FROM free),
     cancelled AS (
       UPDATE deliveries SET status = 'cancelled', cancel_reason = :reason, next_attempt_at = NULL, queued_at = NULL,
              finished_at = :now
         FROM free WHERE deliveries.delivery_id = free.delivery_id),
     finished AS (
       UPDATE endpoint_closings SET finished_at = :now
        WHERE endpoint_id = :endpointId AND generation = :generation AND (SELECT count(*) FROM found) < :max)
     SELECT (SELECT count(*) FROM found) AS found, (SELECT count(*) FROM free) AS cancelled`,
    { endpointId, generation, reason, max: CANCELLED_AT_ONCE, now: new Date(nowMs) },
  );
  const [row] = rows;
  if (row === undefined) throw new Error('A SELECT of subqueries returns one row');
  return { count: row.cancelled, isAll: row.found < CANCELLED_AT_ONCE };
}
