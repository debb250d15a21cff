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
import { recordResult, type Kept, type MadeAttempt } from './record-result.js';
import { secretPlaceOf } from '../../src/db/webhooks/secret-places.js';
import type { DeliveringDependencies } from './delivery-progress.js';
import { refuseAltered } from './refuse-altered.js';

const HEARTBEAT_INTERVAL_MS = 3_000;
/** Added to an attempt's own time: how long it takes to notice a crash and to repeat the attempt. */
const LEASE_MARGIN_MS = 60_000;
/**
 * How long the worker tries to record a result while the database is away. Together with the longest attempt this is
 * less than the activity's time limit.
 */
const KEEP_RESULT_MS = 240_000;
/**
 * How many failures are recorded at once. Receivers that hang reach the time limit together, by the hundred. The result
 * of a receiver that answers must not wait behind them for a connection to the database.
 */
const FAILURES_KEPT_AT_ONCE = 3;
/** How many endpoints are checked at the end of an attempt, until one has a waiting delivery. */
const HANDED_ON_MAX = 5;

type Asked = Parameters<WebhookActivities['attemptDelivery']>[0];

/** @param limits limits on the attempts that this process makes at once. */
export function createWebhookActivities(
  deps: DeliveringDependencies,
  limits: Partial<ShareLimits> = {},
): WebhookActivities {
  const shares = new AttemptShares(limits);
  const limitFailures = pLimit(FAILURES_KEPT_AT_ONCE);
  return {
    async attemptDelivery(asked): Promise<DeliveryProgress> {
      const context = Context.current();
      // By the heartbeat the server notices soon that a worker died, and the worker hears that it has to stop.
      const beat = setInterval(() => context.heartbeat(), HEARTBEAT_INTERVAL_MS);
      try {
        return await attemptDelivery(deps, { shares, limitFailures }, asked);
      } finally {
        clearInterval(beat);
      }
    },
  };
}

/** The state that the attempts of one process share. */
interface Shared {
  readonly shares: AttemptShares;
  /** Limits how many failures are recorded at once. */
  readonly limitFailures: LimitFunction;
}

async function attemptDelivery(
  deps: DeliveringDependencies,
  { shares, limitFailures }: Shared,
  asked: Asked,
): Promise<DeliveryProgress> {
  const share = shares.takeOpen() ?? (await takeShare(deps, shares, asked));
  if (share === undefined) return answer(deps, { ...asked, isWorkerFull: true });
  let made: MadeAttempt | RefusedAttempt | undefined;
  try {
    made = await makeAttempt(deps, share, asked);
  } finally {
    share.release();
  }
  if (made !== undefined && 'refused' in made) return made.refused;
  if (made === undefined) return answer(deps, { ...asked, isWorkerFull: false });
  const { progress, toldOthers } = await keep(deps, limitFailures, made);
  const handedOn = await handOn(deps, shares);
  if (toldOthers || handedOn) await deps.dispatchOutbox();
  return progress;
}

/**
 * Takes a slot of this worker for the delivery's merchant and endpoint. If none is free, the endpoint waits for one.
 */
async function takeShare(
  { db }: DeliveringDependencies,
  shares: AttemptShares,
  { deliveryId }: Asked,
): Promise<AttemptShare | undefined> {
  const target = await findDeliveryTarget(db, deliveryId);
  // There is no such delivery: the answer says so.
  if (target === undefined) return undefined;
  const share = shares.take({ ...target, isHealthy: isHealthy(target) });
  if (share === undefined) shares.wait(target);
  return share;
}

/** An attempt that was not made, because somebody has altered its body. */
interface RefusedAttempt {
  readonly refused: DeliveryProgress;
}

/** Begins the attempt and sends it. Undefined: no attempt is due, or the endpoint has no slot for it. */
async function makeAttempt(
  deps: DeliveringDependencies,
  share: AttemptShare,
  { deliveryId, number }: Asked,
): Promise<MadeAttempt | RefusedAttempt | undefined> {
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
  const refused = await refuseAltered(deps, begun);
  if (refused !== null) return { refused };
  const secrets = await openSecrets(deps, begun);
  return { begun, result: await send(deps, begun, secrets) };
}

/**
 * Decrypts the endpoint's secret. During a rotation's overlap it also decrypts the previous secret, with which
 * `X-Service-Signature` is made until the overlap ends. If the endpoint's own secret can't be decrypted, there is no
 * attempt, and its slot is free again.
 */
async function openSecrets(
  deps: DeliveringDependencies,
  begun: BegunAttempt,
): Promise<{ readonly secrets: readonly string[]; readonly legacySecret: string }> {
  const { secretEncrypted, endpointId } = begun;
  try {
    const secret = deps.secretBox.open(secretEncrypted, secretPlaceOf(endpointId, 'secret_encrypted'));
    const previous = openPreviousSecret(deps, begun);
    return previous === undefined
      ? { secrets: [secret], legacySecret: secret }
      : { secrets: [secret, previous], legacySecret: previous };
  } catch (error) {
    await abandonAttempt(deps.db, begun);
    throw new Error(
      `Nothing was sent: the secret of webhook endpoint ${endpointId} can't be decrypted. ${(error as Error).message} ` +
        'If that value is lost, its merchant has to rotate the secret. Until then the attempt is retried.',
      { cause: error },
    );
  }
}

/**
 * Decrypts the previous secret while its overlap lasts. If that fails, it signs nothing: a new secret is there already.
 */
function openPreviousSecret(
  { secretBox, log }: DeliveringDependencies,
  { previousSecret, startedAtMs, endpointId }: BegunAttempt,
): string | undefined {
  if (previousSecret === null || previousSecret.untilMs <= startedAtMs) return undefined;
  try {
    return secretBox.open(previousSecret.encrypted, secretPlaceOf(endpointId, 'previous_secret_encrypted'));
  } catch (error) {
    log.warn(
      { err: error, endpointId },
      "the previous secret of a webhook endpoint can't be decrypted; only its current secret signs",
    );
    return undefined;
  }
}

/** Signs and sends. The secrets are in plain text only here and where they are decrypted. */
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
    // The worker shuts down: the result is not known, and the attempt is repeated under the same number.
    if (cancellationSignal.aborted) await cancelled;
    throw error;
  }
}

/** Records a result, and retries while the database is away: what was sent must not be sent again because of that. */
async function keep(
  deps: DeliveringDependencies,
  limitFailures: LimitFunction,
  made: MadeAttempt,
): Promise<Kept> {
  const record = (): Promise<Kept> => recordResult(deps, made);
  const store = made.result.errorClass === null ? record : (): Promise<Kept> => limitFailures(record);
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
    return keepTrying(store, { what: 'recording the result of a delivery', log: deps.log, signal });
  }
}

/** Gives the slot that this worker has free again to a delivery that found none. @returns whether there was one. */
async function handOn({ db, now, log }: DeliveringDependencies, shares: AttemptShares): Promise<boolean> {
  try {
    for (let tried = 0; tried < HANDED_ON_MAX; tried += 1) {
      const next = shares.nextWaiting();
      if (next === undefined) return false;
      const granted = await transaction(db, (trx) =>
        grantFreeSlots(trx, { endpointId: next.endpointId, nowMs: now(), max: 1 }),
      );
      if (granted > 0) {
        // The endpoint may have more waiting deliveries. It goes to the end of the queue: other endpoints come first.
        shares.wait(next);
        return true;
      }
    }
  } catch (error) {
    // The attempt itself is recorded, and waiting deliveries ask again by themselves.
    log.warn({ err: error }, 'a free slot could not be given to a waiting delivery');
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
