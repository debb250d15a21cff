import type { Follower } from '../follower.js';
import { corroborateSeen } from './corroborate-seen.js';
import { BackgroundTask } from '../background-task.js';

/** How many polls of the chain a payment waits, that could not be proven, before another RPC is asked again. */
const WAIT_POLLS = 3;

/** Has payments proven that one RPC alone has shown: see {@link corroborateSeen}. */
export class Corroborator {
  readonly #line: BackgroundTask;

  constructor(follower: Follower, signal: AbortSignal) {
    this.#line = new BackgroundTask(follower, signal);
  }

  /** Begins when it is time to. Never waits, never throws. */
  turn(): void {
    if (!this.#line.isFree) return;
    const prove = async (follower: Follower): Promise<void> => {
      if (await corroborateSeen(follower)) this.#line.rest(WAIT_POLLS);
    };
    this.#line.begin(prove, { what: 'the proof of payments waits' });
  }

  /** Ends its requests and waits for its end. */
  end(): Promise<void> {
    return this.#line.end();
  }
}
