import { DAY_MS } from '../../domain/core/days.js';
import { endpointFailingData } from '../../domain/webhooks/event-data.js';
import type { Queryable, Transaction } from '../core/database.js';
import { CLOSED_REASON } from './deliveries.js';
import { closeGeneration } from './endpoint-closings.js';
import { recordEvent } from './events.js';

/** The merchant is told of an endpoint after it has failed everything for this long. */
const TOLD_AFTER_MS = DAY_MS;
/** An endpoint is disabled after it has failed everything for this long. */
const DISABLED_AFTER_DAYS = 5;
const DISABLED_AFTER_MS = DISABLED_AFTER_DAYS * DAY_MS;
export const FAILED_FOR_DAYS = `Every delivery to the endpoint has failed for ${DISABLED_AFTER_DAYS} days.`;

/** A failing endpoint after the last counted attempt. Times in epoch ms. */
export interface FailingEndpoint {
  readonly endpointId: string;
  readonly merchantId: string;
  readonly url: string;
  readonly description: string | null;
  /** Why it takes no more deliveries, read after its row was locked; null: it takes them. */
  readonly closedReason: string | null;
  readonly failingSinceMs: number;
  readonly toldAtMs: number | null;
  readonly lastSuccessAtMs: number | null;
  readonly consecutiveFailures: number;
}

interface FailingEndpointRow {
  endpoint_id: string;
  merchant_id: string;
  url: string;
  description: string | null;
  closed_reason: string | null;
  failing_since: Date;
  failing_told_at: Date | null;
  last_success_at: Date | null;
  consecutive_failures: number;
}

/**
 * Counts a failed attempt that began with this URL and in this generation of the endpoint.
 *
 * @returns undefined when the failure does not count: the endpoint's URL has changed, or it was closed and enabled
 *   again since.
 */
export async function noteEndpointFailure(
  trx: Transaction,
  attempt: { endpointId: string; url: string; generation: number; nowMs: number },
): Promise<FailingEndpoint | undefined> {
  const { nowMs, ...begun } = attempt;
  const { rows } = await trx.raw<{ rows: FailingEndpointRow[] }>(
    `UPDATE webhook_endpoints e
        SET consecutive_failures = consecutive_failures + 1, failing_since = coalesce(failing_since, :now)
      WHERE endpoint_id = :endpointId AND url = :url
        AND (generation = :generation OR status = 'disabled' OR deleted_at IS NOT NULL)
     RETURNING endpoint_id, merchant_id, url, description, ${CLOSED_REASON} AS closed_reason, failing_since, failing_told_at, last_success_at, consecutive_failures`,
    { ...begun, now: new Date(nowMs) },
  );
  const [row] = rows;
  return row === undefined ? undefined : toFailingEndpoint(row);
}

function toFailingEndpoint(row: FailingEndpointRow): FailingEndpoint {
  return {
    endpointId: row.endpoint_id,
    merchantId: row.merchant_id,
    url: row.url,
    description: row.description,
    closedReason: row.closed_reason,
    failingSinceMs: row.failing_since.getTime(),
    toldAtMs: row.failing_told_at?.getTime() ?? null,
    lastSuccessAtMs: row.last_success_at?.getTime() ?? null,
    consecutiveFailures: row.consecutive_failures,
  };
}

/**
 * Locks an endpoint that the merchant must be told of, or that must be disabled. This does not wait for an attempt,
 * since half a day may pass between two of them. An endpoint to which nothing was sent lately has not failed again, and
 * is not disabled.
 */
