import type { Queryable } from '../core/database.js';

/**
 * The number of answers that are read of an endpoint, and the number of its latest deliveries that are searched for
 * them.
 */
const [ANSWERS_MAX, AMONG_DELIVERIES] = [3, 20];

/** An attempt that has ended, of a delivery to an endpoint. Times in epoch ms. */
export interface AnswerOfEndpoint {
  readonly endpointId: string;
  readonly deliveryId: string;
  readonly startedAtMs: number;
  readonly durationMs: number;
  /** Null: there was no answer. */
  readonly statusCode: number | null;
  readonly errorClass: string | null;
  readonly errorMessage: string | null;
}

interface AnswerRow {
  endpoint_id: string;
  delivery_id: string;
  started_at: Date;
  duration_ms: number;
  status_code: number | null;
  error_class: string | null;
  error_message: string | null;
}

/**
 * Lists the latest answers of some endpoints, newest first: for each endpoint, the attempts of its latest deliveries.
 */
export async function listLastAnswers(
  q: Queryable,
  endpointIds: readonly string[],
): Promise<AnswerOfEndpoint[]> {
  const { rows } = await q.raw<{ rows: AnswerRow[] }>(
    `SELECT e.endpoint_id, a.*
       FROM unnest(:endpointIds::text[]) AS e (endpoint_id)
      CROSS JOIN LATERAL (
        SELECT t.delivery_id, t.started_at, t.duration_ms, t.status_code, t.error_class, t.error_message
          FROM (SELECT d.delivery_id FROM deliveries d WHERE d.endpoint_id = e.endpoint_id
                 ORDER BY d.delivery_id DESC LIMIT :among) AS latest
          JOIN delivery_attempts t USING (delivery_id)
         WHERE t.duration_ms IS NOT NULL
         ORDER BY t.started_at DESC LIMIT :max) AS a
      ORDER BY a.started_at DESC`,
    { endpointIds: [...endpointIds], among: AMONG_DELIVERIES, max: ANSWERS_MAX },
  );
  return rows.map((row) => ({
    endpointId: row.endpoint_id,
    deliveryId: row.delivery_id,
    startedAtMs: row.started_at.getTime(),
    durationMs: row.duration_ms,
    statusCode: row.status_code,
    errorClass: row.error_class,
    errorMessage: row.error_message,
  }));
}
