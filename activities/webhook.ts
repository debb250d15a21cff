import { Context } from '@temporalio/activity';
import { transaction, type Transaction } from '../src/db/database.js';
import {
  finishDelivery,
  lockDelivery,
  scheduleNextAttempt,
  type LockedDelivery,
} from '../src/db/deliveries.js';
import { beginAttempt, listAttempts, recordAttempt } from '../src/db/delivery-attempts.js';
import {
  disableEndpoint,
  hasFailedForDays,
  noteEndpointFailure,
  noteEndpointSuccess,
} from '../src/db/endpoint-health.js';
import { deliveryStory, type DeliveryAttempt, type DeliveryStanding } from '../src/domain/delivery-story.js';
import { afterFailedAttempt } from '../src/domain/webhook-schedule.js';
import { sendWebhook, type AttemptResult } from '../src/webhooks/send.js';
import { signWebhook } from '../src/webhooks/sign.js';
import type { DeliveryProgress, WebhookActivities } from './contract.js';
import type { ActivityDependencies } from './dependencies.js';
import { recordNotFound } from './record-not-found.js';

type DeliveringDependencies = Pick<ActivityDependencies, 'db' | 'now' | 'log' | 'webhooks' | 'secretBox'>;

const HEARTBEAT_INTERVAL_MS = 3_000;
const GONE = 410;

/** What is to be done: an attempt that is committed as begun, or nothing but the answer. */
type Plan =
  | {
      readonly kind: 'send';
      readonly delivery: LockedDelivery;
      readonly number: number;
      readonly startedAtMs: number;
    }
  | { readonly kind: 'answer'; readonly progress: DeliveryProgress };

export function createWebhookActivities(deps: DeliveringDependencies): WebhookActivities {
  return {
    async attemptDelivery(input): Promise<DeliveryProgress> {
      const plan = await transaction(deps.db, (trx) => planAttempt(trx, deps, input));
      if (plan.kind === 'answer') return plan.progress;
      const result = await send(deps, plan);
      return transaction(deps.db, (trx) => keepResult(trx, deps, { ...plan, result }));
    },
  };
}

/** Decides by what is recorded which attempt is due, and commits that it begins before anything is sent. */
async function planAttempt(
  trx: Transaction,
  deps: DeliveringDependencies,
  { deliveryId, number }: { deliveryId: string; number: number | null },
): Promise<Plan> {
  const delivery = await lockDelivery(trx, deliveryId);
  if (delivery === undefined) throw recordNotFound('delivery', deliveryId);
  const attempts = await listAttempts(trx, deliveryId);
  const answer = (standing: DeliveryStanding): Plan => ({
    kind: 'answer',
    progress: progressOf(deps, { delivery, attempts, standing }),
  });
  const nowMs = deps.now();

  if (delivery.status !== 'pending') return answer({ kind: delivery.status });
  if (!delivery.endpointOpen) {
    await finishDelivery(trx, { deliveryId, status: 'cancelled', nowMs });
    return answer({ kind: 'cancelled' });
  }
  const last = attempts.at(-1);
  if (last !== undefined && last.durationMs !== null) {
    const next = afterFailedAttempt(last.number, deps.webhooks.retryDelaysMs);
    if (next.kind === 'exhausted') {
      await finishDelivery(trx, { deliveryId, status: 'failed', nowMs });
      return answer({ kind: 'failed' });
    }
    // Not waited for yet, or recorded before this activity was run again.
    const waited = number === null ? nowMs >= (delivery.nextAttemptAtMs ?? nowMs) : number > last.number;
    if (!waited) return answer(standingOf(delivery, attempts, nowMs));
  }
  const due = last === undefined ? 1 : last.durationMs === null ? last.number : last.number + 1;
  await beginAttempt(trx, { deliveryId, number: due, nowMs });
  return { kind: 'send', delivery, number: due, startedAtMs: nowMs };
}

/** Signs and sends. The secret is in the clear here and nowhere else. */
async function send(
  deps: DeliveringDependencies,
  { delivery, startedAtMs }: Extract<Plan, { kind: 'send' }>,
): Promise<AttemptResult> {
  const context = Context.current();
  const secret = deps.secretBox.open(delivery.secretEncrypted);
  // By it the server hears at once that a worker died, and the worker that it has to stop.
  const beat = setInterval(() => context.heartbeat(), HEARTBEAT_INTERVAL_MS);
  try {
    return await sendWebhook({
      url: delivery.url,
      body: delivery.body,
      headers: signWebhook({
        body: delivery.body,
        eventId: delivery.eventId,
        timestampSeconds: Math.floor(startedAtMs / 1000),
        secrets: [secret],
        legacySecret: secret,
      }),
      policy: deps.webhooks.policy,
      timeoutMs: deps.webhooks.timeoutMs,
      signal: context.cancellationSignal,
      now: deps.now,
    });
  } catch (error) {
    // Shutdown: nothing was learnt, and the attempt is repeated under its own number.
    if (context.cancellationSignal.aborted) await context.cancelled;
    throw error;
  } finally {
    clearInterval(beat);
  }
}

