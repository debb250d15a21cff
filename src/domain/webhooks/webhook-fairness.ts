/** Attempts that one worker process makes at once. They mostly wait for receivers. */
export const ATTEMPTS_PER_WORKER = 1_000;

/**
 * The share of those attempts that may go to endpoints that are not healthy. The other slots are kept for healthy
 * endpoints: however many receivers are dead, a live one gets a slot at once.
 */
export const UNHEALTHY_ATTEMPTS_PER_WORKER = 750;

/**
 * Deliveries to unhealthy endpoints that one process starts before their first attempts are over. It is less than the
 * slots that a worker has for them, so that the other deliveries wait as rows.
 */
export const UNHEALTHY_STARTS_MAX = 250;
/**
 * The most started deliveries that no worker has picked up yet. A delivery to a healthy endpoint waits behind no more
 * than these.
 */
export const UNHEALTHY_UNSEEN_MAX = 5;
/** From this many unanswered first attempts on, starts are spaced: most of them will never be answered. */
export const UNHEALTHY_HANGING_MANY = 25;
/** The least time between two such starts, in ms. Attempts that start together also time out together. */
const UNHEALTHY_PACE_MS = 500;
/** How long a started delivery counts as started while no worker picks it up, in ms. */
export const UNHEALTHY_START_MS = 60_000;
/** An endpoint that acknowledged its last attempt within this time most likely answers at once, in ms. */
export const HEALTHY_FOR_MS = 3_600_000;

/** Attempts under way to one endpoint, over all workers. */
export const ATTEMPTS_AT_ONCE = 32;
/** The same for a failing endpoint: enough to notice that it works again. */
export const ATTEMPTS_AT_ONCE_FAILING = 5;
/** An endpoint is failing after this many failures in a row. */
export const FAILURES_IN_A_ROW = 10;

/**
 * Says whether a few more deliveries to unhealthy endpoints may be started.
 *
 * @param started.unseen started deliveries that no worker has picked up.
 * @param started.hanging started deliveries whose first attempt is under way.
 * @param started.sinceLastMs time since the last start.
 */
export function mayStartUnhealthy(started: {
  readonly unseen: number;
  readonly hanging: number;
  readonly sinceLastMs: number;
}): boolean {
  const { unseen, hanging, sinceLastMs } = started;
  if (unseen >= UNHEALTHY_UNSEEN_MAX || unseen + hanging >= UNHEALTHY_STARTS_MAX) return false;
  return hanging < UNHEALTHY_HANGING_MANY || sinceLastMs >= UNHEALTHY_PACE_MS;
}

/** The facts that decide whether an endpoint is healthy. */
export interface EndpointRecord {
  /** Failed attempts since the last success. */
  readonly consecutiveFailures: number;
  /** Epoch ms; null: it has never acknowledged anything. */
  readonly lastSuccessAtMs: number | null;
}

/** Returns how many attempts to the endpoint may be under way at once. */
export function attemptsAtOnce({ consecutiveFailures }: Pick<EndpointRecord, 'consecutiveFailures'>): number {
  return consecutiveFailures < FAILURES_IN_A_ROW ? ATTEMPTS_AT_ONCE : ATTEMPTS_AT_ONCE_FAILING;
}

/** Says whether the endpoint acknowledged its last attempt: then it most likely answers at once. */
export function isHealthy({ consecutiveFailures, lastSuccessAtMs }: EndpointRecord): boolean {
  return consecutiveFailures === 0 && lastSuccessAtMs !== null;
}

const SHORTEST_QUEUE_CHECK_MS = 10_000;
/** Very many deliveries may wait for a slot of the worker, and each check costs it time. */
const FULL_WORKER_CHECK_MS = 60_000;
const LONGEST_QUEUE_CHECK_MS = 3_600_000;

/**
 * Returns after how long a waiting delivery checks for a free slot by itself, in ms. Usually it is woken when a slot is
 * free; the check is for a wake that got lost. The time is about what the deliveries before it need. `random` (0 to 1)
 * adds up to half of that, so that not all check at once.
 */
export function queueCheckMs(queue: {
  readonly length: number;
  readonly atOnce: number;
  readonly timeoutMs: number;
  readonly isWorkerFull: boolean;
  readonly random: number;
}): number {
  const shortestMs = queue.isWorkerFull ? FULL_WORKER_CHECK_MS : SHORTEST_QUEUE_CHECK_MS;
  const drainMs = (queue.length * queue.timeoutMs) / queue.atOnce;
  const waitMs = Math.min(LONGEST_QUEUE_CHECK_MS, Math.max(shortestMs, drainMs));
  return Math.round(waitMs * (1 + queue.random / 2));
}

/** The part of the slots that are free that a merchant may hold at most. */
const MERCHANT_PART = 1 / 4;
/** The part of its merchant's remaining slots that an endpoint may hold at most: twenty endpoints leave some. */
const ENDPOINT_PART = 1 / 6;
/**
 * While fewer than this part of all slots of a worker are taken, anyone may take one, even if one endpoint had taken
 * all of those.
 */
export const OPEN_PART = (ENDPOINT_PART * MERCHANT_PART) / (1 + ENDPOINT_PART * (1 + MERCHANT_PART));

/**
 * Says whether an endpoint may hold one more slot of a worker, so that no merchant can hold all of them, however slow the
 * receivers are.
 */
export function hasRoom({
  free,
  ofMerchant,
  ofEndpoint,
}: {
  readonly free: number;
  /** The slots that its merchant and it hold now. */
  readonly ofMerchant: number;
  readonly ofEndpoint: number;
}): boolean {
  const leftToMerchant = free * MERCHANT_PART - ofMerchant;
  return leftToMerchant > 0 && (ofEndpoint === 0 || ofEndpoint < leftToMerchant * ENDPOINT_PART);
}
