import type { AttemptOutcome } from './delivery-attempts.js';
import type { BegunAttempt } from './begin-attempt.js';
import type { Queryable } from '../core/database.js';

/** The last success is noted at most once in this time, in ms. */
const SUCCESS_NOTE_INTERVAL_MS = 1_000;

/**
 * Records an acknowledged attempt: the attempt, the delivery's end and the endpoint's health, in one statement. The
 * delivery's row is locked before the endpoint's, as everywhere.
 *
 * While an endpoint acknowledges everything, its row is written and locked only once a second. Otherwise deliveries to
 * the same endpoint would wait for each other. The row is not written when the endpoint's URL has changed meanwhile.
 *
 * @param acknowledged.atOnce how many attempts to the endpoint may be under way.
 * @returns `isRecorded`: false when a result was recorded before; that one stays. `othersMayWait`: true when other
 *   deliveries may wait for the slot that is free now.
 */
export async function acknowledgeDelivery(
  q: Queryable,
  acknowledged: {
    readonly begun: Pick<BegunAttempt, 'deliveryId' | 'number' | 'endpointId' | 'url'>;
    readonly outcome: AttemptOutcome;
    readonly nowMs: number;
    readonly atOnce: number;
  },
): Promise<{ readonly isRecorded: boolean; readonly othersMayWait: boolean }> {
  const { begun, outcome, nowMs, atOnce } = acknowledged;
  const { rows } = await q.raw<{ rows: { is_recorded: boolean; others_may_wait: boolean }[] }>(
    `WITH locked AS (
       SELECT delivery_id FROM deliveries WHERE delivery_id = :deliveryId FOR NO KEY UPDATE),
     recorded AS (
       UPDATE delivery_attempts a
          SET duration_ms = :durationMs, status_code = :statusCode, request_headers = :requestHeaders,
              response_headers = :responseHeaders, response_body = :responseBody
         FROM locked
        WHERE a.delivery_id = locked.delivery_id AND a.number = :number AND a.duration_ms IS NULL
       RETURNING a.delivery_id),
     finished AS (
       UPDATE deliveries d
          SET status = 'succeeded', attempt_count = :number, cancel_reason = NULL, next_attempt_at = NULL,
              leased_until = NULL, queued_at = NULL, finished_at = :now, outcome = '2xx'
         FROM recorded WHERE d.delivery_id = recorded.delivery_id
       RETURNING d.endpoint_id),
     noted AS (
       UPDATE webhook_endpoints e
          SET consecutive_failures = 0, last_success_at = :now, failing_since = NULL, failing_told_at = NULL
         FROM finished
        WHERE e.endpoint_id = finished.endpoint_id AND e.url = :url
          AND (e.consecutive_failures > 0 OR e.failing_since IS NOT NULL OR e.last_success_at IS NULL
               OR e.last_success_at <= :noteBefore))
     SELECT EXISTS (SELECT FROM recorded) AS is_recorded,
            EXISTS (
              SELECT FROM deliveries w
               WHERE w.endpoint_id = :endpointId AND w.status = 'pending' AND w.queued_at IS NOT NULL
                 AND w.generation = (SELECT generation FROM webhook_endpoints WHERE endpoint_id = :endpointId))
            OR :atOnce <= (
              SELECT count(*) FROM deliveries t WHERE t.endpoint_id = :endpointId AND t.leased_until > :now)
              AS others_may_wait`,
    {
      deliveryId: begun.deliveryId,
      endpointId: begun.endpointId,
      number: begun.number,
      url: begun.url,
      durationMs: outcome.durationMs,
      statusCode: outcome.statusCode,
      requestHeaders: JSON.stringify(outcome.requestHeaders),
      responseHeaders: outcome.responseHeaders === null ? null : JSON.stringify(outcome.responseHeaders),
      responseBody: outcome.responseBody,
      now: new Date(nowMs),
      noteBefore: new Date(nowMs - SUCCESS_NOTE_INTERVAL_MS),
      atOnce,
    },
  );
  return { isRecorded: rows[0]?.is_recorded ?? false, othersMayWait: rows[0]?.others_may_wait ?? false };
}
