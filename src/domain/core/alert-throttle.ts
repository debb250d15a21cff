import { LruCache } from './lru-cache.js';

/** More keys than are ever open at once. The oldest are forgotten first: at worst something is told twice. */
const KEYS_MAX = 10_000;

/** Says of each key whether an alert is due: the first time, and again after a while, as long as it goes on. */
export class AlertThrottle {
  readonly #againAfterMs: number;
  /** When each key was last told, in ms of the clock that `isDue` is given. */
  readonly #toldAtMs = new LruCache<string, number>(KEYS_MAX);

  /** @param againAfterMs after how long the same is told once more. */
  constructor(againAfterMs: number) {
    this.#againAfterMs = againAfterMs;
  }

  /**
   * Returns true when an alert about the key is due now. It then counts as given.
   *
   * @param nowMs of one clock at all calls.
   * @param againAfterMs after how long the same is told once more.
   */
  isDue(key: string, nowMs: number, againAfterMs = this.#againAfterMs): boolean {
    const toldAtMs = this.#toldAtMs.get(key);
    if (toldAtMs !== undefined && nowMs - toldAtMs < againAfterMs) return false;
    this.#toldAtMs.keep(key, nowMs);
    return true;
  }
}

const HOUR_MS = 3_600_000;
/** Whoever finds the same within this time has found the same beginning: two may look at one row at one moment. */
const SAME_MOMENT_MS = 5_000;
const hourly = new WeakMap<object, AlertThrottle>();

/**
 * Returns true when a log has to be told something now: the first time, and again each hour while it goes on. What is asked
 * again every few seconds, or all day, finds the same each time.
 *
 * @param log whoever is told: each process has one log.
 * @param key names what is told, over all that is told to this log.
 * @param nowMs of one clock at all calls for a key.
 * @param isNew true when it has just begun: then it is told, unless somebody else has told of this beginning.
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
