import { MockActivityEnvironment } from '@temporalio/testing';
import pino from 'pino';
import { createChainActivities } from '../../activities/chains/chain-activities.js';
import type { FollowerDependencies } from '../../activities/chains/follower.js';
import { createChainClient } from '../../src/chain/rpc/chain-client.js';
import { findChainCursor } from '../../src/db/chains/chain-cursor.js';
import type { Database } from '../../src/db/core/database.js';
import type { Chain } from '../../src/domain/core/asset.js';
import type { BenchContext } from '../harness/bench.js';
import { benchDepositAddress } from './deposits.js';
import { until } from './wait.js';

/** Returns the height up to which a chain is read. -1: nothing is read yet. */
export async function readHeight(db: Database, { chainCode }: Chain): Promise<number> {
  return (await findChainCursor(db, chainCode))?.height ?? -1;
}

/** Builds the dependencies that a worker gives to a follower. The outbox is not dispatched: there is no Temporal. */
export function followerDependencies(
  context: BenchContext,
  { db, chain }: { db: Database; chain: Chain },
): FollowerDependencies {
  const client = createChainClient(chain);
  context.onEnd(() => client.close());
  return {
    db,
    chains: new Map([[chain.chainCode, chain]]),
    chainClient: () => client,
    depositAddress: benchDepositAddress,
    now: Date.now,
    log: pino({ level: 'warn' }, pino.destination(2)),
    dispatchOutbox: () => Promise.resolve(),
  };
}

export interface RunningFollower {
  /** Rejects when the follower ends by itself. */
  readonly ended: Promise<never>;
  /** Cancels the follower, as a worker does at its shutdown. */
  stop(): Promise<void>;
}

/** Runs the whole follower as an activity, outside a worker. It is stopped when the bench ends, if not before. */
export function runFollower(
  context: BenchContext,
  deps: FollowerDependencies,
  chain: Chain,
): RunningFollower {
  const environment = new MockActivityEnvironment();
  const activities = createChainActivities(deps);
  const run = environment.run(() => activities.followChain({ chainCode: chain.chainCode }));
  const ended = Promise.resolve(run).then((): never => {
    throw new Error('The follower ended.');
  });
  ended.catch(() => undefined);
  const stop = async (): Promise<void> => {
    environment.cancel();
    await ended.catch(() => undefined);
  };
  context.onEnd(stop);
  return { ended, stop };
}

/** Follows the chain until this height is read, then stops. @returns how long the reading took, in ms. */
export async function followUpTo(
  context: BenchContext,
  deps: FollowerDependencies,
  { chain, height }: { chain: Chain; height: number },
): Promise<number> {
  const startedAtMs = performance.now();
  const follower = runFollower(context, deps, chain);
  const isRead = async (): Promise<boolean> => (await readHeight(deps.db, chain)) >= height;
  await Promise.race([until(context, `block ${height} is read`, isRead), follower.ended]);
  const tookMs = performance.now() - startedAtMs;
  await follower.stop();
  return tookMs;
}

/** The whole follower. It waits after each round until it is told to go on. */
export interface SteppedFollower {
  /** Lets it go on until it has read this block and ended that round. @returns how long that took, in ms. */
  readUpTo(height: number): Promise<number>;
}

/**
 * Follows the chain from its start. A round lasts from one call of `dispatchOutbox` to the next. It contains everything
 * that the follower does for a block, in whatever order.
 */
export function startSteppedFollower(
  context: BenchContext,
  { deps, chain }: { deps: FollowerDependencies; chain: Chain },
): SteppedFollower {
  let gate = createGate();
  let round = createGate();
  const { ended } = runFollower(
    context,
    {
      ...deps,
      dispatchOutbox: () => {
        round.open();
        return gate.opened;
      },
    },
    chain,
  );
  context.onEnd(() => {
    gate.open();
    return Promise.resolve();
  });
  return {
    async readUpTo(height) {
      const startedAtMs = performance.now();
      for (;;) {
        context.signal.throwIfAborted();
        const closed = gate;
        [gate, round] = [createGate(), createGate()];
        closed.open();
        await Promise.race([round.opened, ended]);
        const tookMs = performance.now() - startedAtMs;
        if ((await readHeight(deps.db, chain)) >= height) return tookMs;
      }
    },
  };
}

interface Gate {
  readonly opened: Promise<void>;
  readonly open: () => void;
}

function createGate(): Gate {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}
