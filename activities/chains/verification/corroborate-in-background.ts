import type { Follower } from '../follower.js';
import { corroborateSeen } from './corroborate-seen.js';
import { BackgroundTask } from '../background-task.js';
import { Silences } from './silences.js';
import { WAIT_POLLS } from './second-opinion-polls.js';

/** Has payments that only one RPC has shown corroborated in the background: see {@link corroborateSeen}. */
export class Corroborator {
  readonly #task: BackgroundTask;
  readonly #silences = new Silences();

  constructor(follower: Follower, signal: AbortSignal) {
    this.#task = new BackgroundTask(follower, signal);
  }

  /** Begins when the task is free. Never waits, never throws. */
  beginIfDue(): void {
    if (!this.#task.isFree) return;
    const corroborate = async (follower: Follower): Promise<void> => {
      if (await corroborateSeen(follower, this.#silences)) this.#task.rest(WAIT_POLLS);
    };
    this.#task.begin(corroborate, { what: 'the corroboration of payments waits' });
  }

  /** Aborts the requests, and waits until the work has ended. */
  end(): Promise<void> {
    return this.#task.end();
  }
}
