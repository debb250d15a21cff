import { Context } from '@temporalio/activity';
import { transaction, type Transaction } from '../src/db/database.js';
import {
  finishDelivery,
  lockDelivery,
  scheduleNextAttempt,
  type DeliveryEnd,
  type LockedDelivery,
} from '../src/db/deliveries.js';
import { listAttempts, recordAttempt } from '../src/db/delivery-attempts.js';
import type { DeliveryStatus } from '../src/db/delivery-views.js';
import { beginAttempt, grantFreeSlots } from '../src/db/delivery-slots.js';
import {
  disableFailing,
  hasFailedForDays,
  noteEndpointFailure,
  noteEndpointSuccess,
  tellOfFailing,
  type FailingEndpoint,
} from '../src/db/endpoint-health.js';
import { assertNever } from '../src/domain/errors.js';
import { deliveryStory, type DeliveryAttempt, type DeliveryStanding } from '../src/domain/delivery-story.js';
import { durationInWords } from '../src/domain/duration-in-words.js';
import { isProven, queueCheckMs, UNPROVEN_ATTEMPTS_PER_WORKER } from '../src/domain/webhook-fairness.js';
import { afterFailedAttempt } from '../src/domain/webhook-schedule.js';
import { sendWebhook, type AttemptResult } from '../src/webhooks/send.js';
import { signWebhook } from '../src/webhooks/sign.js';
import type { DeliveryProgress, WebhookActivities } from './contract.js';
import type { ActivityDependencies } from './dependencies.js';
import { recordNotFound } from './record-not-found.js';

type DeliveringDependencies = Pick<
  ActivityDependencies,
  'db' | 'now' | 'log' | 'webhooks' | 'secretBox' | 'dispatchOutbox'
>;

const HEARTBEAT_INTERVAL_MS = 3_000;
/** Beyond an attempt's own time: its two transactions, and what a crash takes to be noticed and repeated. */
const LEASE_MARGIN_MS = 60_000;
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

/** What is known of a delivery, to tell where it stands. */
interface Facts {
  readonly delivery: LockedDelivery;
  readonly attempts: readonly DeliveryAttempt[];
  readonly nowMs: number;
}

/** `unprovenMax`: how many attempts of this process may go to endpoints that are not known to answer. */
export function createWebhookActivities(
  deps: DeliveringDependencies,
  { unprovenMax = UNPROVEN_ATTEMPTS_PER_WORKER }: { readonly unprovenMax?: number } = {},
): WebhookActivities {
  let unproven = 0;

  return {
    async attemptDelivery(input): Promise<DeliveryProgress> {
      let isCounted = false;
      // In one step, so that however many begin at once no more go on than there is room for.
      const countUnproven = (): boolean => {
        if (unproven >= unprovenMax) return false;
        unproven += 1;
        isCounted = true;
        return true;
      };
      const planAndSend = async () => {
        const plan = await transaction(deps.db, (trx) => planAttempt(trx, deps, { ...input, countUnproven }));
        return plan.kind === 'answer' ? plan : { ...plan, result: await send(deps, plan) };
      };
      const made = await planAndSend().finally(() => {
        if (isCounted) unproven -= 1;
      });
      if (made.kind === 'answer') return made.progress;
      const { progress, toldOthers } = await transaction(deps.db, (trx) => keepResult(trx, deps, made));
      if (toldOthers) await deps.dispatchOutbox();
      return progress;
    },
  };
}

/** Decides by what is recorded which attempt is due, and commits that it begins before anything is sent. */
async function planAttempt(
  trx: Transaction,
  deps: DeliveringDependencies,
  {
    deliveryId,
    number,
    countUnproven,
  }: { deliveryId: string; number: number | null; countUnproven: () => boolean },
): Promise<Plan> {
  const delivery = await lockDelivery(trx, deliveryId);
  if (delivery === undefined) throw recordNotFound('delivery', deliveryId);
  const attempts = await listAttempts(trx, deliveryId);
  const nowMs = deps.now();
  const facts: Facts = { delivery, attempts, nowMs };

  if (delivery.status !== 'pending') return answer(deps, facts, endOf(delivery, delivery.status));
  if (delivery.closedReason !== null) {
    return finish(trx, deps, { ...facts, end: { kind: 'cancelled', reason: delivery.closedReason } });
  }
  const last = attempts.at(-1);
  if (last !== undefined && last.durationMs !== null) {
    const next = afterFailedAttempt(last.number, deps.webhooks.retryDelaysMs);
    if (next.kind === 'exhausted') return finish(trx, deps, { ...facts, end: { kind: 'failed' } });
    // Not waited for yet, or recorded before this activity was run again.
    const waited = number === null ? nowMs >= (delivery.nextAttemptAtMs ?? nowMs) : number > last.number;
    if (!waited) return answer(deps, facts, standingOf(facts));
  }
  const due = last === undefined ? 1 : last.durationMs === null ? last.number : last.number + 1;
  if (!isProven(delivery) && !countUnproven()) return answerFull(deps, facts, due);
  return begin(trx, deps, { ...facts, number: due });
}

