import type { MoneyCircuit, RunningFollower } from './money-circuit.js';

/** Who reads the chain of a circuit. */
export interface CircuitFollower extends Pick<RunningFollower, 'stop'> {
  /** Where it goes by steps: has it read what is there. Else it does so by itself. */
  readOn(): Promise<void>;
  /** Nothing is read meanwhile: for going back in time, in the database and on the chain. */
  whileAway(work: () => Promise<void>): Promise<void>;
}

export interface CircuitFollowerOptions {
  /**
   * Nobody waits for its polls, and it reads nothing that it is not told to: much faster where a test makes a block and
   * then needs it read, as `mineAndRead` does. Default false: it follows as a worker does.
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
