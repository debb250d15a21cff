import type { MoneyCircuit, RunningFollower } from './money-circuit.js';

/** The follower that reads the chain of a circuit. */
export interface CircuitFollower extends Pick<RunningFollower, 'stop'> {
  /** Makes a stepping follower read up to the head. A follower that runs by itself needs no such call. */
  readOn(): Promise<void>;
  /** Does the work while nobody follows. It is for going back in time, in the database and on the chain. */
  whileAway(work: () => Promise<void>): Promise<void>;
}

export interface CircuitFollowerOptions {
  /**
   * Whether the follower reads only on request, instead of polling. That is much faster for a test that makes a block
   * and then needs it to be read, as `mineAndRead` does. Default false: it follows as a worker does.
   */
  readonly goesBySteps?: boolean;
}

export function startCircuitFollower(
  circuit: MoneyCircuit,
  { goesBySteps = false }: CircuitFollowerOptions,
): CircuitFollower {
  if (goesBySteps) {
    const follower = circuit.followByStep();
    return {
      ...follower,
      whileAway: async (work) => {
        await follower.stop();
        await work();
      },
    };
  }
  let follower = circuit.keepFollowing();
  return {
    readOn: () => Promise.resolve(),
    stop: () => follower.stop(),
    whileAway: async (work) => {
      await follower.stop();
      await work();
      follower = circuit.keepFollowing();
    },
  };
}