/** Begins the attempt, if its endpoint has a place for it. */
async function begin(
  trx: Transaction,
  deps: DeliveringDependencies,
  due: Facts & { readonly number: number },
): Promise<Plan> {
  const { delivery, nowMs, number } = due;
  const { timeoutMs } = deps.webhooks;
  const slot = await beginAttempt(trx, {
    ...delivery,
    number,
    nowMs,
    leaseMs: timeoutMs + LEASE_MARGIN_MS,
    holdsPlace: delivery.leasedUntilMs !== null && delivery.leasedUntilMs > nowMs,
  });
  switch (slot.kind) {
    case 'taken':
      return { kind: 'send', delivery, number, startedAtMs: nowMs };
    case 'closed':
      return finish(trx, deps, { ...due, end: { kind: 'cancelled', reason: slot.reason } });
    case 'queued':
      return answer(
        deps,
        due,
        { kind: 'queued', number, busy: `${slot.atOnce} are under way to this endpoint` },
        queueCheckMs({ length: slot.queueLength, atOnce: slot.atOnce, timeoutMs, random: Math.random() }),
      );
    default:
      return assertNever(slot);
  }
}

/** This worker has its share of receivers that may not answer: others, or this one later, have room. */
function answerFull(deps: DeliveringDependencies, facts: Facts, number: number): Plan {
  const { timeoutMs } = deps.webhooks;
  return answer(
    deps,
    facts,
    { kind: 'queued', number, busy: 'the worker waits for many endpoints that do not answer' },
    queueCheckMs({ length: 1, atOnce: 1, timeoutMs, random: Math.random() }),
  );
}

/** Nothing more is sent. */
async function finish(
  trx: Transaction,
  deps: DeliveringDependencies,
  ended: Facts & { readonly end: DeliveryEnd },
): Promise<Plan> {
  const { delivery, end, nowMs } = ended;
  await finishDelivery(trx, { deliveryId: delivery.deliveryId, end, nowMs });
  return answer(deps, ended, end);
}

function answer(
  deps: DeliveringDependencies,
  facts: Facts,
  standing: DeliveryStanding,
  queueDelayMs?: number,
): Plan {
  return { kind: 'answer', progress: progressOf(deps, { ...facts, standing, queueDelayMs }) };
}

