import type { Follower } from '../follower.js';
import { BackgroundTask } from '../background-task.js';

/**
 * Reads final blocks again in the background: when more blocks have become final, and after the rest from a failure.
 */
export class FinalReader {
  readonly #task: BackgroundTask;
  readonly #work: FinalWork;
  #finalHeight = -1;
  /** True when there may be something to do. */
  #isDue = true;

  /** @param signal ends the reader's requests. */
  constructor(follower: Follower, signal: AbortSignal, work: FinalWork) {
    this.#task = new BackgroundTask(follower, signal);
    this.#work = work;
  }

  noteFinal(height: number | null): void {
    if (height === null || height <= this.#finalHeight) return;
    this.#finalHeight = height;
    this.#isDue = true;
  }

  /** Begins when it is due and the task is free. Never waits, never throws. */
  beginIfDue(): void {
    if (!this.#isDue || !this.#task.isFree) return;
    this.#isDue = false;
    const { read, what } = this.#work;
    this.#task.begin(read, { what, failed: () => (this.#isDue = true) });
  }

  /** Aborts the requests, and waits until the work has ended. */
  end(): Promise<void> {
    return this.#task.end();
  }
}

interface FinalWork {
  /** Reads until nothing is left to do for now. */
  readonly read: (follower: Follower) => Promise<void>;
  /** The log message when it fails. */
  readonly what: string;
}
