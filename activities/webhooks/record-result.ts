import { acknowledgeDelivery } from '../../src/db/webhooks/acknowledge-delivery.js';
import type { BegunAttempt } from '../../src/db/webhooks/begin-attempt.js';
import { transaction, type Transaction } from '../../src/db/core/database.js';
import {
  finishDelivery,
  lockDelivery,
  scheduleNextAttempt,
  type DeliveryEnd,
  type LockedDelivery,
} from '../../src/db/webhooks/deliveries.js';
import { listAttempts, recordAttempt } from '../../src/db/webhooks/delivery-attempts.js';
import { grantFreeSlots } from '../../src/db/webhooks/delivery-slots.js';
import {
  disableFailing,
  FAILED_FOR_DAYS,
  hasFailedForDays,
  noteEndpointFailure,
  tellOfFailing,
  type FailingEndpoint,
} from '../../src/db/webhooks/endpoint-health.js';
import type { DeliverySnapshot } from '../../src/domain/webhooks/delivery-in-words.js';
import { attemptsAtOnce } from '../../src/domain/webhooks/webhook-fairness.js';
import { afterFailedAttempt } from '../../src/domain/webhooks/webhook-schedule.js';
import type { AttemptResult } from '../../src/webhooks/send.js';
import type { DeliveryProgress } from '../contract.js';
import { recordNotFound } from '../record-not-found.js';
import { endOf, progressOf, snapshotOf, type DeliveringDependencies } from './delivery-progress.js';

const GONE = 410;

/** An attempt that was made, and its result. */
export interface MadeAttempt {
  readonly begun: BegunAttempt;
  readonly result: AttemptResult;
}

export interface Kept {
  readonly progress: DeliveryProgress;
  /** True when the outbox has something for other workflows. */
  readonly toldOthers: boolean;
}

/**
 * Records the result of an attempt, and returns the next step. If it is called twice, the first record stands. Then the
 * slot that the attempt has left goes to a delivery that waits for it.
 */
export async function recordResult(deps: DeliveringDependencies, made: MadeAttempt): Promise<Kept> {
  const { endpointId } = made.begun;
  const kept =
    made.result.errorClass === null ? await keepSuccess(deps, made) : await keepFailure(deps, made);
  if (!kept.othersMayWait) return kept;
  const nowMs = deps.now();
  const granted = await transaction(deps.db, (trx) => grantFreeSlots(trx, { endpointId, nowMs }));
  return { ...kept, toldOthers: kept.toldOthers || granted > 0 };
}

type KeptBeforeGrants = Kept & { readonly othersMayWait: boolean };

async function keepSuccess(
  deps: DeliveringDependencies,
  { begun, result }: MadeAttempt,
): Promise<KeptBeforeGrants> {
  const nowMs = deps.now();
  const { isRecorded, othersMayWait } = await acknowledgeDelivery(deps.db, {
    begun,
    outcome: result,
    nowMs,
    atOnce: attemptsAtOnce(begun),
  });
  const progress = isRecorded
    ? progressOf(deps, {
        delivery: begun,
        attempts: [...begun.earlierAttempts, attemptOf({ begun, result })],
        snapshot: { kind: 'succeeded' },
      })
    : await transaction(deps.db, (trx) => readProgress(trx, deps, begun.deliveryId));
  return { progress, toldOthers: false, othersMayWait };
}

async function keepFailure(deps: DeliveringDependencies, made: MadeAttempt): Promise<KeptBeforeGrants> {
  const { begun, result } = made;
  const { deliveryId, number, earlierAttempts } = begun;
  return transaction(deps.db, async (trx) => {
    const delivery = await lockDelivery(trx, deliveryId);
    if (delivery === undefined) throw recordNotFound('delivery', deliveryId);
    const isRecorded = await recordAttempt(trx, { deliveryId, number }, result);
    if (!isRecorded) {
      const progress = await readProgress(trx, deps, deliveryId);
      return { progress, toldOthers: false, othersMayWait: true };
    }
    const { snapshot, toldOthers } = await decideNext(trx, deps, { ...made, delivery, nowMs: deps.now() });
    const attempts = [...earlierAttempts, attemptOf(made)];
    const progress = progressOf(deps, { delivery, attempts, snapshot, hasFailed: true });
    return { progress, toldOthers, othersMayWait: true };
  });
}

