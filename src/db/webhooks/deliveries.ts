import type { EndpointRecord } from '../../domain/webhooks/webhook-fairness.js';
import type { Queryable, Transaction } from '../core/database.js';
import type { DeliveryStatus } from './delivery-views.js';

/** A locked delivery with facts about its endpoint. Times in epoch ms. */
export interface LockedDelivery {
  readonly deliveryId: string;
  readonly status: DeliveryStatus;
  readonly cancelReason: string | null;
  readonly nextAttemptAtMs: number | null;
  readonly eventType: string;
  readonly endpointId: string;
  readonly url: string;
  /** Why nothing more is sent: its endpoint is closed, or was closed after the delivery was created. Null: neither. */
  readonly closedReason: string | null;
}

interface LockedDeliveryRow {
  delivery_id: string;
  status: DeliveryStatus;
  cancel_reason: string | null;
  next_attempt_at: Date | null;
  event_type: string;
  endpoint_id: string;
  url: string;
  closed_reason: string | null;
}

/** SQL for the reason why the endpoint `e` is closed; null when it is not. */
export const CLOSED_REASON = `
  CASE WHEN e.status = 'disabled' OR e.deleted_at IS NOT NULL
       THEN coalesce(e.disabled_reason, 'The endpoint takes nothing more.') END`;

/** Locks the delivery: until the transaction ends, nobody else makes or records an attempt of it. */
export async function lockDelivery(
  trx: Transaction,
  deliveryId: string,
): Promise<LockedDelivery | undefined> {
  const { rows } = await trx.raw<{ rows: LockedDeliveryRow[] }>(
    `SELECT d.delivery_id, d.status, d.cancel_reason, d.next_attempt_at, v.type AS event_type, d.endpoint_id, e.url,
            coalesce(closing.reason, ${CLOSED_REASON}) AS closed_reason
       FROM deliveries d
       JOIN events v USING (event_id)
       JOIN webhook_endpoints e USING (endpoint_id)
       LEFT JOIN endpoint_closings closing
              ON closing.endpoint_id = d.endpoint_id AND closing.generation = d.generation
      WHERE d.delivery_id = ?
        FOR NO KEY UPDATE OF d`,
    [deliveryId],
  );
  const row = rows[0];
  return row === undefined
    ? undefined
    : {
        deliveryId: row.delivery_id,
        status: row.status,
        cancelReason: row.cancel_reason,
        nextAttemptAtMs: row.next_attempt_at?.getTime() ?? null,
        eventType: row.event_type,
        endpointId: row.endpoint_id,
        url: row.url,
        closedReason: row.closed_reason,
      };
}

/** The endpoint of a delivery, its merchant and its health. */
export interface DeliveryTarget extends EndpointRecord {
  readonly merchantId: string;
  readonly endpointId: string;
}

export async function findDeliveryTarget(
  q: Queryable,
  deliveryId: string,
): Promise<DeliveryTarget | undefined> {
  const row = await q('deliveries as d')
    .join('webhook_endpoints as e', 'e.endpoint_id', 'd.endpoint_id')
    .where({ 'd.delivery_id': deliveryId })
    .first<
      | {
          merchant_id: string;
          endpoint_id: string;
          consecutive_failures: number;
          last_success_at: Date | null;
        }
      | undefined
    >('d.merchant_id', 'd.endpoint_id', 'e.consecutive_failures', 'e.last_success_at');
  return row === undefined
    ? undefined
    : {
        merchantId: row.merchant_id,
        endpointId: row.endpoint_id,
        consecutiveFailures: row.consecutive_failures,
        lastSuccessAtMs: row.last_success_at?.getTime() ?? null,
      };
}

/** Stores when the next attempt is due. */
export async function scheduleNextAttempt(
  trx: Transaction,
  { deliveryId, nextAttemptAtMs }: { deliveryId: string; nextAttemptAtMs: number },
): Promise<void> {
  await trx('deliveries')
    .where({ delivery_id: deliveryId })
    .update({ next_attempt_at: new Date(nextAttemptAtMs) });
}

/** The end of a delivery; a cancelled one has a reason. */
export type DeliveryEnd =
  { readonly kind: 'succeeded' | 'failed' } | { readonly kind: 'cancelled'; readonly reason: string };

/** Ends a delivery: nothing more is sent. */
export async function finishDelivery(
  trx: Transaction,
  { deliveryId, end, nowMs }: { deliveryId: string; end: DeliveryEnd; nowMs: number },
): Promise<void> {
  await trx('deliveries')
    .where({ delivery_id: deliveryId })
    .update({
      status: end.kind,
      cancel_reason: end.kind === 'cancelled' ? end.reason : null,
      next_attempt_at: null,
      queued_at: null,
      finished_at: new Date(nowMs),
    });
}

/** A worker begins an attempt within seconds after it is due. */
const UNATTENDED_AFTER_MS = 300_000;
/** More of them say nothing new, and would be read at every scrape. */
const UNATTENDED_MAX = 1_000;

/**
 * Counts deliveries whose attempt has long been due, and that nobody has begun: no worker sends. It leaves out those that
 * wait for a slot of their endpoint, and those whose body is refused. At most 1,000 are counted.
 */
export async function countUnattendedDeliveries(q: Queryable, nowMs: number): Promise<number> {
  const { rows } = await q.raw<{ rows: { count: number }[] }>(
    `SELECT count(*)::integer AS count FROM (
       SELECT FROM deliveries
        WHERE status = 'pending' AND greatest(coalesce(next_attempt_at, created_at), workflow_checked_at) <= :now
          AND coalesce(next_attempt_at, created_at) <= :before
          AND queued_at IS NULL AND body_refused_at IS NULL AND (leased_until IS NULL OR leased_until <= :before)
        LIMIT :limit) AS due`,
    { now: new Date(nowMs), before: new Date(nowMs - UNATTENDED_AFTER_MS), limit: UNATTENDED_MAX },
  );
  return rows[0]?.count ?? 0;
}