/** Keeps the result and says what follows from it, in one transaction. */
async function keepResult(
  trx: Transaction,
  deps: DeliveringDependencies,
  made: { readonly delivery: LockedDelivery; readonly number: number; readonly result: AttemptResult },
): Promise<DeliveryProgress> {
  const { deliveryId } = made.delivery;
  const delivery = await lockDelivery(trx, deliveryId);
  if (delivery === undefined) throw recordNotFound('delivery', deliveryId);
  const recorded = await recordAttempt(trx, { deliveryId, number: made.number }, made.result);
  const attempts = await listAttempts(trx, deliveryId);
  const standing = recorded
    ? await decide(trx, deps, { ...made, delivery })
    : // Two workers were at it: the record of the other one stands.
      standingOf(delivery, attempts, deps.now());
  return progressOf(deps, { delivery, attempts, standing });
}

/** What follows from an attempt just recorded, made so in the database. */
async function decide(
  trx: Transaction,
  deps: DeliveringDependencies,
  made: { readonly delivery: LockedDelivery; readonly number: number; readonly result: AttemptResult },
): Promise<DeliveryStanding> {
  const { deliveryId, endpointId, status } = made.delivery;
  const nowMs = deps.now();
  if (made.result.errorClass === null) {
    await noteEndpointSuccess(trx, { endpointId, nowMs });
    await finishDelivery(trx, { deliveryId, status: 'succeeded', nowMs });
    return { kind: 'succeeded' };
  }
  const next = afterFailedAttempt(made.number, deps.webhooks.retryDelaysMs);
  const open = await noteFailure(trx, deps, { ...made, exhausted: next.kind === 'exhausted', nowMs });
  if (status !== 'pending') return { kind: status };
  if (next.kind === 'exhausted' || !open) {
    const kind = next.kind === 'exhausted' ? 'failed' : 'cancelled';
    await finishDelivery(trx, { deliveryId, status: kind, nowMs });
    return { kind };
  }
  const atMs = nowMs + next.delayMs;
  await scheduleNextAttempt(trx, { deliveryId, nextAttemptAtMs: atMs });
  return { kind: 'retry', number: next.number, atMs };
}

/** Counts against the endpoint, and disables it when it says so itself or has failed for days. @returns whether it is open. */
async function noteFailure(
  trx: Transaction,
  deps: DeliveringDependencies,
  failed: {
    readonly delivery: LockedDelivery;
    readonly result: AttemptResult;
    readonly exhausted: boolean;
    readonly nowMs: number;
  },
): Promise<boolean> {
  const { delivery, result, exhausted, nowMs } = failed;
  const { endpointId } = delivery;
  const { open } = await noteEndpointFailure(trx, endpointId);
  if (!open) return false;
  const reason =
    result.statusCode === GONE
      ? 'The endpoint answered 410 Gone.'
      : exhausted && (await hasFailedForDays(trx, { endpointId, nowMs }))
        ? 'Every delivery to the endpoint has failed for 5 days.'
        : null;
  if (reason === null) return true;
  deps.log.warn({ endpointId }, `webhook endpoint disabled: ${reason}`);
  await disableEndpoint(trx, { endpointId, reason, nowMs });
  return false;
}

/** Where a delivery stands by what is committed, its last attempt being recorded. */
function standingOf(
  delivery: LockedDelivery,
  attempts: readonly DeliveryAttempt[],
  nowMs: number,
): DeliveryStanding {
  if (delivery.status !== 'pending') return { kind: delivery.status };
  return {
    kind: 'retry',
    number: (attempts.at(-1)?.number ?? 0) + 1,
    atMs: delivery.nextAttemptAtMs ?? nowMs,
  };
}

function progressOf(
  deps: DeliveringDependencies,
  facts: {
    readonly delivery: LockedDelivery;
    readonly attempts: readonly DeliveryAttempt[];
    readonly standing: DeliveryStanding;
  },
): DeliveryProgress {
  const { delivery, attempts, standing } = facts;
  const maxAttempts = deps.webhooks.retryDelaysMs.length;
  const { host } = new URL(delivery.url);
  const details = deliveryStory({ eventType: delivery.eventType, host, maxAttempts, attempts, standing });
  if (standing.kind !== 'retry') return { state: standing.kind, details };
  const delayMs = Math.max(0, standing.atMs - deps.now());
  return { state: 'retry', details, number: standing.number, delayMs, maxAttempts, host };
}
