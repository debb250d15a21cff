import type { Transaction } from './database.js';
import type { DeliveryStatus } from './delivery-views.js';

/** A delivery with all that an attempt needs, while its row is locked. Times in epoch ms. */
export interface LockedDelivery {
  readonly deliveryId: string;
  readonly status: DeliveryStatus;
  readonly nextAttemptAtMs: number | null;
  readonly eventId: string;
  readonly eventType: string;
  /** The very bytes of every attempt, in UTF-8. */
  readonly body: string;
  readonly endpointId: string;
  readonly url: string;
  /** Sealed with `SECRETS_KEY`. */
  readonly secretEncrypted: Buffer;
  /** False when the endpoint was disabled or deleted: nothing more is sent to it. */
  readonly endpointOpen: boolean;
}

interface LockedDeliveryRow {
  delivery_id: string;
  status: DeliveryStatus;
  next_attempt_at: Date | null;
  event_id: string;
  event_type: string;
  body: string;
  endpoint_id: string;
  url: string;
  secret_encrypted: Buffer;
  endpoint_open: boolean;
}

/** Until the transaction ends nobody else makes or records an attempt of this delivery. */
export async function lockDelivery(
  trx: Transaction,
  deliveryId: string,
): Promise<LockedDelivery | undefined> {
  const { rows } = await trx.raw<{ rows: LockedDeliveryRow[] }>(
    `SELECT d.delivery_id, d.status, d.next_attempt_at, d.event_id, v.type AS event_type, v.body, d.endpoint_id,
            e.url, e.secret_encrypted, e.status = 'enabled' AND e.deleted_at IS NULL AS endpoint_open
       FROM deliveries d
       JOIN events v USING (event_id)
       JOIN webhook_endpoints e USING (endpoint_id)
      WHERE d.delivery_id = ?
        FOR UPDATE OF d`,
    [deliveryId],
  );
  const row = rows[0];
  if (row === undefined) return undefined;
  return {
    deliveryId: row.delivery_id,
    status: row.status,
    nextAttemptAtMs: row.next_attempt_at?.getTime() ?? null,
    eventId: row.event_id,
    eventType: row.event_type,
    body: row.body,
    endpointId: row.endpoint_id,
    url: row.url,
    secretEncrypted: row.secret_encrypted,
    endpointOpen: row.endpoint_open,
  };
}

/** Another attempt is to follow. */
export async function scheduleNextAttempt(
  trx: Transaction,
  { deliveryId, nextAttemptAtMs }: { deliveryId: string; nextAttemptAtMs: number },
): Promise<void> {
  await trx('deliveries')
    .where({ delivery_id: deliveryId })
    .update({ next_attempt_at: new Date(nextAttemptAtMs) });
}

/** Nothing more is sent. */
export async function finishDelivery(
  trx: Transaction,
  {
    deliveryId,
    status,
    nowMs,
  }: { deliveryId: string; status: Exclude<DeliveryStatus, 'pending'>; nowMs: number },
): Promise<void> {
  await trx('deliveries')
    .where({ delivery_id: deliveryId })
    .update({ status, next_attempt_at: null, finished_at: new Date(nowMs) });
}
