import { expect, describe, it } from '@jest/globals';
import type { RequestGate } from '../helpers/chain/rpc-proxy.js';
import type { RunningFollower } from '../helpers/circuits/running-follower.js';
import { testChain } from '../helpers/facts/facts.js';
import { within } from '../helpers/until.js';
import { WalkingFollower } from './walking-follower.js';

/** Followers in the order of their starts. Each runs until it fails or is stopped. */
class Followers {
  readonly fails: ((error: Error) => void)[] = [];

  follow(): RunningFollower {
    let end: (error?: Error) => void = () => undefined;
    const ended = new Promise<Error | undefined>((resolve) => (end = resolve));
    this.fails.push(end);
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
  const gates = new Map<string, RequestGate>();
  const parts = { chain: testChain, follow: () => followers.follow() };
  return {
    followers,
    walking: new WalkingFollower(parts, {
      gates,
      name: 'follower-1',
      readHaltedReason: () => Promise.resolve(null),
    }),
  };
}

describe('a follower of a walk', () => {
  it('ends when it is stopped between an error and its next start', async () => {
    const { walking, followers } = startWalkingFollower();
    followers.fails[0]?.(new Error('no RPC answers'));
    // No timer ends while promises do: after these it waits for its next start.
    for (let i = 0; i < 50; i += 1) await Promise.resolve();
    await within(5_000, walking.stop(), () => 'The follower has not ended.');
    expect(followers.fails).toHaveLength(1);
  });
});
