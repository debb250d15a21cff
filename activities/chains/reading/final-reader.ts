import type { Follower } from '../follower.js';
import { BackgroundTask } from '../background-task.js';

/** Has final blocks read once more: begun when more has become final and, after a failure, when it has rested. */
export class FinalReader {
  readonly #line: BackgroundTask;
  readonly #work: FinalWork;
  #finalHeight = -1;
  /** Is there something to do, as far as is known here? */
  #isDue = true;

  /** @param signal ends its requests. */
  constructor(follower: Follower, signal: AbortSignal, work: FinalWork) {
    this.#line = new BackgroundTask(follower, signal);
    this.#work = work;
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
    const { read, what } = this.#work;
    this.#line.begin(read, { what, failed: () => (this.#isDue = true) });
  }

  /** Ends its requests and waits for its end. */
  end(): Promise<void> {
    return this.#line.end();
  }
}

interface FinalWork {
  /** Ends when nothing is left to do for now. */
  readonly read: (follower: Follower) => Promise<void>;
  /** What the log says when it fails. */
  readonly what: string;
}
