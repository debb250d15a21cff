import type { DeliveryAttempt } from '../domain/delivery-story.js';
import type { Transaction } from './database.js';

/** What came of an attempt: what its sender returns. */
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
}

/** First to last, without headers and bodies. */
export async function listAttempts(trx: Transaction, deliveryId: string): Promise<DeliveryAttempt[]> {
  const rows = await trx('delivery_attempts')
    .where({ delivery_id: deliveryId })
    .orderBy('number')
    .select<AttemptRow[]>('number', 'started_at', 'duration_ms', 'status_code', 'error_class');
  return rows.map((row) => ({
    number: row.number,
    startedAtMs: row.started_at.getTime(),
    durationMs: row.duration_ms,
    statusCode: row.status_code,
    errorClass: row.error_class,
  }));
}

/** Committed before anything is sent. An attempt that was cut off begins again under its own number. */
export async function beginAttempt(
  trx: Transaction,
  { deliveryId, number, nowMs }: { deliveryId: string; number: number; nowMs: number },
): Promise<void> {
  await trx('delivery_attempts')
    .insert({ delivery_id: deliveryId, number, started_at: new Date(nowMs) })
    .onConflict(['delivery_id', 'number'])
    .merge(['started_at']);
}

/** Writes down what came of an attempt. @returns false when that was written before: the first record stands. */
export async function recordAttempt(
  trx: Transaction,
  { deliveryId, number }: { deliveryId: string; number: number },
  outcome: AttemptOutcome,
): Promise<boolean> {
  const recorded = await trx('delivery_attempts')
    .where({ delivery_id: deliveryId, number, duration_ms: null })
    .update({
      duration_ms: outcome.durationMs,
      status_code: outcome.statusCode,
      error_class: outcome.errorClass,
      error_message: outcome.errorMessage,
      request_headers: JSON.stringify(outcome.requestHeaders),
      response_headers: outcome.responseHeaders === null ? null : JSON.stringify(outcome.responseHeaders),
      response_body: outcome.responseBody,
    });
  if (recorded === 0) return false;
  await trx('deliveries').where({ delivery_id: deliveryId }).update({ attempt_count: number });
  return true;
}
