import { outcomeOf } from '../../domain/webhooks/response-class.js';
import type { DeliveryAttempt } from '../../domain/webhooks/delivery-in-words.js';
import type { Transaction } from '../core/database.js';

/** The result of an attempt, as its sender returns it. */
export interface AttemptOutcome {
  readonly durationMs: number;
  readonly statusCode: number | null;
  readonly errorClass: string | null;
  readonly errorMessage: string | null;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly responseHeaders: Readonly<Record<string, string>> | null;
  readonly responseBody: string | null;
}

interface AttemptRow {
  number: number;
  started_at: Date;
  duration_ms: number | null;
  status_code: number | null;
  error_class: string | null;
  error_message: string | null;
}

/** Lists a delivery's attempts, first to last, without headers and bodies. */
export async function listAttempts(trx: Transaction, deliveryId: string): Promise<DeliveryAttempt[]> {
  const rows = await trx('delivery_attempts')
    .where({ delivery_id: deliveryId })
    .orderBy('number')
    .select<AttemptRow[]>(
      'number',
      'started_at',
      'duration_ms',
      'status_code',
      'error_class',
      'error_message',
    );
  return rows.map((row) => ({
    number: row.number,
    startedAtMs: row.started_at.getTime(),
    durationMs: row.duration_ms,
    statusCode: row.status_code,
    errorClass: row.error_class,
    errorMessage: row.error_message,
  }));
}

/**
 * Stores the result of an attempt and frees its slot.
 *
 * @returns false when a result was stored before; that one stays.
 */
export async function recordAttempt(
  trx: Transaction,
  { deliveryId, number }: { deliveryId: string; number: number },
  outcome: AttemptOutcome,
): Promise<boolean> {
  const { rowCount } = await trx.raw<{ rowCount: number }>(
    `WITH recorded AS (
       UPDATE delivery_attempts
          SET duration_ms = :durationMs, status_code = :statusCode, error_class = :errorClass,
              error_message = :errorMessage, request_headers = :requestHeaders, response_headers = :responseHeaders,
              response_body = :responseBody
        WHERE delivery_id = :deliveryId AND number = :number AND duration_ms IS NULL
       RETURNING delivery_id)
     UPDATE deliveries SET attempt_count = :number, leased_until = NULL, outcome = :outcome
       FROM recorded WHERE deliveries.delivery_id = recorded.delivery_id`,
    {
      deliveryId,
      number,
      durationMs: outcome.durationMs,
      statusCode: outcome.statusCode,
      errorClass: outcome.errorClass,
      errorMessage: outcome.errorMessage,
      requestHeaders: JSON.stringify(outcome.requestHeaders),
      responseHeaders: outcome.responseHeaders === null ? null : JSON.stringify(outcome.responseHeaders),
      responseBody: outcome.responseBody,
      outcome: outcomeOf(outcome),
    },
  );
  return rowCount === 1;
}
