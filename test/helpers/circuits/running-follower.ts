import { setTimeout as pause } from 'node:timers/promises';
import { createChainActivities } from '../../../activities/chains/chain-activities.js';
import type { FollowerDependencies } from '../../../activities/chains/follower.js';
import type { ChainClient } from '../../../src/chain/rpc/types.js';
import { createActivityEnvironment, type ActivityEnvironment } from './activity-environment.js';

/** A follower as a worker runs it. A test can stop it or abandon it. */
export interface RunningFollower {
  /** Cancels it as a worker's shutdown does, and waits for its end. */
  stop(): Promise<void>;
  /** Resolves when the follower has ended: with its error, or undefined without one. */
  readonly ended: Promise<unknown>;
}

/** A follower that is started again after each end. */
export interface KeptFollower extends RunningFollower {
  /** Leaves it alone: it runs to its end, and is not started again. */
  abandon(): void;
}

export interface FollowOptions {
  readonly chainCode?: string;
  readonly client?: ChainClient;
  /** Symbols that the worker's CHAINS_FILE lists. Default: all tokens of the circuit's chain. */
  readonly tokenSymbols?: readonly string[];
  /**
   * The wait between two polls. It takes the pause that the follower would make by itself. Default: until news, or a
   * longer pause.
   */
  readonly rest?: (pauseMs: number) => Promise<void>;
}

type Following = FollowOptions & { readonly chainCode: string };

/** Runs a follower in this environment until the environment is cancelled. */
export async function followIn(
  environment: ActivityEnvironment,
  deps: FollowerDependencies,
  { chainCode, client, tokenSymbols }: Following,
): Promise<void> {
  const chains = new Map(
    [...deps.chains].map(([code, chain]) => {
      const assets = chain.assets.filter((asset) => tokenSymbols?.includes(asset.tokenSymbol) ?? true);
      return [code, { ...chain, assets }];
    }),
  );
  const activities = createChainActivities({
    ...deps,
    chains,
    ...(client === undefined ? {} : { chainClient: () => client }),
  });
  await environment.run(() => activities.followChain({ chainCode }));
}

/** Starts a follower. After its end it is not started again. */
export function followOnce(deps: FollowerDependencies, options: Following): RunningFollower {
  const environment = createActivityEnvironment(deps.log, options.rest);
  const ended = followIn(environment, deps, options).then(
    () => undefined,
    (error: unknown) => error,
  );
  return {
    ended,
    stop: async () => {
      environment.cancel();
      await ended;
    },
  };
}

/** Starts the follower again after each end, as Temporal does with an activity that failed. */
export function keepRunning(start: () => RunningFollower, pauseMs: number): KeptFollower {
  const leaving = new AbortController();
  let running = start();
  const loop = async (): Promise<unknown> => {
    for (;;) {
      const error = await running.ended;
      if (!leaving.signal.aborted) await pause(pauseMs);
      // The test may have abandoned the follower during the pause. A new one would be unknown to it, and run for ever.
      if (leaving.signal.aborted) return error;
      running = start();
    }
  };
  const ended = loop();
  return {
    ended,
    abandon: () => leaving.abort(),
    stop: async () => {
      leaving.abort();
      await running.stop();
      await ended;
    },
  };
}
