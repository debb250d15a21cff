/** The most keys that are remembered. Each takes about 100 bytes. */
const KEYS_MAX = 10_000;

/**
 * The SHA-256 hashes of keys that have worked in this process. Such a key is still checked at each use, but does not
 * count in the limit for unknown keys.
 */
export class KeysSeenValid {
  readonly #max: number;
  /** Ordered by last use, the least recent first. */
  readonly #hashes = new Set<string>();

  constructor(max = KEYS_MAX) {
    this.#max = max;
  }

  has(hash: string): boolean {
    return this.#hashes.has(hash);
  }

  /** Records a successful use. Above the maximum, the least recently used key is forgotten. */
  note(hash: string): void {
    this.#hashes.delete(hash);
    this.#hashes.add(hash);
    const [oldest] = this.#hashes;
    if (this.#hashes.size > this.#max && oldest !== undefined) this.#hashes.delete(oldest);
  }

  forget(hash: string): void {
    this.#hashes.delete(hash);
  }
}
