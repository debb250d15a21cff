import type { Transaction } from './database.js';

/** An endpoint that has failed everything for this long is disabled. */
const FAILING_DAYS_MAX = 5;

/** The endpoint acknowledged a delivery. */
export async function noteEndpointSuccess(
  trx: Transaction,
  { endpointId, nowMs }: { endpointId: string; nowMs: number },
): Promise<void> {
  await trx('webhook_endpoints')
    .where({ endpoint_id: endpointId })
    .update({ consecutive_failures: 0, last_success_at: new Date(nowMs) });
}

/** An attempt failed. @returns whether the endpoint is still open, by what is committed once its row is locked. */
export async function noteEndpointFailure(trx: Transaction, endpointId: string): Promise<{ open: boolean }> {
  const { rows } = await trx.raw<{ rows: { open: boolean }[] }>(
    `UPDATE webhook_endpoints SET consecutive_failures = consecutive_failures + 1 WHERE endpoint_id = ?
     RETURNING status = 'enabled' AND deleted_at IS NULL AS open`,
    [endpointId],
  );
  return { open: rows[0]?.open ?? false };
}

/** Whether the endpoint's failures since its last success reach back further than {@link FAILING_DAYS_MAX}. */
export async function hasFailedForDays(
  trx: Transaction,
  { endpointId, nowMs }: { endpointId: string; nowMs: number },
): Promise<boolean> {
  const { rows } = await trx.raw<{ rows: { failing: boolean }[] }>(
    `SELECT EXISTS (
       SELECT 1 FROM deliveries d
         JOIN delivery_attempts a USING (delivery_id)
         JOIN webhook_endpoints e USING (endpoint_id)
        WHERE d.endpoint_id = :endpointId
          AND a.error_class IS NOT NULL
          AND a.started_at <= :longAgo
          AND a.started_at > coalesce(e.last_success_at, '-infinity')) AS failing`,
    { endpointId, longAgo: new Date(nowMs - FAILING_DAYS_MAX * 86_400_000) },
  );
  return rows[0]?.failing ?? false;
}

/**
 * Disables an endpoint and cancels what waits for it. A delivery whose attempt is being recorded just now is left to
 * that: it sees the disabled endpoint as soon as it asks for its row.
 */
export async function disableEndpoint(
  trx: Transaction,
  { endpointId, reason, nowMs }: { endpointId: string; reason: string; nowMs: number },
): Promise<void> {
  await trx('webhook_endpoints')
    .where({ endpoint_id: endpointId, status: 'enabled' })
    .update({ status: 'disabled', disabled_reason: reason });
  await trx.raw(
    `UPDATE deliveries SET status = 'cancelled', next_attempt_at = NULL, finished_at = :now
      WHERE delivery_id IN (
        SELECT delivery_id FROM deliveries WHERE endpoint_id = :endpointId AND status = 'pending'
           FOR UPDATE SKIP LOCKED)`,
    { endpointId, now: new Date(nowMs) },
  );
}
