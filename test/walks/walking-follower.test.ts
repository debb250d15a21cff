import { expect, describe, it } from '@jest/globals';
import type { RequestGate } from '../helpers/chain/rpc-proxy.js';
import type { FollowOptions, RunningFollower } from '../helpers/circuits/running-follower.js';
import { testChain } from '../helpers/facts/facts.js';
import { WalkingFollower } from './walking-follower.js';

/** Followers in the order of their starts. Each runs until it fails or is stopped. */
class Followers {
  readonly fails: ((error: Error) => void)[] = [];

  follow({ rest = () => Promise.resolve() }: FollowOptions = {}): RunningFollower {
    let end: (error?: Error) => void = () => undefined;
    const ended = new Promise<Error | undefined>((resolve) => (end = resolve));
    this.fails.push(end);
    void rest(0);
    return {
      ended,
      stop: () => {
        end();
        return Promise.resolve();
      },
    };
  }
}

function startWalkingFollower(): { walking: WalkingFollower; followers: Followers } {
  const followers = new Followers();
  const parts = { chain: testChain, follow: (options?: FollowOptions) => followers.follow(options) };
  return {
    followers,
    walking: new WalkingFollower(parts, {
      gates: new Map<string, RequestGate>(),
      name: 'follower-1',
      isDatabaseIdle: () => true,
      readHaltedReason: () => Promise.resolve(null),
    }),
  };
}

describe('the follower of a walk', () => {
  it('is started again by the next step after an error', async () => {
    const { walking, followers } = startWalkingFollower();
    followers.fails[0]?.(new Error('no RPC answers'));
    await walking.step(1);
    expect(followers.fails).toHaveLength(2);
    await walking.stop();
  });

  it.each(['stopped', 'lost'] as const)('is not started again after it was %s', async (how) => {
    const { walking, followers } = startWalkingFollower();
    followers.fails[0]?.(new Error('no RPC answers'));
    if (how === 'stopped') await walking.stop();
    else walking.lose();
    await walking.step(1);
    expect(followers.fails).toHaveLength(1);
  });
});
