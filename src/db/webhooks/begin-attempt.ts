import type { DeliveryAttempt } from '../../domain/webhooks/delivery-in-words.js';
import {
  ATTEMPTS_AT_ONCE,
  ATTEMPTS_AT_ONCE_FAILING,
  FAILURES_IN_A_ROW,
  type EndpointRecord,
} from '../../domain/webhooks/webhook-fairness.js';
import type { StoredBody } from '../../domain/webhooks/proven-body.js';
import type { Database, Queryable } from '../core/database.js';

/** An attempt that is stored as begun, with everything it needs. Times in epoch ms. */
export interface BegunAttempt extends EndpointRecord {
  readonly deliveryId: string;
  readonly merchantId: string;
  readonly number: number;
  readonly startedAtMs: number;
  readonly eventId: string;
  readonly eventType: string;
  /** The body, the same bytes in every attempt, in UTF-8. */
  readonly body: string;
  /** The event's invoice as the database has it; null: there is none. */
  readonly invoice: StoredBody['invoice'];
  /** True while operators are told that the body was altered. */
  readonly isBodyRefused: boolean;
  readonly endpointId: string;
  /** Generation of the endpoint when the attempt began. */
  readonly generation: number;
  readonly url: string;
  /** Sealed with `SECRETS_KEY`. */
  readonly secretEncrypted: Buffer;
  /** During the overlap of a rotation: the old secret, and when it ends. */
  readonly previousSecret: { readonly encrypted: Buffer; readonly untilMs: number } | null;
  /** First to last. */
  readonly earlierAttempts: readonly DeliveryAttempt[];
}

interface BegunRow {
  merchant_id: string;
  number: number;
  event_id: string;
  event_type: string;
  body: string;
  invoice: StoredBody['invoice'];
  is_body_refused: boolean;
  endpoint_id: string;
  generation: number;
  url: string;
  secret_encrypted: Buffer;
  previous_secret_encrypted: Buffer | null;
  legacy_switches_at: Date | null;
  consecutive_failures: number;
  last_success_at: Date | null;
  earlier_attempts: DeliveryAttempt[] | null;
}

/**
 * Locks the delivery and its endpoint. Until {@link BEGIN} has ended, nobody else begins or records an attempt of the
 * delivery, or begins one to its endpoint.
 */
const LOCK = `
  SELECT FROM deliveries d JOIN webhook_endpoints e USING (endpoint_id)
   WHERE d.delivery_id = :deliveryId
     FOR NO KEY UPDATE OF d, e`;

/**
 * Begins the attempt if it is due and has a slot: one that is kept for it, or one that is free after all deliveries
 * that have waited longer. It is a separate statement so that it sees everything committed before the lock was taken.
 */
const BEGIN = `
  WITH due AS (
    SELECT d.delivery_id, d.merchant_id, d.event_id, v.type AS event_type, v.body, v.invoice_id, d.endpoint_id, e.url,
           e.secret_encrypted, e.previous_secret_encrypted, e.legacy_switches_at, e.consecutive_failures,
           e.last_success_at, d.queued_at, d.generation, d.body_refused_at IS NOT NULL AS is_body_refused,
           coalesce(d.leased_until > :now, false) AS holds_place,
           coalesce(last.number + (last.duration_ms IS NOT NULL)::int, 1) AS number
      FROM deliveries d
      JOIN events v USING (event_id)
      JOIN webhook_endpoints e USING (endpoint_id)
      LEFT JOIN LATERAL (
        SELECT a.number, a.duration_ms FROM delivery_attempts a
         WHERE a.delivery_id = d.delivery_id ORDER BY a.number DESC LIMIT 1) AS last ON true
     WHERE d.delivery_id = :deliveryId AND d.status = 'pending' AND e.status = 'enabled' AND e.deleted_at IS NULL
       AND d.generation = e.generation
       AND (last.duration_ms IS NULL
            OR last.number < :maxAttempts
               AND CASE WHEN cast(:number AS int) IS NULL THEN coalesce(d.next_attempt_at <= :now, true)
                        ELSE cast(:number AS int) > last.number END)),
  leased AS (
    UPDATE deliveries SET leased_until = :until, queued_at = NULL
      FROM due
     WHERE deliveries.delivery_id = due.delivery_id
       AND (holds_place
            OR CASE WHEN due.consecutive_failures < :failuresInARow THEN :atOnce ELSE :atOnceFailing END
               > (SELECT count(*) FROM deliveries taken
                   WHERE taken.endpoint_id = due.endpoint_id AND taken.leased_until > :now)
                 + (SELECT count(*) FROM (
                     SELECT FROM deliveries ahead
                      WHERE ahead.endpoint_id = due.endpoint_id AND ahead.generation = due.generation
                        AND ahead.status = 'pending' AND ahead.queued_at < coalesce(due.queued_at, :now)
                        AND (ahead.leased_until IS NULL OR ahead.leased_until <= :now)
                      LIMIT :atOnce) AS in_line))
    RETURNING deliveries.delivery_id),
  begun AS (
    INSERT INTO delivery_attempts (delivery_id, number, started_at)
    SELECT delivery_id, number, :now FROM leased JOIN due USING (delivery_id)
        ON CONFLICT (delivery_id, number) DO UPDATE SET started_at = excluded.started_at
    RETURNING delivery_id)
  SELECT due.*, (
           SELECT json_build_object('invoiceId', i.invoice_id, 'merchantId', i.merchant_id,
                                    'depositIndex', i.deposit_index)
             FROM invoices i WHERE i.invoice_id = due.invoice_id) AS invoice, (
           SELECT json_agg(json_build_object(
                    'number', a.number, 'startedAtMs', (extract(epoch FROM a.started_at) * 1000)::bigint,
                    'durationMs', a.duration_ms, 'statusCode', a.status_code, 'errorClass', a.error_class,
                    'errorMessage', a.error_message)
                    ORDER BY a.number)
             FROM delivery_attempts a
            WHERE a.delivery_id = due.delivery_id AND a.number < due.number) AS earlier_attempts
    FROM due JOIN begun USING (delivery_id)`;

