import { Context } from '@temporalio/activity';
import pLimit, { type LimitFunction } from 'p-limit';
import { abandonAttempt, beginAttempt, type BegunAttempt } from '../../src/db/webhooks/begin-attempt.js';
import { transaction } from '../../src/db/core/database.js';
import { findDeliveryTarget } from '../../src/db/webhooks/deliveries.js';
import { grantFreeSlots } from '../../src/db/webhooks/delivery-slots.js';
import { isHealthy } from '../../src/domain/webhooks/webhook-fairness.js';
import { keepTrying } from '../../src/temporal/keep-trying.js';
import { sendWebhook, type AttemptResult } from '../../src/webhooks/send.js';
import { signWebhook } from '../../src/webhooks/sign.js';
import type { DeliveryProgress, WebhookActivities } from '../contract.js';
import { answerWithoutAttempt, type Declined } from './answer-without-attempt.js';
import { AttemptShares, type AttemptShare, type ShareLimits } from './attempt-shares.js';
import { keepResult, type Kept, type MadeAttempt } from './keep-result.js';
import type { DeliveringDependencies } from './progress.js';

const HEARTBEAT_INTERVAL_MS = 3_000;
/** Beyond an attempt's own time: what a crash takes to be noticed, and the attempt to be repeated. */
const LEASE_MARGIN_MS = 60_000;
/**
 * How long it is tried to keep a result while the database is away. With the longest attempt it stays below the
 * activity's time.
 */
const KEEP_RESULT_MS = 240_000;
/**
 * How many failures are recorded at once. Receivers that hang run out of time together, by the hundred; what becomes of
 * one that answers must not stand behind them for a connection to the database.
 */
const FAILURES_KEPT_AT_ONCE = 3;
/** Endpoints that are looked at, at the end of an attempt, until one has a delivery that waits. */
const HANDED_ON_MAX = 5;

type Asked = Parameters<WebhookActivities['attemptDelivery']>[0];

/** `limits`: of the attempts that this process makes at once. */
export function createWebhookActivities(
  deps: DeliveringDependencies,
  limits: Partial<ShareLimits> = {},
): WebhookActivities {
  const shares = new AttemptShares(limits);
  const inTurn = pLimit(FAILURES_KEPT_AT_ONCE);
  return {
    async attemptDelivery(asked): Promise<DeliveryProgress> {
      const context = Context.current();
      // By it the server hears at once that a worker died, and the worker that it has to stop.
      const beat = setInterval(() => context.heartbeat(), HEARTBEAT_INTERVAL_MS);
      try {
        return await attemptDelivery(deps, { shares, inTurn }, asked);
      } finally {
        clearInterval(beat);
      }
    },
  };
}

/** What the attempts of one process share. */
interface Shared {
  readonly shares: AttemptShares;
  /** For results that are failures. */
  readonly inTurn: LimitFunction;
}

async function attemptDelivery(
  deps: DeliveringDependencies,
  { shares, inTurn }: Shared,
  asked: Asked,
): Promise<DeliveryProgress> {
  const share = shares.takeOpen() ?? (await takeShare(deps, shares, asked));
  if (share === undefined) return answer(deps, { ...asked, isWorkerFull: true });
  let made: MadeAttempt | undefined;
  try {
    made = await makeAttempt(deps, share, asked);
  } finally {
    share.release();
  }
  if (made === undefined) return answer(deps, { ...asked, isWorkerFull: false });
  const { progress, toldOthers } = await keep(deps, inTurn, made);
  const handedOn = await handOn(deps, shares);
  if (toldOthers || handedOn) await deps.dispatchOutbox();
  return progress;
}

/** A place of this worker for the delivery's merchant and endpoint. Without one its endpoint waits in line for it. */
async function takeShare(
  { db }: DeliveringDependencies,
  shares: AttemptShares,
  { deliveryId }: Asked,
): Promise<AttemptShare | undefined> {
  const target = await findDeliveryTarget(db, deliveryId);
  // One that isn't there is told of by the answer.
  if (target === undefined) return undefined;
  const share = shares.take({ ...target, isHealthy: isHealthy(target) });
  if (share === undefined) shares.wait(target);
  return share;
}

/** Begins the attempt that is due, if there is one and the endpoint has a place for it, and sends. */
async function makeAttempt(
  deps: DeliveringDependencies,
  share: AttemptShare,
  { deliveryId, number }: Asked,
): Promise<MadeAttempt | undefined> {
  const { retryDelaysMs, timeoutMs } = deps.webhooks;
  const begun = await beginAttempt(deps.db, {
    deliveryId,
    number,
    maxAttempts: retryDelaysMs.length,
    nowMs: deps.now(),
    leaseMs: timeoutMs + LEASE_MARGIN_MS,
  });
  if (begun === undefined) return undefined;
  share.assign({ ...begun, isHealthy: isHealthy(begun) });
  const secrets = await openSecrets(deps, begun);
  return { begun, result: await send(deps, begun, secrets) };
}

