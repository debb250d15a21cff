/** A cache with a limited number of keys. When it is full, the least recently used key is forgotten. */
export class LruCache<Key, Value> {
  readonly #most: number;
  /** A map keeps the order of insertion, so the most recently used key is the last. */
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

  /** Returns the value of a key; when there is none, it is made and kept. */
  getOrMake(key: Key, make: () => Value): Value {
    const kept = this.get(key);
    if (kept !== undefined) return kept;
    const made = make();
    this.keep(key, made);
    return made;
  }
}