const attemptOf = ({ begun: { number, startedAtMs }, result }: MadeAttempt) => ({
  number,
  startedAtMs,
  durationMs: result.durationMs,
  statusCode: result.statusCode,
  errorClass: result.errorClass,
  errorMessage: result.errorMessage,
});

/** Reads the progress when another worker has recorded the same attempt already: its record stands. */
async function readProgress(
  trx: Transaction,
  deps: DeliveringDependencies,
  deliveryId: string,
): Promise<DeliveryProgress> {
  const delivery = await lockDelivery(trx, deliveryId);
  if (delivery === undefined) throw recordNotFound('delivery', deliveryId);
  const attempts = await listAttempts(trx, deliveryId);
  return progressOf(deps, { delivery, attempts, snapshot: snapshotOf(delivery, attempts, deps.now()) });
}

type FailedAttempt = MadeAttempt & { readonly delivery: LockedDelivery; readonly nowMs: number };

/** Decides the next step after a failed attempt that was just recorded, and stores it. */
async function decideNext(
  trx: Transaction,
  deps: DeliveringDependencies,
  failed: FailedAttempt,
): Promise<{ readonly snapshot: DeliverySnapshot; readonly toldOthers: boolean }> {
  const { delivery, begun, nowMs } = failed;
  const { deliveryId, endpointId, status } = delivery;
  const finish = async (end: DeliveryEnd): Promise<DeliverySnapshot> => {
    await finishDelivery(trx, { deliveryId, end, nowMs });
    return end;
  };
  const next = afterFailedAttempt(begun.number, deps.webhooks.retryDelaysMs);
  const { closedReason, disabled, toldOthers } = await noteFailure(trx, {
    ...failed,
    exhausted: next.kind === 'exhausted',
  });
  // A delivery that was created before its endpoint was closed ends, even if the endpoint was enabled again since.
  const endReason = delivery.closedReason ?? closedReason;
  // This comes before the endpoint is disabled: that cancels every delivery that still waits, and this one has ended.
  const snapshot =
    status !== 'pending'
      ? endOf(delivery, status)
      : next.kind === 'exhausted'
        ? await finish({ kind: 'failed' })
        : endReason !== null
          ? await finish({ kind: 'cancelled', reason: endReason })
          : { kind: 'retry' as const, number: next.number, atMs: nowMs + next.delayMs };
  if (snapshot.kind === 'retry') {
    await scheduleNextAttempt(trx, { deliveryId, nextAttemptAtMs: snapshot.atMs });
  }
  if (disabled !== null && closedReason !== null) {
    deps.log.warn({ endpointId }, `webhook endpoint disabled: ${closedReason}`);
    await disableFailing(trx, disabled, { reason: closedReason, nowMs });
  }
  return { snapshot, toldOthers: toldOthers || disabled !== null };
}

/**
 * Counts a failure against the endpoint, unless the endpoint has another URL by now, or was closed and enabled since
 * the attempt began. When an endpoint has failed for a day, the merchant's other endpoints are told. It is to be
 * disabled when it answers 410 Gone, or has failed for days; disabling it tells them as well.
 *
 * @returns the reason why the endpoint is closed or is to be closed; and the endpoint, if this attempt disables it.
 */
async function noteFailure(
  trx: Transaction,
  { begun, result, exhausted, nowMs }: FailedAttempt & { readonly exhausted: boolean },
): Promise<{
  readonly closedReason: string | null;
  readonly disabled: FailingEndpoint | null;
  readonly toldOthers: boolean;
}> {
  const { endpointId, url, generation } = begun;
  const endpoint = await noteEndpointFailure(trx, { endpointId, url, generation, nowMs });
  if (endpoint === undefined) {
    return { closedReason: null, disabled: null, toldOthers: false };
  }
  if (endpoint.closedReason !== null) {
    return { closedReason: endpoint.closedReason, disabled: null, toldOthers: false };
  }
  const closedReason =
    result.statusCode === GONE
      ? 'The endpoint answered 410 Gone.'
      : exhausted && hasFailedForDays(endpoint, nowMs)
        ? FAILED_FOR_DAYS
        : null;
  if (closedReason !== null) return { closedReason, disabled: endpoint, toldOthers: false };
  return { closedReason: null, disabled: null, toldOthers: await tellOfFailing(trx, endpoint, nowMs) };
}