/**
 * Takes one of the endpoint's slots and stores the beginning of the attempt, before anything is sent. An interrupted
 * attempt begins again under its own number.
 *
 * Both statements go in one message, which PostgreSQL runs as one transaction. That saves a round trip for each of
 * them, for BEGIN and for COMMIT. Such a message has no parameters, so the values are written into it, escaped.
 *
 * @param attempt.number the attempt that the caller waited for; null: the stored attempts decide what is due.
 * @param attempt.leaseMs longer than any attempt takes.
 * @returns undefined when no attempt is due or no slot is free; then nothing has changed.
 */
export async function beginAttempt(
  db: Database,
  attempt: {
    readonly deliveryId: string;
    readonly number: number | null;
    readonly maxAttempts: number;
    readonly nowMs: number;
    readonly leaseMs: number;
  },
): Promise<BegunAttempt | undefined> {
  const { deliveryId, number, maxAttempts, nowMs, leaseMs } = attempt;
  const message = db
    .raw(`${LOCK};${BEGIN}`, {
      deliveryId,
      number,
      maxAttempts,
      failuresInARow: FAILURES_IN_A_ROW,
      atOnce: ATTEMPTS_AT_ONCE,
      atOnceFailing: ATTEMPTS_AT_ONCE_FAILING,
      now: new Date(nowMs).toISOString(),
      until: new Date(nowMs + leaseMs).toISOString(),
    })
    .toQuery();
  const answers = await db.raw<readonly { readonly rows: BegunRow[] }[]>(message.replaceAll('?', '\\?'));
  const row = answers[1]?.rows[0];
  return row === undefined ? undefined : toBegunAttempt(row, { deliveryId, startedAtMs: nowMs });
}

function toBegunAttempt(
  row: BegunRow,
  known: Pick<BegunAttempt, 'deliveryId' | 'startedAtMs'>,
): BegunAttempt {
  const { previous_secret_encrypted: encrypted, legacy_switches_at: until } = row;
  return {
    ...known,
    merchantId: row.merchant_id,
    number: row.number,
    eventId: row.event_id,
    eventType: row.event_type,
    body: row.body,
    invoice: row.invoice,
    isBodyRefused: row.is_body_refused,
    endpointId: row.endpoint_id,
    generation: row.generation,
    url: row.url,
    secretEncrypted: row.secret_encrypted,
    previousSecret: encrypted === null || until === null ? null : { encrypted, untilMs: until.getTime() },
    consecutiveFailures: row.consecutive_failures,
    lastSuccessAtMs: row.last_success_at?.getTime() ?? null,
    earlierAttempts: row.earlier_attempts ?? [],
  };
}

/** Removes an attempt that could not be sent for a reason of ours, as if it had not begun. */
export async function abandonAttempt(
  q: Queryable,
  { deliveryId, number }: Pick<BegunAttempt, 'deliveryId' | 'number'>,
): Promise<void> {
  await q.raw(
    `WITH abandoned AS (
       DELETE FROM delivery_attempts WHERE delivery_id = :deliveryId AND number = :number AND duration_ms IS NULL
       RETURNING delivery_id)
     UPDATE deliveries SET leased_until = NULL
       FROM abandoned WHERE deliveries.delivery_id = abandoned.delivery_id`,
    { deliveryId, number },
  );
}

/** Stores whether the body is refused, so that operators are told: since it was first refused, or not any more. */
export async function noteRefusedBody(
  q: Queryable,
  deliveryId: string,
  refusedAtMs: number | null,
): Promise<void> {
  await q.raw(
    `UPDATE deliveries
        SET body_refused_at = CASE WHEN :refusedAt::timestamptz IS NOT NULL
                                   THEN coalesce(body_refused_at, :refusedAt::timestamptz) END
      WHERE delivery_id = :deliveryId`,
    { deliveryId, refusedAt: refusedAtMs === null ? null : new Date(refusedAtMs) },
  );
}
