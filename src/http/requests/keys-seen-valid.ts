/** Each takes some 100 bytes, all of them about a megabyte. */
const KEYS_MAX = 10_000;

/**
 * The keys that have worked in this process, by their SHA-256. These keys are still checked at each use. They only skip
 * the limit for unknown keys.
 */
export class KeysSeenValid {
  readonly #max: number;
  /** In the order of their last uses, the longest ago first. */
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
