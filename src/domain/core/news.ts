/** More keys than are ever open at once. The oldest are forgotten first: at worst something is told twice. */
const KEYS_MAX = 10_000;

/** Says of each key whether it is news: the first time, and again after a while, as long as it goes on. */
export class News {
  readonly #againAfterMs: number;
  /** When each key was last told, in epoch ms. */
  readonly #toldAtMs = new Map<string, number>();

  /** @param againAfterMs after how long the same is told once more. */
  constructor(againAfterMs: number) {
    this.#againAfterMs = againAfterMs;
  }

  /** Returns true when the key has to be told now, and takes it as told. */
  isNews(key: string, nowMs: number): boolean {
    const toldAtMs = this.#toldAtMs.get(key);
    if (toldAtMs !== undefined && nowMs - toldAtMs < this.#againAfterMs) return false;
    this.#toldAtMs.delete(key);
    this.#toldAtMs.set(key, nowMs);
    if (this.#toldAtMs.size > KEYS_MAX) {
      const [oldest] = this.#toldAtMs.keys();
      if (oldest !== undefined) this.#toldAtMs.delete(oldest);
    }
    return true;
  }
}
