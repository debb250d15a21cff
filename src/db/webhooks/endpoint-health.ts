import { endpointFailingData } from '../../domain/webhooks/event-data.js';
import type { Queryable, Transaction } from '../core/database.js';
import { CLOSED_REASON } from './deliveries.js';
import { closeGeneration } from './endpoint-closings.js';
import { recordEvent } from './events.js';

const DAY_MS = 86_400_000;
/** An endpoint that has failed everything for this long is told of. */
const TOLD_AFTER_MS = DAY_MS;
/** An endpoint that has failed everything for this long is disabled. */
const DISABLED_AFTER_MS = 5 * DAY_MS;
export const FAILED_FOR_DAYS = 'Every delivery to the endpoint has failed for 5 days.';

/** An endpoint that fails, as of the attempt just counted. Times in epoch ms. */
export interface FailingEndpoint {
  readonly endpointId: string;
  readonly merchantId: string;
  readonly url: string;
  readonly description: string | null;
  /** Why it takes no deliveries any more, by what is committed once its row is locked; null: it does. */
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
 * An attempt failed that began at this URL and in this generation of the endpoint.
 *
 * @returns undefined when it counts for nothing: the endpoint's URL is another by now, or it was closed since and is
 *   enabled again.
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
 * Locks an endpoint that is to be told of, or disabled, by now: between two attempts there may be half a day. One that
 * nothing was sent to of late has not gone on failing, and is not disabled for it.
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

/** Whether it has failed everything for so long that it is to be disabled. */
export function hasFailedForDays(endpoint: FailingEndpoint, nowMs: number): boolean {
  return endpoint.failingSinceMs <= nowMs - DISABLED_AFTER_MS;
}

/**
 * Tells the merchant's other endpoints, once for each time it begins to fail, of one that has failed everything for a
 * day.
 *
 * @returns true when it told.
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
 * Disables an endpoint that fails, cancels what waits for it, and tells the merchant's other endpoints: from now on it
 * hears of nothing itself.
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

/** Disables an endpoint and cancels what waits for it: of very much, the first at once. */
export async function disableEndpoint(
  trx: Transaction,
  { endpointId, reason, nowMs }: { endpointId: string; reason: string; nowMs: number },
): Promise<void> {
  const changed = await trx('webhook_endpoints')
    .where({ endpoint_id: endpointId, status: 'enabled' })
    .update({ status: 'disabled', disabled_reason: reason });
  if (changed > 0) await closeGeneration(trx, { endpointId, reason, nowMs });
}

/** Enabled endpoints that have failed every attempt since their last success. */
export async function countFailingEndpoints(q: Queryable): Promise<number> {
  const { rows } = await q.raw<{ rows: { count: number }[] }>(
    `SELECT count(*)::integer AS count FROM webhook_endpoints
      WHERE status = 'enabled' AND deleted_at IS NULL AND failing_since IS NOT NULL`,
  );
  return rows[0]?.count ?? 0;
}