export async function lockOverdueEndpoint(
  trx: Transaction,
  { nowMs }: { nowMs: number },
): Promise<(FailingEndpoint & { readonly isToBeDisabled: boolean }) | undefined> {
  const { rows } = await trx.raw<{ rows: (FailingEndpointRow & { is_to_be_disabled: boolean })[] }>(
    `WITH judged AS (
       SELECT e.endpoint_id, e.failing_since <= :disabledBefore AND EXISTS (
                SELECT FROM deliveries d
                 WHERE d.endpoint_id = e.endpoint_id AND d.status = 'failed'
                   AND d.finished_at > greatest(e.failing_since, :lately)) AS is_to_be_disabled
         FROM webhook_endpoints e
        WHERE e.status = 'enabled' AND e.deleted_at IS NULL AND e.failing_since <= :toldBefore)
     SELECT e.endpoint_id, e.merchant_id, e.url, e.description, ${CLOSED_REASON} AS closed_reason, e.failing_since,
            e.failing_told_at, e.last_success_at, e.consecutive_failures, judged.is_to_be_disabled
       FROM webhook_endpoints e JOIN judged USING (endpoint_id)
      WHERE e.status = 'enabled' AND e.deleted_at IS NULL AND e.failing_since <= :toldBefore
        AND (judged.is_to_be_disabled OR e.failing_told_at IS NULL)
      ORDER BY e.failing_since LIMIT 1
        FOR NO KEY UPDATE OF e SKIP LOCKED`,
    {
      toldBefore: new Date(nowMs - TOLD_AFTER_MS),
      disabledBefore: new Date(nowMs - DISABLED_AFTER_MS),
      lately: new Date(nowMs - DAY_MS),
    },
  );
  const [row] = rows;
  return row === undefined ? undefined : { ...toFailingEndpoint(row), isToBeDisabled: row.is_to_be_disabled };
}

/** Says whether an endpoint has failed everything for so long that it must be disabled. */
export function hasFailedForDays(endpoint: FailingEndpoint, nowMs: number): boolean {
  return endpoint.failingSinceMs <= nowMs - DISABLED_AFTER_MS;
}

/**
 * Tells the merchant's other endpoints of an endpoint that has failed everything for a day. It tells once each time the
 * endpoint begins to fail.
 *
 * @returns true when it told them.
 */
export async function tellOfFailing(
  trx: Transaction,
  endpoint: FailingEndpoint,
  nowMs: number,
): Promise<boolean> {
  const { endpointId, merchantId, failingSinceMs } = endpoint;
  if (endpoint.toldAtMs !== null || failingSinceMs > nowMs - TOLD_AFTER_MS) return false;
  await trx('webhook_endpoints')
    .where({ endpoint_id: endpointId })
    .update({ failing_told_at: new Date(nowMs) });
  await recordEvent(trx, {
    merchantId,
    type: 'endpoint.failing',
    dedupeKey: `${endpointId}/endpoint.failing/${failingSinceMs}`,
    occurredAtMs: nowMs,
    data: endpointFailingData({
      ...endpoint,
      disabledReason: null,
      disablesAtMs: failingSinceMs + DISABLED_AFTER_MS,
    }),
    notTo: endpointId,
  });
  return true;
}

/**
 * Disables a failing endpoint, cancels its pending deliveries, and tells the merchant's other endpoints, since this one
 * gets no more events.
 */
export async function disableFailing(
  trx: Transaction,
  endpoint: FailingEndpoint,
  { reason, nowMs }: { reason: string; nowMs: number },
): Promise<void> {
  const { endpointId, merchantId, failingSinceMs } = endpoint;
  await disableEndpoint(trx, { endpointId, reason, nowMs });
  await recordEvent(trx, {
    merchantId,
    type: 'endpoint.failing',
    dedupeKey: `${endpointId}/endpoint.failing/${failingSinceMs}/disabled`,
    occurredAtMs: nowMs,
    data: endpointFailingData({ ...endpoint, disabledReason: reason, disablesAtMs: nowMs }),
    notTo: endpointId,
  });
}

/** Disables an endpoint and cancels its pending deliveries; of very many, the first ones at once. */
export async function disableEndpoint(
  trx: Transaction,
  { endpointId, reason, nowMs }: { endpointId: string; reason: string; nowMs: number },
): Promise<void> {
  const changed = await trx('webhook_endpoints')
    .where({ endpoint_id: endpointId, status: 'enabled' })
    .update({ status: 'disabled', disabled_reason: reason });
  if (changed > 0) await closeGeneration(trx, { endpointId, reason, nowMs });
}

/** Counts the enabled endpoints that have failed every attempt since their last success. */
export async function countFailingEndpoints(q: Queryable): Promise<number> {
  const { rows } = await q.raw<{ rows: { count: number }[] }>(
    `SELECT count(*)::integer AS count FROM webhook_endpoints
      WHERE status = 'enabled' AND deleted_at IS NULL AND failing_since IS NOT NULL`,
  );
  return rows[0]?.count ?? 0;
}
