import { attemptsAtOnce } from '../../domain/webhooks/webhook-fairness.js';
import type { Transaction } from '../core/database.js';

/**
 * The slots of an endpoint: one for each attempt that may be under way to it at once, over all workers. A slot is a
 * lease on the delivery's own row. A delivery that finds no slot waits in a queue of rows, and is woken when one is
 * free.
 */

/** The queue is counted up to this length: a longer queue does not make the wait longer. */
const QUEUE_COUNT_MAX = 1_000;
/** How long a slot is kept for a delivery that was woken for it. */
const GRANT_MS = 30_000;

/**
 * Queues a delivery for a slot. It keeps its position however often it asks, and a slot that was kept for it becomes
 * free. The caller has locked its row.
 */
export async function queueForSlot(
  trx: Transaction,
  waiting: { readonly deliveryId: string; readonly endpointId: string; readonly nowMs: number },
): Promise<{ readonly atOnce: number; readonly queueLength: number }> {
  const { deliveryId, endpointId, nowMs } = waiting;
  const { rows } = await trx.raw<{ rows: { queue_length: number; consecutive_failures: number }[] }>(
    `WITH queued AS (
       UPDATE deliveries SET queued_at = coalesce(queued_at, :now), leased_until = NULL
        WHERE delivery_id = :deliveryId)
     SELECT e.consecutive_failures,
            (SELECT count(*) FROM (
              SELECT FROM deliveries d
               WHERE d.endpoint_id = e.endpoint_id AND d.generation = e.generation AND d.status = 'pending'
                 AND d.queued_at IS NOT NULL
               LIMIT :max) AS queue) AS queue_length
       FROM webhook_endpoints e WHERE e.endpoint_id = :endpointId`,
    { deliveryId, endpointId, now: new Date(nowMs), max: QUEUE_COUNT_MAX },
  );
  const [endpoint] = rows;
  return {
    atOnce: attemptsAtOnce({ consecutiveFailures: endpoint?.consecutive_failures ?? 0 }),
    queueLength: endpoint?.queue_length ?? 0,
  };
}

/**
 * Keeps the free slots of an endpoint for the deliveries that have waited longest, and tells their workflows. A
 * delivery that is queued at this very moment may be missed: it checks again by itself.
 *
 * @param endpoint.max the most slots to give.
 * @returns how many slots were given.
 */
export async function grantFreeSlots(
  trx: Transaction,
  { endpointId, nowMs, max }: { endpointId: string; nowMs: number; max?: number },
): Promise<number> {
  const now = new Date(nowMs);
  // Usually no delivery waits, and then nobody has to wait for the lock on the endpoint's row.
  const { rowCount: waits } = await trx.raw<{ rowCount: number }>(
    `SELECT FROM deliveries
      WHERE endpoint_id = :endpointId AND status = 'pending' AND queued_at IS NOT NULL
        AND generation = (SELECT generation FROM webhook_endpoints WHERE endpoint_id = :endpointId)
        AND (leased_until IS NULL OR leased_until <= :now) LIMIT 1`,
    { endpointId, now },
  );
  if (waits === 0) return 0;
  const { rows } = await trx.raw<{ rows: { consecutive_failures: number; generation: number }[] }>(
    'SELECT consecutive_failures, generation FROM webhook_endpoints WHERE endpoint_id = ? FOR NO KEY UPDATE',
    [endpointId],
  );
  const [endpoint] = rows;
  if (endpoint === undefined) return 0;
  const { generation } = endpoint;
  const atOnce = attemptsAtOnce({ consecutiveFailures: endpoint.consecutive_failures });
  const { rowCount } = await trx.raw<{ rowCount: number }>(
    `WITH next AS (
       SELECT delivery_id FROM deliveries
        WHERE endpoint_id = :endpointId AND generation = :generation AND status = 'pending' AND queued_at IS NOT NULL
          AND (leased_until IS NULL OR leased_until <= :now)
        ORDER BY queued_at
        LIMIT least(:max, greatest(0, :atOnce - (
              SELECT count(*) FROM deliveries WHERE endpoint_id = :endpointId AND leased_until > :now)))
          FOR NO KEY UPDATE SKIP LOCKED),
     granted AS (
       UPDATE deliveries SET leased_until = :until FROM next WHERE deliveries.delivery_id = next.delivery_id
       RETURNING deliveries.delivery_id)
     INSERT INTO outbox (kind, target_id) SELECT 'delivery', delivery_id FROM granted`,
    { endpointId, generation, atOnce, max: max ?? atOnce, now, until: new Date(nowMs + GRANT_MS) },
  );
  return rowCount;
}
