import { LruCache } from './lru-cache.js';

/** More keys than are ever open at once. The oldest are forgotten first: at worst an alert is given twice. */
const KEYS_MAX = 10_000;

/** Says for each key whether an alert is due: the first time, and again after a while, as long as the problem lasts. */
export class AlertThrottle {
  readonly #againAfterMs: number;
  /** When each key last had an alert, in ms of the clock that `isDue` gets. */
  readonly #toldAtMs = new LruCache<string, number>(KEYS_MAX);

  /** @param againAfterMs the time after which an alert is repeated. */
  constructor(againAfterMs: number) {
    this.#againAfterMs = againAfterMs;
  }

  /**
   * Returns true when an alert about the key is due now. It then counts as given.
   *
   * @param nowMs of one clock at all calls.
   * @param againAfterMs the time after which an alert is repeated.
   */
  isDue(key: string, nowMs: number, againAfterMs = this.#againAfterMs): boolean {
    const toldAtMs = this.#toldAtMs.get(key);
    if (toldAtMs !== undefined && nowMs - toldAtMs < againAfterMs) return false;
    this.#toldAtMs.keep(key, nowMs);
    return true;
  }
}

const HOUR_MS = 3_600_000;
/**
 * Two callers that find a new problem within this time have found the same one: both may read one row at the same
 * moment.
 */
const SAME_MOMENT_MS = 5_000;
const hourly = new WeakMap<object, AlertThrottle>();

/**
 * Returns true when a log needs a line about a problem now: the first time, and again each hour while the problem
 * lasts. Callers that check every few seconds find the same problem each time.
 *
 * @param log the log of the process.
 * @param key names the problem, among all problems of this log.
 * @param nowMs of one clock at all calls for a key.
 * @param isNew true when the problem has just begun. Then a line is due, unless another caller has just written it.
 */
export function isHourlyAlertDue(
  log: object,
  key: string,
  nowMs: number,
  { isNew = false }: { isNew?: boolean } = {},
): boolean {
  const throttle = hourly.get(log) ?? new AlertThrottle(HOUR_MS);
  hourly.set(log, throttle);
  return throttle.isDue(key, nowMs, isNew ? SAME_MOMENT_MS : HOUR_MS);
}
