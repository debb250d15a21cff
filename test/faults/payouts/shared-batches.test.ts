import { describe, expect, it } from '@jest/globals';
import { shareBatches } from '../../../activities/signer/wallet/batches.js';

/** Work that ends when the test says so, and the items that each turn took. */
function heldWork() {
  const turns: (readonly string[])[] = [];
  const ends: ((error?: Error) => void)[] = [];
  const join = shareBatches<string, string>({
    most: 3,
    take: (items) => {
      turns.push(items);
      return new Promise((resolve, reject) => {
        ends.push((error) => {
          if (error === undefined) resolve(items.map((item) => item.toUpperCase()));
          else reject(error);
        });
      });
    },
  });
  return { turns, join, end: (error?: Error) => ends.shift()?.(error) };
}

describe('turns', () => {
  it('take one at once, and then all who came meanwhile, in their order and no more than the most', async () => {
    const { turns, join, end } = heldWork();
    const outcomes = Promise.all(['a', 'b', 'c', 'd', 'e'].map(join));
    expect(turns).toEqual([['a']]);
    for (let turn = 2; turn <= 3; turn += 1) {
      end();
      await new Promise(setImmediate);
      expect(turns).toHaveLength(turn);
    }
    end();
    expect(await outcomes).toEqual(['A', 'B', 'C', 'D', 'E']);
    expect(turns).toEqual([['a'], ['b', 'c', 'd'], ['e']]);
  });

  it('that fail are over for all whom they took, and for none who wait for the next', async () => {
    const { join, end } = heldWork();
    const outcomes = Promise.allSettled(['a', 'b', 'c', 'd', 'e'].map(join));
    const failure = new Error('no RPC answers');
    for (const error of [undefined, failure, undefined]) {
      end(error);
      await new Promise(setImmediate);
    }
    expect(
      (await outcomes).map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : null)),
    ).toEqual(['A', null, null, null, 'E']);
    const again = join('f');
    end();
    expect(await again).toBe('F');
  });
});
