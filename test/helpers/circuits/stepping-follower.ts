import type { FollowerDependencies } from '../../../activities/chains/follower.js';
import { createActivityEnvironment, type ActivityEnvironment } from './activity-environment.js';
import { followIn } from './running-follower.js';

/** A follower that does not pause for a time, but rests until it is told to continue. */
export interface SteppingFollower {
  /**
   * Lets it read up to the head and do all resulting work, until it would pause. Throws the error that ends it. After
   * its end the next call starts a new follower.
   */
  readOn(): Promise<void>;
  /** Cancels it as a worker's shutdown does, and waits for its end. */
  stop(): Promise<void>;
}

export function followByStep(deps: FollowerDependencies, chainCode: string): SteppingFollower {
  let steps: Steps | null = null;
  return {
    readOn: async () => {
      steps ??= new Steps(deps, chainCode);
      try {
        await steps.readOn();
      } catch (error) {
        steps = null;
        throw error;
      }
    },
    stop: async () => {
      await steps?.stop();
      steps = null;
    },
  };
}

class Steps {
  readonly #environment: ActivityEnvironment;
  readonly #ended: Promise<unknown>;
  /** Ends the rest. */
  #goOn: () => void = () => undefined;
  /** Called when the follower begins to rest. */
  #rests: () => void = () => undefined;

  constructor(deps: FollowerDependencies, chainCode: string) {
    this.#environment = createActivityEnvironment(deps.log, () => this.#rest());
    this.#ended = followIn(this.#environment, deps, { chainCode }).then(
      () => new Error('The follower has ended'),
      (error: unknown) => error,
    );
  }

  async readOn(): Promise<void> {
    const rests = new Promise<null>((resolve) => {
      this.#rests = () => resolve(null);
    });
    this.#goOn();
    const error = await Promise.race([rests, this.#ended]);
    if (error !== null) throw error as Error;
  }

  async stop(): Promise<void> {
    this.#environment.cancel();
    await this.#ended;
  }

  #rest(): Promise<void> {
    return new Promise((resolve) => {
      this.#goOn = resolve;
      this.#rests();
    });
  }
}
