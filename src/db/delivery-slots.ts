import { attemptsAtOnce } from '../domain/webhook-fairness.js';
import type { Transaction } from './database.js';
import { CLOSED_REASON } from './deliveries.js';

/**
 * An endpoint's places: as many attempts as may be under way to it at once, over all workers. A place is a lease on the
 * delivery's own row. What finds none waits in a queue of rows, and is woken when a place comes free.
 */

/** The queue is counted no further: the wait is at its longest by then. */
const QUEUE_COUNT_MAX = 1_000;
/** How long a place is kept for a delivery that was woken for it. */
const GRANT_MS = 30_000;

export type SlotAnswer =
  | { readonly kind: 'taken' }
  | { readonly kind: 'closed'; readonly reason: string }
  | { readonly kind: 'queued'; readonly atOnce: number; readonly queueLength: number };

interface BeginningAttempt {
  readonly deliveryId: string;
  readonly endpointId: string;
  readonly number: number;
  readonly nowMs: number;
  /** Longer than any attempt takes. */
  readonly leaseMs: number;
  /** It has a place already: it was woken for it, or cut off in the middle. */
  readonly holdsPlace: boolean;
}

/**
 * Takes a place and writes down, before anything is sent, that the attempt begins; or queues the delivery. One that was
 * cut off begins again under its own number. The delivery's row has to be locked.
 */
export async function beginAttempt(trx: Transaction, attempt: BeginningAttempt): Promise<SlotAnswer> {
  const { endpointId, holdsPlace } = attempt;
  if (!holdsPlace) {
    // Without the lock first: a thousand that find it full must not stand in line for one row.
    const glance = await readSlots(trx, attempt);
    if (glance.underWay >= glance.atOnce) return enqueueForSlot(trx, attempt, glance);
  }
  // Then under the lock, by a statement that begins when it is held.
  const { rows } = await trx.raw<{ rows: { closed_reason: string | null; consecutive_failures: number }[] }>(
    `SELECT ${CLOSED_REASON} AS closed_reason, consecutive_failures FROM webhook_endpoints e
      WHERE endpoint_id = ? FOR NO KEY UPDATE`,
    [endpointId],
  );
  const closedReason = rows[0]?.closed_reason ?? null;
  if (closedReason !== null) return { kind: 'closed', reason: closedReason };
  const atOnce = attemptsAtOnce({ consecutiveFailures: rows[0]?.consecutive_failures ?? 0 });
  if (await lease(trx, { ...attempt, atOnce })) return { kind: 'taken' };
  return enqueueForSlot(trx, attempt, await readSlots(trx, attempt));
}

interface Slots {
  readonly underWay: number;
  readonly atOnce: number;
  readonly queueLength: number;
}

async function readSlots(trx: Transaction, { endpointId, nowMs }: BeginningAttempt): Promise<Slots> {
  const { rows } = await trx.raw<{
    rows: { under_way: number; queue_length: number; consecutive_failures: number }[];
  }>(
    `SELECT e.consecutive_failures,
            (SELECT count(*) FROM deliveries d
              WHERE d.endpoint_id = e.endpoint_id AND d.leased_until > :now) AS under_way,
            (SELECT count(*) FROM (
              SELECT FROM deliveries d
               WHERE d.endpoint_id = e.endpoint_id AND d.status = 'pending' AND d.queued_at IS NOT NULL
               LIMIT :max) AS queue) AS queue_length
       FROM webhook_endpoints e WHERE e.endpoint_id = :endpointId`,
    { endpointId, now: new Date(nowMs), max: QUEUE_COUNT_MAX },
  );
  return {
    underWay: rows[0]?.under_way ?? 0,
    atOnce: attemptsAtOnce({ consecutiveFailures: rows[0]?.consecutive_failures ?? 0 }),
    queueLength: rows[0]?.queue_length ?? 0,
  };
}

/** @returns false when every place is taken. */
async function lease(
  trx: Transaction,
  attempt: BeginningAttempt & { readonly atOnce: number },
): Promise<boolean> {
  const { deliveryId, endpointId, number, nowMs, leaseMs, holdsPlace, atOnce } = attempt;
  const { rowCount } = await trx.raw<{ rowCount: number }>(
    `WITH leased AS (
       UPDATE deliveries SET leased_until = :until, queued_at = NULL
        WHERE delivery_id = :deliveryId
          AND (:holdsPlace OR :atOnce > (
                SELECT count(*) FROM deliveries WHERE endpoint_id = :endpointId AND leased_until > :now))
       RETURNING delivery_id)
     INSERT INTO delivery_attempts (delivery_id, number, started_at)
     SELECT delivery_id, :number, :now FROM leased
         ON CONFLICT (delivery_id, number) DO UPDATE SET started_at = excluded.started_at`,
    {
      deliveryId,
      endpointId,
      number,
      holdsPlace,
      atOnce,
      now: new Date(nowMs),
      until: new Date(nowMs + leaseMs),
    },
  );
  return rowCount === 1;
}

/** It keeps its place in the queue, however often it looks. */
async function enqueueForSlot(
  trx: Transaction,
  { deliveryId, nowMs }: BeginningAttempt,
  { atOnce, queueLength }: Slots,
): Promise<SlotAnswer> {
  await trx.raw(
    'UPDATE deliveries SET queued_at = coalesce(queued_at, ?), leased_until = NULL WHERE delivery_id = ?',
    [new Date(nowMs), deliveryId],
  );
  return { kind: 'queued', atOnce, queueLength };
}

/**
 * Keeps the free places of an endpoint for those that have waited longest, and has their workflows look. One that comes
 * to wait at this very moment may not be seen: it looks again by itself.
 *
 * @returns how many were given.
 */
export async function grantFreeSlots(
  trx: Transaction,
  { endpointId, nowMs }: { endpointId: string; nowMs: number },
): Promise<number> {
  // Mostly none waits, and then nobody has to stand in line for the endpoint's row.
  const { rowCount: waits } = await trx.raw<{ rowCount: number }>(
    `SELECT FROM deliveries
      WHERE endpoint_id = ? AND status = 'pending' AND queued_at IS NOT NULL LIMIT 1`,
    [endpointId],
  );
  if (waits === 0) return 0;
  const { rows } = await trx.raw<{ rows: { consecutive_failures: number }[] }>(
    'SELECT consecutive_failures FROM webhook_endpoints WHERE endpoint_id = ? FOR NO KEY UPDATE',
    [endpointId],
  );
  const [endpoint] = rows;
  if (endpoint === undefined) return 0;
  const atOnce = attemptsAtOnce({ consecutiveFailures: endpoint.consecutive_failures });
  const { rowCount } = await trx.raw<{ rowCount: number }>(
    `WITH next AS (
       SELECT delivery_id FROM deliveries
        WHERE endpoint_id = :endpointId AND status = 'pending' AND queued_at IS NOT NULL
          AND (leased_until IS NULL OR leased_until <= :now)
        ORDER BY queued_at
        LIMIT greatest(0, :atOnce - (
              SELECT count(*) FROM deliveries WHERE endpoint_id = :endpointId AND leased_until > :now))
          FOR NO KEY UPDATE SKIP LOCKED),
     granted AS (
       UPDATE deliveries SET leased_until = :until FROM next WHERE deliveries.delivery_id = next.delivery_id
       RETURNING deliveries.delivery_id)
     INSERT INTO outbox (kind, target_id) SELECT 'delivery', delivery_id FROM granted`,
    { endpointId, atOnce, now: new Date(nowMs), until: new Date(nowMs + GRANT_MS) },
  );
  return rowCount;
}
