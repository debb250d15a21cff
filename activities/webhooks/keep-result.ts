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
import type { DeliverySnapshot } from '../../src/domain/webhooks/delivery-story.js';
import { attemptsAtOnce } from '../../src/domain/webhooks/webhook-fairness.js';
import { afterFailedAttempt } from '../../src/domain/webhooks/webhook-schedule.js';
import type { AttemptResult } from '../../src/webhooks/send.js';
import type { DeliveryProgress } from '../contract.js';
import { recordNotFound } from '../record-not-found.js';
import { endOf, progressOf, standingOf, type DeliveringDependencies } from './progress.js';

const GONE = 410;

/** An attempt that was made, and what came of it. */
export interface MadeAttempt {
  readonly begun: BegunAttempt;
  readonly result: AttemptResult;
}

export interface Kept {
  readonly progress: DeliveryProgress;
  /** Whether something is in the outbox for others. */
  readonly toldOthers: boolean;
}

/**
 * Keeps what came of an attempt and says what follows. Done twice it is done once: the first record stands. Then what
 * the attempt left free goes to those that wait for it.
 */
export async function keepResult(deps: DeliveringDependencies, made: MadeAttempt): Promise<Kept> {
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
        standing: { kind: 'succeeded' },
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
    const { standing, toldOthers } = await decide(trx, deps, { ...made, delivery, nowMs: deps.now() });
    const attempts = [...earlierAttempts, attemptOf(made)];
    return { progress: progressOf(deps, { delivery, attempts, standing }), toldOthers, othersMayWait: true };
  });
}

const attemptOf = ({ begun: { number, startedAtMs }, result }: MadeAttempt) => ({
  number,
  startedAtMs,
  durationMs: result.durationMs,
  statusCode: result.statusCode,
  errorClass: result.errorClass,
});

/** Two workers were at it: the record of the other one stands. */
async function readProgress(
  trx: Transaction,
  deps: DeliveringDependencies,
  deliveryId: string,
): Promise<DeliveryProgress> {
  const delivery = await lockDelivery(trx, deliveryId);
  if (delivery === undefined) throw recordNotFound('delivery', deliveryId);
  const attempts = await listAttempts(trx, deliveryId);
  return progressOf(deps, { delivery, attempts, standing: standingOf(delivery, attempts, deps.now()) });
}

type FailedAttempt = MadeAttempt & { readonly delivery: LockedDelivery; readonly nowMs: number };

/** What follows from a failed attempt just recorded, made so in the database. */
async function decide(
  trx: Transaction,
  deps: DeliveringDependencies,
  failed: FailedAttempt,
): Promise<{ readonly standing: DeliverySnapshot; readonly toldOthers: boolean }> {
  const { delivery, begun, nowMs } = failed;
  const { deliveryId, endpointId, status } = delivery;
  const ends = async (end: DeliveryEnd): Promise<DeliverySnapshot> => {
    await finishDelivery(trx, { deliveryId, end, nowMs });
    return end;
  };
  const next = afterFailedAttempt(begun.number, deps.webhooks.retryDelaysMs);
  const { closedReason, disabled, toldOthers } = await noteFailure(trx, {
    ...failed,
    exhausted: next.kind === 'exhausted',
  });
  // One that was made before its endpoint was closed has ended, though it may have been enabled since.
  const endReason = delivery.closedReason ?? closedReason;
  // Before the endpoint is disabled: what waits for it is cancelled then, and this one has ended.
  const standing =
    status !== 'pending'
      ? endOf(delivery, status)
      : next.kind === 'exhausted'
        ? await ends({ kind: 'failed' })
        : endReason !== null
          ? await ends({ kind: 'cancelled', reason: endReason })
          : { kind: 'retry' as const, number: next.number, atMs: nowMs + next.delayMs };
  if (standing.kind === 'retry') {
    await scheduleNextAttempt(trx, { deliveryId, nextAttemptAtMs: standing.atMs });
  }
  if (disabled !== null && closedReason !== null) {
    deps.log.warn({ endpointId }, `webhook endpoint disabled: ${closedReason}`);
    await disableFailing(trx, disabled, { reason: closedReason, nowMs });
  }
  return { standing, toldOthers: toldOthers || disabled !== null };
}

/**
 * Counts a failure against the endpoint, unless its URL is another by now than the one tried, or it was closed and
 * enabled since. It is to be disabled when it says so itself or has failed for days, and whoever disables it tells of
 * that; when it has failed for a day the merchant's other endpoints are told.
 *
 * @returns the reason why the endpoint is or is to be closed, and the endpoint where it is this attempt that disables it.
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
