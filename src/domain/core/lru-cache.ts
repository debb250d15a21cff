/** What was kept or asked for last, by key. Beyond a number of keys, the one that was not asked for the longest is forgotten. */
export class LruCache<Key, Value> {
  readonly #most: number;
  /** A map keeps the order of insertion: what was kept or asked for last stands last. */
  readonly #values = new Map<Key, Value>();

  /** @param most how many keys are kept. */
  constructor(most: number) {
    this.#most = most;
  }

  get(key: Key): Value | undefined {
    const value = this.#values.get(key);
    if (value !== undefined) this.keep(key, value);
    return value;
  }

  keep(key: Key, value: Value): void {
    this.#values.delete(key);
    this.#values.set(key, value);
    if (this.#values.size <= this.#most) return;
    for (const oldest of this.#values.keys()) {
      this.#values.delete(oldest);
      return;
    }
  }

  /** Returns what is kept for a key, and makes it where nothing is. */
  getOrMake(key: Key, make: () => Value): Value {
    const kept = this.get(key);
    if (kept !== undefined) return kept;
    const made = make();
    this.keep(key, made);
    return made;
  }
}
