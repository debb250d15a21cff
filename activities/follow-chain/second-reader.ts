import type { Follower } from './follower.js';
import { readAgain } from './read-again.js';
import { Sideline } from './sideline.js';

/** Has what is final read a second time: begun when more has become final and, after a failure, when it has rested. */
export class SecondReader {
  readonly #line: Sideline;
  #finalHeight = -1;
  /** Is there something to do, as far as is known here? */
  #isDue = true;

  constructor(follower: Follower, signal: AbortSignal) {
    this.#line = new Sideline(follower, signal);
  }

  noteFinal(height: number | null): void {
    if (height === null || height <= this.#finalHeight) return;
    this.#finalHeight = height;
    this.#isDue = true;
  }

  /** Begins when it is time to. Never waits, never throws. */
  turn(): void {
    if (!this.#isDue || !this.#line.isFree) return;
    this.#isDue = false;
    this.#line.begin(readAgain, { what: 'the second reading waits', failed: () => (this.#isDue = true) });
  }

  /** Ends its requests and waits for its end. */
  end(): Promise<void> {
    return this.#line.end();
  }
}
