import pLimit, { type LimitFunction } from 'p-limit';

/** Lets a limited number of pieces of work with the same name run at once. The others with that name wait in line. */
export class ConcurrencyLimit {
  readonly #atOnce: number;
  /** Only names that have work under way or waiting. */
  readonly #limits = new Map<string, LimitFunction>();

  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  async run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const limit = this.#limits.get(name) ?? pLimit(this.#atOnce);
    this.#limits.set(name, limit);
    try {
      return await limit(work);
    } finally {
      if (limit.activeCount === 0 && limit.pendingCount === 0) this.#limits.delete(name);
    }
  }
}