/**
 * The secret; during a rotation's overlap also the one before, with which `X-Service-Signature` is made until then. When
 * the endpoint's own can't be opened there is no attempt, and its place is free again.
 */
async function openSecrets(
  deps: DeliveringDependencies,
  begun: BegunAttempt,
): Promise<{ readonly secrets: readonly string[]; readonly legacySecret: string }> {
  const { secretEncrypted, endpointId } = begun;
  try {
    const secret = deps.secretBox.open(secretEncrypted);
    const previous = openPreviousSecret(deps, begun);
    return previous === undefined
      ? { secrets: [secret], legacySecret: secret }
      : { secrets: [secret, previous], legacySecret: previous };
  } catch (error) {
    await abandonAttempt(deps.db, begun);
    throw new Error(
      `Nothing was sent, for the secret of webhook endpoint ${endpointId} can't be opened. ${(error as Error).message} ` +
        'If that value is lost, its merchant has to rotate the secret. It is tried again until then.',
      { cause: error },
    );
  }
}

/** While its overlap lasts. One that can't be opened signs nothing: its merchant has rotated it for that. */
function openPreviousSecret(
  { secretBox, log }: DeliveringDependencies,
  { previousSecret, startedAtMs, endpointId }: BegunAttempt,
): string | undefined {
  if (previousSecret === null || previousSecret.untilMs <= startedAtMs) return undefined;
  try {
    return secretBox.open(previousSecret.encrypted);
  } catch (error) {
    log.warn(
      { err: error, endpointId },
      "the secret that a webhook endpoint had before its rotation can't be opened; its own signs alone",
    );
    return undefined;
  }
}

/** Signs and sends. The secrets are in the clear here and where they are opened, and nowhere else. */
async function send(
  { webhooks, now }: DeliveringDependencies,
  { url, body, eventId, startedAtMs }: BegunAttempt,
  secrets: { readonly secrets: readonly string[]; readonly legacySecret: string },
): Promise<AttemptResult> {
  const { cancellationSignal, cancelled } = Context.current();
  try {
    return await sendWebhook({
      url,
      body,
      headers: signWebhook({
        body,
        eventId,
        timestampSeconds: Math.floor(startedAtMs / 1000),
        ...secrets,
      }),
      policy: webhooks.policy,
      resolve: webhooks.resolve,
      timeoutMs: webhooks.timeoutMs,
      signal: cancellationSignal,
      now,
    });
  } catch (error) {
    // Shutdown: nothing was learnt, and the attempt is repeated under its own number.
    if (cancellationSignal.aborted) await cancelled;
    throw error;
  }
}

/** Keeps a result, however long the database is away: what was sent must not be sent again for that. */
async function keep(deps: DeliveringDependencies, inTurn: LimitFunction, made: MadeAttempt): Promise<Kept> {
  const record = (): Promise<Kept> => keepResult(deps, made);
  const store = made.result.errorClass === null ? record : (): Promise<Kept> => inTurn(record);
  try {
    return await store();
  } catch (error) {
    deps.log.warn(
      { err: error, deliveryId: made.begun.deliveryId },
      'a delivery was made and could not be recorded',
    );
    const signal = AbortSignal.any([
      Context.current().cancellationSignal,
      AbortSignal.timeout(KEEP_RESULT_MS),
    ]);
    return keepTrying(store, { what: 'recording what came of a delivery', log: deps.log, signal });
  }
}

/** Gives the place that this worker has again to the deliveries that found none. @returns whether there was one. */
async function handOn({ db, now, log }: DeliveringDependencies, shares: AttemptShares): Promise<boolean> {
  try {
    for (let tried = 0; tried < HANDED_ON_MAX; tried += 1) {
      const next = shares.nextWaiting();
      if (next === undefined) return false;
      const granted = await transaction(db, (trx) =>
        grantFreeSlots(trx, { endpointId: next.endpointId, nowMs: now(), max: 1 }),
      );
      if (granted > 0) {
        // It may have more that wait; the other endpoints come first.
        shares.wait(next);
        return true;
      }
    }
  } catch (error) {
    // The attempt itself is recorded, and what waits looks again by itself.
    log.warn({ err: error }, 'a place could not be handed on');
  }
  return false;
}

async function answer(deps: DeliveringDependencies, declined: Declined): Promise<DeliveryProgress> {
  const { progress, granted } = await transaction(deps.db, (trx) =>
    answerWithoutAttempt(trx, deps, declined),
  );
  if (granted > 0) await deps.dispatchOutbox();
  return progress;
}
