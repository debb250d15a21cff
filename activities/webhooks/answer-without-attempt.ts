import type { Transaction } from '../../src/db/core/database.js';
import { finishDelivery, lockDelivery, type DeliveryEnd } from '../../src/db/webhooks/deliveries.js';
import { listAttempts } from '../../src/db/webhooks/delivery-attempts.js';
import { grantFreeSlots, queueForSlot } from '../../src/db/webhooks/delivery-slots.js';
import type { DeliverySnapshot } from '../../src/domain/webhooks/delivery-story.js';
import { queueCheckMs } from '../../src/domain/webhooks/webhook-fairness.js';
import { afterFailedAttempt } from '../../src/domain/webhooks/webhook-schedule.js';
import type { DeliveryProgress } from '../contract.js';
import { recordNotFound } from '../record-not-found.js';
import { endOf, progressOf, standingOf, type DeliveringDependencies } from './progress.js';

/** What is known of an attempt that wasn't begun. */
export interface Declined {
  readonly deliveryId: string;
  readonly number: number | null;
  /** Whether it is this worker that had no place for it. */
  readonly isWorkerFull: boolean;
}

export interface Answered {
  readonly progress: DeliveryProgress;
  /** Places that were given to others meanwhile, whose workflows are to be woken. */
  readonly granted: number;
}

/**
 * Says why no attempt is made now, and makes that so: the delivery has ended, or ends here; its next attempt isn't due;
 * or it is, and waits in line for a place. It keeps its place in the line however often it looks, and holds nothing
 * else.
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
  const answer = (standing: DeliverySnapshot, queueDelayMs?: number): DeliveryProgress =>
    progressOf(deps, { delivery, attempts, standing, queueDelayMs });
  const finish = async (end: DeliveryEnd): Promise<Answered> => {
    await finishDelivery(trx, { deliveryId, end, nowMs });
    return { progress: answer(end), granted: 0 };
  };

  if (delivery.status !== 'pending')
    return { progress: answer(endOf(delivery, delivery.status)), granted: 0 };
  if (delivery.closedReason !== null) return finish({ kind: 'cancelled', reason: delivery.closedReason });
  const last = attempts.at(-1);
  if (last !== undefined && last.durationMs !== null) {
    const next = afterFailedAttempt(last.number, deps.webhooks.retryDelaysMs);
    if (next.kind === 'exhausted') return finish({ kind: 'failed' });
    // Not waited for yet, or recorded before this activity was run again.
    const waited = number === null ? nowMs >= (delivery.nextAttemptAtMs ?? nowMs) : number > last.number;
    if (!waited) return { progress: answer(standingOf(delivery, attempts, nowMs)), granted: 0 };
  }
  const due = last === undefined ? 1 : last.durationMs === null ? last.number : last.number + 1;
  const { endpointId } = delivery;
  const { atOnce, queueLength } = await queueForSlot(trx, { deliveryId, endpointId, nowMs });
  // A place that fell free a moment ago goes to who has waited longest. Not while this worker is full: they would come
  // here.
  const granted = isWorkerFull ? 0 : await grantFreeSlots(trx, { endpointId, nowMs });
  const busy = isWorkerFull
    ? 'the worker waits for many endpoints that do not answer, or slowly'
    : `${atOnce} are under way to this endpoint`;
  const { timeoutMs } = deps.webhooks;
  const delayMs = queueCheckMs({
    length: queueLength,
    atOnce,
    timeoutMs,
    isWorkerFull,
    random: Math.random(),
  });
  return { progress: answer({ kind: 'queued', number: due, busy }, delayMs), granted };
}
