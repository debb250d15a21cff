import type { Transaction } from '../../src/db/core/database.js';
import { finishDelivery, lockDelivery, type DeliveryEnd } from '../../src/db/webhooks/deliveries.js';
import { listAttempts } from '../../src/db/webhooks/delivery-attempts.js';
import { grantFreeSlots, queueForSlot } from '../../src/db/webhooks/delivery-slots.js';
import type { DeliverySnapshot } from '../../src/domain/webhooks/delivery-in-words.js';
import { queueCheckMs } from '../../src/domain/webhooks/webhook-fairness.js';
import { afterFailedAttempt } from '../../src/domain/webhooks/webhook-schedule.js';
import type { DeliveryProgress } from '../contract.js';
import { recordNotFound } from '../record-not-found.js';
import { endOf, progressOf, snapshotOf, type DeliveringDependencies } from './delivery-progress.js';

/** A requested attempt that was not begun. */
export interface Declined {
  readonly deliveryId: string;
  readonly number: number | null;
  /** True when this worker had no slot for it. */
  readonly isWorkerFull: boolean;
}

export interface Answered {
  readonly progress: DeliveryProgress;
  /** How many slots were given to other deliveries in the meantime: their workflows have to be woken. */
  readonly granted: number;
}

/**
 * Answers why no attempt is made now, and stores it. The delivery has ended, or ends here. Or its next attempt isn't
 * due. Or the attempt is due and waits in the queue for a slot. A delivery keeps its position in the queue however often
 * it asks, and holds nothing else.
 */
export async function answerWithoutAttempt(
  trx: Transaction,
  deps: DeliveringDependencies,
  { deliveryId, number, isWorkerFull }: Declined,
): Promise<Answered> {
  const delivery = await lockDelivery(trx, deliveryId);
  if (delivery === undefined) throw recordNotFound('delivery', deliveryId);
  const attempts = await listAttempts(trx, deliveryId);
  const nowMs = deps.now();
  const last = attempts.at(-1);
  // The activity may run again after its attempt was recorded.
  const hasFailed = last !== undefined && last.number === number && last.errorClass !== null;
  const answer = (snapshot: DeliverySnapshot, queueDelayMs?: number): DeliveryProgress =>
    progressOf(deps, { delivery, attempts, snapshot, hasFailed, queueDelayMs });
  const finish = async (end: DeliveryEnd): Promise<Answered> => {
    await finishDelivery(trx, { deliveryId, end, nowMs });
    return { progress: answer(end), granted: 0 };
  };

  if (delivery.status !== 'pending')
    return { progress: answer(endOf(delivery, delivery.status)), granted: 0 };
  if (delivery.closedReason !== null) return finish({ kind: 'cancelled', reason: delivery.closedReason });
  if (last !== undefined && last.durationMs !== null) {
    const next = afterFailedAttempt(last.number, deps.webhooks.retryDelaysMs);
    if (next.kind === 'exhausted') return finish({ kind: 'failed' });
    // Not due: the wait is not over yet, or the attempt was recorded before this activity was run again.
    const isDue = number === null ? nowMs >= (delivery.nextAttemptAtMs ?? nowMs) : number > last.number;
    if (!isDue) return { progress: answer(snapshotOf(delivery, attempts, nowMs)), granted: 0 };
  }
  const dueNumber = last === undefined ? 1 : last.durationMs === null ? last.number : last.number + 1;
  const { endpointId } = delivery;
  const { busy, delayMs, granted } = await queueUp(trx, deps, {
    deliveryId,
    endpointId,
    isWorkerFull,
    nowMs,
  });
  return { progress: answer({ kind: 'queued', number: dueNumber, busy }, delayMs), granted };
}

/**
 * Puts a delivery whose attempt is due into the queue of its endpoint.
 *
 * @returns the reason for the wait, in words; after how long it asks by itself, in ms; and how many slots others got.
 */
async function queueUp(
  trx: Transaction,
  deps: DeliveringDependencies,
  {
    deliveryId,
    endpointId,
    isWorkerFull,
    nowMs,
  }: { deliveryId: string; endpointId: string; isWorkerFull: boolean; nowMs: number },
): Promise<{ readonly busy: string; readonly delayMs: number; readonly granted: number }> {
  const { atOnce, queueLength: length } = await queueForSlot(trx, { deliveryId, endpointId, nowMs });
  // A slot that came free a moment ago goes to the delivery that has waited longest. But not while this worker is full:
  // that delivery could come to this worker.
  const granted = isWorkerFull ? 0 : await grantFreeSlots(trx, { endpointId, nowMs });
  const busy = isWorkerFull
    ? 'the worker waits for many endpoints that do not answer, or slowly'
    : `${atOnce} are under way to this endpoint`;
  const { timeoutMs } = deps.webhooks;
  const delayMs = queueCheckMs({ length, atOnce, timeoutMs, isWorkerFull, random: Math.random() });
  return { busy, delayMs, granted };
}
