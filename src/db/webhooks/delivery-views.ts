import type { Knex } from 'knex';
import type { DeliveryAttempt } from '../../domain/webhooks/delivery-in-words.js';
import type { DeliveryOutcome } from '../../domain/webhooks/response-class.js';
import type { EventType } from '../../domain/webhooks/events.js';
import type { StoredBody } from '../../domain/webhooks/proven-body.js';
import type { Queryable } from '../core/database.js';

export const DELIVERY_STATUSES = ['pending', 'succeeded', 'failed', 'cancelled'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** Why a delivery exists: the event happened, a ping was asked for, or the merchant had the event sent again. */
export type DeliveryOrigin = 'event' | 'test' | 'redelivery' | 'recovery';

/** A delivery and the subject of its event. Times in epoch ms. */
export interface DeliveryView {
  readonly deliveryId: string;
  readonly merchantId: string;
  readonly eventId: string;
  readonly event: EventType;
  readonly endpointId: string;
  readonly invoiceId: string | null;
  readonly withdrawalId: string | null;
  readonly status: DeliveryStatus;
  readonly attemptCount: number;
  readonly nextAttemptAtMs: number | null;
  readonly createdAtMs: number;
  readonly finishedAtMs: number | null;
  readonly origin: DeliveryOrigin;
  readonly redeliveryOf: string | null;
  /** Why it was cancelled, or will be because its endpoint is closed; null for any other. */
  readonly cancelReason: string | null;
  /** How its last attempt was answered; null: none has ended yet. */
  readonly outcome: DeliveryOutcome | null;
}

export interface DeliveryAttemptView extends DeliveryAttempt {
  readonly requestHeaders: Readonly<Record<string, string>> | null;
  readonly responseHeaders: Readonly<Record<string, string>> | null;
  readonly responseBody: string | null;
}

export interface DeliveryViewRow {
  delivery_id: string;
  merchant_id: string;
  event_id: string;
  type: EventType;
  endpoint_id: string;
  invoice_id: string | null;
  withdrawal_id: string | null;
  status: DeliveryStatus;
  attempt_count: number;
  next_attempt_at: Date | null;
  created_at: Date;
  finished_at: Date | null;
  origin: DeliveryOrigin;
  redelivery_of: string | null;
  cancel_reason: string | null;
  outcome: DeliveryOutcome | null;
  closed_reason: string | null;
}

interface AttemptRow {
  number: number;
  started_at: Date;
  duration_ms: number | null;
  status_code: number | null;
  error_class: string | null;
  error_message: string | null;
  request_headers: Record<string, string> | null;
  response_headers: Record<string, string> | null;
  response_body: string | null;
}

export function toDeliveryView(row: DeliveryViewRow): DeliveryView {
  return {
    deliveryId: row.delivery_id,
    merchantId: row.merchant_id,
    eventId: row.event_id,
    event: row.type,
    endpointId: row.endpoint_id,
    invoiceId: row.invoice_id,
    withdrawalId: row.withdrawal_id,
    status: row.status,
    attemptCount: row.attempt_count,
    nextAttemptAtMs: row.closed_reason === null ? (row.next_attempt_at?.getTime() ?? null) : null,
    createdAtMs: row.created_at.getTime(),
    finishedAtMs: row.finished_at?.getTime() ?? null,
    origin: row.origin,
    redeliveryOf: row.redelivery_of,
    cancelReason: row.cancel_reason ?? row.closed_reason,
    outcome: row.outcome,
  };
}

/** Selects deliveries with their events and, for a pending one, the closing of its endpoint that will cancel it. */
export function deliveriesWithEvents(q: Queryable): Knex.QueryBuilder {
  return q('deliveries as d')
    .join('events as e', 'e.event_id', 'd.event_id')
    .leftJoin('endpoint_closings as c', (on) => {
      on.on('c.endpoint_id', 'd.endpoint_id').on('c.generation', 'd.generation').onVal('d.status', 'pending');
    });
}
export const DELIVERY_COLUMNS = [
  'd.*',
  'e.type',
  'e.invoice_id',
  'e.withdrawal_id',
  'c.reason as closed_reason',
];

/** A delivery with its body as it is stored, and all attempts, first to last. */
export interface StoredDelivery {
  readonly delivery: DeliveryView;
  readonly body: string;
  /** The event's invoice as the database has it; null: there is none. */
  readonly invoice: StoredBody['invoice'];
  readonly attempts: readonly DeliveryAttemptView[];
}

/** Finds a delivery; with `merchantId`, only one of that merchant. */
export async function findDelivery(
  q: Queryable,
  { deliveryId, merchantId }: { deliveryId: string; merchantId?: string },
): Promise<StoredDelivery | undefined> {
  const row = await deliveriesWithEvents(q)
    .where({
      'd.delivery_id': deliveryId,
      ...(merchantId === undefined ? {} : { 'd.merchant_id': merchantId }),
    })
    .leftJoin('invoices as i', 'i.invoice_id', 'e.invoice_id')
    .first<(DeliveryViewRow & Pick<StoredDelivery, 'body' | 'invoice'>) | undefined>([
      ...[...DELIVERY_COLUMNS, 'e.body'],
      q.raw(`CASE WHEN i.invoice_id IS NOT NULL THEN json_build_object('invoiceId', i.invoice_id,
        'merchantId', i.merchant_id, 'depositIndex', i.deposit_index) END AS invoice`),
    ]);
  if (row === undefined) return undefined;
  const attempts = await q('delivery_attempts')
    .where({ delivery_id: deliveryId })
    .orderBy('number')
    .select<AttemptRow[]>('*');
  const { body, invoice } = row;
  return { delivery: toDeliveryView(row), body, invoice, attempts: attempts.map(toAttempt) };
}

function toAttempt(row: AttemptRow): DeliveryAttemptView {
  return {
    number: row.number,
    startedAtMs: row.started_at.getTime(),
    durationMs: row.duration_ms,
    statusCode: row.status_code,
    errorClass: row.error_class,
    errorMessage: row.error_message,
    requestHeaders: row.request_headers,
    responseHeaders: row.response_headers,
    responseBody: row.response_body,
  };
}
