import { FollowerFencedError } from '../../src/db/chain-cursor.js';
import type { Follower } from './follower.js';
import { RangePace } from './range-pace.js';
import { readAgain } from './read-again.js';

/** How many polls of the chain it rests after a failure. */
const REST_POLLS = 20;

/**
 * Beside the follower and never in its way: has what is final read a second time. One reading at a time, begun when more
 * has become final and, after a failure, when it has rested.
 */
export class SecondReader {
  readonly #follower: Follower;
  readonly #ending = new AbortController();
  #running: Promise<void> | null = null;
  #finalHeight = -1;
  /** Is there something to do, as far as is known here? */
  #isDue = true;
  #restsUntilMs = 0;

  /** @param signal ends its requests. */
  constructor(follower: Follower, signal: AbortSignal) {
    const ending = AbortSignal.any([signal, this.#ending.signal]);
    this.#follower = { ...follower, client: follower.client.withSignal(ending), pace: new RangePace() };
  }

  noteFinal(height: number | null): void {
    if (height === null || height <= this.#finalHeight) return;
    this.#finalHeight = height;
    this.#isDue = true;
  }

  /** Begins when it is time to. Never waits, never throws. */
  turn(): void {
    if (!this.#isDue || this.#running !== null || performance.now() < this.#restsUntilMs) return;
    this.#isDue = false;
    this.#running = readAgain(this.#follower)
      .catch((error: unknown) => this.#failed(error))
      .finally(() => (this.#running = null));
  }

  /** Ends its requests and waits for its end. */
  async end(): Promise<void> {
    this.#ending.abort();
    await this.#running;
  }

  #failed(error: unknown): void {
    // The follower itself finds out as well, and says so.
    if (this.#ending.signal.aborted || error instanceof FollowerFencedError) return;
    const { deps, chain } = this.#follower;
    this.#isDue = true;
    this.#restsUntilMs = performance.now() + REST_POLLS * chain.pollIntervalMs;
    deps.log.warn({ chainCode: chain.chainCode, err: error }, 'the second reading waits');
  }
}
