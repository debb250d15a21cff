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
   */
  isDue(key: string, nowMs: number): boolean {
    const toldAtMs = this.#toldAtMs.get(key);
    if (toldAtMs !== undefined && nowMs - toldAtMs < this.#againAfterMs) return false;
    this.#toldAtMs.keep(key, nowMs);
    return true;
  }
}
