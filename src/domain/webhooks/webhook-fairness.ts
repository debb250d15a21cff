/** How many attempts one worker process makes at once; they mostly wait for receivers. */
export const ATTEMPTS_PER_WORKER = 1_000;

/**
 * Of those, how many may go to endpoints that are not known to answer. The rest is kept for the ones that are, so that
 * however many receivers are dead, a live one finds a place at once.
 */
export const UNPROVEN_ATTEMPTS_PER_WORKER = 750;

/**
 * How many deliveries to endpoints that are not known to answer one process starts before their first attempts are over:
 * less than the places that a worker has for them, so that the others wait as rows.
 */
export const UNPROVEN_STARTS_MAX = 250;
/** Of those, how many may be waiting to be looked at: what comes to one that answers stands behind no more of them. */
export const UNPROVEN_UNSEEN_MAX = 5;
/** Where so many receivers let one wait for their answers, most never give one, and the next need not hurry: */
export const UNPROVEN_HANGING_MANY = 25;
/** then a few are started each so often. What is started at one moment runs out of time at one, too. */
export const UNPROVEN_PACE_MS = 500;
/** For how long it waits for one that nobody looks at. */
export const UNPROVEN_START_MS = 60_000;
/** An endpoint whose last attempt was acknowledged, and no longer ago than this, most likely answers at once. */
export const PROVEN_FOR_MS = 3_600_000;

/** Attempts under way to one endpoint, over all workers. */
export const ATTEMPTS_AT_ONCE = 32;
/** The same for one that fails: enough to notice that it works again. */
export const ATTEMPTS_AT_ONCE_FAILING = 5;
/** From so many on it fails. */
export const FAILURES_IN_A_ROW = 10;

/**
 * May a few more deliveries to endpoints that are not known to answer be started?
 *
 * @param started.unseen of those that were started: those that nobody has looked at.
 * @param started.hanging those whose first attempt is under way.
 * @param started.sinceLastMs how long ago the last ones were started.
 */
export function mayStartUnhealthy(started: {
  readonly unseen: number;
  readonly hanging: number;
  readonly sinceLastMs: number;
}): boolean {
  const { unseen, hanging, sinceLastMs } = started;
  if (unseen >= UNPROVEN_UNSEEN_MAX || unseen + hanging >= UNPROVEN_STARTS_MAX) return false;
  return hanging < UNPROVEN_HANGING_MANY || sinceLastMs >= UNPROVEN_PACE_MS;
}

/** What is known of an endpoint's health. */
export interface EndpointRecord {
  /** Failed attempts since the last success. */
  readonly consecutiveFailures: number;
  /** Epoch ms; null: it has never acknowledged anything. */
  readonly lastSuccessAtMs: number | null;
}

/** How many attempts to the endpoint may be under way at once. */
export function attemptsAtOnce({ consecutiveFailures }: Pick<EndpointRecord, 'consecutiveFailures'>): number {
  return consecutiveFailures < FAILURES_IN_A_ROW ? ATTEMPTS_AT_ONCE : ATTEMPTS_AT_ONCE_FAILING;
}

/** Whether its last attempt was acknowledged: then it most likely answers, and at once. */
export function isHealthy({ consecutiveFailures, lastSuccessAtMs }: EndpointRecord): boolean {
  return consecutiveFailures === 0 && lastSuccessAtMs !== null;
}

const SHORTEST_QUEUE_CHECK_MS = 10_000;
/** For a place of the worker very many may wait, and each that looks takes a moment of it. */
const FULL_WORKER_CHECK_MS = 60_000;
const LONGEST_QUEUE_CHECK_MS = 3_600_000;

/**
 * When a delivery that waits for a place looks by itself, in ms. It is woken when its place comes free, so this is for
 * a wake that got lost: about the time in which all that wait before it could have been tried, and up to half as long
 * again, by `random` (0 to 1), so that they don't all come at once.
 */
export function queueCheckMs(queue: {
  readonly length: number;
  readonly atOnce: number;
  readonly timeoutMs: number;
  readonly isWorkerFull: boolean;
  readonly random: number;
}): number {
  const shortestMs = queue.isWorkerFull ? FULL_WORKER_CHECK_MS : SHORTEST_QUEUE_CHECK_MS;
  const turnMs = (queue.length * queue.timeoutMs) / queue.atOnce;
  const waitMs = Math.min(LONGEST_QUEUE_CHECK_MS, Math.max(shortestMs, turnMs));
  return Math.round(waitMs * (1 + queue.random / 2));
}