/** Signs and sends. The secret is in the clear here and nowhere else. */
async function send(
  deps: DeliveringDependencies,
  { delivery, startedAtMs }: Extract<Plan, { kind: 'send' }>,
): Promise<AttemptResult> {
  const context = Context.current();
  const secrets = liveSecrets(deps, delivery, startedAtMs);
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
        ...secrets,
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

/**
 * The secret; during a rotation's overlap also the one before, with which `X-Service-Signature` is made until then.
 */
function liveSecrets(
  { secretBox }: DeliveringDependencies,
  { secretEncrypted, previousSecret }: LockedDelivery,
  nowMs: number,
): { readonly secrets: readonly string[]; readonly legacySecret: string } {
  const secret = secretBox.open(secretEncrypted);
  if (previousSecret === null || previousSecret.untilMs <= nowMs) {
    return { secrets: [secret], legacySecret: secret };
  }
  const previous = secretBox.open(previousSecret.encrypted);
  return { secrets: [secret, previous], legacySecret: previous };
}

interface MadeAttempt {
  readonly delivery: LockedDelivery;
  readonly number: number;
  readonly result: AttemptResult;
  readonly nowMs: number;
}

/** Keeps the result and says what follows from it, in one transaction. */
async function keepResult(
  trx: Transaction,
  deps: DeliveringDependencies,
  made: Omit<MadeAttempt, 'nowMs'>,
): Promise<{ readonly progress: DeliveryProgress; readonly toldOthers: boolean }> {
  const { deliveryId, endpointId } = made.delivery;
  const delivery = await lockDelivery(trx, deliveryId);
  if (delivery === undefined) throw recordNotFound('delivery', deliveryId);
  const recorded = await recordAttempt(trx, { deliveryId, number: made.number }, made.result);
  const attempts = await listAttempts(trx, deliveryId);
  const nowMs = deps.now();
  const facts: Facts = { delivery, attempts, nowMs };
  if (!recorded) {
    // Two workers were at it: the record of the other one stands.
    return { progress: progressOf(deps, { ...facts, standing: standingOf(facts) }), toldOthers: false };
  }
  const { standing, toldOthers } = await decide(trx, deps, { ...made, delivery, nowMs });
  const granted = await grantFreeSlots(trx, { endpointId, nowMs });
  return {
    progress: progressOf(deps, { ...facts, standing }),
    toldOthers: toldOthers || granted > 0,
  };
}

/** What follows from an attempt just recorded, made so in the database. */
async function decide(
  trx: Transaction,
  deps: DeliveringDependencies,
  made: MadeAttempt,
): Promise<{ readonly standing: DeliveryStanding; readonly toldOthers: boolean }> {
  const { delivery, number, result, nowMs } = made;
  const { deliveryId, endpointId, status } = delivery;
  const ends = async (end: DeliveryEnd): Promise<DeliveryStanding> => {
    await finishDelivery(trx, { deliveryId, end, nowMs });
    return end;
  };
  if (result.errorClass === null) {
    const standing = await ends({ kind: 'succeeded' });
    await noteEndpointSuccess(trx, { endpointId, nowMs });
    return { standing, toldOthers: false };
  }
  const next = afterFailedAttempt(number, deps.webhooks.retryDelaysMs);
  const { endpoint, disables, toldOthers } = await noteFailure(trx, {
    ...made,
    exhausted: next.kind === 'exhausted',
  });
  // Before the endpoint is disabled: what waits for it is cancelled then, and this one has ended.
  const standing =
    status !== 'pending'
      ? endOf(delivery, status)
      : next.kind === 'exhausted'
        ? await ends({ kind: 'failed' })
        : endpoint.closedReason !== null
          ? await ends({ kind: 'cancelled', reason: endpoint.closedReason })
          : { kind: 'retry' as const, number: next.number, atMs: nowMs + next.delayMs };
  if (standing.kind === 'retry') {
    await scheduleNextAttempt(trx, { deliveryId, nextAttemptAtMs: standing.atMs });
  }
  if (disables && endpoint.closedReason !== null) {
    deps.log.warn({ endpointId }, `webhook endpoint disabled: ${endpoint.closedReason}`);
    await disableFailing(trx, endpoint, { reason: endpoint.closedReason, nowMs });
  }
  return { standing, toldOthers: toldOthers || disables };
}

/**
 * Counts a failure against the endpoint. It is to be disabled when it says so itself or has failed for days, and whoever
 * disables it tells of that; when it has failed for a day the merchant's other endpoints are told.
 *
 * @returns the endpoint, with the reason why it is or is to be closed.
 */
async function noteFailure(
  trx: Transaction,
  failed: MadeAttempt & { readonly exhausted: boolean },
): Promise<{
  readonly endpoint: FailingEndpoint;
  readonly disables: boolean;
  readonly toldOthers: boolean;
}> {
  const { delivery, result, exhausted, nowMs } = failed;
  const endpoint = await noteEndpointFailure(trx, { endpointId: delivery.endpointId, nowMs });
  if (endpoint.closedReason !== null) return { endpoint, disables: false, toldOthers: false };
  const closedReason =
    result.statusCode === GONE
      ? 'The endpoint answered 410 Gone.'
      : exhausted && hasFailedForDays(endpoint, nowMs)
        ? 'Every delivery to the endpoint has failed for 5 days.'
        : null;
  if (closedReason !== null) {
    return { endpoint: { ...endpoint, closedReason }, disables: true, toldOthers: false };
  }
  return { endpoint, disables: false, toldOthers: await tellOfFailing(trx, endpoint, nowMs) };
}

function endOf(delivery: LockedDelivery, status: Exclude<DeliveryStatus, 'pending'>): DeliveryEnd {
  return status === 'cancelled' ? { kind: status, reason: delivery.cancelReason ?? '' } : { kind: status };
}

/** Where a delivery stands by what is committed, its last attempt being recorded. */
function standingOf({ delivery, attempts, nowMs }: Facts): DeliveryStanding {
  if (delivery.status !== 'pending') return endOf(delivery, delivery.status);
  return {
    kind: 'retry',
    number: (attempts.at(-1)?.number ?? 0) + 1,
    atMs: delivery.nextAttemptAtMs ?? nowMs,
  };
}

function progressOf(
  deps: DeliveringDependencies,
  facts: Facts & { readonly standing: DeliveryStanding; readonly queueDelayMs?: number | undefined },
): DeliveryProgress {
  const { delivery, attempts, standing } = facts;
  const maxAttempts = deps.webhooks.retryDelaysMs.length;
  const { host } = new URL(delivery.url);
  const details = deliveryStory({ eventType: delivery.eventType, host, maxAttempts, attempts, standing });
  if (standing.kind !== 'retry' && standing.kind !== 'queued') return { state: standing.kind, details };
  const delayMs =
    standing.kind === 'retry' ? Math.max(0, standing.atMs - deps.now()) : (facts.queueDelayMs ?? 0);
  const waitingFor =
    standing.kind === 'retry' ? `retry in ${durationInWords(delayMs)}` : `a place: ${standing.busy}`;
  return { state: 'retry', details, number: standing.number, delayMs, waitingFor, maxAttempts, host };
}
